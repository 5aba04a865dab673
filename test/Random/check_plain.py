#!/usr/bin/env python3
"""Feeds plain kernels to tessera, and each of their versions to tessera-verify.

check_plain.py --tools build/bin --programs 0..99 [--kernels 12] [--save DIR]

The kernels of a program are translated as such and once for each version that a
launch may start (--start); the results must compute what the program computes
with all sizes, and every version must have run. Ends with the number of kernels
that passed and failed, with the versions that were started and not; exit 1 if
one failed or was not started.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

import plain

# A template is two versions.
KERNEL = re.compile(r"(template\s*<bool \w+>\s*)?__global__\s+void\s+"
                    r"(?:__launch_bounds__\([^)]*\)\s+)?(\w+)\(")
IDLE = re.compile(r"not started: (.*)")
OWN = re.compile(r"\bk(\d+)(?:_\w+)?\b")


class Checker:
    def __init__(self, options):
        self.options = options
        self.started = collections.Counter()

    def run(self, tool, *arguments):
        command = [os.path.join(self.options.tools, tool), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=self.options.time_limit)
        except subprocess.TimeoutExpired:
            return None, "time-out: " + " ".join(command)
        return done.returncode, done.stdout + done.stderr

    def check(self, kernels, folder):
        """What is wrong with a program of kernels by their numbers: a word and
        a message."""
        source = os.path.join(folder, "program.cu")
        with open(source, "w") as file:
            file.write(plain.emit(kernels.values()))
        results, most = [], 0
        for start in [None, "always"] + list(range(1, 10)):
            if start == "always" and not self.options.always:
                continue
            if isinstance(start, int) and start > most:
                break
            result = os.path.join(folder, f"result{start or ''}.cu")
            flags = ([] if start is None else ["--coarsen=always"]
                     if start == "always" else [f"--start={start}"])
            code, output = self.run("tessera", "--cuda-path=none", "-q", *flags,
                                    source, "-o", result)
            if code is None:
                return "time-out", output
            if code != 0 or "[tessera-internal]" in output:
                return "internal", f"{' '.join(flags)}: {output}"
            with open(result) as file:
                found = KERNEL.findall(file.read())
            if start is None:
                count = collections.Counter()
                for template, name in found:
                    if "_" in name:
                        count[name.split("_")[0]] += 2 if template else 1
                most = max(count.values(), default=0)
                versions = {name for _, name in found}
            if result not in results:
                results.append(result)
        code, output = self.run("tessera-verify", "--seeds=1", source, *results,
                                "--", *" ".join(plain.ROUNDS).split())
        if code is None:
            return "time-out", output
        if code != 0:
            return "difference", output
        idle = IDLE.search(output)
        idle = set(idle.group(1).split(", ")) if idle else set()
        for name in versions:
            kind = kernels[int(OWN.match(name).group(1))].kind
            if "_" in name and name not in idle:
                self.started[kind] += 1
        if idle:
            return "not started", ", ".join(sorted(idle))
        return "", ""

    def judge(self, seed):
        """The failures of one program: kernel, word, message."""
        kernels = dict(enumerate(plain.generate(seed, self.options.kernels)))
        with tempfile.TemporaryDirectory() as folder:
            word, message = self.check(kernels, folder)
            if not word:
                return []
            named = {int(n) for n in OWN.findall(message)}
            if word == "not started":
                return [(seed, n, word, message) for n in sorted(named)]
            failures = []
            for n, kernel in kernels.items():
                if word == "difference" and named and n not in named:
                    continue
                alone, why = self.check({n: kernel}, folder)
                if alone and alone != "not started":
                    failures.append((seed, n, alone, why))
            return failures or [(seed, -1, word, message)]


def seeds(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def first_line(text):
    lines = [line for line in text.split("\n") if "error" in line.lower()]
    return (lines or text.split("\n"))[0].strip()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--programs", type=seeds, default=range(4))
    parser.add_argument("--kernels", type=int, default=12,
                        help="in each program")
    parser.add_argument("--always", action="store_true",
                        help="also what --coarsen=always makes")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=120,
                        help="seconds for one run of one tool")
    parser.add_argument("--stop-after", type=float, default=0,
                        help="start no program after so many seconds")
    parser.add_argument("--save", help="folder for failing kernels")
    options = parser.parse_args()
    checker = Checker(options)
    start = time.monotonic()

    def one(seed):
        if options.stop_after and time.monotonic() - start > options.stop_after:
            return None
        return checker.judge(seed)

    passed = skipped = 0
    failed = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, failures in zip(options.programs,
                                  pool.map(one, options.programs)):
            if failures is None:
                skipped += 1
                continue
            passed += options.kernels - len(failures)
            for _, n, word, message in failures:
                failed[word] += 1
                kernels = plain.generate(seed, options.kernels)
                kind = kernels[n].kind if n >= 0 else "all"
                print(f"{seed}.{n} {kind}: {word}: {first_line(message)}",
                      flush=True)
                if options.save:
                    os.makedirs(options.save, exist_ok=True)
                    path = os.path.join(options.save, f"{seed}.{n}.cu")
                    with open(path, "w") as file:
                        file.write(plain.emit(kernels if n < 0
                                              else [kernels[n]]))
    for kind, count in sorted(checker.started.items()):
        print(f"{count:6} versions of {kind} started")
    if skipped:
        print(f"{skipped} programs skipped: the time was over")
    print(f"{passed} kernels passed, {sum(failed.values())} failed"
          + "".join(f", {count} {word}" for word, count in failed.items()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
