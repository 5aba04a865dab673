#!/usr/bin/env python3
"""Measures the plans that `tessera --tune` has written beside this file.

    measure.py [options] [-- ARGUMENTS OF THE PROGRAM]

Needs nvcc, a GPU, and nothing else. Builds every variant of the program, runs
them in turn, several rounds, and compares what they print with what the program
prints whose kernels are as they were. Times are those of kernels, between events
around their launches: see timer.cu. Everything measured is kept in results.json,
so that a run that was interrupted goes on where it was; for other sizes, run it
again with other arguments. Afterwards:

    tessera --tune-results=results.json -o plans.yaml

Exit codes: 0 measured, 1 that was not possible, 2 wrong usage.
"""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import queue
import re
import shlex
import signal
import statistics
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parent
# Where launches, and the names of kernels, pass: see timer.cu.
WRAPPED = [
    "__cudaRegisterFunction",
    "__cudaGetKernel",
    "__cudaLaunchKernel",
    "__cudaLaunchKernel_ptsz",
    "cudaLaunchKernel",
    "cudaLaunchKernel_ptsz",
    "cudaLaunchCooperativeKernel",
    "cudaLaunchCooperativeKernel_ptsz",
    "cudaLaunchKernelExC",
    "cudaLaunchKernelExC_ptsz",
    "cudaDeviceReset",
]
BROKEN = "it does not compile: "


class Failure(Exception):
    """Why nothing can be measured."""


def digest(data):
    return hashlib.sha256(data).hexdigest()


