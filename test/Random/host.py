#!/usr/bin/env python3
"""Random host programs: a few kernels, and much that a host does around them.

A program is a tree of statements, which shrinking may cut where it likes: each
statement only uses what is declared before all of them. Arrays hold small
unsigned numbers, so that every order of host statements gives other values.
"""

import argparse
import random

KERNELS = {
    "fill": ("unsigned *x, unsigned k", "x[i] = (i * k + 1) % 1009;"),
    "grow": ("unsigned *x, unsigned k", "x[i] = (x[i] * 3 + k) % 1009;"),
    "copy": ("const unsigned *x, unsigned *y, unsigned k",
             "y[i] = (x[i] + k) % 1009;"),
    "part": ("const unsigned *x, unsigned *y, unsigned k",
             "if (k % 50 <= i && i < k % 50 + 40)\n    y[i] = x[i] + k;"),
    "near": ("const unsigned *x, unsigned *y, unsigned k",
             "if (0 < i && i < N - 1)\n"
             "    y[i] = (x[i - 1] + k * x[i + 1]) % 1009;"),
    "pair": ("const unsigned *x, unsigned *y, unsigned *z, unsigned k",
             "y[i] = (x[i] + k) % 1009;\n  z[i] = (z[i] + x[i]) % 1009;"),
    "sum": ("const unsigned *x, unsigned *y, unsigned k",
            "if (i == 0)\n    for (unsigned j = 0; j < k % N; j++)\n"
            "      y[k % 7] = (y[k % 7] + x[j]) % 1009;"),
}

HEAD = """#include <algorithm>
#include <numeric>
#include <stdio.h>
#include <string.h>
#include <utility>
#define N 96
#define REQUIRE(condition) do { if (!(condition)) return 7; } while (0)
#define STOP_IF(condition) if (condition) break
#define NEXT_IF(condition) if (condition) continue

"""

HELPERS = """static unsigned seen = 1;
static void note(unsigned value) { seen = (seen * 31 + value) % 65521; }
static void look(const unsigned *p) {
  for (int i = 0; i < N; i++)
    note(p[i]);
}
static void change(unsigned *p, unsigned k) {
  for (int i = 0; i < N; i += 3)
    p[i] = (p[i] + k) % 1009;
}
static void set(unsigned *p, unsigned k) {
  for (int i = 0; i < N; i++)
    p[i] = (i + k) % 1009;
}
static unsigned &element(unsigned *p, unsigned k) { return p[k % N]; }
struct View {
  unsigned *data;
  unsigned at(unsigned k) const { return data[k % N]; }
  void put(unsigned k, unsigned value) { data[k % N] = value % 1009; }
};
"""


PLAIN = ["fill", "grow", "copy", "pair"]  # they touch x[i], y[i] and z[i]


class Nest:
    """A statement with statements in it: parts of a heading and a body."""

    def __init__(self, parts, end="}"):
        self.parts, self.end = parts, end


class Function:
    def __init__(self, name, body):
        self.name, self.body = name, body


