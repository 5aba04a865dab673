"""Kernels that compute the same, spelled in ways that a random choice makes.

A kernel is a set of parts: where its thread stands, which threads take part,
the loop, the places of what it reads, the sum, the launch. Each part has
spellings, the plain one first; any of them goes with any other.
"""

from dataclasses import dataclass, field


@dataclass
class Family:
    """A plain kernel: its parameters, what bounds its threads, its sum."""
    name: str
    axes: str                 # of the threads: "x", or "yx"
    bounds: dict              # by axis: the parameter that ends it
    places: list              # (array, row, step): a[row + k * step]
    to: str                   # the place of the result
    terms: str                # of the sum, with {0}, {1} for the places
    length: str = "n"
    blocks: dict = field(default_factory=dict)


FAMILIES = [
    Family("product", "yx", {"y": "n", "x": "n"},
           [("a", "y * n", "1"), ("b", "x", "n")], "y * n + x", "{0} * {1}",
           blocks={"x": 16, "y": 16}),
    Family("matvec", "x", {"x": "m"},
           [("a", "x * n", "1"), ("b", "", "1")], "x", "{0} * {1}",
           blocks={"x": 128}),
    Family("squares", "x", {"x": "m"}, [("a", "x * n", "1")], "x",
           "{0} * {0}", blocks={"x": 128}),
    Family("distances", "yx", {"y": "m", "x": "n"},
           [("a", "y * n", "1"), ("b", "x * n", "1")], "y * n + x",
           "({0} - {1}) * ({0} - {1})", blocks={"x": 16, "y": 16}),
]


