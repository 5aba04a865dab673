"""Copies a build folder's install rules, and some of what was built.

    copy_build.py BUILD COPY PATH...

The rules of COPY install from COPY, which has no more than the PATHs of BUILD.
"""

import pathlib
import shutil
import sys

build, copy = map(pathlib.Path, sys.argv[1:3])
for rules in list(build.rglob("cmake_install.cmake")):
    if "Output" in rules.relative_to(build).parts:  # of tests
        continue
    target = copy / rules.relative_to(build)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(rules.read_text().replace(str(build), str(copy)))
for name in sys.argv[3:]:
    source = build / name
    (copy / name).parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("run"))
    else:
        shutil.copy2(source, copy / name)
for folder in ("lib/cmake", "share/doc"):  # made when it was configured
    shutil.copytree(build / folder, copy / folder)
