"""Reads every program of a folder in two ways and compares what it does.

  same-result.py FOLDER TESSERA [OPTION...] / [OPTION...]

The options before and after the slash are the two ways. All that is planned
follows from the printed model; every eighth program is translated, too, and
messages count.
"""
import glob
import os
import subprocess
import sys


def translate(tessera, options, path):
    own = [o for o in options if not o.startswith("-U")]
    flags = [o for o in options if o.startswith("-U")]
    command = [tessera] + own + [path] + (["--"] + flags if flags else [])
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return result.returncode, result.stdout


def main():
    folder, tessera, *rest = sys.argv[1:]
    slash = rest.index("/")
    ways = rest[:slash], rest[slash + 1 :]
    paths = sorted(glob.glob(os.path.join(folder, "*.cu")))
    different = 0
    for number, path in enumerate(paths):
        stage = ["--print=model"] if number % 8 else []
        first, second = (translate(tessera, stage + way, path) for way in ways)
        if first != second or first[0] != 0:
            print(f"{path}: exit {first[0]} and {second[0]}")
            print(first[1].decode(), "---", second[1].decode(), sep="\n")
            different += 1
    print(f"{len(paths) - different} same, {different} different")
    return 1 if different or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