class Kernel:
    """One spelling of a family, with the names of its parts chosen."""

    def __init__(self, family, number, random=None):
        self.family, self.number, self.random = family, number, random
        self.name = f"k{number}"
        self.used = []
        self.before = []      # functions and macros
        self.top = []         # first statements of the kernel

    def pick(self, part, spellings):
        """One of the names; without a random choice, the first."""
        chosen = spellings[0] if self.random is None else \
            self.random.choice(spellings)
        if chosen != spellings[0]:
            self.used.append(f"{part}-{chosen}")
        return chosen

    # Where the thread stands ------------------------------------------------

    def positions(self):
        lines = []
        way = self.pick("index", ["plain", "swapped", "late", "added", "helper",
                                  "literal", "unsigned", "const", "ids"])
        for axis in self.family.axes:
            block, name = self.family.blocks[axis], axis
            plain = f"blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}"
            if way == "swapped":
                lines.append(f"int {name} = threadIdx.{axis} + "
                             f"blockDim.{axis} * blockIdx.{axis};")
            elif way == "late":
                lines += [f"int {name};", f"{name} = {plain};"]
            elif way == "added":
                lines += [f"int {name} = blockIdx.{axis} * blockDim.{axis};",
                          f"{name} += threadIdx.{axis};"]
            elif way == "helper":
                self.before.append(
                    f"__device__ int {self.name}_{axis}() {{ return {plain}; }}")
                lines.append(f"int {name} = {self.name}_{axis}();")
            elif way == "literal":
                lines.append(f"int {name} = blockIdx.{axis} * {block} + "
                             f"threadIdx.{axis};")
            elif way == "unsigned":
                lines.append(f"unsigned {name} = {plain};")
            elif way == "const":
                lines.append(f"const int {name} = {plain};")
            elif way == "ids":
                lines += [f"const int block_{axis} = blockIdx.{axis}, "
                          f"size_{axis} = blockDim.{axis};",
                          f"int {name} = block_{axis} * size_{axis} + "
                          f"threadIdx.{axis};"]
            else:
                lines.append(f"int {name} = {plain};")
        return lines

    # Which threads take part ------------------------------------------------

    def guarded(self, body):
        tests = [f"{a} < {self.family.bounds[a]}" for a in self.family.axes]
        against = [f"{a} >= {self.family.bounds[a]}" for a in self.family.axes]
        way = self.pick("guard", ["plain", "return", "flag", "not", "nested",
                                  "and", "neither", "late-flag"])
        block = indented(body)
        if way == "return":
            return [f"if ({' || '.join(against)})", "  return;"] + body
        if way == "flag":
            return [f"const bool inside = {' && '.join(tests)};",
                    "if (inside) {"] + block + ["}"]
        if way == "not":
            return [f"if (!({' || '.join(against)})) {{"] + block + ["}"]
        if way == "nested":
            for test in reversed(tests):
                body = [f"if ({test}) {{"] + indented(body) + ["}"]
            return body
        if way == "and":
            return [f"if ({' & '.join(f'({t})' for t in tests)}) {{"] + \
                block + ["}"]
        if way == "neither":
            return [f"if ({' || '.join(against)}) {{", "} else {"] + block + ["}"]
        if way == "late-flag":
            return ["bool inside = true;"] + \
                sum([[f"if ({t})", "  inside = false;"] for t in against], []) + \
                ["if (inside) {"] + block + ["}"]
        return [f"if ({' && '.join(tests)}) {{"] + block + ["}"]

    # The loop and what it reads ---------------------------------------------

    def place(self, number):
        """The text of a place in the loop, what stands before the loop, and
        what ends each round."""
        array, row, step = self.family.places[number]
        at = "k" if step == "1" else f"k * {step}"
        whole = f"{row} + {at}" if row else at
        way = self.pick(f"place{number}",
                        ["plain", "row", "walks", "offset", "macro", "address",
                         "load", "deref"])
        if way == "row":
            base = f"{array} + {row}" if row else array
            return f"{array}_row[{at}]", [f"const float *{array}_row = {base};"], []
        if way == "walks":
            base = f"{array} + {row}" if row else array
            return f"*{array}_at", [f"const float *{array}_at = {base};"], \
                [f"{array}_at += {step};"]
        if way == "offset":
            return f"{array}[{array}_i]", [f"int {array}_i = {row or '0'};"], \
                [f"{array}_i += {step};"]
        if way == "macro":
            macro = f"{self.name.upper()}_{array.upper()}"
            self.before.append(f"#define {macro}(p, k) (p)[{whole}]")
            return f"{macro}({array}, k)", [], []
        if way == "address":
            return f"(&{array}[{row or '0'}])[{at}]", [], []
        if way == "load":
            return f"__ldg(&{array}[{whole}])", [], []
        if way == "deref":
            return f"*({array} + ({whole}))", [], []
        return f"{array}[{whole}]", [], []

    def loop(self):
        length = self.family.length
        texts, before, after = [], [], []
        for number in range(len(self.family.places)):
            text, first, last = self.place(number)
            texts.append(text)
            before += first
            after += last
        value = self.family.terms.format(*texts)
        add = self.pick("sum", ["plus", "assign", "value", "fma-free"])
        rounds = {"plus": [f"sum += {value};"],
                  "assign": [f"sum = sum + {value};"],
                  "value": [f"const float part = {value};", "sum += part;"],
                  "fma-free": ["{", f"  float part = {value};",
                               "  sum = sum + part;", "}"]}[add] + after
        ways = ["for", "while", "exit", "endless", "notequal", "outside", "do"]
        if not after:
            ways.append("down")
        way = self.pick("loop", ways)
        body = indented(rounds)
        if way == "while":
            loop = ["int k = 0;", f"while (k < {length}) {{"] + body + \
                ["  ++k;", "}"]
        elif way == "exit":
            loop = ["for (int k = 0;; ++k) {", f"  if (k >= {length})",
                    "    break;"] + body + ["}"]
        elif way == "endless":
            loop = ["int k = 0;", "while (true) {", f"  if (k == {length})",
                    "    break;"] + body + ["  k += 1;", "}"]
        elif way == "notequal":
            loop = [f"for (int k = 0; k != {length}; k++) {{"] + body + ["}"]
        elif way == "outside":
            loop = ["int k;", f"for (k = 0; k < {length}; ++k) {{"] + body + ["}"]
        elif way == "do":
            loop = ["int k = 0;", f"if ({length} > 0)", "  do {"] + \
                indented(body) + ["    ++k;", f"  }} while (k < {length});"]
        elif way == "down":
            loop = [f"for (int k = {length} - 1; k >= 0; --k) {{"] + body + ["}"]
        else:
            loop = [f"for (int k = 0; k < {length}; ++k) {{"] + body + ["}"]
        return before + loop

    def work(self):
        return ["float sum = 0;"] + self.loop() + [f"c[{self.family.to}] = sum;"]

    def text(self):
        body = self.positions() + self.guarded(self.work())
        real = self.pick("type", ["float", "real"])
        lines = self.before + [
            f"__global__ void {self.name}(const {real} *a, const {real} *b, "
            f"{real} *c, int m, int n) {{"]
        return "\n".join(lines + indented(body) + ["}"])

    # The launch ---------------------------------------------------------------

    def launch(self):
        arguments = "(a, b, c, m, n);"
        blocks = self.family.blocks
        grid = [f"({self.family.bounds[a]} + {blocks[a] - 1}) / {blocks[a]}"
                for a in reversed(self.family.axes)]
        block = [str(blocks[a]) for a in reversed(self.family.axes)]
        way = self.pick("launch", ["plain", "members", "reassigned", "constants",
                                   "helper", "launcher"])
        if way == "members":
            lines = ["dim3 grid, block;"] + \
                [f"block.{a} = {size};" for a, size in zip("xy", block)] + \
                [f"grid.{a} = {size};" for a, size in zip("xy", grid)]
        elif way == "reassigned":
            lines = ["dim3 block(1), grid(1);",
                     f"block = dim3({', '.join(block)});",
                     f"grid = dim3({', '.join(grid)});"]
        elif way == "constants":
            lines = [f"const int size_{a} = {size};"
                     for a, size in zip("xy", block)] + \
                [f"dim3 block({', '.join('size_' + a for a, _ in zip('xy', block))}"
                 ");", f"dim3 grid({', '.join(grid)});"]
        elif way == "helper":
            lines = [f"dim3 block({', '.join(block)});", "dim3 grid(" + ", ".join(
                f"ceil_div({self.family.bounds[a]}, {blocks[a]})"
                for a in reversed(self.family.axes)) + ");"]
        else:
            lines = [f"dim3 block({', '.join(block)}), grid({', '.join(grid)});"]
        lines.append(f"{self.name}<<<grid, block>>>{arguments}")
        if way == "launcher":
            self.before_launch = \
                f"static void start_{self.name}(const float *a, const float *b, " \
                "float *c, int m, int n) {\n" + "\n".join(indented(lines)) + "\n}"
            return [f"start_{self.name}{arguments}"]
        return ["{"] + indented(lines) + ["}"]


