"""Plain kernels, as people write them: stencils, windows, products, and so on.

Each kernel is small, and several share a program, as compiling takes longest.
Sizes are arguments of the program, three for each round.
"""

import random

from plain_branches import branches
from plain_choices import choices
from plain_more import MORE
from plain_text import COMMON, TYPES, Grid, plus, wrapped


class Kernel:
    """One kernel: its text, and what its launch needs."""

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.type = rng.choice(COMMON)
        self.before = []      # macros
        self.parameters = []  # type and name
        self.arrays = []      # name, elements, whether it is written
        self.numbers = []     # arguments that are no arrays
        self.body = []
        self.grid = self.block = ""
        self.kind = ""

    def array(self, name, count, written=False):
        const = "" if written else self.rng.choice(["const ", "const ", ""])
        restrict = self.rng.choice(["", "", "__restrict__ "])
        self.parameters.append(f"{const}{self.type} *{restrict}{name}")
        self.arrays.append((name, count, written))

    def number(self, name, value, kind="int"):
        self.parameters.append(f"{kind} {name}")
        self.numbers.append(value)

    def sizes(self, grid):
        kind = self.rng.choice(["int"] * 5 + ["const int"])
        for name, value in zip(grid.sizes, ("nx", "ny", "nz")):
            self.number(name, value, kind)

    def over(self, grid, sizes=None):
        """The launch: one thread for each point."""
        sizes = sizes or ("nx", "ny", "nz")[:grid.dims]
        self.block = ", ".join(map(str, grid.block))
        self.grid = ", ".join(f"({size} + {edge - 1}) / {edge}"
                              for size, edge in zip(sizes, grid.block))

    def zero(self):
        return "0" if TYPES[self.type][1] == 1 else f"{self.type}()"

    def constant(self):
        base = TYPES[self.type][0]
        if base in ("float", "double"):
            text = self.rng.choice(["0.5", "0.25", "2.0", "0.125", "4.0", "1.5"])
            return text + ("f" if base == "float" else "")
        return str(self.rng.choice([2, 3, 4, 5]))

    def text(self):
        head = f"__global__ void {self.name}({', '.join(self.parameters)}) {{"
        return "\n".join(self.before + [head] + [
            "  " + line for line in self.body] + ["}"])

    def launch(self):
        base, parts = TYPES[self.type]
        lines = [f"static void run_{self.name}(int nx, int ny, int nz) {{"]
        for name, count, _ in self.arrays:
            lines += [f"  const size_t {name}_n = size_t({count}) * {parts};",
                      f"  std::vector<{base}> {name}_h({name}_n);",
                      f"  fill({name}_h, {len(lines)});",
                      f"  {self.type} *{name};",
                      f"  cudaMalloc(&{name}, {name}_n * sizeof({base}));",
                      f"  cudaMemcpy({name}, {name}_h.data(), {name}_n * sizeof"
                      f"({base}), cudaMemcpyHostToDevice);"]
        arguments = ", ".join([a[0] for a in self.arrays] + self.numbers)
        lines += [f"  const dim3 block({self.block}), grid({self.grid});",
                  f"  {self.name}<<<grid, block>>>({arguments});"]
        for name, _, written in self.arrays:
            if written:
                lines += [f"  cudaMemcpy({name}_h.data(), {name}, {name}_n * "
                          f"sizeof({base}), cudaMemcpyDeviceToHost);",
                          f'  show("{self.name}", {name}_h);']
        lines += [f"  cudaFree({a[0]});" for a in self.arrays] + ["}"]
        return "\n".join(lines)


#===--- Stencils -----------------------------------------------------------===#


def stencil_points(rng, dims):
    """Some neighbours, in any order."""
    reach = rng.choice([1, 1, 1, 2])
    form = rng.choice(["star", "star", "box", "some", "some", "axis"])
    box = [()]
    for _ in range(dims):
        box = [p + (o,) for p in box for o in range(-reach, reach + 1)]
    if form == "star":
        points = [p for p in box if sum(o != 0 for o in p) <= 1]
    elif form == "axis":
        axis = rng.randrange(dims)
        points = [p for p in box
                  if all(o == 0 for a, o in enumerate(p) if a != axis)]
    elif form == "box" and len(box) <= 27:
        points = box
    else:
        points = rng.sample(box, min(len(box), rng.randrange(3, 10)))
    rng.shuffle(points)
    if form == "star" and rng.random() < 0.3:
        points = points[:-1]
    return points