def write(path, data):
    """Replaces a file as a whole, or leaves it as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    try:
        new.write_bytes(data)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


class Progress:
    """What is being done, in a line that is rewritten on a terminal."""

    def __init__(self, forced):
        terminal = os.environ.get("TERM", "dumb") != "dumb"
        self.in_place = sys.stderr.isatty() and terminal
        self.shown = self.in_place or forced

    def show(self, text):
        if self.in_place:
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            text = "\r\033[K" + text[:width - 1]
        if self.shown:
            end = "" if self.in_place else "\n"
            print(text, file=sys.stderr, end=end, flush=True)

    def clear(self):
        if self.in_place:
            print("\r\033[K", file=sys.stderr, end="", flush=True)


progress = Progress(False)


def say(text):
    progress.clear()
    print(text, file=sys.stderr, flush=True)


def median_text(values):
    """The median, and an interval that has it: with 90 %, from 5 values on."""
    values = sorted(values)
    count, rank = len(values), 0
    while sum(math.comb(count, k) for k in range(rank + 2)) <= 0.05 * 2**count:
        rank += 1
    low, high = values[rank], values[count - 1 - rank]
    return f"{statistics.median(values):.4f} ms [{low:.4f}, {high:.4f}]"


class Results:
    """results.json: what was measured of the manifest beside it."""

    def __init__(self, manifest_digest, command):
        self.path = FOLDER / "results.json"
        self.data = {
            "version": 1,
            "manifest": manifest_digest,
            "command": command,
            "device": None,
            "excluded": {},
            "runs": [],
        }
        try:
            old = json.loads(self.path.read_text(encoding="utf-8"))
            fits = all(
                old[key] == self.data[key]
                for key in ("version", "manifest", "command")
            )
        except FileNotFoundError:
            return
        except (ValueError, KeyError, TypeError):
            fits = False
        if fits:
            self.data = old
            return
        aside = self.path.with_name("results.old.json")
        os.replace(self.path, aside)
        say(
            "results.json is of other plans or another compiler command: it is "
            f"{aside.name} now"
        )

    def save(self):
        text = json.dumps(self.data, indent=1) + "\n"
        write(self.path, text.encode())

    def exclude(self, variant, why):
        self.data["excluded"][str(variant)] = why

    def include(self, variant):
        del self.data["excluded"][str(variant)]

    def excluded(self, variant):
        return self.data["excluded"].get(str(variant))

    def has(self, variant, arguments, number):
        return any(
            r["variant"] == variant
            and r["arguments"] == arguments
            and r["round"] == number
            for r in self.data["runs"]
        )

    def times(self, arguments, kernel, candidate, manifest):
        """Of a candidate for a kernel, in all variants that have it."""
        return [
            r["ms"][kernel]
            for r in self.data["runs"]
            if r["arguments"] == arguments
            and not self.excluded(r["variant"])
            and manifest["variants"][r["variant"]]["candidates"][kernel]
            == candidate
            and r["ms"][kernel] is not None
        ]


class Builder:
    def __init__(self, options, manifest):
        self.options = options
        self.manifest = manifest
        self.build = FOLDER / "build"
        self.nvcc = shlex.split(options.nvcc)
        arch = options.arch or manifest["device"]["architecture"]
        self.flags = ["-arch=" + arch, "-O3"]
        self.flags += manifest["flags"] + shlex.split(options.flags)

    def binary(self, number):
        return self.build / f"{number:03}"

    def compile(self, sources, target, flags):
        """Why it failed, or ''; None if the same was built already."""
        command = self.nvcc + flags
        inputs = [source.read_bytes() for source in sources]
        key = digest(repr((command, list(map(digest, inputs)))).encode())
        stamp = target.with_name(target.name + ".key")
        if target.exists() and stamp.exists() and stamp.read_text() == key:
            return None
        new = target.with_name(target.name + ".new" + target.suffix)
        command = command + [str(s) for s in sources] + ["-o", str(new)]
        try:
            done = subprocess.run(
                command, cwd=FOLDER / "variants", capture_output=True,
                text=True, errors="replace", check=False,
            )
        except OSError as error:
            raise Failure(f"cannot run '{self.nvcc[0]}': {error.strerror}")
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        if done.returncode:
            new.unlink(missing_ok=True)
            lines = (done.stderr + done.stdout).strip().splitlines()
            wrong = [line for line in lines if "error" in line] or lines
            return BROKEN + (wrong or ["no message"])[0]
        os.replace(new, target)
        stamp.write_text(key)
        return ""

    def all(self, results):
        self.build.mkdir(exist_ok=True)
        timer = self.build / "timer.o"
        why = self.compile([FOLDER / "timer.cu"], timer, ["-O2", "-c"])
        if why:
            raise Failure(f"timer.cu: {why}")
        wraps = [f for name in WRAPPED for f in ("-Xlinker", "--wrap=" + name)]
        variants = self.manifest["variants"]

        def one(number):
            source = FOLDER / variants[number]["file"]
            return self.compile(
                [source, timer], self.binary(number), self.flags + wraps
            )

        for number in range(len(variants)):
            if (results.excluded(number) or "").startswith(BROKEN):
                results.include(number)
        wanted = [n for n in range(len(variants)) if not results.excluded(n)]
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            tasks = {pool.submit(one, number): number for number in wanted}
            progress.show(f"[0/{len(wanted)}] build")
            try:
                done = queue.SimpleQueue()  # in the order in which they end
                for task in tasks:
                    task.add_done_callback(done.put)
                for count in range(1, len(tasks) + 1):
                    task = done.get()
                    why = task.result()
                    name = self.binary(tasks[task]).name
                    if why is None:
                        progress.show(f"[{count}/{len(wanted)}] have {name}")
                        continue
                    say(
                        f"[{count}/{len(wanted)}] build {name}"
                        + (f": {why}" if why else "")
                    )
                    if why:
                        results.exclude(tasks[task], why)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        results.save()


def plain_name(text):
    """The name and the template arguments of a kernel: 'k', '<4>'."""
    text = text.replace("(anonymous namespace)", "_")
    depth, end = 0, len(text)
    for index, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if letter == "(" and depth == 0:
            end = index
            break
    head = text[:end]
    name, bracket, rest = head.partition("<")
    return re.split(r"[ :]", name)[-1], (bracket + rest).replace(" ", "")


class Program:
    """Runs variants, and compares what they print."""

    def __init__(self, options, manifest, builder, results):
        self.options = options
        self.manifest = manifest
        self.builder = builder
        self.results = results
        self.words = None  # what the reference prints
        self.varying = set()  # the words that differ from run to run
        self.code = None
        self.limit = None

    def run(self, number):
        """The exit code, the words printed, and the lines of the timer."""
        times = FOLDER / "build" / "times"
        times.unlink(missing_ok=True)
        environment = dict(os.environ, TESSERA_TIMES=str(times))
        # Kernels are loaded before they are timed.
        environment["CUDA_MODULE_LOADING"] = "EAGER"
        done = subprocess.run(
            [str(self.builder.binary(number))] + self.options.arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=self.limit,
            check=False,
        )
        words = done.stdout.decode(errors="replace").split()
        lines = times.read_text().splitlines() if times.exists() else []
        try:
            timed = json.loads(lines[-1]) if lines else None
        except ValueError:
            timed = None
        return done, words, timed

    def reference(self):
        """Runs the program with its kernels as they were, twice."""
        why = self.results.excluded(0)
        if why:
            raise Failure(f"the program as it was: {why}")
        limit = self.options.timeout
        self.limit = limit
        started = time.monotonic()
        try:
            first, words, timed = self.run(0)
            self.limit = limit or 10 + 10 * (time.monotonic() - started)
            second, again, _ = self.run(0)
        except subprocess.TimeoutExpired:
            raise Failure(f"the program as it was runs more than {limit} s")
        if first.returncode != second.returncode or len(words) != len(again):
            raise Failure("the program does not do the same in each run")
        if timed is None or timed["problem"]:
            said = first.stderr.decode(errors="replace").strip()
            why = timed["problem"] if timed else "it wrote no times"
            raise Failure(
                f"the program as it was: {why}" + (f"\n{said}" if said else "")
            )
        self.words, self.code = words, first.returncode
        if self.code:
            say(f"note: the program as it was exits with {self.code}")
        self.varying = {
            index for index, word in enumerate(words) if word != again[index]
        }
        if timed["untimed"]:
            say(f"{timed['untimed']} launches are part of graphs: not timed")
        if self.varying:
            say(
                f"{len(self.varying)} of {len(words)} words of the output are "
                "others in each run: they are not compared"
            )
        device = self.results.data["device"]
        if device and device != timed["device"]:
            raise Failure(
                f"results.json is of another device, {device['name']}: "
                "move it away to measure on this one"
            )
        self.results.data["device"] = timed["device"]

    def same(self, word, expected):
        if word == expected:
            return True
        try:
            new, old = float(word), float(expected)
        except ValueError:
            return False
        return abs(new - old) <= self.options.tolerance * abs(old)

    def wrong(self, done, words, timed):
        """Why a run does not count; '' if it does."""
        if done.returncode != self.code:
            return f"it exits with {done.returncode} instead of {self.code}"
        if len(words) != len(self.words):
            return f"it prints {len(words)} words instead of {len(self.words)}"
        for index, word in enumerate(words):
            expected = self.words[index]
            if index not in self.varying and not self.same(word, expected):
                return f"it prints '{word}' instead of '{expected}'"
        if timed is None:
            return "it wrote no times"
        return timed["problem"]

    def by_kernel(self, number, timed):
        """Milliseconds and launches of each kernel; nothing if not launched."""
        variant = self.manifest["variants"][number]
        kernels = self.manifest["kernels"]
        sums = [[None, 0] for _ in kernels]
        for entry in timed["times"]:
            name, arguments = plain_name(entry["kernel"])
            # A known block says more than any; then instances of a template.
            for block in (entry["block"], None):
                fitting = [
                    index
                    for index, launches in enumerate(variant["launches"])
                    if {"kernel": name, "block": block} in launches
                ]
                if fitting:
                    break
            if len(fitting) > 1:
                fitting = [
                    index
                    for index in fitting
                    if kernels[index]["template"].replace(" ", "") == arguments
                ]
            if len(fitting) == 1:
                total = sums[fitting[0]]
                total[0] = (total[0] or 0.0) + entry["ms"]
                total[1] += entry["launches"]
        return sums

    def measure(self, number, round_number):
        why, timed = "", None
        try:
            done, words, timed = self.run(number)
            why = self.wrong(done, words, timed)
        except subprocess.TimeoutExpired:
            why = f"it runs more than {self.limit:.0f} s"
        if why:
            self.results.exclude(number, why)
        else:
            sums = self.by_kernel(number, timed)
            self.results.data["runs"].append(
                {
                    "variant": number,
                    "arguments": self.options.arguments,
                    "round": round_number,
                    "ms": [ms for ms, _ in sums],
                    "launches": [count for _, count in sums],
                }
            )
        self.results.save()
        return why


def measure(options):
    try:
        raw = (FOLDER / "manifest.json").read_bytes()
        manifest = json.loads(raw)
    except FileNotFoundError:
        raise Failure(
            "there is no manifest.json, so the variants beside it are not "
            "complete: tune again, by tessera --tune"
        )
    except (OSError, ValueError) as error:
        raise Failure(f"manifest.json: {error}: tune again")
    for variant in manifest["variants"]:
        text = (FOLDER / variant["file"]).read_bytes()
        if digest(text) != variant["sha256"]:
            raise Failure(f"{variant['file']} was changed: tune again")
    builder = Builder(options, manifest)
    results = Results(digest(raw), builder.nvcc + builder.flags)
    builder.all(results)
    program = Program(options, manifest, builder, results)
    variants = range(len(manifest["variants"]))
    steps = [
        (round_number, number)
        for round_number in range(options.rounds)
        for number in variants
        if not results.has(number, options.arguments, round_number)
        and not results.excluded(number)
    ]
    if steps:
        progress.show(f"[0/{len(steps)}] the program as it was")
        program.reference()
    for count, (round_number, number) in enumerate(steps, 1):
        if results.excluded(number):
            continue
        label = f"[{count}/{len(steps)}] round {round_number + 1}, {number:03}"
        progress.show(label)
        why = program.measure(number, round_number)
        if why:
            say(f"{label}: excluded: {why}")
        else:
            say(f"{label}: " + shown(results.data["runs"][-1]["ms"]))
    summary(manifest, results, options)


def shown(times):
    return ", ".join("-" if t is None else f"{t:.4f} ms" for t in times)


def summary(manifest, results, options):
    progress.clear()
    for index, kernel in enumerate(manifest["kernels"]):
        block = "x".join(map(str, kernel["block"] or ["any"]))
        print(f"{kernel['kernel']}{kernel['template']} {block}")
        rows = []
        for number, candidate in enumerate(kernel["candidates"]):
            times = results.times(options.arguments, index, number, manifest)
            if times:
                rows.append((statistics.median(times), number, times))
        if not rows:
            print("  not launched, or every plan was excluded")
        # The fastest, the kernel as it is and the planner's choice.
        for place, (_, number, times) in enumerate(sorted(rows)):
            if place < 5 or number < 2:
                what = kernel["candidates"][number]["plan"]
                print(f"  {median_text(times)}  {what}")
    for number, variant in enumerate(manifest["variants"]):
        if results.excluded(number):
            print(f"excluded: {variant['file']}: {results.excluded(number)}")
    path = FOLDER / "results.json"
    print(f"measured: {path}")
    command = ["tessera", f"--tune-results={path}", "-o", "plans.yaml"]
    print(f"next: {shlex.join(command)}")


def main():
    own, arguments = sys.argv[1:], []
    if "--" in own:
        split = own.index("--")
        own, arguments = own[:split], own[split + 1:]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--nvcc", default="nvcc", help="compiler command")
    parser.add_argument("--flags", default="", help="more flags for it")
    parser.add_argument("--arch", help="sm_XX (default: that planned for)")
    parser.add_argument("--rounds", type=int, default=7, help="default: 7")
    jobs = min(8, os.cpu_count() or 1)
    help_text = f"compilers at a time (default: {jobs})"
    parser.add_argument("--jobs", type=int, default=jobs, help=help_text)
    help_text = "seconds for a run (default: 10, and 10 times that of 000)"
    parser.add_argument("--timeout", type=float, help=help_text)
    help_text = "relative difference of numbers that is accepted (default: 0)"
    parser.add_argument("--tolerance", type=float, default=0.0, help=help_text)
    help_text = "tell what is being done also where there is no terminal"
    parser.add_argument("--progress", action="store_true", help=help_text)
    options = parser.parse_args(own)
    options.arguments = arguments
    global progress
    progress = Progress(options.progress)
    if options.rounds < 1 or options.jobs < 1 or options.tolerance < 0:
        parser.error("--rounds and --jobs are positive, --tolerance not negative")
    def stop(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        measure(options)
    except Failure as failure:
        say(f"measure.py: {failure}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; the same command goes on from here")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
