#!/usr/bin/env python3
"""Feeds respelled kernels to tessera, and what it makes to tessera-verify.

check.py --tools build/bin --programs 1..100 [--kernels 8] [--save DIR]

A program has kernels that a random choice spells; the first of each family is
plain. All print what the plain one prints, translated or not, and get its plan.
Ends with how many did, and with the spellings that were in those with another
plan; exit 1 if an output differs, a tool fails, or fewer than --like percent
have the plan of the plain one.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

import respell

KERNEL = re.compile(r"^# (k\d+) ")
CHOSEN = re.compile(r"^#   (.*?)  c(?:ycles|ost) .*  chosen$")


class Checker:
    def __init__(self, options):
        self.options = options

    def run(self, tool, *arguments):
        done = subprocess.run(
            [os.path.join(self.options.tools, tool), *arguments],
            capture_output=True, text=True, timeout=self.options.time_limit)
        return done.returncode, done.stdout, done.stderr

    def plans(self, source):
        """By the kernels' names: what is chosen for them."""
        _, text, _ = self.run("tessera", "-q", "--cuda-path=none",
                              "--no-transfers", "--print=plan", source)
        plans, name = collections.defaultdict(list), ""
        for line in text.splitlines():
            if match := KERNEL.match(line):
                name = match[1]
            elif match := CHOSEN.match(line):
                # The counters' names are the spelling's.
                plans[name].append(re.sub(r"\b\w+/(\d+):", r"k/\1:", match[1]))
        return plans

    def check(self, number):
        """What is wrong with a program, and its kernels with the plans of
        their plain ones or others."""
        choice = random.Random(number)
        kernels, plain = [], {}
        for index in range(self.options.kernels):
            family = choice.choice(respell.FAMILIES)
            if family.name not in plain:
                plain[family.name] = respell.Kernel(family, len(kernels))
                kernels.append(plain[family.name])
            kernels.append(respell.Kernel(family, len(kernels), choice))
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, f"spelled{number}.cu")
            result = os.path.join(folder, f"result{number}.cu")
            with open(source, "w") as file:
                file.write(respell.program(kernels))
            wrong = self.compare(source, result, kernels, plain)
            plans = self.plans(source)
            others = [kernel for kernel in kernels
                      if plans[kernel.name] !=
                      plans[plain[kernel.family.name].name]]
            if self.options.save and (wrong or others):
                os.makedirs(self.options.save, exist_ok=True)
                for path in (source, result):
                    if os.path.exists(path):
                        with open(path) as file, open(os.path.join(
                                self.options.save, os.path.basename(path)),
                                "w") as copy:
                            copy.write(file.read())
        return number, wrong, len(kernels) - len(plain), others

    def compare(self, source, result, kernels, plain):
        code, text, errors = self.run("tessera-run", source)
        if code:
            return "tessera-run: " + errors
        printed = dict(line.split() for line in text.splitlines())
        for kernel in kernels:
            if printed[kernel.name] != printed[plain[kernel.family.name].name]:
                return f"{kernel.name} prints something else: {kernel.used}"
        code, _, errors = self.run("tessera", "-q", "--cuda-path=none",
                                   "--no-transfers", *self.options.flag, source,
                                   "-o", result)
        if code or "internal" in errors:
            return "tessera: " + errors
        for sizes in (["20", "24"], ["33", "17"], ["130", "64"]):
            code, text, errors = self.run("tessera-verify", source, result, "--",
                                          *sizes)
            if code or not text.startswith("same"):
                return "tessera-verify " + " ".join(sizes) + ": " + text + errors
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True)
    parser.add_argument("--programs", default="1..10")
    parser.add_argument("--kernels", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--like", type=float, default=95)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--save")
    parser.add_argument("--time-limit", type=float, default=300)
    options = parser.parse_args()
    first, last = map(int, options.programs.split(".."))
    checker = Checker(options)
    failed, total, other = 0, 0, 0
    used = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, wrong, count, others in pool.map(
                checker.check, range(first, last + 1)):
            total += count
            other += len(others)
            for kernel in others:
                used.update(kernel.used)
                print(f"program {number}: {kernel.family.name} {kernel.name}: "
                      f"another plan: {', '.join(kernel.used)}")
            if wrong:
                failed += 1
                print(f"program {number}: {wrong}")
            sys.stdout.flush()
    like = 100 * (total - other) / total if total else 100
    print(f"{total} spellings, {total - other} with the plan of the plain kernel "
          f"({like:.1f} %), {failed} programs failed")
    for name, count in used.most_common(12):
        print(f"  {count:4d} {name}")
    sys.exit(failed > 0 or like < options.like)


if __name__ == "__main__":
    main()
