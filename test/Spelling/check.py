#!/usr/bin/env python3
"""Feeds respelled kernels to tessera, and what it makes to tessera-verify.

check.py --tools build/bin --programs 1..100 [--kernels 8] [--save DIR]

A program has kernels that a random choice spells; the first of each family is
plain. All print what the plain one prints, translated or not, and get its plan.
Ends with how many did, and with the spellings that were in those with another
plan; exit 1 if an output differs, a tool fails, or fewer than --like percent
have the plan of the plain one.

--one-by-one tries each spelling alone instead; --open those of respell.OPEN,
and says which of them get the plan by now: exit 1 if any does.
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

import families
import respell

KERNEL = re.compile(r"^# (k\d+)\b")
CHOSEN = re.compile(r"^#   (.*?)  c(?:ycles|ost) .*  chosen$")
REMARK = re.compile(r"^[^:]*:(\d+):\d+: (?:remark|warning|note): (.*)$")


class Checker:
    def __init__(self, options):
        self.options = options
        self.families = [family for family in families.FAMILIES
                         if not options.family or family.name in options.family]
        self.alone = None
        if options.one_by_one:
            self.alone = alone(self.families)
        elif options.open:
            self.alone = opened(self.families)

    def run(self, tool, *arguments):
        done = subprocess.run(
            [os.path.join(self.options.tools, tool), *arguments],
            capture_output=True, text=True, timeout=self.options.time_limit)
        return done.returncode, done.stdout, done.stderr

    def plans(self, source):
        """By the kernels' names: what is chosen for them, and what is said."""
        _, text, errors = self.run("tessera", "--cuda-path=none",
                                   "--no-transfers", "--print=plan", source)
        plans, name = collections.defaultdict(list), ""
        for line in text.splitlines():
            if match := KERNEL.match(line):
                name = match[1]
            elif match := CHOSEN.match(line):
                # The names of counters and of what has arrays are the spelling's.
                plans[name].append(re.sub(
                    r"\b\w+/(\d+):", r"k/\1:", match[1]).replace("s.", ""))
        with open(source) as file:
            lines = file.read().splitlines()
        said = collections.defaultdict(list)
        for line in errors.splitlines():
            if match := REMARK.match(line):
                for at in range(int(match[1]) - 1, -1, -1):
                    if kernel := re.search(r"__global__ void (k\d+)\(", lines[at]):
                        said[kernel[1]].append(match[2])
                        break
        return plans, said

    def kernels(self, number):
        """Those of a program, and the plain ones by family."""
        kernels, plain = [], {}
        count, choice = self.options.kernels, random.Random(number)

        def add(family, **spelled):
            if family.name not in plain:
                plain[family.name] = respell.Kernel(family, len(kernels))
                kernels.append(plain[family.name])
            kernels.append(respell.Kernel(family, len(kernels), **spelled))
        if self.alone:
            for family, only in self.alone[(number - 1) * count:number * count]:
                add(family, only=only)
        else:
            for _ in range(count):
                add(choice.choice(self.families), random=choice,
                    open=not self.options.settled)
        return kernels, plain

    def check(self, number):
        """What is wrong with a program, and its kernels with the plans of
        their plain ones or others."""
        kernels, plain = self.kernels(number)
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, f"spelled{number}.cu")
            result = os.path.join(folder, f"result{number}.cu")
            with open(source, "w") as file:
                file.write(respell.program(kernels))
            wrong = "" if self.options.plans_only else \
                self.compare(source, result, kernels, plain)
            plans, said = self.plans(source)
            others = []
            for kernel in kernels:
                first = plain[kernel.family.name]
                kernel.plan, kernel.wanted = plans[kernel.name], plans[first.name]
                if kernel.wanted and kernel.plan != kernel.wanted:
                    usual = [text.replace(first.name, "k")
                             for text in said[first.name]]
                    kernel.said = [text for text in said[kernel.name] if
                                   text.replace(kernel.name, "k") not in usual]
                    others.append(kernel)
            if self.options.save and (wrong or others):
                os.makedirs(self.options.save, exist_ok=True)
                for path in (source, result):
                    if os.path.exists(path):
                        with open(path) as file, open(os.path.join(
                                self.options.save, os.path.basename(path)),
                                "w") as copy:
                            copy.write(file.read())
        # With no plan to get, a spelling says nothing.
        spelled = [kernel for kernel in kernels
                   if kernel not in plain.values() and kernel.wanted]
        if self.options.reduce:
            for kernel in others:
                self.reduce(kernel)
        return number, wrong, spelled, others

    def reduce(self, kernel):
        """Leaves out spellings of \p kernel as long as its plan is another."""
        def spelled(only):
            one = respell.Kernel(kernel.family, 1, only=only)
            with tempfile.TemporaryDirectory() as folder:
                source = os.path.join(folder, "reduced.cu")
                with open(source, "w") as file:
                    file.write(respell.program(
                        [respell.Kernel(kernel.family, 0), one]))
                plans, said = self.plans(source)
            one.other = plans["k1"] != plans["k0"]
            one.plan = plans["k1"]
            one.said = [text for text in said["k1"]
                        if text.replace("k1", "k0") not in said["k0"]]
            return one
        only = dict(kernel.chosen)
        for each in list(only):
            fewer = {key: name for key, name in only.items() if key != each}
            one = spelled(fewer)
            if one.other:
                only = fewer
                kernel.used, kernel.plan, kernel.said = one.used, one.plan, one.said

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