def spell_stencil(k, grid, points):
    """Declarations, and what each neighbour is spelled."""
    rng, name = k.rng, k.arrays[0][0]
    dims = grid.dims
    form = rng.choice(["flat", "flat", "macro", "near", "id", "id", "pointer",
                       "rows", "rows", "chain", "names", "strides"])
    if dims == 1 and form in ("rows", "chain", "strides"):
        form = "flat"
    declared, spelled = [], {}
    if form in ("flat", "pointer"):
        for p in points:
            at = grid.place(p)
            spelled[p] = f"{name}[{at}]" if form == "flat" else f"*({name} + {at})"
    elif form == "macro":
        letters = "abc"[:dims]
        text = letters[-1]
        text = f"({text})"
        for axis in reversed(range(dims - 1)):
            text = f"({text} * {grid.sizes[axis]} + ({letters[axis]}))"
        macro = k.name.upper() + "_AT"
        k.before.append(f"#define {macro}({', '.join(letters)}) {text}")
        for p in points:
            at = ", ".join(plus(n, o) for n, o in zip(grid.names, p))
            spelled[p] = f"{name}[{macro}({at})]"
    elif form == "near":
        letters = "abc"[:dims]
        text = f"({grid.names[-1]} + ({letters[-1]}))"
        for axis in reversed(range(dims - 1)):
            text = (f"({text} * {grid.sizes[axis]} + {grid.names[axis]} + "
                    f"({letters[axis]}))")
        macro = k.name.upper() + "_NEAR"
        whole = rng.random() < 0.5
        k.before.append(f"#define {macro}({', '.join(letters)}) "
                        + (f"{name}[{text}]" if whole else text))
        for p in points:
            at = f"{macro}({', '.join(map(str, p))})"
            spelled[p] = at if whole else f"{name}[{at}]"
    elif form == "id":
        declared.append(f"{rng.choice(['int', 'const int'])} id = "
                        f"{grid.place((0,) * dims)};")
        for p in points:
            at = "id" + grid.distance(p)
            spelled[p] = rng.choice([f"{name}[{at}]"] * 3 + [f"*({name} + {at})"])
    elif form in ("rows", "chain"):
        rows = sorted({p[1:] for p in points})
        rng.shuffle(rows)
        known = {}
        for number, row in enumerate(rows):
            pointer = f"row{number}"
            strides = [grid.sizes[0], " * ".join(grid.sizes[:2])]
            if form == "chain" and known:
                other, before = rng.choice(sorted(known.items()))
                value = before
                for axis, (a, b) in enumerate(zip(row, other)):
                    if a != b:
                        by = abs(a - b)
                        value += (" + " if a > b else " - ") + (
                            f"{by} * " if by > 1 else "") + strides[axis]
            else:
                at = [f"{wrapped(plus(n, o))} * {s}" for n, o, s in zip(
                    grid.names[1:], row, strides)]
                value = f"{name} + {' + '.join(at)}"
                if rng.random() < 0.3:
                    value = f"&{name}[{' + '.join(at)}]"
            declared.append(f"const {k.type} *{pointer} = {value};")
            known[row] = pointer
        for p in points:
            at = plus(grid.names[0], p[0])
            spelled[p] = (f"{known[p[1:]]}[{at}]" if rng.random() < 0.8
                          else f"*({known[p[1:]]} + {at})")
    elif form == "names":
        names = {}
        for axis in range(dims):
            for by in sorted({p[axis] for p in points if p[axis]}):
                own = f"{grid.names[axis]}{'p' if by > 0 else 'm'}{abs(by)}"
                declared.append(f"int {own} = {plus(grid.names[axis], by)};")
                names[axis, by] = own
        rng.shuffle(declared)
        for p in points:
            at = [names.get((a, o), grid.names[a]) for a, o in enumerate(p)]
            text = at[-1]
            for axis in reversed(range(dims - 1)):
                text = f"{wrapped(text)} * {grid.sizes[axis]} + {at[axis]}"
            spelled[p] = f"{name}[{text}]"
    else:
        stride = ""
        strides = []
        for axis in range(1, dims):
            stride = (stride + " * " if stride else "") + grid.sizes[axis - 1]
            declared.append(f"const int s{axis} = {stride};")
            strides.append(f"s{axis}")
        for p in points:
            at = [plus(grid.names[0], p[0])] + [
                f"{wrapped(plus(n, o))} * {s}"
                for n, o, s in zip(grid.names[1:], p[1:], strides)]
            if rng.random() < 0.5:
                at.reverse()
            spelled[p] = f"{name}[{' + '.join(at)}]"
    return declared, spelled


