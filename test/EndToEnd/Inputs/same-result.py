"""Reads every program of a folder in several ways and compares what it does.

  same-result.py FOLDER TESSERA [OPTION...] / [OPTION...] [/ ...]

The options between slashes are the ways. All that is planned follows from the
printed model; every eighth program is translated, too, and messages count. A way
with macros that are undefined reads many headers: every third program goes it.
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
    ways = [[]]
    for option in rest:
        if option == "/":
            ways.append([])
        else:
            ways[-1].append(option)
    paths = sorted(glob.glob(os.path.join(folder, "*.cu")))
    different = 0
    for number, path in enumerate(paths):
        stage = ["--print=model"] if number % 8 else []
        gone = [w for w in ways if number % 3 == 0 or "-U" not in "".join(w)]
        first, *others = (translate(tessera, stage + way, path) for way in gone)
        if first[0] != 0 or any(other != first for other in others):
            print(f"{path}: exit", first[0], *(other[0] for other in others))
            print(*(text.decode() for _, text in (first, *others)), sep="\n---\n")
            different += 1
    print(f"{len(paths) - different} same, {different} different")
    return 1 if different or not paths or len(ways) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