def indented(lines):
    return ["  " + line for line in lines]


HEAD = """#include <cstdio>
#include <cstdlib>
typedef float real;
static int ceil_div(int a, int b) { return (a + b - 1) / b; }
"""

MAIN = """
static void show(const char *name, const float *c, int size) {
  double total = 0;
  for (int i = 0; i < size; ++i)
    total += c[i] * (i % 7 + 1);
  printf("%s %.1f\\n", name, total);
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 20, n = argc > 2 ? atoi(argv[2]) : 24;
  int size = (m > n ? m : n) * (m > n ? m : n);
  float *a, *b, *c;
  cudaMallocManaged(&a, size * sizeof(float));
  cudaMallocManaged(&b, size * sizeof(float));
  cudaMallocManaged(&c, size * sizeof(float));
  for (int i = 0; i < size; ++i) {
    a[i] = i % 9 - 3;
    b[i] = i % 5 - 1;
  }
"""


def program(kernels):
    """The text of a program that starts \\p kernels, one after the other."""
    texts = [kernel.text() for kernel in kernels]
    launches, before = [], []
    for kernel in kernels:
        kernel.before_launch = ""
        launches += kernel.launch() + [
            "cudaDeviceSynchronize();",
            f'show("{kernel.name}", c, {"m * n" if kernel.family.axes == "yx" and kernel.family.bounds["y"] == "m" else "n * n" if kernel.family.axes == "yx" else "m"});',
            "cudaMemset(c, 0, size * sizeof(float));"]
        before.append(kernel.before_launch)
    return HEAD + "\n".join(texts) + "\n" + "\n".join(filter(None, before)) + \
        MAIN + "\n".join(indented(launches)) + "\n}\n"
