#!/usr/bin/env python3
"""Tries random programs of language.py, many in one file.

check_language.py --tools build/bin --programs 1..200 [--batch 20]

Each file is translated under some of VARIANTS, in turn, and compared with its
results in one run of tessera-verify. What fails is tried program by program.
Ends with the number of programs that have each construct; exit 1 if one failed.
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

import language

VARIANTS = [[], ["--start=1"], ["--array=x:shared", "--start=1"],
            ["--no-tiles", "--pieces=3", "--graphs"],
            ["--no-tiles", "--gpus=all"], ["--improve-copies"],
            ["--coarsen=always", "--start=2"], ["--pieces=4"],
            ["--improve-copies", "--graphs"], ["--no-tiles"]]
KINDS = {None: "time-out", 1: "difference", 125: "cannot-run",
         126: "check-failed"}


class Failure:
    def __init__(self, kind, variant, details):
        self.kind, self.variant, self.details = kind, variant, details
        self.seeds = set()  # the programs that it seems to be about

    def line(self):
        lines = [line for line in self.details.split("\n") if line.strip()]
        told = [line for line in lines if "error" in line or "differ" in line]
        return (told or lines or [""])[0].strip()[:200]


def suspects(output, folder):
    """The programs whose names or lines messages have."""
    seeds = {int(seed) for seed in re.findall(r"\bp(\d+)::", output)}
    for name, line in re.findall(r"(\w+\.cu):(\d+):", output):
        path, inside = os.path.join(folder, name), None
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            for _ in range(int(line)):
                found = re.match(r"namespace p(\d+) {", file.readline())
                inside = int(found.group(1)) if found else inside
        if inside is not None and "error" in output:
            seeds.add(inside)
    return seeds


class Checker:
    def __init__(self, options):
        self.options = options
        self.starts, self.seconds = 0, collections.Counter()

    def run(self, tool, arguments, limit):
        command = [os.path.join(self.options.tools, tool)] + arguments
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=limit)
            code, output = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, output = None, "time-out: " + " ".join(command)
        self.starts += 1
        self.seconds[tool] += time.monotonic() - start
        return code, output

    def variants(self, number):
        count = self.options.variants
        return [VARIANTS[(number * count + n) % len(VARIANTS)]
                for n in range(count)]

    def check(self, programs, variants):
        """The first failure of a file of programs, or None."""
        limit = 30 + 5 * len(programs)
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "program.cu")
            with open(source, "w", encoding="utf-8") as file:
                file.write(language.emit(programs))
            results, texts = [], []
            for number, variant in enumerate(variants):
                result = os.path.join(folder, f"result{number}.cu")
                code, output = self.run("tessera", ["--cuda-path=none"]
                                        + variant + [source, "-o", result],
                                        limit)
                if code != 0 or "[tessera-internal]" in output:
                    kind = ("time-out" if code is None else "internal"
                            if "[tessera-internal]" in output else "refused")
                    failure = Failure(kind, variant, output)
                    failure.seeds = suspects(output, folder)
                    return failure
                with open(result, encoding="utf-8") as file:
                    text = file.read()
                if text not in texts:
                    texts.append(text)
                    results.append(result)
            code, output = self.run(
                "tessera-verify",
                [f"--seeds={self.options.orders}", "--devices=2",
                 f"--timeout={limit}", source] + results,
                limit * (len(results) + 1))
            if code != 0:
                failure = Failure(KINDS.get(code, "crash"),
                                  variants[0] if len(variants) == 1
                                  else variants, output)
                failure.seeds = suspects(output, folder)
                return failure
        return None

    def batch(self, number, programs):
        """The failures of single programs: (program, failure)."""
        variants = self.variants(number)
        failure = self.check(programs, variants)
        if not failure:
            return []
        return self.parts(programs, variants, failure)

    def parts(self, programs, variants, failure):
        """Takes out what fails alone; halves a file that still fails."""
        if len(programs) == 1:
            for variant in variants if len(variants) > 1 else []:
                alone = self.check(programs, [variant])
                if alone:
                    return [(programs[0], alone)]
            return [(programs[0], failure)]
        found, rest = [], []
        for program in programs:
            alone = program.seed in failure.seeds and self.check(
                [program], variants)
            if alone:
                found += self.parts([program], variants, alone)
            else:
                rest.append(program)
        parts = [rest]
        if not found:
            middle = len(programs) // 2
            parts = [programs[:middle], programs[middle:]]
        for part in parts:
            failed = self.check(part, variants) if part else None
            if failed:
                found += self.parts(part, variants, failed)
        if not found:
            failure.kind += " together"
            return [(programs, failure)]
        return found


def shrink(checker, program, failure, seconds):
    """The text of a program with fewer lines that fails in the same way."""

    class Text:
        light = program.light
        seed = program.seed

        def __init__(self, lines):
            self.lines = lines

        def text(self):
            return "\n".join(self.lines) + "\n"

    def fails(lines):
        now = checker.check([Text(lines)], [failure.variant])
        return now is not None and now.kind == failure.kind

    lines = program.text().rstrip("\n").split("\n")
    end, size = time.monotonic() + seconds, max(1, len(lines) // 4)
    while size and time.monotonic() < end:
        at, cut = 1, False
        while at + 1 < len(lines) and time.monotonic() < end:
            behind = closing(lines, at) if size > 1 else at + 1
            behind = max(behind, min(at + size, len(lines) - 1))
            part = "".join(lines[at:behind])
            fewer = lines[:at] + lines[behind:]
            if balanced(part) and fails(fewer):
                lines, cut = fewer, True
            else:
                at += 1 if size < 4 else size // 2
        size = size if cut and size == 1 else size // 2
    return language.emit([Text(lines)], f"{failure.kind}, "
                         f"{' '.join(failure.variant)}")


def balanced(text):
    depth = 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth < 0:
            return False
    return depth == 0


def closing(lines, at):
    """Behind the line that closes what line `at` opens."""
    depth = 0
    for number in range(at, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        if depth <= 0:
            return number + 1
    return at + 1


def batches(options):
    """Programs in files; long headers are in few of them."""
    waiting = collections.defaultdict(list)
    for seed in options.programs:
        program = language.generate(seed, options.without)
        kind = program.light, program.threads
        waiting[kind].append(program)
        if len(waiting[kind]) == options.batch:
            yield waiting.pop(kind)
    yield from waiting.values()


def parse_command_line():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", required=True, help="folder of the tools")
    parser.add_argument("--programs", default="1..40",
                        type=lambda text: range(int(text.split("..")[0]),
                                                int(text.split("..")[-1]) + 1))
    parser.add_argument("--batch", type=int, default=20,
                        help="programs in one file")
    parser.add_argument("--variants", type=int, default=1,
                        help="sets of options for each file")
    parser.add_argument("--orders", type=int, default=3,
                        help="orders of execution that are compared")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--without", type=lambda text: text.split(","),
                        default=[], help="constructs to leave out")
    parser.add_argument("--save", help="folder for programs that fail")
    parser.add_argument("--shrink-time", type=float, default=0,
                        help="seconds to reduce each program that fails")
    parser.add_argument("--stop-after", type=float, default=0,
                        help="start no file after so many seconds")
    return parser.parse_args()


def report(options, checker, program, failure):
    if isinstance(program, list):
        print(f"{program[0].seed}..{program[-1].seed}: {failure.kind}: "
              f"{failure.line()}", flush=True)
        return
    print(f"{program.seed}: {failure.kind}: {failure.variant}: "
          f"{failure.line()}\n  has " + ", ".join(sorted(program.constructs)),
          flush=True)
    if not options.save:
        return
    os.makedirs(options.save, exist_ok=True)
    text = language.emit([program], str(failure.variant))
    if options.shrink_time:
        text = shrink(checker, program, failure, options.shrink_time)
    path = os.path.join(options.save, f"program-{program.seed}.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def print_table(counts):
    """How many programs have each construct, a few in each line."""
    line = ""
    for name, count in sorted(counts.items()):
        entry = f"{name} {count}"
        if len(line) + len(entry) > 76:
            print(line.rstrip())
            line = ""
        line += entry + ", "
    print(line.rstrip(", "))


def main():
    options = parse_command_line()
    checker = Checker(options)
    start = time.monotonic()
    counts, tried, failed, skipped = collections.Counter(), 0, 0, 0

    def one(numbered):
        over = time.monotonic() - start > options.stop_after > 0
        return (numbered[1],
                None if over else checker.batch(*numbered))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for programs, failures in pool.map(one, enumerate(batches(options))):
            if failures is None:
                skipped += len(programs)
                continue
            tried += len(programs)
            for program in programs:
                counts.update(program.constructs)
            for program, failure in failures:
                failed += 1
                report(options, checker, program, failure)
    print("Programs with each construct:")
    print_table(counts)
    if skipped:
        print(f"{skipped} skipped: the time was over")
    seconds = time.monotonic() - start
    print(f"{tried} programs, {options.orders} seeds each, {len(counts)} "
          f"constructs, {failed} failed, {seconds:.0f} s; "
          + ", ".join(f"{tool} {used:.0f} s"
                      for tool, used in checker.seconds.items()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
