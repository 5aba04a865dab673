"""The sources of a tree, and what compilers need to know of them.

A collection is a folder right below the one that is named, or that one itself
where several are named. Without a build, headers are looked for in the folder
of a source and those around it, and in folders of the usual names in these;
not where one would hide a header of the system.
"""

import functools
import json
import os
import shlex
from dataclasses import dataclass

HEADER_FOLDERS = ["include", "inc", "common", "Common"]
SYSTEM = "/usr/include"
DATABASE = "compile_commands.json"
# Of a command in a database; those with a value of their own come in pairs.
KEPT = ("-I", "-D", "-U", "-isystem", "-include", "-std", "--std")
PAIRS = ("-I", "-D", "-U", "-isystem", "-include", "-std", "--std")


@dataclass(frozen=True)
class Source:
    path: str
    name: str  # from the folder that was named
    collection: str
    flags: tuple  # of a compiler
    database: bool  # whether the tool finds them by itself


def upwards(folder, top):
    """`folder` and those around it, as far as `top`."""
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if folder == top or parent == folder:
            return
        folder = parent


@functools.cache
def hides_system(folder):
    return any(os.path.isfile(os.path.join(SYSTEM, name))
               for name in os.listdir(folder) if name.endswith(".h"))


def include_flags(path, top):
    around = list(upwards(os.path.dirname(path), top))
    usual = [os.path.join(folder, name) for folder in around
             for name in HEADER_FOLDERS
             if os.path.isdir(os.path.join(folder, name))]
    return tuple("-I" + folder for folder in around[:1] + usual + around[1:]
                 if not hides_system(folder))


def kept_flags(words, folder):
    """Those of a command that concern macros, headers and the language."""
    flags = []
    words = iter(words)
    for word in words:
        name = next((n for n in KEPT if word.startswith(n)), None)
        if name is None:
            continue
        value = word[len(name):]
        if not value and name in PAIRS:
            value = next(words, "")
        if name in ("-I", "-isystem"):
            value = os.path.join(folder, value)
        separate = name in ("-isystem", "-include")
        flags += [name, value] if separate else [name + value]
    return tuple(flags)


def database_flags(path, top, databases):
    """Flags of the nearest database that has the file, or None."""
    for folder in upwards(os.path.dirname(path), top):
        file = os.path.join(folder, DATABASE)
        if file not in databases:
            databases[file] = None
            if os.path.exists(file):
                with open(file) as text:
                    databases[file] = json.load(text)
        if databases[file] is None:
            continue
        for entry in databases[file]:
            where = os.path.join(folder, entry["directory"])
            if os.path.realpath(os.path.join(where, entry["file"])) == path:
                words = entry.get("arguments") or shlex.split(entry["command"])
                return kept_flags(words[1:], where)
        return None
    return None


def collect(folders):
    """All sources below the folders, in order of their names."""
    databases = {}
    result = []
    for top in map(os.path.realpath, folders):
        for root, below, files in os.walk(top):
            below[:] = sorted(b for b in below if not b.startswith("."))
            for file in sorted(files):
                if not file.endswith(".cu"):
                    continue
                path = os.path.join(root, file)
                name = os.path.relpath(path, top)
                parts = name.split(os.sep)
                collection = parts[0]
                if len(folders) > 1 or len(parts) == 1:
                    collection = os.path.basename(top)
                if len(folders) > 1:
                    name = os.path.join(collection, name)
                flags = database_flags(path, top, databases)
                result.append(Source(
                    path, name, collection,
                    include_flags(path, top) if flags is None else flags,
                    flags is not None))
    return sorted(result, key=lambda s: s.name)
