"""Builds by the rules for Make that docs/builds.md shows.

    check_make.py PAGE TESSERA FOLDER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

PROGRAM = """#include "size.h"
__global__ void product(const float *__restrict__ a,
                        const float *__restrict__ b, float *__restrict__ c) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[y * N + k] * b[k * N + x];
  c[y * N + x] = SCALE * sum;
}
void multiply(const float *a, const float *b, float *c) {
  product<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c);
}
"""


def rules(page):
    section = re.search(r"^## Make\n\n((?: {4}.*\n|\n)+)", page, re.M)
    return re.sub(r"^ {4}", "", section[1], flags=re.M)


def main():
    page, tessera, folder = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "gen").mkdir(parents=True)
    (folder / "include").mkdir()
    header = folder / "include/size.h"
    header.write_text("#define N 64\n")
    source = folder / "product.cu"
    source.write_text(PROGRAM)
    (folder / "Makefile").write_text(
        "CPPFLAGS = -Iinclude -DSCALE=2\n\nall: gen/product.cu\n\n"
        + rules(page.read_text(encoding="utf-8"))
    )
    environment = dict(os.environ)
    environment["PATH"] = f"{tessera.parent}{os.pathsep}{environment['PATH']}"

    def make(translates, fails=False):
        time.sleep(0.02)  # times of files differ
        done = subprocess.run(
            ["make"], cwd=folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout
        assert ("tessera " in done.stdout) == translates, done.stdout

    make(True)
    result = folder / "gen/product.cu"
    assert "__shared__" in result.read_text()
    make(False)
    header.write_text("#define N 128\n")
    make(True)
    make(False)
    before = result.read_text()
    source.write_text(PROGRAM.replace("sum += a[", "sum += aa["))
    make(True, fails=True)
    assert result.read_text() == before
    make(True, fails=True)
    source.write_text(PROGRAM)
    make(True)
    make(False)


main()
