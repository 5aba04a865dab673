#!/usr/bin/env python3
"""Checks the kernels of the kit without a GPU.

bench/kernels/check.py --tools build/bin [--keep DIR] [KERNEL...]

tessera-run executes all versions on the small problem, watches their memory and
the order of their threads, and their results are compared with the reference.
What tessera makes of naive.cu, as such and with several outputs per thread, has
to have the same bits: each version of its kernels is started, whether that pays
for the small problem or not; one that cannot be started there is named.
Versions that need a library are left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

import prepare
import problem

# What tessera makes, with which flags.
MADE = {"tessera": [], "coarsened": ["--coarsen=always"]}
KERNEL = re.compile(
    r"__global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(")

COMPARE = """
template <typename T, typename Wide>
static bool isRight(const char *version, const char *name, const T *x,
                    const Wide *y, long count, double tolerance) {
  double square = 0, norm = 0;
  for (long i = 0; i < count; ++i) {
    if (!(double(x[i]) == double(x[i]))) {
      printf("%s: %s[%ld] is not a number\\n", version, name, i);
      return false;
    }
    square += (double(x[i]) - y[i]) * (double(x[i]) - y[i]);
    norm += double(y[i]) * y[i];
  }
  double error = sqrt(square) / (norm > 0 ? sqrt(norm) : 1);
  printf("%s: error of %s %.2g\\n", version, name, error);
  return error <= tolerance;
}
template <typename T, typename Wide>
static void fill(T *x, Wide *wide, long count, double low, double high,
                 unsigned seed) {
  for (long i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = T(low + (high - low) * (seed >> 8) / 16777216.0);
    wide[i] = x[i];
  }
}
"""


def made(p, args, folder):
    """What tessera makes of the naive version: each time, its launches start
    another version of their kernels."""
    texts, own = {}, set(KERNEL.findall(p.text("naive.cu")))
    for name, flags in MADE.items():
        number, most = 1, 1
        while number <= most:
            version = name + (str(number) if number > 1 else "")
            translated = os.path.join(folder, f"{p.name}.{version}.cu")
            prepare.translate(args, p.path("naive.cu"), translated,
                              flags + [f"--start={number}"])
            with open(translated) as file:
                text = file.read()
            more = set(KERNEL.findall(text)) - own
            if number == 1 and text in texts.values():
                break  # the same versions, so the further ones are, too
            if number == 1:
                most = max((sum(o.startswith(n + "_") for o in more)
                            for n in own), default=0)
            if text not in texts.values():
                texts[version] = text
            number += 1
    return texts


def idle(dump, texts, own):
    """The versions that tessera made and nothing started."""
    names = set().union(*(KERNEL.findall(text) for text in texts.values()))
    found = set()
    with open(dump, "rb") as file:
        for line in file:
            words = line.split()
            if len(words) != 3 or words[0] != b"kernel":
                break
            name = words[1].decode()
            if words[2] == b"idle" and name in names and name not in own:
                found.add(name)
    return sorted(found)


def sizes_of(p):
    """The small problem as such, and one whose rows are multiples of what
    vectors need."""
    small = [p.data["check"][n] for n in p.numbers]
    return [small, [n if n < 16 else (n + 15) // 16 * 16 for n in small]]


def program(p, texts, results):
    """One file with all versions, each in a namespace of its own."""
    includes = {"#include <cmath>\n", "#include <cstdio>\n",
                "#include <cstdlib>\n",
                "#include <cstring>\n"}
    parts = []
    for version, text in texts.items():
        includes.update(problem.INCLUDE.findall(text))
        parts.append(f"namespace {version} {{\n{problem.INCLUDE.sub('', text)}\n}}\n")
    numbers = ", ".join(f"const int {n}" for n in p.numbers)
    lines = [f"static int check({numbers}) {{", "  bool right = true;"]
    for n, (kind, value) in p.scalars.items():
        lines.append(f"  const {kind} {n} = {kind}({value});")
    outputs = [a for a in p.arrays.values() if a.get("role", "in") != "in"]
    for i, a in enumerate(p.arrays.values()):
        kind, count = p.elements(a)
        wide = problem.widened(kind)
        name = a["name"]
        lines += [f"  const long {name}_count = {count};",
                  f"  {kind} *{name}; {wide} *{name}_wide, *{name}_start;",
                  f"  cudaMallocManaged(&{name}, {name}_count * sizeof({kind}));"]
        for copy in ("wide", "start"):
            lines.append(f"  cudaMallocManaged(&{name}_{copy}, {name}_count * "
                         f"sizeof({wide}));")
        lines.append(f"  {kind} *{name}_naive = ({kind} *)malloc({name}_count * "
                     f"sizeof({kind}));")
        low, high = a.get("range", [-1, 1])
        lines.append(f"  fill({name}, {name}_start, {name}_count, {low}, {high},"
                     f" {i + 1});")
    for version in ["reference"] + [v for v in texts if v != "reference"]:
        wide = version == "reference"
        for a in p.arrays.values():
            kind = p.elements(a)[0]
            target = a["name"] + ("_wide" if wide else "")
            kind = problem.widened(kind) if wide else kind
            name = a["name"]
            if a.get("role", "in") == "out" and not wide:
                lines.append(f"  memset({name}, 0xff, {name}_count * "
                             f"sizeof({kind}));")
            else:
                lines.append(f"  for (long i = 0; i < {name}_count; ++i) "
                             f"{target}[i] = ({kind}){name}_start[i];")
        values = []
        for argument in p.arguments:
            value = argument
            if argument in p.arrays:
                value += "_wide" if wide else ""
                kind = p.arrays[argument]["type"]
                if problem.VECTOR.match(kind):
                    kind = problem.widened(kind) if wide else kind
                    value = f"({kind} *){value}"
            values.append(value)
        lines += [f"  {version}::{p.function}({', '.join(values)});",
                  "  if (cudaDeviceSynchronize() != cudaSuccess) return 3;"]
        for a in outputs:
            if wide:
                continue
            name = a["name"]
            if version == "naive":
                lines.append(f"  memcpy({name}_naive, {name}, {name}_count * "
                             f"sizeof(*{name}));")
            elif version in results:
                lines.append(f"  if (memcmp({name}_naive, {name}, {name}_count "
                             f"* sizeof(*{name}))) return 4;")
            tolerance = p.data.get("tolerance", 1e-5)
            lines.append(f'  right &= isRight("{version}", "{name}", {name}, '
                         f"{name}_wide, {name}_count, {tolerance});")
    lines += ["  return right ? 0 : 2;", "}", "int main() {"]
    for sizes in sizes_of(p):
        lines.append(f"  if (int wrong = check({', '.join(map(str, sizes))}))"
                     " return wrong;")
    lines.append("}")
    return "\n".join(sorted(includes)) + "\n".join(parts) + COMPARE + "\n".join(
        lines) + "\n"


def check(p, args, folder):
    """What is wrong with one kernel; nothing if all is right."""
    args.gpu = "h200"
    texts = {"reference": p.reference()}
    for version in sorted(p.versions(), key=lambda v: v != "naive"):
        if version != "vendor":
            texts[version] = p.text(version + ".cu")
    results = made(p, args, folder)
    texts.update(results)
    path = os.path.join(folder, p.name + ".cu")
    with open(path, "w") as file:
        file.write(program(p, texts, results))
    dump = os.path.join(folder, p.name + ".dump")
    try:
        done = subprocess.run([os.path.join(args.tools, "tessera-run"),
                               "--dump=" + dump, path],
                              capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "takes longer than 120 s"
    if args.verbose or done.returncode:
        print(done.stdout, end="")
    if done.returncode == 4:
        return "what tessera made has other bits than the naive version"
    if done.returncode:
        return f"exit {done.returncode}\n{done.stderr[-2000:]}"
    names = idle(dump, results, KERNEL.findall(texts["naive"]))
    os.remove(dump)
    if names:
        print(f"{p.name}: not started: {', '.join(names)}")
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--keep", help="folder for the programs that are run")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for name in args.kernels or problem.names():
            wrong = check(problem.Problem(name), args, folder)
            print(f"{name}: {wrong or 'right'}", flush=True)
            failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
