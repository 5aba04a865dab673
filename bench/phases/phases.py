#!/usr/bin/env python3
"""Compares a launch for each phase with one cooperative launch.

phases.py prepare --tools build/bin OUT [--small]
python3 OUT/phases.py run [--rounds 5] [--json FILE]

`prepare` translates transform.cu with --split-phases for every number of blocks
and threads: once with the rounds on the host, which becomes a launch for each
phase, and once with them in the kernel, which becomes a cooperative launch. It
fails if that is not what comes out. The folder can be taken to a machine with
nvcc and a GPU, where `run` compiles all, lets both versions of a shape run in
turn, checks that they print the same result, and prints how many times as long
the launches take as the cooperative launch: above 1, that one is faster.
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BLOCKS = [2, 4, 8, 16, 32, 64, 128]
THREADS = [32, 64, 128, 256, 512, 1024]
SMALL = ([2, 4], [32, 64])
# How a shape is translated, and what its text must have.
FORMS = {"launches": ([], "transform_phase2<<<"),
         "cooperative": (["-DIN_KERNEL"], "cudaLaunchCooperativeKernel(")}


def shape_flags(blocks, threads):
    return [f"-DBLOCKS={blocks}", f"-DTHREADS={threads}"]


def execute(command, limit=300):
    done = subprocess.run(command, capture_output=True, text=True,
                          timeout=limit)
    if done.returncode:
        sys.exit(f"exit {done.returncode}: {' '.join(command)}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def prepare(args):
    os.makedirs(args.out, exist_ok=True)
    all_blocks, all_threads = SMALL if args.small else (BLOCKS, THREADS)
    rounds, runs = (3, 1) if args.small else (100, 10)
    shapes = []
    for blocks in all_blocks:
        for threads in all_threads:
            shape = {"blocks": blocks, "threads": threads, "flags": {}}
            for form, (flags, sign) in FORMS.items():
                flags = [*shape_flags(blocks, threads), f"-DROUNDS={rounds}",
                         f"-DRUNS={runs}", *flags]
                path = os.path.join(args.out, f"{form}-{blocks}x{threads}.cu")
                execute([os.path.join(args.tools, "tessera"), "-q",
                         "--cuda-path=none", f"--split-phases={form}", "-o", path,
                         os.path.join(HERE, "transform.cu"), "--", "-DTIME",
                         *flags])
                with open(path) as text:
                    if sign not in text.read():
                        sys.exit(f"{path} has no '{sign}'")
                shape["flags"][form] = flags
            shapes.append(shape)
    with open(os.path.join(args.out, "shapes.json"), "w") as out:
        json.dump(shapes, out, indent=1)
    shutil.copy(__file__, args.out)


def find_nvcc():
    places = [os.path.join(os.environ["CUDA_PATH"], "bin")
              ] if "CUDA_PATH" in os.environ else []
    places += [os.environ.get("PATH", ""), "/usr/local/cuda/bin"]
    return shutil.which("nvcc", path=os.pathsep.join(places))


def build(nvcc, args, scratch, shape, form):
    name = f"{form}-{shape['blocks']}x{shape['threads']}"
    path = os.path.join(scratch, name)
    execute([nvcc, "-O3", "-std=c++17", f"-arch={args.arch}", "-fmad=false",
             "-Werror", "all-warnings", "-DTIME", *shape["flags"][form], "-o", path,
             os.path.join(HERE, name + ".cu"),
             *(["-cubin"] if args.compile_only else [])])
    return path


def time_of(path):
    lines = dict(line.split() for line in execute([path]).splitlines())
    return lines["result"], float(lines["time"])


def run(args):
    nvcc = find_nvcc()
    if not nvcc:
        print("skipped: no nvcc")
        return
    with open(os.path.join(HERE, "shapes.json")) as file:
        shapes = json.load(file)
    with tempfile.TemporaryDirectory() as scratch:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for shape in shapes:
                shape["paths"] = {
                    form: pool.submit(build, nvcc, args, scratch, shape, form)
                    for form in FORMS}
        for shape in shapes:
            shape["paths"] = {form: path.result()
                              for form, path in shape["paths"].items()}
        if args.compile_only:
            return
        if not shutil.which("nvidia-smi"):
            print("skipped: no GPU")
            return
        for shape in shapes:
            times = {form: [] for form in FORMS}
            results = set()
            for _ in range(args.rounds):
                for form, path in shape["paths"].items():
                    result, time = time_of(path)
                    results.add(result)
                    times[form].append(time)
            if len(results) != 1:
                sys.exit(f"results differ: {shape}")
            shape["us"] = {form: statistics.median(all_times)
                           for form, all_times in times.items()}
            del shape["paths"]
    report(shapes)
    if args.json:
        with open(args.json, "w") as out:
            json.dump(shapes, out, indent=1)


def report(shapes):
    """Rows are numbers of blocks, columns numbers of threads."""
    columns = sorted({shape["threads"] for shape in shapes})
    print("blocks", *(f"{threads:>8}" for threads in columns))
    for blocks in sorted({shape["blocks"] for shape in shapes}):
        ratios = {shape["threads"]:
                  shape["us"]["launches"] / shape["us"]["cooperative"]
                  for shape in shapes if shape["blocks"] == blocks}
        print(f"{blocks:>6}", *(f"{ratios[threads]:8.2f}"
                                for threads in columns))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare")
    command.add_argument("--tools", required=True)
    command.add_argument("--small", action="store_true",
                         help="few shapes and rounds, for the CPU")
    command.add_argument("out", metavar="OUT")
    command.set_defaults(go=prepare)
    command = commands.add_parser("run")
    command.add_argument("--rounds", type=int, default=5)
    command.add_argument("--arch", default="sm_90")
    command.add_argument("--jobs", type=int, default=os.cpu_count())
    command.add_argument("--compile-only", action="store_true",
                         help="needs no GPU")
    command.add_argument("--json", metavar="FILE")
    command.set_defaults(go=run)
    args = parser.parse_args()
    args.go(args)


if __name__ == "__main__":
    main()
