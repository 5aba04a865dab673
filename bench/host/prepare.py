#!/usr/bin/env python3
"""Writes all versions of the programs of bench/host, ready to be measured.

prepare.py --tools build/bin OUT [PROGRAM...]

OUT becomes a folder that needs nothing else: on a machine with nvcc and a GPU,
`python3 OUT/run.py` measures. Versions of a program:

  managed  as it was written, with the shared data in managed memory
  ours     as tessera translates it. Kernels stay as they are, unless --tiles
           is given: what differs then is the host side alone
  hand     written by hand; of some programs, there are several
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

import programs


def translate(tools, original, options, macros, result):
    with open(result, "wb") as out:
        subprocess.run(
            [os.path.join(tools, "tessera"), "-q", "--cuda-path=none", *options,
             original, "--", *programs.flags(macros)],
            check=True, timeout=120, stdout=out)


def prepare(program, args):
    """Writes the versions of one program, and lists them."""
    macros = {} if args.small else program.gpu
    original = programs.source(program.name + ".cu")
    versions = []

    def add(version, extra={}, file=None):
        file = file or f"{program.name}.{version}.cu"
        versions.append({"program": program.name, "version": version,
                         "file": file, "macros": {**macros, **extra}})
        return os.path.join(args.out, file)

    translate(args.tools, original, ["--print=managed"], macros,
              add("managed"))
    translate(args.tools, original, [] if args.tiles else ["--no-tiles"],
              macros, add("ours"))
    for version, extra in program.hand.items():
        hand = program.name + ".hand.cu"
        shutil.copy(programs.source(hand), add(version, extra, hand))
    return versions


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--small", action="store_true",
                        help="sizes of the test on the CPU")
    parser.add_argument("--tiles", action="store_true",
                        help="translate kernels, too")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    args = parser.parse_args()

    os.makedirs(args.out, exist_ok=True)
    for file in (*glob.glob(programs.source("*.h")),
                 programs.source("programs.py"), programs.source("run.py")):
        shutil.copy(file, args.out)
    versions = []
    for program in programs.PROGRAMS:
        if not args.names or program.name in args.names:
            versions += prepare(program, args)
    with open(os.path.join(args.out, "versions.json"), "w") as out:
        json.dump(versions, out, indent=1)
    print(f"{len(versions)} programs in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
