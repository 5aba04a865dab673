#!/usr/bin/env python3
"""Compares the registers that the planner estimates with those that ptxas gives.

bench/kernels/registers.py --tools build/bin [--json FILE] [--table] [KERNEL...]

Needs nvcc, but no GPU. Each kernel of the kit is translated, and compiled for
sm_90; what counts is the plan that launches start first. The estimate is that of
`tessera --plan=FILE --print=plan`. Occupancy, and so what the planner expects,
follows from it. Fails if a kernel spills registers to memory.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import measure
import problem

ESTIMATE = re.compile(r"^#   .*, (\d+) registers  chosen$")
SITE = re.compile(r"^# (\w+)(?:<.*>)? \S+$")
ENTRY = re.compile(r"Function properties for (?:_Z(\d+))?(\w+)")
SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done


def estimates(tessera, source, folder):
    """Of each kernel of a file: what is expected of the plan that is chosen."""
    plan = os.path.join(folder, "plan.yaml")
    with open(plan, "w") as file:
        file.write(run([*tessera, "--print=plan", source]).stdout)
    found, kernel = {}, None
    for line in run([*tessera, f"--plan={plan}", "--print=plan",
                     source]).stdout.splitlines():
        if site := SITE.match(line):
            kernel = site[1]
        elif (match := ESTIMATE.match(line)) and kernel:
            found.setdefault(kernel, int(match[1]))
    return found


def compiled(nvcc, source):
    """Registers and bytes that are spilled, of each kernel of a file."""
    text = run([nvcc, "-arch=sm_90", "-O3", "-std=c++17", "-Xptxas", "-v", "-c",
                "-o", os.devnull, source]).stderr
    found, name, spilled = {}, None, 0
    for line in text.splitlines():
        if entry := ENTRY.search(line):
            name = entry[2][:int(entry[1])] if entry[1] else entry[2]
        elif spills := SPILLS.search(line):
            spilled = int(spills[1]) + int(spills[2])
        elif (used := USED.search(line)) and name:
            found[name] = int(used[1]), spilled
    return found


def compare(args, nvcc, name):
    """The rows of one kernel of the kit."""
    source = problem.Problem(name).path("naive.cu")
    tessera = [os.path.join(args.tools, "tessera"), "-q", "--cuda-path=none",
               "--no-transfers", "--gpu=h200"]
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.cu")
        run([*tessera, source, "-o", result])
        by_ptxas = compiled(nvcc, result)
        rows = []
        for kernel, estimated in estimates(tessera, source, folder).items():
            first = kernel + "_tiled"
            used, spilled = by_ptxas[first if first in by_ptxas else kernel]
            rows.append({"kernel": name, "function": kernel,
                         "estimated": estimated, "ptxas": used,
                         "spilled_bytes": spilled})
        return rows


def table(rows):
    lines = ["| kernel | function | estimated | ptxas | spilled bytes |",
             "| --- | --- | ---: | ---: | ---: |"]
    lines += [f"| {r['kernel']} | {r['function']} | {r['estimated']} | "
              f"{r['ptxas']} | {r['spilled_bytes']} |" for r in rows]
    return "\n".join(lines)


def summary(rows):
    ratios = sorted(r["ptxas"] / r["estimated"] for r in rows)
    spilled = [r["function"] for r in rows if r["spilled_bytes"]]
    return (f"{len(rows)} kernels: ptxas gives {ratios[0]:.2f} to "
            f"{ratios[-1]:.2f} times the registers that are estimated, in the "
            f"median {ratios[len(ratios) // 2]:.2f}; "
            + (f"spilled by {', '.join(spilled)}" if spilled
               else "none are spilled"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of tessera")
    parser.add_argument("--json", help="file for the numbers")
    parser.add_argument("--table", action="store_true",
                        help="print all rows, as Markdown")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    args = parser.parse_args()
    if unknown := set(args.kernels) - set(problem.names()):
        parser.error(f"there is no kernel '{min(unknown)}'")
    nvcc = measure.find_nvcc()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        rows = sum(pool.map(lambda name: compare(args, nvcc, name),
                            args.kernels or problem.names()), [])
    if not rows:
        sys.exit("no plan has an estimate")
    if args.json:
        with open(args.json, "w") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")
    if args.table:
        print(table(rows) + "\n")
    print(summary(rows))
    return 1 if any(r["spilled_bytes"] for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
