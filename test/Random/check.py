#!/usr/bin/env python3
"""Feeds random programs to tessera and tessera-verify.

check.py --tools build/bin --seeds 0..99 [--gpu sm_13 --gpu sm_90] [--shrink]
check.py --tools build/bin --seeds 0..99 --host [--shrink]

Each program is rewritten for each device, with --start for versions that would
not pay, with --coarsen=always, by a plan for several outputs per thread, and
with --improve-copies if it copies, or, with --host, under each of
HOST_VARIANTS; the result must parse, be left alone by a second run, and compute
what the program computes. Ends with the number of versions of kernels that were
started in some run, and of others, and with the number of programs that passed
and failed; exit 1 if one failed.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import emit
import generate
import host
import outputs
import shrink

IDENTITY = re.compile(r"(error|warning|remark): (.*) \[tessera-([a-z-]+)\]")

KERNEL = re.compile(r"__global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(")
IDLE = re.compile(r"not started: (.*)")

OUTPUTS = "a plan for several outputs"  # instead of an option

# Options of tessera and of tessera-verify.
HOST_VARIANTS = [
    ([], []),
    (["--no-tiles", "--pieces=3", "--graphs"], []),
    (["--no-tiles", "--gpus=all"], ["--devices=2"]),
]


class Outcome:
    """What became of one program."""

    def __init__(self):
        self.failure = ""  # one word
        self.details = ""
        self.variant = None  # the options that it failed with
        self.identities = collections.Counter()
        self.versions, self.started = set(), set()

    def fail(self, kind, details):
        self.failure = kind
        self.details = details
        return self


class Checker:
    """Runs the tools on programs."""

    def __init__(self, options):
        self.options = options

    def tool(self, name):
        return os.path.join(self.options.tools, name)

    def run(self, command):
        """Exit code and all output; a code of None is a time-out."""
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=self.options.time_limit)
        except subprocess.TimeoutExpired:
            return None, "time-out: " + " ".join(command)
        return done.returncode, done.stdout + done.stderr

    def check(self, text, folder, variants):
        """Checks one program under some options."""
        outcome = Outcome()
        source = os.path.join(folder, "program.cu")
        with open(source, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        seen = {text}
        groups = {}  # what the original is compared with in one run
        for number, variant in enumerate(variants):
            outcome.variant = variant
            result = os.path.join(folder, f"result{number}.cu")
            self.translate(source, result, variant[0], outcome)
            if outcome.failure:
                return outcome
            with open(result, encoding="utf-8", newline="") as file:
                rewritten = file.read()
            if rewritten not in seen:
                seen.add(rewritten)
                plan = " ".join(f for f in variant[0] if "--start" not in f)
                groups.setdefault((plan, *variant[1]), []).append(
                    (variant, result, rewritten))
        for (plan, *flags), group in groups.items():
            output = self.compare_all(source, flags, group, outcome)
            if outcome.failure:
                return outcome
            made = {name for _, _, rewritten in group
                    for name in KERNEL.findall(rewritten)}
            made -= set(KERNEL.findall(text))
            idle = IDLE.search(output)
            started = made.difference(idle.group(1).split(", ") if idle else [])
            outcome.versions |= {(plan, name) for name in made}
            outcome.started |= {(plan, name) for name in started}
        if len(seen) == 1:
            self.judge(self.run([self.tool("tessera-run"), source]), outcome)
        return outcome

    def planned(self, source):
        """The options that give a program its plan for several outputs."""
        _, decisions = self.run([self.tool("tessera"), "--cuda-path=none", "-q",
                                 "--print=plan", source])
        with open(source, encoding="utf-8") as file:
            plan = outputs.plan_outputs(decisions, file.read())
        if not plan:
            return []
        with open(source + ".yaml", "w", encoding="utf-8") as file:
            file.write(plan)
        return ["--plan=" + source + ".yaml"]

    def translate(self, source, result, flags, outcome):
        own = self.planned(source) if OUTPUTS in flags else []
        flags = ["--cuda-path=none"] + [f for f in flags if f != OUTPUTS]
        command = [self.tool("tessera")] + flags + own + [source, "-o", result]
        code, output = self.run(command)
        if own and "[tessera-bad-plan]" in output:  # no launch has that block
            shutil.copyfile(source, result)
            return outcome
        for _, _, identity in IDENTITY.findall(output):
            outcome.identities[identity] += 1
        if code is None:
            return outcome.fail("time-out", output)
        if code != 0 or "[tessera-internal]" in output:
            kind = "crash" if code < 0 or code > 3 else "refused"
            return outcome.fail(kind, output)
        # Without their plan kernels that it did not fit are planned.
        flags += ["--no-tiles"] * bool(own)
        command = [self.tool("tessera")] + flags + ["--check", "-q", result]
        code, output = self.run(command)
        if code != 0:
            return outcome.fail("not-idempotent", f"exit {code}\n{output}")
        if self.options.nvcc:
            command = ["nvcc", "-c", "-o", os.devnull, result]
            code, output = self.run(command)
            if code != 0:
                return outcome.fail("nvcc", output)
        return outcome

    def compare_all(self, source, flags, group, outcome):
        """Compares a program with what became of it under several options."""
        results = [result for _, result, _ in group]
        outcome.variant = group[0][0]
        output = self.compare(source, results, flags, outcome)
        if outcome.failure and len(group) > 1:
            for variant, result, _ in group:
                alone = Outcome()
                self.compare(source, [result], flags, alone)
                if alone.failure:
                    outcome.variant = variant
                    outcome.fail(alone.failure, alone.details)
                    break
        return output

    def compare(self, source, results, flags, outcome):
        command = [self.tool("tessera-verify"),
                   f"--seeds={self.options.orders}",
                   f"--timeout={int(self.options.time_limit)}"]
        done = self.run(command + flags + [source] + results)
        self.judge(done, outcome)
        return done[1]

    @staticmethod
    def judge(run, outcome):
        code, output = run
        kinds = {None: "time-out", 1: "difference", 125: "cannot-run",
                 126: "check-failed"}
        if code != 0:
            outcome.fail(kinds.get(code, "crash"), output)

    def check_text(self, text, variants=None):
        if not variants and self.options.host:
            variants = HOST_VARIANTS
        elif not variants:
            gpus = self.options.gpu or ["", "sm_13"]
            variants = [([f"--gpu={gpu}"] if gpu else [], []) for gpu in gpus]
            variants += [([f"--start={n}"], []) for n in (1, 2)]
            variants.append((["--coarsen=always", "--start=1"], []))
            variants.append(([OUTPUTS], []))
            if "cudaMemcpy(" in text:
                variants.append((["--improve-copies"], []))
        with tempfile.TemporaryDirectory() as folder:
            return self.check(text, folder, variants)


class KernelPrograms:
    """Programs with much in their kernels."""

    generate = staticmethod(generate.generate)
    emit = staticmethod(emit.emit)
    shrink = staticmethod(shrink.shrink)


class HostPrograms:
    """Programs with much around their kernels."""

    generate = staticmethod(host.generate)
    emit = staticmethod(host.emit)
    shrink = staticmethod(host.shrink)


def seeds(text):
    """`3..9` or `3`."""
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def first_line(text):
    """The line of a message that says most."""
    lines = [line for line in text.split("\n") if "error" in line.lower()
             or "Assertion" in line]
    return (lines or text.split("\n"))[0].strip()


def save(folder, seed, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"seed-{seed}.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def report(options, checker, seed, outcome):
    """Prints a failure, and saves its program."""
    print(f"seed {seed}: {outcome.failure}: {first_line(outcome.details)}",
          flush=True)
    source = options.kind
    program = source.generate(seed)
    what = f"seed {seed}, {' '.join(outcome.variant[0])}: {outcome.failure}"
    text = source.emit(program, what)
    if options.shrink:
        variants = [outcome.variant]
        program = source.shrink(program, outcome.failure,
                                lambda t: checker.check_text(t, variants)
                                .failure, options.shrink_time)
        text = source.emit(program, "shrunk, " + what)
        print(text)
        outcome = checker.check_text(text, variants)
        print(outcome.details)
    if options.save:
        print("  saved as", save(options.save, seed, text))


def parse_command_line():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", required=True,
                        help="folder of tessera and tessera-verify")
    parser.add_argument("--seeds", type=seeds, default=range(25))
    parser.add_argument("--gpu", action="append",
                        help="devices; the default one and sm_13")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--orders", type=int, default=1,
                        help="orders of execution that are compared")
    parser.add_argument("--time-limit", type=float, default=20,
                        help="seconds for one run of one tool")
    parser.add_argument("--stop-after", type=float, default=0,
                        help="start no program after so many seconds")
    parser.add_argument("--save", help="folder for failing programs")
    parser.add_argument("--shrink", action="store_true",
                        help="reduce failing programs")
    parser.add_argument("--shrink-time", type=float, default=120)
    parser.add_argument("--nvcc", action="store_true",
                        help="nvcc must accept the results too")
    parser.add_argument("--host", action="store_true",
                        help="programs with much on the host")
    options = parser.parse_args()
    options.kind = HostPrograms if options.host else KernelPrograms
    return options


def main():
    options = parse_command_line()
    checker = Checker(options)
    start = time.monotonic()

    def one(seed):
        if options.stop_after and time.monotonic() - start > options.stop_after:
            return None
        program = options.kind.generate(seed)
        return checker.check_text(options.kind.emit(program, f"seed {seed}"))

    identities = collections.Counter()
    passed = failed = skipped = started = 0
    idle = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, outcome in zip(options.seeds, pool.map(one, options.seeds)):
            if outcome is None:
                skipped += 1
                continue
            identities += outcome.identities
            started += len(outcome.started)
            idle += [f"{seed} {name}" + (f" ({plan})" if plan else "")
                     for plan, name in outcome.versions - outcome.started]
            if outcome.failure:
                failed += 1
                report(options, checker, seed, outcome)
            else:
                passed += 1
    for identity, count in identities.most_common():
        print(f"{count:6} {identity}")
    print(f"{started} versions of kernels started, {len(idle)} not"
          + (": " + ", ".join(sorted(idle)) if idle else ""))
    if skipped:
        print(f"{skipped} skipped: the time was over")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
