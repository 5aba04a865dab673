#!/usr/bin/env python3
"""Measures the plans of `tessera --tune` for the kernels of the kit.

bench/kernels/tune.py programs --tools build/bin OUT [KERNEL...]
python3 OUT/tune.py measure [--rounds 3] [--all-sizes] [--stop-after S]
                            [KERNEL...]
bench/kernels/tune.py plans --tools build/bin OUT PLANS [KERNEL...]

`programs` writes OUT/KERNEL/program.cu, naive.cu with a main that calls it with
the numbers of a problem, as in `program 8192 8192`, and OUT/KERNEL/tuned, what
`tessera --tune` makes of it. OUT needs nothing else.

`measure` runs on a machine with nvcc and a GPU: it builds all variants, then
runs OUT/KERNEL/tuned/measure.py for each kernel, with its largest size or with
all. Results are in OUT/KERNEL/tuned/results.json from then on, messages in
OUT/KERNEL/measure.log; the same command goes on where one was interrupted.
--stop-after begins nothing when so many seconds are over.

`plans` writes the fastest plans to PLANS/KERNEL/tuned.yaml, which make a
version `tuned` with prepare.py --plans PLANS, and prints a table: the
milliseconds of a call, of all sizes together, with what is chosen without
measuring and with the fastest plan. It fails if a plan is not taken.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import statistics
import subprocess
import sys
import textwrap
import time

import problem
from measure import Failure, find_nvcc
from report import ms, table, times
from results import Wrong, read_json

HEADERS = ["harness.cuh", "tune.cuh"]
FILES = ["tune.py", "problem.py", "measure.py", "report.py", "results.py",
         "plots.py", "exports.py"]
STANDARD = "-std=c++17"
CALLS = 4  # of a kernel, in a program
LIMIT = 900  # seconds that tessera may take
TOGETHER = 4  # compilers for one kernel
MEASURED = re.compile(r"'(\w+)' takes (\S+) ms with the plan '(.*)', and \S+ "
                      r"ms as it is \[tessera-measured\]$")


def chosen(kernels):
    """Those that are asked for, or all."""
    if unknown := set(kernels) - set(problem.names()):
        raise Wrong(f"there is no kernel '{min(unknown)}'")
    return kernels or problem.names()


def tessera(args, *flags):
    """Its result and its messages."""
    command = [os.path.join(args.tools, "tessera"), *flags]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=LIMIT)
    except OSError as error:
        raise Wrong(f"{command[0]}: {error.strerror}")
    except subprocess.TimeoutExpired:
        raise Failure(f"took longer than {LIMIT} s: {' '.join(command)}")
    if done.returncode:
        lines = done.stderr.splitlines() or [f"exit {done.returncode}"]
        wrong = [line for line in lines if "error" in line] or lines
        raise Failure(f"{wrong[0]}: {' '.join(command)}")
    return done


def translation(args):
    return ["--cuda-path=none", "--no-transfers", f"--gpu={args.gpu}"]


# --- programs ----------------------------------------------------------------

def program(p):
    """A kernel's file with a main."""
    usage = "usage: %s " + " ".join(n.upper() for n in p.numbers)
    lines = ['#include "tune.cuh"', "", p.text("naive.cu"),
             "int main(int argc, char **argv) {",
             f"  if (argc != {len(p.numbers) + 1}) {{",
             f'    fprintf(stderr, "{usage}\\n", argv[0]);',
             "    return 2;", "  }"]
    lines += [f"  const int64_t {n} = atoll(argv[{i}]);"
              for i, n in enumerate(p.numbers, 1)]
    lines += ["  const unsigned seed = 1;", "  harness::Problem problem;",
              *p.declarations(),
              f"  for (int call = 0; call < {CALLS}; ++call) {{",
              "    harness::restoreOutputs(problem);",
              f"    {p.call('')};", "    CHECK(cudaGetLastError());", "  }",
              "  CHECK(cudaDeviceSynchronize());"]
    for name, array in p.arrays.items():
        if array.get("role", "in") != "in":
            count = p.elements(array)[1]
            lines.append(f'  harness::printSums("{name}", {name}.data(), '
                         f"{count});")
    return "\n".join(lines + ["}", ""])


def write_program(args, name):
    """Returns what is said about one kernel."""
    p = problem.Problem(name)
    folder = os.path.join(args.out, name)
    os.makedirs(folder, exist_ok=True)
    for file in [p.path("problem.json"),
                 *(os.path.join(problem.HERE, h) for h in HEADERS)]:
        shutil.copy(file, folder)
    source = os.path.join(folder, "program.cu")
    with open(source, "w") as file:
        file.write(program(p))
    tuned = os.path.join(folder, "tuned")
    said = tessera(args, f"--tune={tuned}",
                   f"--tune-candidates={args.candidates}", *translation(args),
                   source, "--", STANDARD).stderr
    if "[tessera-nothing-to-tune]" in said:
        shutil.rmtree(folder)
        return "nothing to tune"
    manifest = read_json(os.path.join(tuned, "manifest.json"))
    return f"{len(manifest['variants'])} variants"