class Program:
    def __init__(self, dialect, arrays, functions, main):
        self.dialect, self.arrays = dialect, arrays
        self.functions, self.main = functions, main


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.dialect = self.random.choice(
            ["simple", "simple", "managed", "pointers", "members"])
        count = self.random.randint(2, 5)
        prefix = "grid->" if self.dialect == "members" else ""
        self.arrays = [prefix + name for name in "abcde"[:count]]
        self.functions = []
        self.loops = 0
        self.limits = []  # of the loops' counters
        self.names = 0
        # What mostly ends in managed memory.
        self.exotic = self.random.random() < 0.25

    def one(self, *choices):
        return self.random.choice(choices)

    def number(self):
        """Sometimes a counter, or what was seen on the host."""
        ways = [str(self.random.randint(1, 90)), "k"]
        if self.loops:
            ways += [f"i{self.random.randrange(self.loops)}"] * 2
        if self.random.random() < 0.1:
            ways += ["seen % 90"]
        return self.random.choice(ways)

    def array(self):
        return self.random.choice(self.arrays)

    def launch(self):
        name = self.one(*KERNELS)
        pointers = KERNELS[name][0].count("*")
        chosen = self.random.sample(self.arrays,
                                    min(pointers, len(self.arrays)))
        while len(chosen) < pointers:
            return self.launch()
        grid = self.one("N / 32, 32", "N / 32, 32", "N / 96, 96", "3, 32")
        if self.loops and name in PLAIN and self.random.random() < 0.4:
            counter = f"i{self.random.randrange(self.loops)}"
            chosen = [f"{x} + {counter} % 3 * 32" for x in chosen]
            if self.limits[int(counter[1:])] <= 3:
                chosen = [x.replace(" % 3", "") for x in chosen]
            grid = "1, 32"
        arguments = ", ".join(chosen + [self.number()])
        text = f"{name}<<<{grid}>>>({arguments});"
        if self.dialect != "simple":
            text += " cudaDeviceSynchronize();"
        return text

    def host(self):
        """A statement of the host alone."""
        x, y, k, j = self.array(), self.array(), self.number(), self.number()
        self.names += 1
        name = f"v{self.names}"
        swaps = self.dialect == "pointers" and x != y
        if self.exotic and self.random.random() < 0.2:
            return self.random.choice([
                f"auto {name} = [&](int i) {{ note({x}[i]); }}; {name}({k} % N);",
                f"auto {name} = [&] {{ {x}[1] = {k}; }}; {name}();",
                f"View {name} = {{{x}}}; {name}.put({k}, {name}.at({j}));",
            ])
        return self.random.choice([
            f"for (int i = 0; i < N; i++) {x}[i] = (i * {k}) % 1009;",
            f"for (int i = 0; i < N; i++) {x}[i] = (i * {k}) % 1009;",
            f"for (int i = 0; i < N; i++) {x}[i] = {y}[i] = (i + {k}) % 1009;",
            f"for (int i = 1; i < N; i++) {x}[i] = ({x}[i - 1] + {k}) % 1009;",
            f"for (int i = 5; i < {k} % N; i++) {x}[i] = i;",
            f"for (int i = 0; i < N; i++) note({x}[i]);",
            f"{x}[{k} % N] = {j};",
            f"{x}[{k} % N] += {y}[{j} % N];",
            f"note({x}[{k} % N]);",
            f"note({x}[{k} % N]);",
            f"note({x}[5] < {y}[6] ? {x}[7] : {y}[8]);",
            f"unsigned {name} = {x}[{k} % N]; note({name});",
            f"unsigned *{name} = {x} + 3; {name}[{k} % 60] = {j};",
            f"const unsigned *{name} = &{x}[3]; note({name}[{k} % 60]);",
            f"look({x});", f"look({x});", f"change({x}, {k});",
            f"set({x}, {k});", f"set({x}, {k});",
            f"element({x}, {k}) = element({y}, {j});",
            f"memcpy({x}, {y}, N * sizeof(unsigned));" if x != y else
            f"memset({x}, 0, N * sizeof(unsigned));",
            f"memset({x}, 0, N / 2 * sizeof(unsigned));",
            f"std::fill({x}, {x} + N, {k} % 90u);",
            f"std::sort({x}, {x} + N);",
            f"note(std::accumulate({x}, {x} + N, 0u));",
            f'printf("%u\\n", {x}[{k} % N]);',
            f"std::swap({x}, {y});" if swaps else f"note({k});",
        ])

    def leave(self, function):
        """A way out, perhaps hidden."""
        ways = [f"REQUIRE(seen % 5 != {self.random.randrange(5)});",
                f"if (seen % 7 == {self.random.randrange(7)}) return 3;"]
        if self.loops:
            ways += [f"STOP_IF(seen % 3 == {self.random.randrange(3)});",
                     f"NEXT_IF(seen % 3 == {self.random.randrange(3)});",
                     f"if (seen % 4 == {self.random.randrange(4)}) break;",
                     f"if (seen % 4 == {self.random.randrange(4)}) continue;"]
        return self.random.choice(ways)

    def nest(self, depth, function):
        kind = self.random.random()
        test = self.one("seen % 2", f"{self.array()}[{self.number()} % N] % 2",
                        f"{self.number()} > 40")
        if kind < 0.3:
            parts = [(f"if ({test}) {{", self.block(depth - 1, function))]
            if self.random.random() < 0.5:
                parts.append(("} else {", self.block(depth - 1, function)))
            return Nest(parts)
        if kind < 0.4:
            loops, self.loops = self.loops, 0  # a break would be its own
            parts = [(f"switch (seen % 3) {{\ncase 0: {{",
                      self.block(depth - 1, function)),
                     (self.one("}\n[[fallthrough]];", "} break;") +
                      f"\n{self.one('case 1', 'default')}: {{",
                      self.block(depth - 1, function))]
            self.loops = loops
            return Nest(parts, "}\n}")
        if kind < 0.45 and self.exotic:
            return Nest([("try {", self.block(depth - 1, function)
                          + [f"if (seen % 2) throw {self.number()};"]),
                         ("} catch (...) {", self.block(depth - 1, function))])
        name = f"i{self.loops}"
        rounds = self.random.randint(1, 4)
        self.limits[self.loops:] = [rounds]
        self.loops += 1
        body = self.block(depth - 1, function)
        self.loops -= 1
        if kind < 0.9:
            rounds = self.one(rounds, rounds, f"k % {rounds + 1}")
            return Nest([(f"for (unsigned {name} = 0; {name} < {rounds}; "
                          f"{name}++) {{", body)])
        if kind < 0.95:
            return Nest([(f"for (unsigned {name} = 0; {test} && "
                          f"{name} < {rounds}; {name}++) {{", body)])
        return Nest([(f"{{ unsigned {name} = 0;\ndo {{", body)],
                    f"}} while (++{name} < {rounds}); }}")

    def statement(self, depth, function):
        kind = self.random.random()
        if depth > 0 and kind < 0.25:
            return self.nest(depth, function)
        if kind < 0.6:
            return self.launch()
        if kind < 0.65:
            return self.leave(function)
        if kind < 0.75 and self.functions:
            callee = self.random.choice(self.functions)
            argument = self.number()
            return self.one(f"note({callee.name}({argument}));",
                            f"{callee.name}({argument});",
                            f"REQUIRE({callee.name}({argument}) != 3);")
        return self.host()

    def block(self, depth, function):
        return [self.statement(depth, function)
                for _ in range(self.random.randint(1, 4))]

    def program(self):
        for index in range(self.random.randint(0, 3)):
            name = f"f{index}"
            self.functions.append(Function(name, self.block(2, True)))
            if self.random.random() < 0.2:
                self.functions[-1].body.insert(
                    1, Nest([("if (k % 4 > 1) {", [f"{name}(k - 1);"])]))
        main = self.block(3, False) + self.block(2, False)
        return Program(self.dialect, self.arrays, self.functions, main)


