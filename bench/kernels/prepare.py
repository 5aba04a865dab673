#!/usr/bin/env python3
"""Translates the kernels of the kit, ready to be measured.

bench/kernels/prepare.py --tools build/bin OUT [KERNEL...]

OUT becomes a folder that needs nothing else: on a machine with nvcc and a GPU,
`python3 OUT/measure.py` checks and measures, and `python3 OUT/report.py`, also
without, writes the report. Versions of a kernel are its files
here (naive.cu, by_hand.cu, where there is a library vendor.cu), and what
tessera makes of naive.cu: `tessera`, with --plans DIR from each plan
DIR/KERNEL/NAME.yaml a version NAME, and with --variant NAME=FLAGS one that these
flags give. With --only-ours the files other than naive.cu are no versions.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

import problem

FILES = ["harness.cuh", "probe.cu", "measure.py", "problem.py", "report.py",
         "results.py", "plots.py", "exports.py"]


def translate(args, source, result, flags=()):
    """What tessera makes of a file; its messages beside it."""
    command = [os.path.join(args.tools, "tessera"), "--cuda-path=none",
               "--no-transfers", f"--gpu={args.gpu}", *flags, source, "-o",
               result]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    with open(result.removesuffix(".cu") + ".log", "w") as log:
        log.write(done.stderr)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")


def prepare(p, args):
    """Writes one kernel's versions; returns their names, the naive one first."""
    folder = os.path.join(args.out, p.name)
    os.makedirs(folder, exist_ok=True)
    versions = sorted(["naive"] if args.only_ours else p.versions(),
                      key=lambda v: v != "naive")
    for version in versions:
        shutil.copy(p.path(version + ".cu"), folder)
    naive = p.path("naive.cu")
    translate(args, naive, os.path.join(folder, "tessera.cu"))
    versions.insert(1, "tessera")
    for plan in sorted(glob.glob(os.path.join(args.plans or "", p.name,
                                              "*.yaml"))):
        name = os.path.basename(plan).removesuffix(".yaml")
        translate(args, naive, os.path.join(folder, name + ".cu"),
                  [f"--plan={plan}"])
        versions.append(name)
    for variant in args.variant:
        name, flags = variant.split("=", 1)
        translate(args, naive, os.path.join(folder, name + ".cu"),
                  flags.split())
        versions.append(name)
    with open(os.path.join(folder, "reference.cu"), "w") as file:
        file.write(p.reference())
    for version in versions + ["reference"]:
        with open(os.path.join(folder, version + ".cu")) as file:
            text = file.read()
        with open(os.path.join(folder, version + ".apart.cu"), "w") as file:
            file.write(p.apart(version, text))
    with open(os.path.join(folder, "main.cu"), "w") as file:
        file.write(p.main(versions))
    shutil.copy(p.path("problem.json"), folder)
    return versions


def commit():
    """Of the tree that this file is in, if it is one."""
    done = subprocess.run(["git", "-C", problem.HERE, "describe", "--always",
                           "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--gpu", default="h200", help="profile to plan for")
    parser.add_argument("--only-ours", action="store_true",
                        help="leave out versions by hand and of libraries")
    parser.add_argument("--plans", help="folder of plans to compare")
    parser.add_argument("--variant", action="append", default=[],
                        metavar="NAME=FLAGS", help="flags to compare")
    parser.add_argument("out")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    kernels = {}
    wanted = args.kernels or problem.names()
    for number, name in enumerate(wanted, 1):
        print(f"{number}/{len(wanted)} {name}", flush=True)
        kernels[name] = prepare(problem.Problem(name), args)
    for file in FILES:
        shutil.copy(os.path.join(problem.HERE, file), args.out)
    with open(os.path.join(args.out, "kernels.json"), "w") as file:
        json.dump({"commit": commit(), "gpu": args.gpu, "kernels": kernels},
                  file, indent=1)


if __name__ == "__main__":
    main()
