#!/usr/bin/env python3
"""Measures what prepare.py wrote, on a machine with nvcc and a GPU.

python3 OUT/run.py [--rounds 5] [--json FILE] [PROGRAM...]

Compiles all versions, runs them in turn, and checks that they print the same.
A round runs each version once, so that other load meets all of them; a program
repeats its work and tells the median, and of those the table has the median.
The time is that of a host that has its input in memory and waits until it has
read the result; creating the context does not count. `first` is the first time
that a program does its work. Bytes and copies are those of one run of the work.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import programs

PROBE = """
#include <stdio.h>
int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess)
    return 1;
  printf("%s, sm_%d%d", device.name, device.major, device.minor);
  return 0;
}
"""
OUTPUT = re.compile(
    r"(?P<result>\w+ \w+)\n"
    r"time (?P<time>\S+) first (?P<first>\S+) runs (?P<runs>\d+)\n"
    r"copies (?P<copies>\d+) up (?P<up>\d+) down (?P<down>\d+)\n"
)


class Failure(Exception):
    pass


def find_nvcc():
    places = [os.path.join(os.environ["CUDA_PATH"], "bin")
              ] if "CUDA_PATH" in os.environ else []
    places += [os.environ.get("PATH", ""), "/usr/local/cuda/bin"]
    return shutil.which("nvcc", path=os.pathsep.join(places))


def run(command, limit):
    """What it prints. A step that hangs is ended."""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure(f"took longer than {limit:g} s: {' '.join(command)}")
    if done.returncode:
        raise Failure(f"exit {done.returncode}: {' '.join(command)}\n"
                      f"{done.stdout}{done.stderr}")
    return done.stdout


class Bench:
    def __init__(self, args, nvcc, scratch):
        self.args = args
        self.nvcc = nvcc
        self.scratch = scratch
        self.problems = []

    def device(self):
        """The GPU's name, or nothing if there is none."""
        path = os.path.join(self.scratch, "probe")
        with open(path + ".cu", "w") as probe:
            probe.write(PROBE)
        try:
            run([self.nvcc, "-o", path, path + ".cu"], self.args.limit)
            return run([path], self.args.limit)
        except Failure:
            return None

    def compile(self, version):
        """The same results, bit for bit, are promised without contraction."""
        path = os.path.join(self.scratch,
                            f"{version['program']}.{version['version']}")
        source = os.path.join(programs.HERE, version["file"])
        try:
            run([self.nvcc, "-O3", "-std=c++17", f"-arch={self.args.arch}",
                 "-fmad=false", "-Werror", "all-warnings", "-DTIME",
                 *programs.flags(version["macros"]), "-o", path, source,
                 *(["-cubin"] if self.args.compile_only else [])],
                self.args.limit)
        except Failure as failure:
            return None, failure
        return path, None

    def compile_all(self, versions):
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for version, (path, failure) in zip(
                    versions, pool.map(self.compile, versions)):
                version["path"] = path
                version["runs"] = []
                if failure:
                    self.problems.append(str(failure))

    def run_once(self, version):
        if not version["path"]:
            return
        try:
            text = run([version["path"]], self.args.limit)
        except Failure as failure:
            self.problems.append(str(failure))
            version["path"] = None  # once is enough
            return
        found = OUTPUT.fullmatch(text)
        if not found:
            self.problems.append(f"{version['path']} prints {text!r}")
            return
        version["runs"].append(found.groupdict())

    def check_results(self, versions):
        for name in dict.fromkeys(v["program"] for v in versions):
            results = {(v["version"], r["result"])
                       for v in versions if v["program"] == name
                       for r in v["runs"]}
            if len({result for _, result in results}) > 1:
                self.problems.append(f"{name}: results differ: "
                                     f"{sorted(results)}")

    def report(self):
        """Prints what went wrong, and says what main returns."""
        if self.problems:
            print(*self.problems, sep="\n", file=sys.stderr)
        return 1 if self.problems else 0


def summary(version):
    """Medians of the times, and the copies of one run of the work."""
    runs = version["runs"]
    last = runs[-1]
    per_run = 1 / int(last["runs"])
    return {
        "program": version["program"],
        "version": version["version"],
        "time": statistics.median(float(r["time"]) for r in runs),
        "first": statistics.median(float(r["first"]) for r in runs),
        "low": min(float(r["time"]) for r in runs),
        "high": max(float(r["time"]) for r in runs),
        **{key: int(last[key]) * per_run for key in ("copies", "up", "down")},
    }


def rows(summaries):
    yield ["program", "version", "copies", "MiB up", "MiB down", "first ms",
           "ms", "from", "to", "/ best by hand"]
    best = {}
    for s in summaries:
        if s["version"].startswith("hand"):
            name = s["program"]
            best[name] = min(best.get(name, s["time"]), s["time"])
    for s in summaries:
        copies = ["-"] * 3 if s["version"] == "managed" else [
            f"{s['copies']:.0f}", f"{s['up'] / 2**20:.2f}",
            f"{s['down'] / 2**20:.2f}"]
        hand = best.get(s["program"])
        yield [s["program"], s["version"], *copies, f"{s['first']:.2f}",
               f"{s['time']:.2f}", f"{s['low']:.2f}", f"{s['high']:.2f}",
               f"{s['time'] / hand:.2f}" if hand else "-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="compile so many programs at a time")
    parser.add_argument("--limit", type=float, default=120,
                        help="seconds for each step")
    parser.add_argument("--compile-only", action="store_true",
                        help="needs no GPU")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    args = parser.parse_args()

    with open(os.path.join(programs.HERE, "versions.json")) as file:
        versions = [v for v in json.load(file)
                    if not args.names or v["program"] in args.names]
    nvcc = find_nvcc()
    if not nvcc:
        print("skipped: no nvcc")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(args, nvcc, scratch)
        device = args.compile_only or bench.device()
        if not device:
            print("skipped: no GPU")
            return 0
        bench.compile_all(versions)
        if args.compile_only:
            return bench.report()
        for _ in range(args.rounds):
            for version in versions:
                bench.run_once(version)
        bench.check_results(versions)

    summaries = [summary(v) for v in versions if v["runs"]]
    print(device)
    print(*programs.table(list(rows(summaries)), names=2), sep="\n")
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"device": device, "versions": summaries}, out, indent=1)
    return bench.report()


if __name__ == "__main__":
    sys.exit(main())
