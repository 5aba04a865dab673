"""Holds the tree to what the design says of it; prints every violation.

    check_tree.py layers|files|formatting|identities ROOT [clang-format]
"""

import pathlib
import re
import subprocess
import sys

# Which layers a layer may include: Support <- Polyhedral <- Model, and so on.
MODEL = {"Support", "Polyhedral", "Model"}
LAYERS = {
    "Support": {"Support"},
    "Polyhedral": {"Support", "Polyhedral"},
    "Kernel": {"Support", "Polyhedral", "Kernel"},
    "Model": MODEL,
    "Frontend": MODEL | {"Kernel", "Frontend"},
    "Analysis": MODEL | {"Analysis"},
    "Plan": MODEL | {"Analysis", "Plan"},
    "Transform": MODEL | {"Analysis", "Plan", "Transform"},
    "Emit": MODEL | {"Analysis", "Plan", "Transform", "Emit"},
    "Driver": MODEL
    | {"Frontend", "Analysis", "Plan", "Transform", "Emit", "Driver"},
}
USES_CLANG = {"Frontend", "Emit", "Driver"}
USES_ISL = {"Polyhedral", "Analysis", "Frontend", "Plan", "Transform"}
USES_FILES = {"Driver"}
# How includes of headers begin that are in no layer's own folder.
PUBLIC = {"tessera", "llvm", "clang"}

