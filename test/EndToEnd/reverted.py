"""reverted.py TESSERA FOLDER COUNT WORK: translates COUNT programs of the
folder with --keep-original, and reverts the results; fails if a program does
not come back byte by byte."""

import pathlib
import shutil
import subprocess
import sys

tool, folder, count, work = sys.argv[1:]
programs = sorted(pathlib.Path(folder).glob("*.cu"))[: int(count)]
assert len(programs) == int(count)
shutil.rmtree(work, ignore_errors=True)
out, back = pathlib.Path(work, "out"), pathlib.Path(work, "back")


def run(files, *options):
    subprocess.run([tool, "--cuda-path=none", "-q", *options, *files], check=True)


run(programs, "--keep-original", f"--out-dir={out}")
changed = [
    p for p in programs if (out / p.name).read_bytes() != p.read_bytes()
]
run([out / p.name for p in changed], "--revert", f"--out-dir={back}")
print(f"{len(changed)} of {len(programs)} programs change")
for p in changed:
    if (back / p.name).read_bytes() != p.read_bytes():
        sys.exit(f"{p} does not come back")
