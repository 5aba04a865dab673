"""Kernels that compute the same, spelled in ways that a random choice makes.

A kernel is a set of parts: where its thread stands, which threads take part,
the work, which is its family's, the parameters, the launch. Each part has
spellings, the plain one first; any of them goes with any other.
"""

import re

# Spellings that do not get the plan of the plain kernel yet, alone or together;
# in any family, or in the one that is named. `check.py --open` tells of those
# that do by now.
OPEN = [
    # in any family
    # in one
    "heat terms-sum", "heat-zero zero-ternary", "heat-zero zero-value",
    # only together
]


def indented(lines):
    return ["  " + line for line in lines]


class Kernel:
    """One spelling of a family, with the names of its parts chosen."""

    def __init__(self, family, number, random=None, open=True, only=None):
        self.family, self.number, self.random = family, number, random
        self.open = open      # also spellings of OPEN
        self.only = only      # by part, or part and which time: its spelling
        self.offered = {}     # by part: its spellings
        self.chosen = {}      # by part and which time: that of its spellings
        self.name = f"k{number}"
        self.used = []
        self.functions = []   # before the kernel
        self.macros = []      # likewise, in the kernel's words
        self.before_launch = ""

    def pick(self, part, spellings):
        """One of the names; without a random choice, the first."""
        self.offered[part] = spellings
        time = sum(of == part for of, _ in self.chosen)
        chosen = spellings[0]
        if self.only is not None:
            wanted = self.only.get((part, time), self.only.get(part))
            chosen = wanted if wanted in spellings else chosen
        elif self.random:
            chosen = self.random.choice(
                [name for index, name in enumerate(spellings)
                 if index == 0 or self.open or not self.is_open(part, name)])
        self.chosen[part, time] = chosen
        if chosen != spellings[0] and f"{part}-{chosen}" not in self.used:
            self.used.append(f"{part}-{chosen}")
        return chosen

    def is_open(self, part, name):
        """With what is chosen so far."""
        last = f"{part}-{name}"
        has = {self.family.name, last, *self.used}
        return any(last in entry and has.issuperset(entry)
                   for entry in map(str.split, OPEN))

    # Where the thread stands ------------------------------------------------

    def positions(self):
        axes, blocks = self.family.axes, self.family.blocks
        plain = {axis: f"blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}"
                 for axis in axes}
        ways = ["plain", "swapped", "late", "added", "helper", "literal",
                "const", "ids", "reference", "member", "lambda", "struct", "pointer",
                "decoded", "shifted", "chained", "cast", "macro"]
        if not self.family.signed:
            ways += ["unsigned", "size_t", "uint", "auto"]
        way = self.pick("index", ways)
        if way in ("unsigned", "const", "auto", "size_t", "uint"):
            kind = {"const": "const int", "auto": "const auto",
                    "uint": "const uint"}.get(way, way)
            return [f"{kind} {axis} = {plain[axis]};" for axis in axes]
        if way == "swapped":
            return [f"int {a} = threadIdx.{a} + blockDim.{a} * blockIdx.{a};"
                    for a in axes]
        if way == "late":
            return ["int " + ", ".join(axes) + ";"] + \
                [f"{axis} = {plain[axis]};" for axis in axes]
        if way == "added":
            return sum([[f"int {a} = blockIdx.{a} * blockDim.{a};",
                         f"{a} += threadIdx.{a};"] for a in axes], [])
        if way == "literal":
            return [f"int {a} = blockIdx.{a} * {blocks[a]} + threadIdx.{a};"
                    for a in axes]
        if way == "ids":
            return sum([[f"const int block_{a} = blockIdx.{a}, "
                         f"size_{a} = blockDim.{a};",
                         f"int {a} = block_{a} * size_{a} + threadIdx.{a};"]
                        for a in axes], [])
        if way == "chained":
            return ["int " + ", ".join(
                f"t{a} = threadIdx.{a}, {a} = t{a} + blockIdx.{a} * blockDim.{a}"
                for a in axes) + ";"]
        if way == "cast":
            return [f"int {a} = (int)(blockIdx.{a} * blockDim.{a}) + "
                    f"static_cast<int>(threadIdx.{a});" for a in axes]
        if way == "macro":
            self.macros += [f"#define {self.name.upper()}_{a.upper()} "
                            f"({plain[a]})" for a in axes]
            return [f"int {a} = {self.name.upper()}_{a.upper()};" for a in axes]
        if way == "helper":
            self.functions += [
                f"__device__ int {self.name}_{a}() {{ return {plain[a]}; }}"
                for a in axes]
            return [f"int {a} = {self.name}_{a}();" for a in axes]
        if way in ("reference", "pointer"):
            mark, star, of = ("&", "", "") if way == "reference" else \
                ("*", "*", "&")
            self.functions.append(
                f"__device__ void {self.name}_at(" +
                ", ".join(f"int {mark}{a}" for a in axes) + ") {\n" +
                "\n".join(f"  {star}{a} = {plain[a]};" for a in axes) + "\n}")
            return ["int " + ", ".join(axes) + ";",
                    f"{self.name}_at({', '.join(of + a for a in axes)});"]
        if way == "member":
            self.functions.append(
                f"struct Thread_{self.name} {{\n" + "\n".join(
                    f"  __device__ int {a}() const {{ return {plain[a]}; }}"
                    for a in axes) + "\n};")
            return [f"Thread_{self.name} thread;"] + \
                [f"int {a} = thread.{a}();" for a in axes]
        if way == "struct":
            self.functions += [
                f"struct Place_{self.name} {{ int {', '.join(axes)}; }};",
                f"__device__ Place_{self.name} {self.name}_place() {{\n"
                f"  Place_{self.name} p;\n" +
                "\n".join(f"  p.{a} = {plain[a]};" for a in axes) +
                "\n  return p;\n}"]
            return [f"const Place_{self.name} p = {self.name}_place();"] + \
                [f"const int {a} = p.{a};" for a in axes]
        if way == "lambda":
            return sum([[f"auto at_{a} = [] {{ return {plain[a]}; }};",
                         f"int {a} = at_{a}();"] for a in axes], [])
        if way in ("decoded", "shifted"):
            if len(axes) == 1:
                if way == "decoded":
                    return ["int warp = threadIdx.x / 32, lane = threadIdx.x % 32;",
                            "int x = blockIdx.x * blockDim.x + warp * 32 + lane;"]
                return ["int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;",
                        "int x = blockIdx.x * blockDim.x + (warp << 5) + lane;"]
            size, bits = blocks["x"], blocks["x"].bit_length() - 1
            over, rest = (f"/ {size}", f"% {size}") if way == "decoded" else \
                (f">> {bits}", f"& {size - 1}")
            return ["int t = threadIdx.y * blockDim.x + threadIdx.x;",
                    f"int y = blockIdx.y * {blocks['y']} + (t {over});",
                    f"int x = blockIdx.x * {size} + (t {rest});"]
        return [f"int {axis} = {plain[axis]};" for axis in axes]

    # Which threads take part ------------------------------------------------

    def guarded(self, body):
        tests = self.family.tests(self)
        against = [opposite(test) for test in tests]
        ways = ["plain", "return", "flag", "not", "nested", "and", "neither",
                "late-flag", "returns", "split-flag", "helper", "swapped", "skip",
                "member", "int-flag", "either"]
        if self.family.axes == "x" and not self.family.interior:
            ways.append("minus")
        way = self.pick("guard", ways)
        block, all_of = indented(body), " && ".join(tests)
        if way == "return":
            return [f"if ({' || '.join(against)})", "  return;"] + body
        if way == "returns":
            return sum([[f"if ({test})", "  return;"] for test in against], []) + \
                body
        if way == "flag":
            return [f"const bool inside = {all_of};", "if (inside) {"] + block + \
                ["}"]
        if way == "int-flag":
            return [f"int inside = {all_of} ? 1 : 0;", "if (inside != 0) {"] + \
                block + ["}"]
        if way == "split-flag":
            return [f"bool inside = {tests[0]};"] + \
                [f"inside = inside && {test};" for test in tests[1:]] + \
                ["if (!inside)", "  return;"] + body
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
        if way == "either":
            return [f"const bool outside = {' | '.join(f'({t})' for t in against)};",
                    "if (outside)", "  return;"] + body
        if way == "late-flag":
            return ["bool inside = true;"] + \
                sum([[f"if ({t})", "  inside = false;"] for t in against], []) + \
                ["if (inside) {"] + block + ["}"]
        if way == "skip":
            return ["do {", f"  if ({' || '.join(against)})", "    break;"] + \
                block + ["} while (false);"]
        if way == "swapped":
            return [f"if ({' && '.join(mirrored(t) for t in tests)}) {{"] + \
                block + ["}"]
        if way == "minus":
            return [f"if ({tests[0].replace(' < ', ' <= ')} - 1) {{"] + block + \
                ["}"]
        if way in ("helper", "member"):
            names = sorted(set(re.findall(r"\b[xymn]\b", all_of)))
            function = f"__device__ {{}}bool {self.name}_inside(" + \
                ", ".join(f"int {name}" for name in names) + f"){{}} " + \
                f"{{{{ return {all_of}; }}}}"
            if way == "member":
                self.functions.append(f"struct Test_{self.name} {{\n  " +
                                      function.format("", " const") + "\n};")
                return [f"if (Test_{self.name}().{self.name}_inside("
                        f"{', '.join(names)})) {{"] + block + ["}"]
            self.functions.append(function.format("", ""))
            return [f"if ({self.name}_inside({', '.join(names)})) {{"] + block + \
                ["}"]
        return [f"if ({all_of}) {{"] + block + ["}"]

    # What a place is read by ------------------------------------------------

    def read(self, part, array, index):
        """The text of `array[index]`."""
        way = self.pick(part, ["plain", "address", "load", "deref", "macro",
                               "helper", "view", "reversed"])
        if way == "macro":
            macro = f"{self.name.upper()}_{part.upper()}"
            self.macros.append(f"#define {macro}(p, i) (p)[i]")
            return f"{macro}({array}, {index})"
        if way == "address":
            return f"(&{array}[0])[{index}]"
        if way == "load":
            return f"__ldg(&{array}[{index}])"
        if way == "deref":
            return f"*({array} + ({index}))"
        if way == "reversed":
            return f"*(({index}) + {array})"
        if way == "helper":
            self.functions.append(
                f"__device__ float {self.name}_{part}(const float *p, int i) "
                "{ return p[i]; }")
            return f"{self.name}_{part}({array}, {index})"
        if way == "view":
            return f"View{{{array}}}[{index}]"
        return f"{array}[{index}]"

    def stored(self, value):
        """What writes the result."""
        to = self.family.to
        way = self.pick("store", ["plain", "deref", "helper", "reference", "index",
                                  "cast"] + ["row"] * (" + " in to))
        if way == "deref":
            return [f"*(c + {to}) = {value};"]
        if way == "row":
            row, last = to.rsplit(" + ", 1)
            return [f"float *to = c + {row};", f"to[{last}] = {value};"]
        if way == "helper":
            self.functions.append(
                f"__device__ void {self.name}_put(float *p, int i, float v) "
                "{ p[i] = v; }")
            return [f"{self.name}_put(c, {to}, {value});"]
        if way == "reference":
            return [f"float &result = c[{to}];", f"result = {value};"]
        if way == "index":
            return [f"const int to = {to};", f"c[to] = {value};"]
        if way == "cast":
            return [f"c[{to}] = static_cast<float>({value});"]
        return [f"c[{to}] = {value};"]

    # Parameters -------------------------------------------------------------

    def parameters(self):
        """Text of the parameters, what the body calls sizes and arrays, and
        the launch's arguments with what is declared for them."""
        real = {"template": "T"}.get(self.type, self.type)
        pointers = f"const {real} *a, const {real} *b, {real} *c"
        ways = ["plain", "struct", "const", "unpacked"]
        if real == "float":
            ways.append("all")
        if not self.family.signed:
            ways += ["unsigned", "size_t", "long"]
        way = self.pick("parameters", ways)
        if way == "struct" or way == "unpacked":
            names = {"m": "s.m", "n": "s.n"} if way == "struct" else {}
            top = ["const int m = s.m, n = s.n;"] if way == "unpacked" else []
            return f"{pointers}, Sizes s", names, top, \
                ["Sizes s = {m, n};"], ["a", "b", "c", "s"]
        if way == "all":
            return "Arguments s", \
                {name: "s." + name for name in "abcmn"}, [], \
                ["Arguments s = {a, b, c, m, n};"], ["s"]
        if way in ("unsigned", "size_t", "long"):
            return f"{pointers}, {way} m, {way} n", {}, [], \
                [f"{way} rows = m, columns = n;"], \
                ["a", "b", "c", "rows", "columns"]
        kind = "const int" if way == "const" else "int"
        return f"{pointers}, {kind} m, {kind} n", {}, [], [], list("abcmn")

    def text(self):
        self.type = self.pick("type", ["float", "real", "number", "template"])
        body = self.positions() + self.guarded(self.family.work(self))
        parameters, names, top, self.prelude, self.arguments = self.parameters()
        body = top + body
        if names:
            words = re.compile(r"(?<![\w.])(" + "|".join(names) + r")\b(?!\()")
            body = [words.sub(lambda at: names[at[1]], line) for line in body]
            # `s.n` is no declaration, and macros are in the body's words.
            self.macros = [line.split(") ", 1)[0] + ") " + words.sub(
                lambda at: names[at[1]], line.split(") ", 1)[1])
                if ") " in line else line for line in self.macros]
        head = "template <typename T>\n" if self.type == "template" else ""
        lines = list(dict.fromkeys(self.functions + self.macros)) + [
            f"{head}__global__ void {self.name}({parameters}) {{"]
        return "\n".join(lines + indented(body) + ["}"])

    # The launch ---------------------------------------------------------------

    def launch(self):
        name = self.name + ("<float>" if self.type == "template" else "")
        axes = list(reversed(self.family.axes))
        bounds, blocks = self.family.bounds, self.family.blocks
        grid = [f"({bounds[a]} + {blocks[a] - 1}) / {blocks[a]}" for a in axes]
        block = [str(blocks[a]) for a in axes]
        way = self.pick("launch", [
            "plain", "members", "reassigned", "constants", "helper", "launcher",
            "api", "template", "generic", "macro", "chained", "pointer", "lambda",
            "temporary", "ternary", "dim3-first", "minus"])
        arguments, start = ", ".join(self.arguments), name
        lines = [f"dim3 block({', '.join(block)}), grid({', '.join(grid)});"]
        if way == "members":
            lines = ["dim3 grid, block;"] + \
                [f"block.{a} = {size};" for a, size in zip("xy", block)] + \
                [f"grid.{a} = {size};" for a, size in zip("xy", grid)]
        elif way == "chained":
            lines = ["dim3 grid, block;"] + (
                [f"block.x = block.y = {block[0]};"] if len(axes) > 1 else
                [f"block.x = {block[0]};"]) + \
                [f"grid.{a} = {bounds[a]} / block.{a} + "
                 f"({bounds[a]} % block.{a} != 0);" for a in axes]
        elif way == "reassigned":
            lines = ["dim3 block(1), grid(1);",
                     f"block = dim3({', '.join(block)});",
                     f"grid = dim3({', '.join(grid)});"]
        elif way == "constants":
            lines = [f"const int size_{a} = {size};"
                     for a, size in zip("xy", block)] + \
                [f"dim3 block({', '.join('size_' + a for a, _ in zip('xy', block))}"
                 ");", f"dim3 grid({', '.join(grid)});"]
        elif way == "dim3-first":
            lines = [lines[0].split(", grid")[0] + ";", "dim3 grid(" + ", ".join(
                f"({bounds[a]} + block.{a} - 1) / block.{a}" for a in axes) + ");"]
        elif way == "minus":
            lines = [f"dim3 block({', '.join(block)});", "dim3 grid(" + ", ".join(
                f"({bounds[a]} - 1) / {blocks[a]} + 1" for a in axes) + ");"]
        elif way == "ternary":
            lines = [f"dim3 block({', '.join(block)});", "dim3 grid(" + ", ".join(
                f"{bounds[a]} % {blocks[a]} ? {bounds[a]} / {blocks[a]} + 1 : "
                f"{bounds[a]} / {blocks[a]}" for a in axes) + ");"]
        elif way == "helper":
            lines = [f"dim3 block({', '.join(block)});", "dim3 grid(" + ", ".join(
                f"ceil_div({bounds[a]}, {blocks[a]})" for a in axes) + ");"]
        call = [f"{start}<<<grid, block>>>({arguments});"]
        if way == "temporary":
            lines, call = [], [f"{start}<<<dim3({', '.join(grid)}), "
                               f"dim3({', '.join(block)})>>>({arguments});"]
        elif way == "api":
            call = ["void *values[] = {" +
                    ", ".join("&" + each for each in self.arguments) + "};",
                    f"cudaLaunchKernel((const void *){start}, grid, block, values, "
                    "0, 0);"]
        elif way == "generic":
            call = [f"start(grid, block, {start}, {arguments});"]
        elif way == "macro":
            call = [f"START({start}, grid, block, {arguments});"]
        elif way == "pointer":
            call = [f"auto *chosen = {start};",
                    f"chosen<<<grid, block>>>({arguments});"]
        elif way == "lambda":
            call = [f"auto run = [=] {{ {start}<<<grid, block>>>({arguments}); }};",
                    "run();"]
        lines = self.prelude + lines + call
        if way in ("launcher", "template"):
            head, last = "", "(a, b, c, m, n);"
            if way == "template":
                head = f"template <int {', int '.join('XY'[:len(axes)])}>\n"
                lines = [line.replace(
                    f"block({', '.join(block)})",
                    f"block({', '.join('XY'[:len(axes)])})") for line in lines]
                last = f"<{', '.join(block)}>" + last
            self.before_launch = \
                f"{head}static void start_{self.name}(const float *a, " \
                "const float *b, float *c, int m, int n) {\n" + \
                "\n".join(indented(lines)) + "\n}"
            return [f"start_{self.name}{last}"]
        return ["{"] + indented(lines) + ["}"]


