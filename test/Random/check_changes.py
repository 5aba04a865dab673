#!/usr/bin/env python3
"""Tries each way to change a variable alone, where it is noticed.

check_changes.py --tools build/bin [--print]

Each way of language_places.py is all that changes the distance of the rows that
launches in a loop work on, so that rows overlap, and how many elements a kernel
adds, so that a tile for fewer does not have them. Nobody changes the first ones.
All are in one file, which is translated and compared with its results.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import language_calls
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


def program():
    functions, calls = [], []
    for device, text in ((False, HOST), (True, DEVICE)):
        values = {"from": 9, "v": 23} if device else {"from": 64, "v": 32}
        for declaration, e, lines in ways(device):
            values |= {"id": len(calls), "e": e, "t": "int", "o": "w",
                       "yes": "seen != 70000"}
            functions.append(text.format(
                declaration=declaration.format(**values),
                lines="\n".join("  " + line.format(**values)
                                for line in lines), **values))
            calls.append(f"  {'sums' if device else 'rows'}{values['id']}();\n")
    headers = sorted(set(language_calls.HEADERS
                         + language_calls.HEAVY_HEADERS) | {"stdio.h"})
    return ("".join(f"#include <{name}>\n" for name in headers) + HEAD + HELPERS
            + "".join(functions) + "int main() {\n" + "".join(calls) + "}\n",
            len(calls))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="folder of the tools")
    parser.add_argument("--print", action="store_true", help="the program")
    options = parser.parse_args()
    text, count = program()
    if options.print:
        print(text, end="")
        return 0

    def run(tool, *arguments):
        done = subprocess.run([os.path.join(options.tools, tool), *arguments],
                              capture_output=True, text=True, timeout=240)
        return done.returncode, done.stdout + done.stderr

    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "changes.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        results = []
        # What nobody changes is fused, and gets a tile.
        for number, (variant, wanted) in enumerate(
                [([], "[tessera-launches-fused]"),
                 (["--array=x:shared"], "[tessera-staged]")]):
            results.append(os.path.join(folder, f"result{number}.cu"))
            code, output = run("tessera", "--cuda-path=none", *variant, source,
                               "-o", results[-1])
            if code != 0 or wanted not in output or "internal]" in output:
                print(f"exit {code}, wanted: {wanted}", output, sep="\n")
                return 1
        code, output = run("tessera-verify", source, *results)
    print(output, end="")
    print(f"{count} ways to change a variable, exit {code}")
    return code != 0


if __name__ == "__main__":
    sys.exit(main())