def stencil(k):
    rng = k.rng
    dims = rng.choice([1, 2, 2, 2, 3, 3])
    grid = Grid(rng, dims)
    k.kind = f"stencil{dims}"
    count = " * ".join(("nx", "ny", "nz")[:dims])
    names = rng.choice([("A", "B"), ("in", "out"), ("src", "dst"), ("u", "v")])
    k.array(names[0], count)
    k.array(names[1], count, written=True)
    k.sizes(grid)
    k.over(grid)
    points = stencil_points(rng, dims)
    low = [max(0, max(-p[a] for p in points)) for a in range(dims)]
    high = [max(0, max(p[a] for p in points)) for a in range(dims)]
    if any(low) and grid.counter == "unsigned":
        grid.counter = "int"
    declared, spelled = spell_stencil(k, grid, points)
    target = f"{names[1]}[{grid.place((0,) * dims)}]"
    use = rng.choice(["sum", "sum", "sum", "named", "steps", "blocks"])
    terms = []
    for p in points:
        terms.append((rng.choice(["+", "+", "+", "-"]), p,
                      k.constant() if rng.random() < 0.3 else ""))
    lines = list(declared)

    def term(p, factor, text):
        return f"{factor} * {text}" if factor else text

    def joined(texts):
        out = texts[0][1]
        for sign, text in texts[1:]:
            out += f" {sign} {text}"
        return out

    if use == "sum":
        lines.append(f"{target} = " + joined(
            [(s, term(p, f, spelled[p])) for s, p, f in terms]) + ";")
    elif use == "named":
        some = [f"{rng.choice(['', 'const '])}{k.type} v{number} = {spelled[p]};"
                for number, (_, p, _) in enumerate(terms)]
        rng.shuffle(some)
        lines += some
        lines.append(f"{target} = " + joined(
            [(s, term(p, f, f"v{number}"))
             for number, (s, p, f) in enumerate(terms)]) + ";")
    elif use == "steps":
        from_zero = rng.random() < 0.5
        start = f"{k.type} s = {k.zero() if from_zero else spelled[terms[0][1]]};"
        rest = terms if from_zero else terms[1:]
        at = rng.randrange(len(lines) + 1) if from_zero else len(lines)
        lines.insert(at, start)
        lines += [f"s {s}= {term(p, f, spelled[p])};" for s, p, f in rest]
        lines.append(f"{target} = s;")
    else:
        lines.insert(rng.randrange(len(lines) + 1), f"{k.type} s = {k.zero()};")
        for s, p, f in terms:
            if rng.random() < 0.5:
                lines.append(f"s {s}= {term(p, f, spelled[p])};")
                continue
            own = rng.choice(["at", "o", "p", names[1], grid.sizes[0], "id"])
            if own in target or own == "id":
                own = "at"
            lines.append(f"{{ int {own} = {grid.place(p)}; s {s}= "
                         f"{term(p, f, f'{names[0]}[{own}]')}; }}")
            if own == grid.sizes[0]:
                lines[-1] = (f"{{ const int of = {own}, {own} = "
                             f"{1 + rng.randrange(3)}; (void)of; s {s}= "
                             f"{k.constant()} * {own}; }}")
        lines.append(f"{target} = s;")
    if rng.random() < 0.15:  # what comes before the condition
        cut = [line for line in lines if line in declared]
        if use != "steps" and len(cut) == len(declared) and declared:
            lines = [line for line in lines if line not in declared]
            k.body = grid.ids() + declared + grid.guard(low, high, lines)
            return
    k.body = grid.ids() + grid.guard(low, high, lines)