def programs(args):
    wanted = chosen(args.kernels)
    if args.candidates < 2 or args.jobs < 1:
        raise Wrong("--candidates are two or more, --jobs one or more")
    os.makedirs(args.out, exist_ok=True)
    for file in FILES:
        shutil.copy(os.path.join(problem.HERE, file), args.out)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tasks = {pool.submit(write_program, args, n): n for n in wanted}
        try:
            done = concurrent.futures.as_completed(tasks)
            for number, task in enumerate(done, 1):
                print(f"{number}/{len(wanted)} {tasks[task]}: {task.result()}",
                      flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return 0


# --- measure -----------------------------------------------------------------

class Measurement:
    """Of the kernels in the folder of this file."""

    def __init__(self, args):
        self.args = args
        self.nvcc = args.nvcc or find_nvcc()
        self.started = time.monotonic()
        self.problems = []

    def late(self):
        return time.monotonic() - self.started > self.args.stop_after

    def sizes(self, p):
        return p.sizes if self.args.all_sizes else [p.largest()]

    def script(self, p, size, *options, **environment):
        """Runs measure.py of a kernel. Returns what went wrong, or ''."""
        folder = os.path.join(problem.HERE, p.name)
        command = [sys.executable, os.path.join(folder, "tuned", "measure.py"),
                   "--nvcc", self.nvcc, "--tolerance", str(p.tolerance),
                   *options, "--", *(str(size[n]) for n in p.numbers)]
        done = subprocess.run(command, capture_output=True, text=True,
                              env={**os.environ, **environment})
        with open(os.path.join(folder, "measure.log"), "a") as log:
            log.write(f"{' '.join(command)}\n{done.stderr}{done.stdout}\n")
        if not done.returncode:
            return ""
        said = done.stderr.strip() or f"exit {done.returncode}"
        return said[max(0, said.rfind("measure.py: ")):]

    def build(self, p):
        """measure.py ends after that where it sees no device."""
        if not self.late():
            self.script(p, self.sizes(p)[0], "--rounds", "1", "--jobs",
                        str(min(self.args.jobs, TOGETHER)),
                        CUDA_VISIBLE_DEVICES="")

    def kernel(self, p):
        """Returns whether all went well."""
        for size in self.sizes(p):
            if self.late():
                self.problems.append(f"{p.name}: not begun in time: {size}")
                return False
            wrong = self.script(p, size, "--rounds", str(self.args.rounds))
            if wrong:
                self.problems.append(f"{p.name}: {wrong}")
                return False
        return True

    def all(self, kernels):
        with concurrent.futures.ThreadPoolExecutor(
                max(1, self.args.jobs // TOGETHER)) as pool:
            list(pool.map(self.build, kernels))
        print(f"built in {time.monotonic() - self.started:.0f} s", flush=True)
        for number, p in enumerate(kernels, 1):
            begun = time.monotonic()
            says = "failed"
            if self.kernel(p):
                tuned = os.path.join(problem.HERE, p.name, "tuned")
                variants, results = (read_json(os.path.join(tuned, file)) for
                                     file in ("manifest.json", "results.json"))
                says = (f"{len(variants['variants'])} variants, "
                        f"{len(results['excluded'])} excluded, "
                        f"{time.monotonic() - begun:.0f} s")
            print(f"{number}/{len(kernels)} {p.name}: {says}", flush=True)


def measure(args):
    if args.rounds < 1 or args.jobs < 1:
        raise Wrong("--rounds and --jobs are positive")
    wanted = chosen(args.kernels)
    for name in wanted:
        if not os.path.exists(os.path.join(problem.HERE, name, "tuned")):
            raise Wrong(f"{name}: not what `programs` writes; run the copy of "
                        "tune.py in its folder")
    if not wanted:
        raise Wrong("there are no kernels beside tune.py")
    measurement = Measurement(args)
    measurement.all([problem.Problem(name) for name in wanted])
    for text in measurement.problems:
        print(text, file=sys.stderr)
    return 1 if measurement.problems else 0


# --- plans -------------------------------------------------------------------

class Tuned:
    """What was measured of one kernel of the kit."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "results.json")
        self.manifest = read_json(os.path.join(folder, "manifest.json"))
        self.results = read_json(self.path)
        self.variants = self.manifest["variants"]

    def times(self, kernel):
        """Milliseconds of the candidates for a kernel, by the arguments."""
        found = {}
        for run in self.results["runs"]:
            if (str(run["variant"]) not in self.results["excluded"]
                    and run["ms"][kernel] is not None):
                candidate = self.variants[run["variant"]]["candidates"][kernel]
                found.setdefault(candidate, {}).setdefault(
                    tuple(run["arguments"]), []).append(run["ms"][kernel])
        return found

    def rows(self, name, messages):
        """Of the table, for what tessera says about the kernels."""
        matches = [m for m in map(MEASURED.search, messages) if m]
        rows = []
        for number, kernel in enumerate(self.manifest["kernels"]):
            if not matches or matches[0][1] != kernel["kernel"]:
                continue
            _, best, plan = matches.pop(0).groups()
            found = self.times(number)
            # Variant 1 is what is chosen without measuring.
            default = self.variants[1]["candidates"][number]
            own = (sum(map(statistics.median, found[default].values())) / CALLS
                   if default in found else None)
            best = float(best) / CALLS
            rows.append([
                name, kernel["kernel"],
                kernel["candidates"][default]["plan"].replace("|", "\\|"),
                plan.replace("|", "\\|"),
                f"{len(found)} of {len(kernel['candidates'])}", ms(own),
                ms(best), times(own and own / best)])
        return rows


def is_measured(path):
    return os.path.exists(path) and bool(read_json(path).get("runs"))


def take(args, name, results):
    """Writes the plan of one kernel. Returns the rows of the table."""
    plan = os.path.join(args.plans, name, "tuned.yaml")
    os.makedirs(os.path.dirname(plan), exist_ok=True)
    if os.path.exists(plan):
        os.remove(plan)
    said = tessera(args, f"--tune-results={results}", "-o", plan).stderr
    tuned = Tuned(os.path.dirname(results))
    rows = tuned.rows(name, said.splitlines())
    if len(rows) < len(tuned.manifest["kernels"]):
        os.remove(plan)
        raise Failure("some of it was not measured")
    naive = problem.Problem(name).path("naive.cu")
    used = tessera(args, *translation(args), f"--plan={plan}", naive).stderr
    for line in used.splitlines():
        if line.endswith("[tessera-plan-is-stale]"):
            raise Failure(line)
    return rows


def plans(args):
    rows, missing, problems = [], [], []
    for name in chosen(args.kernels):
        results = os.path.join(args.out, name, "tuned", "results.json")
        if not is_measured(results):
            if args.kernels:
                raise Wrong(f"{results}: nothing is measured")
            if os.path.exists(os.path.dirname(results)):
                missing.append(name)
            continue
        try:
            rows += take(args, name, results)
        except Failure as failure:
            problems.append(f"tune.py: {name}: {failure}")
    if not rows and not problems:
        raise Wrong(f"{args.out}: nothing is measured")
    if rows:
        print(table(["kernel", "function", "default", "tuned", "measured",
                     "default ms", "tuned ms", "default / tuned"], rows,
                    texts=4), end="")
    if missing:
        print("\n" + textwrap.fill(f"Not measured: {', '.join(missing)}.", 80))
    for text in problems:
        print(text, file=sys.stderr)
    return 1 if problems else 0


def main():
    usage, rest = __doc__.split("\n\n", 2)[::2]
    parser = argparse.ArgumentParser(
        description=usage, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("programs", help="write programs and variants")
    two = commands.add_parser("measure", help="measure them, where they are")
    three = commands.add_parser("plans", help="take the fastest plans")
    for command in (one, three):
        command.add_argument("--tools", required=True,
                             help="folder of the programs")
        command.add_argument("--gpu", default="h200",
                             help="profile to plan for")
        command.add_argument("out", metavar="OUT")
    one.add_argument("--candidates", type=int, default=10, metavar="N",
                     help="plans of each kernel (default: %(default)s)")
    three.add_argument("plans", metavar="PLANS")
    two.add_argument("--rounds", type=int, default=3,
                     help="default: %(default)s")
    two.add_argument("--all-sizes", action="store_true",
                     help="measure all sizes, not only the largest")
    two.add_argument("--stop-after", type=float, default=float("inf"),
                     metavar="S", help="begin nothing after so many seconds")
    two.add_argument("--nvcc", help="compiler command")
    for command, what in ((one, "kernels"), (two, "compilers")):
        command.add_argument("--jobs", type=int, default=os.cpu_count(),
                             metavar="N", help=f"{what} at a time")
    for command, run in ((one, programs), (two, measure), (three, plans)):
        command.add_argument("kernels", nargs="*", metavar="KERNEL")
        command.set_defaults(run=run)
    args = parser.parse_args()
    try:
        return args.run(args)
    except Wrong as wrong_input:
        print(f"tune.py: {wrong_input}", file=sys.stderr)
        return 2
    except Failure as failure:
        print(f"tune.py: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