def alone(of):
    """Each spelling of each family, with all else plain."""
    result = []
    for family in of:
        # What a choice offers may depend on another: the type on the pointers.
        kernel = respell.Kernel(family, 0)
        respell.program([kernel])
        for part, spellings in kernel.offered.items():
            result += [(family, {part: name}) for name in spellings[1:]]
    return result


def opened(of):
    """Those of respell.OPEN, each in the first family that it is said of."""
    result = []
    for entry in map(str.split, respell.OPEN):
        only = dict(word.split("-", 1) for word in entry
                    if not any(word == family.name for family in of))
        for family in of:
            kernel = respell.Kernel(family, 0, only=only)
            respell.program([kernel])
            if {family.name, *kernel.used}.issuperset(entry):
                result.append((family, only))
                break
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True)
    parser.add_argument("--programs", default="1..10")
    parser.add_argument("--kernels", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--like", type=float, default=95)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--settled", action="store_true",
                        help="without what respell.OPEN lists")
    parser.add_argument("--one-by-one", action="store_true",
                        help="each spelling alone, instead of a random choice")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--plans-only", action="store_true")
    parser.add_argument("--reasons", action="store_true",
                        help="what is said of kernels with another plan")
    parser.add_argument("--reduce", action="store_true",
                        help="their spellings without those that do not matter")
    parser.add_argument("--save")
    parser.add_argument("--time-limit", type=float, default=300)
    options = parser.parse_args()
    first, last = map(int, options.programs.split(".."))
    checker = Checker(options)
    if checker.alone:
        last = min(last, -(-len(checker.alone) // options.kernels))
    failed, total, other, settled = 0, 0, 0, set()
    used, uses = collections.Counter(), collections.Counter()
    of_family, in_family = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, wrong, spelled, others in pool.map(
                checker.check, range(first, last + 1)):
            total += len(spelled)
            other += len(others)
            for kernel in spelled:
                uses.update(set(kernel.used))
                in_family[kernel.family.name] += 1
            if options.open:
                for kernel in spelled:
                    if kernel not in others:
                        settled.add((kernel.family.name, *kernel.used))
            for kernel in others:
                used.update(set(kernel.used))
                of_family[kernel.family.name] += 1
                print(f"program {number}: {kernel.family.name} {kernel.name}: "
                      f"another plan: {', '.join(kernel.used)}")
                if options.reasons:
                    print(f"    {kernel.plan} for {kernel.wanted}")
                    for text in kernel.said:
                        print(f"    {text}")
            if wrong:
                failed += 1
                print(f"program {number}: {wrong}")
            sys.stdout.flush()
    like = 100 * (total - other) / total if total else 100
    print(f"{total} spellings, {total - other} with the plan of the plain kernel "
          f"({like:.1f} %), {failed} programs failed")
    for counts, all_of in ((of_family, in_family), (used, uses)):
        for name, count in sorted(counts.items(), key=lambda item:
                                  -item[1] / all_of[item[0]])[:20]:
            print(f"  {count:4d} of {all_of[name]:4d} {name}")
    for family, *names in sorted(settled):
        print(f"no longer open: {family} {' '.join(names)}")
    sys.exit(failed > 0 or (bool(settled) if options.open else
                            like < options.like))


if __name__ == "__main__":
    main()