#===--- Windows ------------------------------------------------------------===#


def window(k):
    rng = k.rng
    dims = rng.choice([1, 1, 2])
    k.kind = f"window{dims}"
    grid = Grid(rng, dims)
    known = rng.random() < 0.5
    radius = rng.choice([1, 2, 3, 4]) if dims == 1 else rng.choice([1, 2])
    inside = rng.random() < 0.4  # tests in the loop instead of a wider input
    r = str(radius)
    if known and rng.random() < 0.5:
        r = k.name.upper() + "_R"
        k.before.append(f"#define {r} {radius}")
    elif not known:
        r = "r"
    weighted = rng.random() < 0.6
    pad = "" if inside else f" + {2 * radius}"
    k.array("in", f"(nx{pad}) * (ny{pad})" if dims == 2 else f"nx{pad}")
    if weighted:
        k.array("weights", str((2 * radius + 1) ** dims))
    k.array("out", "nx * ny" if dims == 2 else "nx", written=True)
    k.sizes(grid)
    if not known:
        k.number("r", str(radius))
    k.over(grid)
    step = rng.choice(["{0}++", "++{0}", "{0} += 1"])
    counters = ["dx", "dy"] if dims == 2 else [rng.choice(["j", "t", "o"])]
    if counters[0] in grid.names:
        counters[0] = "off"
    row = grid.sizes[0] + ("" if inside else f" + 2 * {r}")
    positive = rng.random() < 0.5  # from 0 or from -r
    weight = ""
    at = []
    for c, n in zip(counters, grid.names):
        if inside:
            at.append(f"{n} + {c} - {r}" if positive else f"{n} + {c}")
        else:
            at.append(f"{n} + {c}" if positive else f"{n} + {r} + {c}")
    if weighted:
        own = [c if positive else f"{c} + {r}" for c in counters]
        weight = own[0] if dims == 1 else (
            f"{wrapped(own[1])} * (2 * {r} + 1) + {own[0]}")
        weight = f" * weights[{weight}]"
    lines = [f"{k.type} sum = {k.zero()};"]
    indent = ""
    for c in reversed(counters):
        bounds = (f"0; {c} < 2 * {r} + 1" if positive else f"-{r}; {c} <= {r}")
        if positive and rng.random() < 0.4:
            bounds = f"0; {c} <= 2 * {r}"
        lines.append(f"{indent}for (int {c} = {bounds}; {step.format(c)})"
                     + (" {" if c == counters[0] else ""))
        indent += "  "
    if inside:
        for n, a, s in zip("pq", at, grid.sizes):
            lines.append(f"{indent}int {n} = {a};")
        tests = " && ".join(f"{n} >= 0 && {n} < {s}"
                            for n, s in zip("pq", grid.sizes))
        where = "p" if dims == 1 else f"q * {grid.sizes[0]} + p"
        lines.append(f"{indent}if ({tests})")
        lines.append(f"{indent}  sum += in[{where}]{weight};")
    else:
        where = at[0] if dims == 1 else (
            f"{wrapped(at[1])} * {wrapped(row)} + {at[0]}")
        lines.append(f"{indent}sum += in[{where}]{weight};")
    lines.append(f"{indent[:-2]}}}")
    lines.append(f"out[{grid.place((0,) * dims)}] = sum;")
    k.body = grid.ids() + grid.guard((0,) * dims, (0,) * dims, lines)


#===--- Products, rows, permutations ---------------------------------------===#