def generate(seed):
    return Generator(seed).program()


def lines_of(statements, indent):
    for statement in statements:
        if isinstance(statement, str):
            # A declaration must not be jumped over.
            text = ("{ " + statement + " }" if statement.split()[0] in
                    ("unsigned", "const", "auto", "View") else statement)
            yield indent + text
            continue
        for heading, body in statement.parts:
            yield from (indent + line for line in heading.split("\n"))
            yield from lines_of(body, indent + "  ")
        yield from (indent + line for line in statement.end.split("\n"))


def declarations(program):
    bare = [name.replace("grid->", "") for name in program.arrays]
    if program.dialect == "members":
        fields = ", ".join("*" + name for name in bare)
        return f"struct Grid {{\n  unsigned {fields};\n}};\n"
    word = {"simple": "__global__ ", "managed": "__managed__ ",
            "pointers": "static "}[program.dialect]
    form = "*{}" if program.dialect == "pointers" else "{}[N]"
    return word + "unsigned " + ", ".join(map(form.format, bare)) + ";\n"


def function_text(program, function, text):
    grid = "Grid *grid, " if program.dialect == "members" else ""
    body = list(lines_of(function.body, "  "))
    return (f"static int {function.name}({grid}unsigned k) {{\n"
            + "\n".join(body) + "\n  return 0;\n}\n")


