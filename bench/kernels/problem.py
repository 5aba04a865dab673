"""The problems of the kit: problem.json, and the code that follows from it.

  title       one line
  call        the function of all versions, with its arguments
  arrays      name, type, count (an expression in the numbers), role: in, out or
              inout (default: in), range: [low, high] of the values (default:
              [-1, 1])
  scalars     other arguments: {"alpha": ["float", 1.5]}
  check       the numbers of a small problem, no round ones
  sizes       the numbers of those that are timed
  bytes       moved at least
  operations  by the unit that makes them, as instructions of one thread: fp32,
              fp64, int32, special. A multiply-add is one.
  tolerance   of the error relative to the reference, by norm (default: 1e-5)

The reference is naive.cu with `double` for `float`.
"""

import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = re.compile(r"^#\s*include\s*<.*\n", re.M)
UNARY = ["sqrt", "rsqrt", "exp", "log", "fabs", "sin", "cos"]
BINARY = ["fmin", "fmax", "pow"]
VECTOR = re.compile(r"(float|double)[234]$")


def names():
    return sorted(d for d in os.listdir(HERE)
                  if os.path.exists(os.path.join(HERE, d, "problem.json")))


class Problem:
    def __init__(self, name):
        self.name = name
        with open(self.path("problem.json")) as file:
            self.data = json.load(file)
        call = re.fullmatch(r"(\w+)\((.*)\)", self.data["call"])
        self.function = call[1]
        self.arguments = [a.strip() for a in call[2].split(",")]
        self.arrays = {a["name"]: a for a in self.data["arrays"]}
        self.scalars = self.data.get("scalars", {})
        self.tolerance = self.data.get("tolerance", 1e-5)
        self.numbers = list(self.data["check"])
        self.sizes = self.data["sizes"]

    def path(self, file):
        return os.path.join(HERE, self.name, file)

    def text(self, file):
        with open(self.path(file)) as source:
            return source.read()

    def versions(self):
        """The files that are there, by the name of the version."""
        files = sorted(os.listdir(os.path.join(HERE, self.name)))
        return [f.removesuffix(".cu") for f in files if f.endswith(".cu")]

    def value(self, expression, size):
        """Of `bytes` or `operations`, for one size."""
        return eval(expression, {"__builtins__": {}},
                    {**size, **{n: v for n, (_, v) in self.scalars.items()}})

    def work(self, size):
        """Bytes, and operations by unit, of one size."""
        return (self.value(self.data["bytes"], size),
                {unit: self.value(count, size)
                 for unit, count in self.data["operations"].items()})

    def largest(self):
        """The first size with no less than 99 % of the most work."""
        def amount(size):
            moved, operations = self.work(size)
            return moved + sum(operations.values())
        most = max(map(amount, self.sizes))
        return next(s for s in self.sizes if amount(s) >= 0.99 * most)

    def reference(self):
        """The naive version in double precision."""
        text = re.sub(r"\b(make_)?float([234]?)\b", r"\1double\2",
                      self.text("naive.cu"))
        used = [(name, "x, y" if name in BINARY else "x")
                for name in UNARY + BINARY if f"{name}f(" in text]
        head = "".join(
            f"#define {name}f({x}) {name}("
            + ", ".join(f"double({i})" for i in x.split(", ")) + ")\n"
            for name, x in used)
        return head + text + "".join(f"#undef {n}f\n" for n, _ in used)

    def type_of(self, argument, wide=False):
        if argument in self.arrays:
            array = self.arrays[argument]
            const = "" if array.get("role", "in") != "in" else "const "
            kind = array["type"]
            return const + (widened(kind) if wide else kind) + " *"
        if argument in self.scalars:
            kind = self.scalars[argument][0]
            return (widened(kind) if wide else kind) + " "
        return "int "

    def prototype(self, version):
        wide = version == "reference"
        params = ", ".join(self.type_of(a, wide) + a for a in self.arguments)
        return f"namespace {version} {{ void {self.function}({params}); }}"

    def call(self, version):
        """Of the version in this namespace; of the one in none for ""."""
        values = []
        for a in self.arguments:
            if a in self.arrays:
                kind = self.arrays[a]["type"]
                get = "wide()" if version == "reference" else "data()"
                cast = ""
                if VECTOR.match(kind):
                    cast = (widened(kind) if version == "reference"
                            else kind) + " *"
                    cast = f"({cast})"
                values.append(f"{cast}{a}.{get}")
            else:
                values.append(a)
        return f"{version}::{self.function}({', '.join(values)})"

    def elements(self, array):
        """The type and count of its numbers: of vectors, their members."""
        kind, count = array["type"], array["count"]
        if VECTOR.match(kind):
            return kind[:-1], f"({count}) * {kind[-1]}"
        return kind, count

    def declare(self, array):
        """The harness' array for an argument."""
        kind, count = self.elements(array)
        role = {"in": "In", "out": "Out", "inout": "InOut"}[
            array.get("role", "in")]
        low, high = array.get("range", [-1, 1])
        return (f"harness::Array<{kind}> {array['name']}(problem.Arrays, "
                f"{count}, harness::Role::{role}, {low}, {high}, seed);")

    def declarations(self):
        """Of all arguments but the numbers."""
        return [f"  const {kind} {n} = {kind}({value});"
                for n, (kind, value) in self.scalars.items()] + [
                    "  " + self.declare(a) for a in self.arrays.values()]

    def apart(self, version, text):
        """A file that keeps all names of a version in a namespace."""
        includes = "".join(INCLUDE.findall(text))
        return (f"{includes}namespace {version} {{\n"
                f'#include "{version}.cu"\n}}\n')

    def main(self, versions):
        """A program that checks and times the versions, the naive one first."""
        lines = ['#include "harness.cuh"', ""]
        lines += [self.prototype(v) for v in versions + ["reference"]]
        params = ", ".join(f"int64_t {n}_" for n in self.numbers)
        lines += ["", f"static bool measure(unsigned seed, int rounds, {params})"
                  " {", "  harness::Problem problem;"]
        for n in self.numbers:
            lines.append(f"  const int64_t {n} = {n}_;")
        lines += self.declarations()
        pairs = ' + ", " + '.join(
            f'"\\"{n}\\": " + std::to_string({n})' for n in self.numbers)
        lines.append(f"  problem.Size = std::string() + {pairs};")
        lines.append(f"  problem.Tolerance = {self.tolerance};")
        lines.append(f"  problem.Reference = [&] {{ {self.call('reference')}; }};")
        for v in versions:
            lines.append(f'  problem.Versions.push_back({{"{v}", '
                         f"[&] {{ {self.call(v)}; }}}});")
        lines += ["  return problem.run(rounds);", "}", "",
                  "int main(int argc, char **argv) {",
                  "  bool time = argc > 2 && !strcmp(argv[1], \"time\");",
                  "  int number = argc > 2 ? atoi(argv[2]) : 1;",
                  "  int only = argc > 3 ? atoi(argv[3]) : -1;",
                  "  bool right = true;", "  if (time) {"]
        for i, size in enumerate(self.sizes):
            lines.append(f"    if (only == -1 || only == {i})")
            lines.append("      right &= measure(1, number, "
                         + ", ".join(str(size[n]) for n in self.numbers) + ");")
        check = ", ".join(str(self.data["check"][n]) for n in self.numbers)
        lines += ["  } else {", f"    right &= measure(number, 0, {check});",
                  "  }", "  return right ? 0 : 2;", "}", ""]
        return "\n".join(lines)


def widened(kind):
    return kind.replace("float", "double")