def product(k):
    """C = A B, each perhaps transposed."""
    rng = k.rng
    k.kind = "product"
    grid = Grid(rng, 2)
    grid.sizes = ("n", "m")
    k.array("A", "ny * nz")
    k.array("B", "nz * nx")
    k.array("C", "nx * ny", written=True)
    for name, value in rng.sample([("n", "nx"), ("m", "ny"), ("len", "nz")], 3):
        k.number(name, value)
    k.over(grid)
    ids = grid.ids()
    x, y = grid.names
    if rng.random() < 0.3:  # rows along x
        x, y = y, x
        k.over(grid, ("ny", "nx"))
    t = rng.choice(["k", "t", "e", "p"])
    while t in grid.names:
        t = "q" + t
    a = rng.choice([f"A[{y} * len + {t}]", f"A[{t} * m + {y}]",
                    f"*(A + {y} * len + {t})"])
    b = rng.choice([f"B[{t} * n + {x}]", f"B[{x} * len + {t}]"])
    c = f"C[{y} * n + {x}]"
    factors = [a, b]
    rng.shuffle(factors)
    kind = rng.choice(["int"] * 4 + ["unsigned", "size_t"])
    loop = f"for ({kind} {t} = 0; {t} < len; {rng.choice([t + '++', '++' + t])})"
    lines = []
    if rng.random() < 0.25:
        lines += [f"{c} = {k.zero()};", loop, f"  {c} += {' * '.join(factors)};"]
    else:
        lines += [f"{k.type} sum = {k.zero()};", loop,
                  f"  sum += {' * '.join(factors)};"]
        lines.append(rng.choice([f"{c} = sum;", f"{c} = {k.constant()} * sum + "
                                 f"{k.constant()} * {c};"]))
    tests = [f"{x} < n", f"{y} < m"]
    rng.shuffle(tests)
    if rng.random() < 0.5:
        k.body = ids + [f"if ({' && '.join(tests)}) {{"] + [
            "  " + line for line in lines] + ["}"]
    else:
        k.body = ids + [f"if ({x} >= n || {y} >= m) return;"] + lines


def rows(k):
    """One thread for each row or column: sums, extremes, scans, recurrences."""
    rng = k.rng
    grid = Grid(rng, 1)
    i = grid.names[0]
    grid.sizes = ("n",)
    by_row = rng.random() < 0.6
    what = rng.choice(["sum", "max", "vector", "scan", "recurrence"])
    k.kind = "rows-" + what
    inner = "len"
    k.array("a", "nx * ny")
    if what == "vector":
        k.array("vec", "nx")
    k.array("out", "nx * ny" if what in ("scan", "recurrence") else "ny",
            written=True)
    k.number("n", "ny")
    k.number("len", "nx")
    k.over(grid, ("ny",))
    c = "j" if i != "j" else "c"
    place = f"{i} * {inner} + {c}" if by_row else f"{c} * n + {i}"
    lines = []
    element = f"a[{place}]"
    if by_row and rng.random() < 0.4:
        lines.append(f"const {k.type} *line = a + {i} * {inner};")
        element = f"line[{c}]"
    start = f"{k.type} s = {k.zero()};"
    loop = f"for (int {c} = 0; {c} < {inner}; {c}++)"
    if what == "max":
        lines += [f"{k.type} s = {element.replace(c + ']', '0]') if by_row else f'a[{i}]'};",
                  f"for (int {c} = 1; {c} < {inner}; {c}++)",
                  f"  s = {element} > s ? {element} : s;", f"out[{i}] = s;"]
        if by_row:
            lines[-4] = f"{k.type} s = a[{i} * {inner}];"
    elif what == "sum":
        lines += [start, loop, f"  s += {element};", f"out[{i}] = s;"]
    elif what == "vector":
        lines += [start, loop, f"  s += {element} * vec[{c}];", f"out[{i}] = s;"]
    elif what == "scan":
        lines += [start, loop + " {", f"  s += {element};",
                  f"  out[{place}] = s;", "}"]
    else:
        lines += [start, loop + " {", f"  s = {k.constant()} * s + {element};",
                  f"  out[{place}] = s;", "}"]
    k.body = grid.ids() + grid.guard((0,), (0,), lines)


