#!/usr/bin/env python3
"""Checks and times what prepare.py wrote, on a machine with nvcc and a GPU.

python3 OUT/measure.py [--rounds 15] [--seeds 3] [--largest] [--stop-after S]
                       [--sanitize] [--json FILE] [KERNEL...]

Every version is first compared with a reference in double precision, on a small
problem of odd size with several seeds and on every size that is timed: outputs
are filled with NaN before. Versions are timed in turn, in one run. With
--largest only the largest size of each kernel is timed, which with few rounds
and one seed suits many versions. --stop-after begins no kernel when so many
seconds are over; what is measured is in the file from then on, kernel by kernel.
With --sanitize, compute-sanitizer (memcheck and racecheck) runs the small problem
instead. The results are JSON, for report.py: medians of milliseconds, with a
confidence interval of 95 %, bytes and operations of each size, and the device's
rates. A version that is wrong on a size, or on a small problem, or that the
device cannot start, has "right": false; "failed" has the kernels that did not get
that far.
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import time

import problem

HERE = os.path.dirname(os.path.abspath(__file__))
WRONG = 2  # exit code of a program that ended, with a version that is wrong


class Failure(Exception):
    pass


def find_nvcc():
    places = [os.path.join(os.environ["CUDA_PATH"], "bin")
              ] if "CUDA_PATH" in os.environ else []
    places += [os.environ.get("PATH", ""), "/usr/local/cuda/bin"]
    found = shutil.which("nvcc", path=os.pathsep.join(places))
    if not found:
        sys.exit("nvcc is not in PATH; CUDA_PATH names its folder")
    return found


def run(command, limit, accept=(0,)):
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure(f"took longer than {limit:g} s: {' '.join(command)}")
    if done.returncode not in accept:
        raise Failure(f"exit {done.returncode}: {' '.join(command)}\n"
                      f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Kit:
    def __init__(self, args):
        self.args = args
        self.nvcc = find_nvcc()
        self.problems = []
        with open(os.path.join(HERE, "kernels.json")) as file:
            self.data = json.load(file)

    def compile(self, source, result, *options):
        run([self.nvcc, f"-arch={self.args.arch}", "-O3", "-std=c++17", "-I",
             HERE, *options, source, "-o", result], 300)

    def object(self, name, version):
        base = os.path.join(HERE, name, version)
        source = ".cu" if version == "main" else ".apart.cu"
        self.compile(base + source, base + ".o", "-c")

    def build(self, names):
        """All programs, as many at a time as there are processors."""
        jobs = {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name in names:
                for version in self.data["kernels"][name] + ["reference",
                                                             "main"]:
                    jobs[pool.submit(self.object, name, version)] = name
        bad = set()
        for job, name in jobs.items():
            if job.exception():
                bad.add(name)
                self.problems.append(f"{name}: {job.exception()}")
        good = [n for n in names if n not in bad]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.link, good))
        return good

    def link(self, name):
        objects = [os.path.join(HERE, name, v + ".o") for v in
                   self.data["kernels"][name] + ["reference", "main"]]
        run([self.nvcc, f"-arch={self.args.arch}", *objects, "-lcublas", "-o",
             os.path.join(HERE, name, "measure")], 300)

    def kernel(self, name):
        program = os.path.join(HERE, name, "measure")
        wrong = set()
        for seed in range(1, self.args.seeds + 1):
            line = run([program, "check", str(seed)], 60, [0, WRONG])
            wrong |= {v for v, r in json.loads(line)["versions"].items()
                      if not r["right"]}
        if self.args.sanitize:
            for tool in ("memcheck", "racecheck"):
                run(["compute-sanitizer", "--tool", tool, "--error-exitcode",
                     "9", program, "check", "1"], 120)
            return None
        own = problem.Problem(name)
        size = ([str(own.sizes.index(own.largest()))] if self.args.largest
                else [])
        lines = run([program, "time", str(self.args.rounds), *size], 240,
                    [0, WRONG])
        sizes = [json.loads(line) for line in lines.splitlines()]
        for size in sizes:
            size["bytes"], size["operations"] = own.work(size["size"])
            for version, r in size["versions"].items():
                r["right"] &= version not in wrong
                if not r["right"]:
                    self.problems.append(f"{name}: {version} is wrong: "
                                         f"{size['size']}")
        return sizes

    def all(self):
        started = time.monotonic()
        wanted = self.args.kernels or list(self.data["kernels"])
        names = self.build(wanted)
        probe = os.path.join(HERE, "probe")
        self.compile(probe + ".cu", probe)
        device = json.loads(run([probe], 60))
        results = {}
        data = {"device": device, "commit": self.data["commit"],
                "gpu": self.data["gpu"], "kernels": results}
        for number, name in enumerate(names, 1):
            if time.monotonic() - started > self.args.stop_after:
                self.problems.append(f"{name}: not begun in time")
                continue
            try:
                results[name] = self.kernel(name)
            except Failure as failure:
                self.problems.append(f"{name}: {failure}")
                continue
            print(f"{number}/{len(names)} {name}", flush=True)
            for size in results[name] or []:
                print("  " + ", ".join(f"{k}={v}" for k, v in
                                       size["size"].items()))
                for version, r in size["versions"].items():
                    print(f"    {version:12} {r['ms'][0]:10.4f} ms  "
                          f"{r['speedup'][0]:6.2f}x  error {r['error']:.1e}"
                          f"  {r['different']} differ"
                          + ("" if r["right"] else "  WRONG"))
            self.save(data)
        data["failed"] = [n for n in wanted if n not in results]
        self.save(data)

    def save(self, data):
        if self.args.json:
            with open(self.args.json, "w") as file:
                json.dump(data, file, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seeds", type=int, default=3,
                        help="small problems that are checked")
    parser.add_argument("--largest", action="store_true",
                        help="time only the largest size")
    parser.add_argument("--stop-after", type=float, default=float("inf"),
                        metavar="S", help="begin no kernel after so many "
                        "seconds")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--json", help="file for the results")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    args = parser.parse_args()
    kit = Kit(args)
    kit.all()
    for text in kit.problems:
        print(text, file=sys.stderr)
    return 1 if kit.problems else 0


if __name__ == "__main__":
    sys.exit(main())