def emit(program, comment=""):
    """The text of \\p program."""
    text = f"// {comment}\n" if comment else ""
    text += HEAD + declarations(program)
    members = program.dialect == "members"
    arrays = [name.replace("->", ".") for name in program.arrays]
    body = HELPERS
    for function in program.functions:
        body += function_text(program, function, text)
    body += function_text(program, Function("work", program.main), text)
    if members:
        for function in program.functions:
            body = body.replace(f"{function.name}(k)", f"{function.name}(k)")
            body = body.replace(f" {function.name}(", f" {function.name}(grid, ")
            body = body.replace(f"({function.name}(", f"({function.name}(grid, ")
            body = body.replace(f"int {function.name}(grid, Grid",
                                f"int {function.name}(Grid")
    for name, (parameters, code) in KERNELS.items():
        if f"{name}<<<" in body:
            text += (f"__global__ void {name}({parameters}) {{\n"
                     "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                     f"  {code}\n}}\n")
    text += body + "int main() {\n"
    if members:
        text += "  Grid grid;\n"
    if program.dialect in ("pointers", "members"):
        for name in arrays:
            text += f"  cudaMallocManaged(&{name}, N * sizeof(unsigned));\n"
        for name in arrays:
            text += f"  memset({name}, 0, N * sizeof(unsigned));\n"
    argument = "&grid, 41" if members else "41"
    text += f'  printf("%d\\n", work({argument}));\n'
    for name in arrays:
        text += f"  look({name});\n"
    text += '  printf("%u\\n", seen);\n'
    if program.dialect in ("pointers", "members"):
        for name in arrays:
            text += f"  cudaFree({name});\n"
    return text + "}\n"


def cuts(statements):
    """Lists with one statement less, or with a smaller one."""
    for index, statement in enumerate(statements):
        before, behind = statements[:index], statements[index + 1:]
        yield before + behind
        if isinstance(statement, str):
            continue
        for _, body in statement.parts:
            if not any(word in line for line in lines_of(body, "")
                       for word in ("break", "continue", "_IF")):
                yield before + body + behind
        for part, (heading, body) in enumerate(statement.parts):
            for smaller in cuts(body):
                parts = list(statement.parts)
                parts[part] = (heading, smaller)
                yield before + [Nest(parts, statement.end)] + behind


def smaller(program):
    """Programs with one cut."""
    for index, function in enumerate(program.functions):
        others = program.functions[:index], program.functions[index + 1:]
        yield Program(program.dialect, program.arrays, others[0] + others[1],
                      program.main)
        for body in cuts(function.body):
            yield Program(program.dialect, program.arrays,
                          others[0] + [Function(function.name, body)]
                          + others[1], program.main)
    for main in cuts(program.main):
        yield Program(program.dialect, program.arrays, program.functions, main)
    for array in program.arrays:
        fewer = [name for name in program.arrays if name != array]
        yield Program(program.dialect, fewer, program.functions, program.main)


def shrink(program, failure, check, seconds):
    """The smallest program found that fails in the same way."""
    import time
    end = time.monotonic() + seconds
    changed = True
    while changed and time.monotonic() < end:
        changed = False
        for candidate in smaller(program):
            if time.monotonic() > end:
                break
            if check(emit(candidate)) == failure:
                program, changed = candidate, True
                break
    return program


def main():
    parser = argparse.ArgumentParser(description="prints a random host program")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(emit(generate(options.seed)), end="")


if __name__ == "__main__":
    main()
