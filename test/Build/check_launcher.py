"""Builds a project by nvcc with tessera-nvcc as CMake's launcher.

    check_launcher.py TESSERA_NVCC PROJECT FOLDER [--ccache]

Copies PROJECT to FOLDER, and checks after each change what is compiled. With
--ccache the compiler is behind a cache: what was compiled once is found there,
and not compiled again after a clean.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

KERNELS, MAIN = "kernels.cu", "main.cu"


class Build:
    def __init__(self, launcher, project, folder, cached):
        self.folder = pathlib.Path(folder)
        self.source = self.folder / "source"
        self.binary = self.folder / "binary"
        self.environment = dict(
            os.environ,
            CCACHE_DIR=str(self.folder / "cache"),
            TESSERA_OPTIONS="--remarks=passed",
        )
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(project, self.source)
        if cached:
            launcher += ";ccache"
        self.run(
            "cmake", "-G", "Ninja", "-S", self.source, "-B", self.binary,
            "-DCMAKE_CUDA_COMPILER_LAUNCHER=" + launcher,
            "-DCMAKE_CUDA_ARCHITECTURES=90",
        )

    def run(self, *command, fails=False):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env=self.environment, check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout
        return done.stdout

    def expect(self, what, compiled):
        """Builds, and checks which sources are compiled."""
        text = self.run("cmake", "--build", self.binary)
        found = re.findall(r"Building CUDA object \S*app\.dir/(\S+)\.o", text)
        assert sorted(found) == compiled, f"{what}: {found}\n{text}"
        staged = "staged 'a' in shared memory" in text
        assert staged == (KERNELS in compiled), f"{what}: staged: {staged}\n{text}"
        assert not list(self.binary.glob("**/*.tessera")), what
        print(f"{what}: {len(found)} compiled")
        return text

    def clean(self):
        self.run("cmake", "--build", self.binary, "--target", "clean")

    def edit(self, name, old, new):
        path = self.source / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def hits(self):
        """How many compilations the cache knew, of how many, since the last
        call."""
        counts = dict(
            line.split("\t")
            for line in self.run("ccache", "--print-stats").splitlines()
        )
        self.run("ccache", "--zero-stats")
        hits = sum(
            int(counts[kind + "_cache_hit"]) for kind in ("direct", "preprocessed")
        )
        return hits, hits + int(counts["cache_miss"])


def main():
    cached = "--ccache" in sys.argv
    build = Build(*sys.argv[1:4], cached)
    build.expect("first build", [KERNELS, MAIN])
    build.expect("nothing changed", [])
    if cached:
        assert build.hits() == (0, 2)
        build.clean()
        build.expect("a clean", [KERNELS, MAIN])
        assert build.hits() == (2, 2)
        build.expect("nothing changed", [])
    # Dependencies name the user's files, those from the cache, too.
    (build.source / "include/kernels.cuh").touch()
    build.expect("a header that is touched", [KERNELS, MAIN])
    if cached:
        assert build.hits() == (2, 2)
    build.edit("include/kernels.cuh", "#define N 64", "#define N 128")
    build.expect("a header", [KERNELS, MAIN])
    build.edit(KERNELS, "float sum = 0;", "float sum = 1;")
    build.expect("a source", [KERNELS])
    if cached:
        assert build.hits() == (0, 3)
        # The other text of before is still there.
        build.edit(KERNELS, "float sum = 1;", "float sum = 0;")
        build.expect("a source as before", [KERNELS])
        assert build.hits() == (1, 1)
    build.edit(MAIN, "multiply(a, b, c);", "multiply(a, b, d);")
    text = build.run("cmake", "--build", build.binary, fails=True)
    assert re.search(r"/source/main\.cu[(:]7", text), text


main()
