"""Builds a project with tessera_transform again and again.

    check_build.py TESSERA_DIR PROJECT FOLDER GENERATOR CXX|CUDA [--upgrade]

Copies PROJECT to FOLDER, and checks after each change what is translated, and
with CUDA, what nvcc compiles of it. With --upgrade the program itself changes,
too.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import time

SUMS, MAIN, SHARED = "lib/sums.cu", "app/main.cu", "app/shared.cu"
ALL = [MAIN, SHARED, SUMS]


def touch(path):
    time.sleep(0.05)  # file systems tell times apart that far
    path.touch()


class Build:
    def __init__(self, package, project, folder, generator, language):
        self.folder = pathlib.Path(folder)
        self.source = self.folder / "source"
        self.binary = self.folder / "binary"
        self.language = language
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(project, self.source)
        self.configure(
            "-G", generator, f"-DTessera_DIR={package}", f"-DLANGUAGE={language}",
            "-DCMAKE_CUDA_ARCHITECTURES=90",
            "-DOPTIONS=" + ("--cuda-path=none" if language == "CXX" else ""),
        )

    def run(self, *command):
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return result.returncode, result.stdout

    def configure(self, *options):
        code, text = self.run(
            "cmake", "-S", self.source, "-B", self.binary, *options
        )
        assert code == 0, text

    def make(self, fails=False):
        code, text = self.run("cmake", "--build", self.binary, "--parallel", "4")
        assert (code != 0) == fails, text
        return text

    def expect(self, what, translated, compiled=None, remarks=False):
        """Builds; `compiled` counts for CUDA only."""
        text = self.make()
        assert ("remark:" in text) == remarks, text
        found = sorted(re.findall(r"Translating CUDA source (\S+)", text))
        assert found == translated, f"{what}: {found} translated\n{text}"
        objects = len(re.findall(r"Building CUDA object", text))
        if self.language == "CUDA" and compiled is not None:
            assert objects == compiled, f"{what}: {objects} compiled\n{text}"
        print(f"{what}: {len(found)} translated")

    def edit(self, name, old, new):
        path = self.source / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        touch(path)

    def results(self):
        return {
            path: path.read_text()
            for path in self.binary.glob("tessera/**/*.cu")
        }


def main():
    arguments = sys.argv[1:6]
    build = Build(*arguments)
    build.expect("first build", ALL, 4)
    assert len(build.results()) == 3
    assert "__shared__" in build.results()[
        build.binary / "tessera" / "sums" / SUMS
    ]
    options = (build.binary / "tessera/app" / (MAIN + ".options")).read_text()
    device = 90 if build.language == "CUDA" else 86
    assert f"--gpu=sm_{device}\n" in options, options
    build.expect("nothing changed", [], 0)

    # Files of a target know of each other, and of nothing that does not matter.
    windows = build.binary / "tessera" / "app" / SHARED
    assert "a_tile[284]" in build.results()[windows]
    build.edit("app/main.cu", "i % 5", "i % 6")
    others = [] if arguments[3] == "Ninja" else [SHARED]  # make cannot tell
    build.expect("what only one file needs", [MAIN, *others], 1)
    build.edit("app/main.cu", "windows<<<2, 64>>>", "windows<<<1, 128>>>")
    build.expect("a launch", [MAIN, SHARED], 2)
    assert "a_tile[540]" in build.results()[windows]
    build.expect("nothing changed", [], 0)

    build.edit("lib/detail.h", "W[K]", "W[K + 0]")
    # The text of the result is the same, but not what it includes.
    build.expect("a header of one", [SUMS], 1)
    build.edit("lib/sums.cu", "float sum = 0;", "float sum = 1;")
    build.expect("a source", [SUMS], 1)
    build.expect("nothing changed", [], 0)

    before = build.results()
    build.edit("lib/sums.cu", "float sum = 1;", "float sum = one;")
    mistake = "sums.cu:12:15: error: use of undeclared identifier 'one'"
    assert mistake in build.make(fails=True)
    assert build.results() == before
    assert mistake in build.make(fails=True)
    build.edit("lib/sums.cu", "float sum = one;", "float sum = 1;")
    build.expect("a mistake put right", [SUMS], 0)

    if build.language == "CUDA":
        build.configure("-DTESSERA_SKIP=ON")
        commands = (build.binary / "compile_commands.json").read_text()
        assert f"{build.binary}/tessera" not in commands
        assert f"{build.source}/{SUMS}" in commands
        return  # the rest has every file compiled, and checks translations

    touch(build.source / "include/columns.h")
    build.expect("a header of all", ALL)
    build.configure("-DSCALE=3")
    build.expect("a definition", [MAIN, SHARED])
    build.expect("nothing changed", [])
    build.configure("-DOPTIONS=--remarks=all;--cuda-path=none;--no-tiles")
    build.expect("an option", ALL, remarks=True)
    assert "__shared__" not in "".join(build.results().values())
    build.expect("nothing changed", [])

    if "--upgrade" in sys.argv:
        package = pathlib.Path(arguments[0])
        touch((package / "../../../bin/tessera").resolve(strict=True))
        build.expect("another version", ALL, remarks=True)
        build.expect("nothing changed", [])


main()