def permutation(k):
    rng = k.rng
    dims = rng.choice([1, 2, 2, 3])
    k.kind = f"permutation{dims}"
    if rng.random() < 0.3:
        k.type = rng.choice(["float2", "float4"])
    grid = Grid(rng, dims)
    count = " * ".join(("nx", "ny", "nz")[:dims])
    k.array("in", count)
    k.array("out", count, written=True)
    k.sizes(grid)
    k.over(grid)
    own = grid.place((0,) * dims)
    if dims == 1:
        other = rng.choice([f"{grid.sizes[0]} - 1 - {grid.names[0]}",
                            f"({grid.names[0]} + 3) % {grid.sizes[0]}"])
    else:
        order = list(range(dims))
        while order == sorted(order):
            rng.shuffle(order)
        other = grid.names[order[-1]]
        for axis in reversed(range(dims - 1)):
            other = (f"{wrapped(other)} * {grid.sizes[order[axis]]} + "
                     f"{grid.names[order[axis]]}")
    a, b = (own, other) if rng.random() < 0.5 else (other, own)
    lines = [f"out[{a}] = in[{b}];"]
    if rng.random() < 0.3:
        lines = [f"{k.type} v = in[{b}];", f"out[{a}] = v;"]
    k.body = grid.ids() + grid.guard((0,) * dims, (0,) * dims, lines)


def elements(k):
    rng = k.rng
    k.kind = "elements"
    if rng.random() < 0.4:
        k.type = rng.choice(["float2", "float4"])
    grid = Grid(rng, rng.choice([1, 1, 2]))
    count = " * ".join(("nx", "ny", "nz")[:grid.dims])
    k.array("a", count)
    k.array("b", count)
    k.array("c", count, written=True)
    k.sizes(grid)
    k.over(grid)
    at = grid.place((0,) * grid.dims)
    if TYPES[k.type][1] == 1:
        lines = [rng.choice([
            f"c[{at}] = {k.constant()} * a[{at}] + b[{at}];",
            f"c[{at}] += a[{at}] * b[{at}];",
            f"c[{at}] = a[{at}] > b[{at}] ? a[{at}] : b[{at}];"])]
    else:
        parts = "xyzw"[:TYPES[k.type][1]]
        lines = [f"const {k.type} p = a[{at}], q = b[{at}];", f"{k.type} r;"]
        lines += [f"r.{p} = p.{p} * q.{rng.choice(parts)} + {k.constant()};"
                  for p in parts]
        lines += [f"c[{at}] = r;"]
        if rng.random() < 0.5:
            lines = [f"c[{at}].{p} = a[{at}].{p} - {k.constant()} * b[{at}].{p};"
                     for p in parts]
    k.body = grid.ids() + grid.guard((0,) * grid.dims, (0,) * grid.dims, lines)


FAMILIES = [stencil] * 8 + [window] * 2 + [product] * 2 + [
    rows, rows, permutation, elements, branches, choices, choices] + MORE

HEAD = """#include <cstdio>
#include <cstdlib>
#include <vector>
template <class T> static void fill(std::vector<T> &v, unsigned seed) {
  for (size_t i = 0; i < v.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    v[i] = T(T(seed >> 25) / T(T(0.5) > 0 ? 16 : 3));
  }
}
template <class T>
static void show(const char *name, const std::vector<T> &v) {
  const unsigned char *bytes = (const unsigned char *)v.data();
  unsigned long long hash = 1469598103934665603ull;
  for (size_t i = 0; i < v.size() * sizeof(T); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211ull;
  printf("%s %016llx\\n", name, hash);
}
"""

# Sizes that are multiples of what vectors need, and odd ones.
ROUNDS = ["64 68 4", "37 23 9", "20 9 5", "8 5 3", "71 65 3", "36 5 40"]


def generate(seed, number):
    """The kernels of one program."""
    kernels = []
    for index in range(number):
        rng = random.Random(f"{seed}.{index}")
        k = Kernel(f"k{index}", rng)
        rng.choice(FAMILIES)(k)
        kernels.append(k)
    return kernels


def emit(kernels):
    parts, kernels = [HEAD], list(kernels)
    for k in kernels:
        parts += [k.text(), k.launch()]
    calls = "\n".join(f"    run_{k.name}(nx, ny, nz);" for k in kernels)
    parts.append(f"""int main(int argc, char **argv) {{
  for (int a = 1; a + 2 < argc; a += 3) {{
    const int nx = atoi(argv[a]), ny = atoi(argv[a + 1]),
              nz = atoi(argv[a + 2]);
{calls}
  }}
}}
""")
    return "\n".join(parts)