def opposite(test):
    left, relation, right = re.fullmatch(r"(.*) (<|>|<=|>=) (.*)", test).groups()
    return f"{left} " + {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[relation] + \
        f" {right}"


def mirrored(test):
    left, relation, right = re.fullmatch(r"(.*) (<|>|<=|>=) (.*)", test).groups()
    return f"{right} " + {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[relation] + \
        f" {left}"


HEAD = """#include <cstdio>
#include <cstdlib>
typedef float real;
using number = float;
struct Sizes {
  int m, n;
};
struct Arguments {
  const float *a, *b;
  float *c;
  int m, n;
};
struct View {
  const float *p;
  __device__ float operator[](int i) const { return p[i]; }
};
__device__ int clamped(int i, int last) {
  return i < 0 ? 0 : i > last ? last : i;
}
static int ceil_div(int a, int b) { return (a + b - 1) / b; }
#define START(k, grid, block, ...) k<<<grid, block>>>(__VA_ARGS__)
template <typename K, typename... A>
static void start(dim3 grid, dim3 block, K kernel, A... arguments) {
  kernel<<<grid, block>>>(arguments...);
}
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
    launches = []
    for kernel in kernels:
        launches += kernel.launch() + [
            "cudaDeviceSynchronize();",
            f'show("{kernel.name}", c, {kernel.family.size()});',
            "cudaMemset(c, 0, size * sizeof(float));"]
    before = [kernel.before_launch for kernel in kernels if kernel.before_launch]
    return HEAD + "\n".join(texts) + "\n" + "\n".join(before) + MAIN + \
        "\n".join(indented(launches)) + "\n}\n"
