"""The options of a program, read from its --help."""

import dataclasses
import re
import subprocess

# LLVM's own; the pages leave them out.
HIDDEN = {"--help-list"}


@dataclasses.dataclass
class Option:
    name: str  # with its dashes
    value: str  # what it takes, as --help spells it; empty: nothing
    joined: bool  # the value follows a =
    text: str
    values: list  # pairs of a value and what it means, if they are listed
    optional: bool = False  # it can stand without a value


def help_of(program):
    return subprocess.run(
        [program, "--help"], check=True, capture_output=True, text=True
    ).stdout


def read_options(text):
    """All options in the output of --help, the program's own first."""
    options = {}
    current = None
    generic = False
    order = {True: [], False: []}
    for line in text.split("OPTIONS:", 1)[1].splitlines():
        section = re.match(r"(\S.*):$", line)
        value = re.match(r"    =(\S+)\s+-   (.*)", line)
        option = re.match(r"  (--?[\w-]+)(?:(\[?=| )<(.*?)>\]?)?\s+- (.*)", line)
        if section:
            generic = section[1] == "Generic Options"
        elif value and current:
            if value[1] == "<empty>":
                current.optional = True
            else:
                current.values.append((value[1], value[2]))
        elif option:
            name, sign, what, meaning = option.groups()
            if name in HIDDEN:
                current = None
                continue
            if name in options:  # once without, once with its value
                current = options[name]
                current.value, current.joined = what, True
                current.optional = True
                continue
            joined, optional = sign in ("=", "[="), sign == "[="
            current = Option(name, what or "", joined, meaning, [], optional)
            options[name] = current
            order[generic].append(current)
        elif line.strip():
            raise ValueError(f"--help has a line that is not understood: {line}")
    for entry in options.values():
        entry.text = re.sub(r" \(--help-hidden for more\)$", "", entry.text)
    return order[False] + order[True]
