#!/usr/bin/env python3
"""Tries each way to do something alone, where it is noticed.

check_ways.py --tools build/bin [--print] changes
  Each way of language_places.py is all that changes the distance of the rows
  that launches in a loop work on, so that rows overlap, and how many elements a
  kernel adds, so that a tile for fewer does not have them. Nobody changes the
  first ones.

check_ways.py --tools build/bin [--print] kept
  Each way of language_kept.py lets the device keep a pointer to an array, which
  the host then writes.

All are in one file, which is translated and compared with its results.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile

import language_calls
import language_kept
from language_places import (CALLS, HELPERS, HOST_CALLS, HOST_PLACES,
                             MEMBER_PLACES, PLACES)

HEAD = """#define N 4096
static unsigned seen = 1;
__global__ int a[N], b[N];
static void fill() {
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = 0;
  }
}
static void look(const int *p) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + p[i]) % 65521;
  printf("%u\\n", sum);
}
"""

HOST = """__global__ void row{id}(int *x, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 2 * x[i] % 1009 + 1;
}}
static void rows{id}() {{
  fill();
  {declaration}
{lines}
  for (int j = 0; j < 4; j++)
    row{id}<<<1, 64>>>(a + j * {e}, 64);
  look(a);
}}
"""

DEVICE = """__global__ void sum{id}(const int *x, int *y, unsigned seen) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  {declaration}
{lines}
  int sum = 0;
  for (int k = 0; k < {e}; k++)
    sum += x[i + k];
  y[i] = sum;
}}
static void sums{id}() {{
  fill();
  sum{id}<<<30, 128>>>(a, b, seen);
  look(b);
}}
"""

# Each has arrays of its own: what is not understood of one says nothing of
# another.
KEPT = """__global__ int kept{id}[64];
__device__ int *at{id}[2];
{before}__global__ void keep{id}(int *x) {{
{lines}
}}
__global__ void add{id}(int v) {{ at{id}[1][threadIdx.x] += v; }}
static void use{id}() {{
  for (int i = 0; i < 64; i++)
    kept{id}[i] = i;
  keep{id}<<<1, 1>>>(kept{id});
  kept{id}[3] = 50;
  add{id}<<<1, 32>>>(2);
  printf("{id} %d\\n", kept{id}[3]);
}}
"""


def ways(device):
    """Declares `e`, and changes it: `{from}`, `{v}` and the rest are open."""
    whole = "int n = {from};"
    yield whole, "n", []
    for _, lines, place in PLACES + HOST_PLACES * (not device):
        yield whole, "n", lines + [place + " = {v};"]
    for _, lines, place in MEMBER_PLACES:
        yield "Two<int> w = {{{from}, 1}};", "w.a", lines + [place + " = {v};"]
    for _, lines in CALLS + HOST_CALLS * (not device):
        yield whole, "n", lines


def indented(lines, values):
    return "\n".join("  " + line.format(**values) for line in lines)


def changes():
    functions, calls = [HELPERS], []
    for device, text in ((False, HOST), (True, DEVICE)):
        values = {"from": 9, "v": 23} if device else {"from": 64, "v": 32}
        for declaration, e, lines in ways(device):
            values |= {"id": len(calls), "e": e, "t": "int", "o": "w",
                       "yes": "seen != 70000"}
            functions.append(text.format(
                declaration=declaration.format(**values),
                lines=indented(lines, values), **values))
            calls.append(f"{'sums' if device else 'rows'}{values['id']}")
    return functions, calls


def kept():
    functions, calls = [language_kept.HELPERS], []
    for before, lines in language_kept.WAYS:
        values = {"id": len(calls), "at": f"at{len(calls)}[1]"}
        functions.append(KEPT.format(
            before="".join(line.format(**values) + "\n" for line in before),
            lines=indented(lines, values), **values))
        calls.append(f"use{values['id']}")
    return functions, calls


# Options, and what is said of something that has no way.
WAYS = {"changes": (changes, [([], "[tessera-launches-fused]"),
                              (["--array=x:shared"], "[tessera-staged]")]),
        "kept": (kept, [([], ""), (["--improve-copies"], "")])}


def program(made):
    functions, calls = made()
    headers = sorted(set(language_calls.HEADERS
                         + language_calls.HEAVY_HEADERS) | {"stdio.h"})
    calls = "".join(f"  {call}();\n" for call in calls)
    return ("".join(f"#include <{name}>\n" for name in headers) + HEAD
            + "".join(functions) + "int main() {\n" + calls + "}\n")


def compare(run, source, results):
    """What programs print, way by way."""
    _, right = run("tessera-run", source)
    wrong = []
    for result in results:
        code, output = run("tessera-run", result)
        wrong += [f"{line!r} is {other!r} in {os.path.basename(result)}\n"
                  for line, other in itertools.zip_longest(
                      right.split("\n"), output.split("\n"))
                  if line != other or code != 0]
    return len(wrong), "".join(wrong)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tools", required=True, help="folder of the tools")
    parser.add_argument("--print", action="store_true", help="the program")
    parser.add_argument("of", choices=WAYS)
    options = parser.parse_args()
    made, variants = WAYS[options.of]
    if options.print:
        print(program(made), end="")
        return 0

    def run(tool, *arguments):
        done = subprocess.run([os.path.join(options.tools, tool), *arguments],
                              capture_output=True, text=True, timeout=240)
        return done.returncode, done.stdout + done.stderr

    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, options.of + ".cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(made))
        results = []
        for number, (variant, wanted) in enumerate(variants):
            results.append(os.path.join(folder, f"result{number}.cu"))
            code, output = run("tessera", "--cuda-path=none", *variant, source,
                               "-o", results[-1])
            if code != 0 or wanted not in output or "internal]" in output:
                print(f"exit {code}, wanted: {wanted}", output, sep="\n")
                return 1
        if options.of == "kept":  # addresses differ in each program
            code, output = compare(run, source, results)
        else:
            code, output = run("tessera-verify", source, *results)
    print(output, end="")
    print(f"{len(made()[1])} ways of {options.of}, exit {code}")
    return code != 0


if __name__ == "__main__":
    sys.exit(main())