# What is excepted, and why. Keep these short.
INCLUDE_EXCEPTIONS = {
    ("src/Driver/files/Installation.cpp", "isl/version.h"): "--version names isl's version",
    ("src/Driver/files/Jobs.cpp", "fcntl.h"): "files are translated in processes",
    ("src/Driver/files/Jobs.cpp", "poll.h"): "files are translated in processes",
    ("src/Driver/files/Jobs.cpp", "unistd.h"): "files are translated in processes",
}
LENGTH_EXCEPTIONS = {
    "include/tessera/Model/KernelModel.h": "the whole model of a kernel",
    "include/tessera/Plan/TilePlan.h": "everything that a plan says",
}
HEADER_LINES, SOURCE_LINES = 150, 500
GUARD_EXCEPTIONS = {
    f"src/Precompiled/{name}.h": "only the build includes it, precompiled"
    for name in ("Common", "Model", "Plan", "Clang")
}
# How a header guard starts, by folder; the rest is the path below the folder.
GUARDS = {
    "include/tessera/": "tessera/",
    "src/": "tessera/",
    "test/unit/": "tessera/test/unit/",
    "tools/exec/runtime/": "tessera/run/",
    "tools/exec/": "tessera/exec/",
    "tools/tessera-": "tessera/",
}
OUR_SOURCES = ["include", "src", "tools", "test/unit", "test/Fuzz"]
# Stand-ins for other people's headers keep those headers' form.
STAND_INS = ("src/Frontend/cuda/", "tools/exec/runtime/include/")
IDENTITY_EXCEPTIONS = {
    "internal": "says that the tool has a bug; no input is known to cause it",
    "too-complex": "needs an input on which isl gives up; GuardedTest has one",
}
MACHINE_PATH = re.compile(r"(?<![\w.$}/)])/(?:home|root|work|Users|mnt|data)/\w")
WRITES = re.compile(
    r"\b(?:llvm::(?:errs|outs)\(|std::(?:cout|cerr|ofstream)|fopen\(|"
    r"raw_fd_ostream|writeToOutput|writeFile\()"
)


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.problems = []

    def files(self, folders, endings):
        for folder in folders:
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and path.suffix in endings:
                    yield path.relative_to(self.root).as_posix()

    def text(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def problem(self, name, line, message):
        self.problems.append(f"{name}:{line}: {message}")

    # Layers

    def layers(self):
        for name in self.files(["include", "src"], {".h", ".cpp", ".def"}):
            if not name.startswith(STAND_INS):
                self.check_layer(name)

    def check_layer(self, name):
        parts = name.split("/")
        layer = parts[2] if parts[0] == "include" else parts[1]
        if layer not in LAYERS:  # Precompiled: no code
            return
        for number, line in enumerate(self.text(name).splitlines(), 1):
            if layer not in USES_FILES and WRITES.search(line):
                self.problem(name, number, f"{layer} writes output")
            match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)([>"])', line)
            if match and (name, match[1]) not in INCLUDE_EXCEPTIONS:
                self.check_include(name, number, layer, match[1], match[2])

    def check_include(self, name, number, layer, header, quote):
        folders = header.split("/")
        if folders[0] == "tessera" and folders[1] not in LAYERS[layer]:
            self.problem(name, number, f"{layer} includes {folders[1]}")
        if folders[0].startswith("clang") and layer not in USES_CLANG:
            self.problem(name, number, f"{layer} includes Clang")
        if folders[0] == "isl" and layer not in USES_ISL:
            self.problem(name, number, f"{layer} includes isl")
        if quote == '"' and folders[0] not in PUBLIC:  # by its path in the layer
            if not (self.root / "src" / layer / header).exists():
                self.problem(name, number, f"no {header} in {layer}")

    # Files

    def files_form(self):
        for name in self.files(OUR_SOURCES, {".h", ".cpp", ".def"}):
            if name.startswith(STAND_INS):
                continue
            self.check_first_line(name)
            self.check_guard(name)
            self.check_length(name)
        every = OUR_SOURCES + ["test", "cmake", "bench", "docs"]
        for name in self.files(
            every, {".h", ".cpp", ".def", ".cu", ".cuh", ".py", ".txt", ".cmake",
                    ".in", ".yaml", ".md", ".test"}
        ):
            for number, line in enumerate(self.text(name).splitlines(), 1):
                if MACHINE_PATH.search(line):
                    self.problem(name, number, "a path of one machine")

    def check_first_line(self, name):
        first = self.text(name).split("\n", 1)[0]
        base = name.rsplit("/", 1)[1]
        purpose = r" - \S.*"
        if (self.root / name).with_suffix(".h").exists() and ".h" not in base:
            purpose = r"( - \S.*| -*)"  # its header tells
        if not re.match(rf"//===- {re.escape(base)}{purpose}-===//$", first):
            self.problem(name, 1, f"does not start with '//===- {base} - ...'")
        elif len(first) != 80:
            self.problem(name, 1, "the first line is not 80 columns wide")

    def check_guard(self, name):
        if not name.endswith(".h") or name in GUARD_EXCEPTIONS:
            return
        folder = next(f for f in GUARDS if name.startswith(f))
        path = GUARDS[folder] + name[len(folder):]
        guard = re.sub(r"[/.-]", "_", path).upper()
        if f"#ifndef {guard}\n#define {guard}\n" not in self.text(name):
            self.problem(name, 1, f"the header guard is not {guard}")

    def check_length(self, name):
        lines = self.text(name).count("\n")
        limit = HEADER_LINES if name.endswith(".h") else SOURCE_LINES
        if lines >= limit and name not in LENGTH_EXCEPTIONS:
            self.problem(name, lines, f"{limit} lines or more")

    # Formatting

    def formatting(self, clang_format):
        names = list(self.files(OUR_SOURCES + ["test"], {".h", ".cpp"}))
        run = subprocess.run(
            [clang_format, "--dry-run", "-Werror", *names],
            cwd=self.root,
            capture_output=True,
            text=True,
        )
        told = re.findall(r"^(.+?):\d+:\d+: error: ", run.stderr, re.M)
        for name in dict.fromkeys(told):
            self.problem(name, 1, "not as clang-format leaves it")
        if run.returncode and not told:
            self.problem(".", 1, f"{clang_format} fails: {run.stderr[:200]}")

    # Diagnostics

    def identities(self):
        definitions = "include/tessera/Support/Diagnostics.def"
        entries = re.findall(
            r'^DIAG\((\w+),\s*"([\w-]+)"', self.text(definitions), re.M
        )
        code = "\n".join(
            self.text(name) for name in self.files(["src"], {".cpp", ".h"})
        )
        known = set()
        for name, identity in entries:
            known.add(identity)
            if not re.search(rf"\bDiagKind::{name}\b", code):
                self.problem(definitions, 1, f"nothing makes '{identity}'")
            if identity not in IDENTITY_EXCEPTIONS:
                self.check_identity_test(identity)
        for name in self.files(["test/Diagnostics"], {".cu"}):
            if pathlib.Path(name).stem not in known and "/Inputs/" not in name:
                self.problem(name, 1, "is named after no identity")

    def check_identity_test(self, identity):
        name = f"test/Diagnostics/{identity}.cu"
        if not (self.root / name).exists():
            self.problem(name, 1, f"no test of '{identity}'")
        elif f"[tessera-{identity}]" not in self.text(name):
            self.problem(name, 1, f"does not check for [tessera-{identity}]")


def main():
    check, root, *rest = sys.argv[1:]
    tree = Tree(root)
    {
        "layers": tree.layers,
        "files": tree.files_form,
        "formatting": lambda: tree.formatting(*rest),
        "identities": tree.identities,
    }[check]()
    print("\n".join(tree.problems) or "nothing found")
    return 1 if tree.problems else 0


if __name__ == "__main__":
    sys.exit(main())
