"""Families of plain kernels, with the spellings of what each computes."""

from respell import indented


class Family:
    """A plain kernel: its axes ("x", or "yx"), what bounds its threads, where
    its result goes."""
    signed = False      # positions are subtracted from
    interior = False    # threads at the border take no part

    def __init__(self, name, bounds, to, blocks):
        self.name, self.bounds, self.to, self.blocks = name, bounds, to, blocks
        self.axes = "".join(bounds)

    def tests(self, kernel):
        return [f"{axis} < {self.bounds[axis]}" for axis in self.axes]

    def size(self):
        return " * ".join(self.bounds.values())


class Sum(Family):
    """Each thread adds over a loop: \\p places are (array, row, step), for
    `a[row + k * step]`; \\p terms has {0}, {1} for them."""

    def __init__(self, name, bounds, places, to, terms, blocks, length="n"):
        super().__init__(name, bounds, to, blocks)
        self.places, self.terms, self.length = places, terms, length

    def place(self, kernel, number):
        """The text of a place in the loop, what stands before the loop, what
        counts along with it, and what ends each round."""
        array, row, step = self.places[number]
        at = "k" if step == "1" else f"k * {step}"
        whole = f"{row} + {at}" if row else at
        base = f"{array} + {row}" if row else array
        once = step == "1" and self.terms.count(f"{{{number}}}") == 1
        way = kernel.pick("place", ["plain", "row", "walks", "offset", "macro",
                                    "address", "load", "deref", "helper", "view",
                                    "reference", "index", "along",
                                    "row-helper"] + ["bumps"] * once)
        if way == "row":
            return f"{array}_row[{at}]", [f"const float *{array}_row = {base};"], \
                "", []
        if way == "row-helper":
            kernel.functions.append(
                f"__device__ const float *{kernel.name}_{array}(const float *p, "
                f"int i) {{ return p + i; }}")
            return f"{array}_row[{at}]", [
                f"const float *{array}_row = {kernel.name}_{array}({array}, "
                f"{row or 0});"], "", []
        if way == "walks":
            return f"*{array}_at", [f"const float *{array}_at = {base};"], "", \
                [f"{array}_at += {step};"]
        if way == "bumps":
            return f"*{array}_at++", [f"const float *{array}_at = {base};"], "", []
        if way == "offset":
            return f"{array}[{array}_i]", [f"int {array}_i = {row or '0'};"], "", \
                [f"{array}_i += {step};"]
        if way == "along":
            return f"{array}[{array}_i]", [f"int {array}_i = {row or '0'};"], \
                f"{array}_i += {step}", []
        if way == "macro":
            macro = f"{kernel.name.upper()}_{array.upper()}"
            kernel.macros.append(f"#define {macro}(p, k) (p)[{whole}]")
            return f"{macro}({array}, k)", [], "", []
        if way == "address":
            return f"(&{array}[{row or '0'}])[{at}]", [], "", []
        if way == "load":
            return f"__ldg(&{array}[{whole}])", [], "", []
        if way == "deref":
            return f"*({array} + ({whole}))", [], "", []
        if way == "helper":
            kernel.functions.append(
                f"__device__ float {kernel.name}_{array}(const float *p, int i) "
                "{ return p[i]; }")
            return f"{kernel.name}_{array}({array}, {whole})", [], "", []
        if way == "view":
            return f"View{{{array}}}[{whole}]", [], "", []
        if way == "reference":
            return f"{array}_value", [], "", \
                [f"const float &{array}_value = {array}[{whole}];"]
        if way == "index":
            return f"{array}[{array}_i]", [], "", \
                [f"const int {array}_i = {whole};"]
        return f"{array}[{whole}]", [], "", []

    def rounds(self, kernel, value, sum="sum"):
        add = kernel.pick("sum", ["plus", "assign", "value", "block", "swapped",
                                  "helper", "add", "lambda", "parts"])
        if add == "assign":
            return [f"{sum} = {sum} + {value};"]
        if add == "swapped":
            return [f"{sum} = {value} + {sum};"]
        if add == "value":
            return [f"const float part = {value};", f"{sum} += part;"]
        if add == "block":
            return ["{", f"  float part = {value};", f"  {sum} = {sum} + part;",
                    "}"]
        if add == "helper":
            kernel.functions.append(
                f"__device__ float {kernel.name}_plus(float s, float v) "
                "{ return s + v; }")
            return [f"{sum} = {kernel.name}_plus({sum}, {value});"]
        if add == "add":
            kernel.functions.append(
                f"__device__ void {kernel.name}_add(float &s, float v) "
                "{ s += v; }")
            return [f"{kernel.name}_add({sum}, {value});"]
        if add == "lambda":
            return [f"auto term = [&] {{ return {value}; }};",
                    f"{sum} += term();"]
        if add == "parts":
            return ["float part;", f"part = {value};", f"{sum} += part;"]
        return [f"{sum} += {value};"]

    def looped(self, kernel, body, along, countdown):
        """\\p body for each k below the length; \\p along is counted, too."""
        length = self.length
        ways = ["for", "while", "exit", "endless", "notequal", "outside", "do",
                "flag", "minus", "counter", "long", "comma-init"]
        if not kernel.family.signed:
            ways += ["unsigned", "size_t"]
        if countdown:
            ways += ["down", "down-test", "mirrored"]
        way = kernel.pick("loop", ways)
        step = "".join(", " + each for each in along)
        last = [each + ";" for each in along]
        block = indented(body)
        if way == "while":
            return ["int k = 0;", f"while (k < {length}) {{"] + block + \
                indented(last) + ["  ++k;", "}"]
        if way == "exit":
            return [f"for (int k = 0;; ++k{step}) {{", f"  if (k >= {length})",
                    "    break;"] + block + ["}"]
        if way == "endless":
            return ["int k = 0;", "while (true) {", f"  if (k == {length})",
                    "    break;"] + block + indented(last) + ["  k += 1;", "}"]
        if way == "notequal":
            return [f"for (int k = 0; k != {length}; k++{step}) {{"] + block + \
                ["}"]
        if way == "outside":
            return ["int k;", f"for (k = 0; k < {length}; ++k{step}) {{"] + \
                block + ["}"]
        if way == "comma-init":
            return ["int k, end;",
                    f"for (k = 0, end = {length}; k < end; ++k{step}) {{"] + \
                block + ["}"]
        if way == "do":
            return ["int k = 0;", f"if ({length} > 0)", "  do {"] + \
                indented(block + indented(last)) + \
                ["    ++k;", f"  }} while (k < {length});"]
        if way == "flag":
            return ["int k = 0;", f"bool more = k < {length};",
                    "while (more) {"] + block + indented(last) + \
                ["  ++k;", f"  more = k < {length};", "}"]
        if way == "minus":
            return [f"for (int k = 0; k <= {length} - 1; ++k{step}) {{"] + \
                block + ["}"]
        if way == "counter":
            return ["int k = 0;", f"for (int left = {length}; left > 0; "
                    f"--left{step}) {{"] + block + ["  ++k;", "}"]
        if way in ("long", "unsigned", "size_t"):
            return [f"for ({way} k = 0; k < {length}; ++k{step}) {{"] + block + \
                ["}"]
        if way == "down":
            return [f"for (int k = {length} - 1; k >= 0; --k) {{"] + block + ["}"]
        if way == "down-test":
            return [f"for (int k = {length}; k-- > 0;) {{"] + block + ["}"]
        if way == "mirrored":
            return [f"for (int j = 0; j < {length}; ++j) {{",
                    f"  const int k = {length} - 1 - j;"] + block + ["}"]
        return [f"for (int k = 0; k < {length}; ++k{step}) {{"] + block + ["}"]

    def work(self, kernel):
        texts, before, along, first, last = [], [], [], [], []
        for number in range(len(self.places)):
            text, lines, counts, rounds = self.place(kernel, number)
            texts.append(text)
            before += lines
            if counts:
                along.append(counts)
            (first if rounds and rounds[0].startswith("const") else last).extend(
                rounds)
        walks = last or along or any("++" in text for text in texts)
        start = kernel.pick("start", ["plain", "float", "braces", "copy"])
        sum = {"plain": "float sum = 0;", "float": "float sum = 0.0f;",
               "braces": "float sum{};", "copy": "auto sum = 0.f;"}[start]
        rounds = first + self.rounds(kernel, self.terms.format(*texts)) + last
        return [sum] + before + self.looped(kernel, rounds, along, not walks) + \
            kernel.stored("sum")


class Stencil(Family):
    """Each thread reads its neighbours: \\p places are the offsets (y, x), with
    their weights. Border is "inside", where no thread at the border takes part,
    "zero", where nothing is beyond, or "clamp", where the last is repeated."""
    signed = True

    def __init__(self, name, bounds, places, border, blocks):
        to = "y * n + x" if len(bounds) > 1 else "x"
        super().__init__(name, bounds, to, blocks)
        self.places, self.border = places, border
        self.interior = border == "inside"

    def tests(self, kernel):
        tests = super().tests(kernel)
        if self.border != "inside":
            return tests
        way = kernel.pick("border", ["plain", "one", "plus"])
        lower = {"plain": "{} > 0", "one": "{} >= 1", "plus": "{} > 0"}[way]
        upper = {"plain": "{} < {} - 1", "one": "{} <= {} - 2",
                 "plus": "{} + 1 < {}"}[way]
        return [test for axis in self.axes for test in
                (lower.format(axis), upper.format(axis, self.bounds[axis]))]

    def moved(self, axis, by):
        return axis if by == 0 else f"{axis} {'-' if by < 0 else '+'} {abs(by)}"

    def index(self, kernel, places, way):
        if len(self.axes) == 1:
            return places["x"]
        y, x = places["y"], places["x"]
        return f"({y}) * n + {x}" if " " in y else f"{y} * n + {x}"

    def clamped(self, kernel, axis, by, way):
        """The text of a coordinate, and what stands before."""
        if by == 0:
            return axis, []
        moved, last = self.moved(axis, by), f"{self.bounds[axis]} - 1"
        name = f"{axis}{'l' if by < 0 else 'h'}{abs(by)}"
        if way == "ternary":
            return name, [f"const int {name} = " + (
                f"{axis} > {-by - 1} ? {moved} : 0;" if by < 0 else
                f"{axis} < {last} - {by - 1} ? {moved} : {last};" if by > 1 else
                f"{axis} < {last} ? {moved} : {last};")]
        if way == "if":
            return name, [f"int {name} = {moved};"] + (
                [f"if ({name} < 0)", f"  {name} = 0;"] if by < 0 else
                [f"if ({name} > {last})", f"  {name} = {last};"])
        if way == "helper":
            return f"clamped({moved}, {last})", []
        if way == "both":
            return name, [f"const int {name} = min(max({moved}, 0), {last});"]
        return (f"max({moved}, 0)" if by < 0 else f"min({moved}, {last})"), []

    def work(self, kernel):
        before, texts = [], []
        flat = len(self.axes) == 2 and self.border == "inside" and \
            kernel.pick("flat", ["plain", "centre", "pointer"])
        if flat == "centre":
            before.append("const int i = y * n + x;")
        elif flat == "pointer":
            before.append("const float *at = a + y * n + x;")
        edge = self.border == "clamp" and kernel.pick(
            "clamp", ["plain", "ternary", "if", "helper", "both"])
        for place, weight in self.places:
            by = dict(zip("yx", place))
            if flat in ("centre", "pointer"):
                steps = [f"{'-' if d < 0 else '+'} " +
                         ("n" if a == "y" else "1") for a, d in by.items() if d]
                text = " ".join(["i"] + steps) if flat == "centre" else \
                    " ".join(steps).removeprefix("+ ").replace("- ", "-", 1) or "0"
                read = f"at[{text}]" if flat == "pointer" else \
                    kernel.read("read", "a", text)
                texts.append((weight, read, []))
                continue
            if self.border == "clamp":
                coordinates = {}
                for axis in self.axes:
                    coordinates[axis], lines = self.clamped(kernel, axis,
                                                            by[axis], edge)
                    before += [l for l in lines if l not in before or
                               l.startswith("  ") or l.startswith("if")]
            else:
                coordinates = {axis: self.moved(axis, by[axis])
                               for axis in self.axes}
            text = kernel.read("read", "a", self.index(kernel, coordinates, flat))
            inside = [f"{axis} > 0" if by[axis] < 0 else
                      f"{axis} < {self.bounds[axis]} - 1"
                      for axis in self.axes if by[axis]]
            texts.append((weight, text, inside))
        before = list(dict.fromkeys(before)) if edge != "if" else unique(before)
        if self.border != "zero":
            return before + self.added(kernel, texts)
        return before + self.chosen(kernel, texts)

    def added(self, kernel, texts):
        terms = [text if weight == 1 else f"{weight} * {text}"
                 for weight, text, _ in texts]
        way = kernel.pick("terms", ["plain", "sum", "names", "late"])
        if way == "sum":
            return [f"float sum = {terms[0]};"] + \
                [f"sum += {term};" for term in terms[1:]] + kernel.stored("sum")
        if way == "names":
            lines = [f"const float v{i} = {term};" for i, term in enumerate(terms)]
            return lines + kernel.stored(
                " + ".join(f"v{i}" for i in range(len(terms))))
        if way == "late":
            return ["float sum;", f"sum = {' + '.join(terms)};"] + \
                kernel.stored("sum")
        return kernel.stored(" + ".join(terms))

    def chosen(self, kernel, texts):
        """Adds those that are there."""
        way = kernel.pick("zero", ["if", "ternary", "value", "flag"])
        lines = ["float sum = 0;"]
        for number, (weight, text, inside) in enumerate(texts):
            term = text if weight == 1 else f"{weight} * {text}"
            test = " && ".join(inside)
            if not test:
                lines.append(f"sum += {term};")
            elif way == "ternary":
                lines.append(f"sum += {test} ? {term} : 0;")
            elif way == "value":
                lines += [f"float v{number} = 0;", f"if ({test})",
                          f"  v{number} = {term};", f"sum += v{number};"]
            elif way == "flag":
                lines += [f"const bool in{number} = {test};", f"if (in{number})",
                          f"  sum += {term};"]
            else:
                lines += [f"if ({test})", f"  sum += {term};"]
        return lines + kernel.stored("sum")


def unique(lines):
    """Without the second of equal declarations and of what follows them."""
    seen, result, skip = set(), [], False
    for line in lines:
        if line.startswith("int "):
            skip = line in seen
            seen.add(line)
        if not skip:
            result.append(line)
    return result


class Filter(Sum):
    """A 1-D filter whose radius, m / 8, is a parameter."""
    signed = True

    def __init__(self, name, blocks):
        super().__init__(name, {"x": "n"}, [], "x", "", blocks)

    def work(self, kernel):
        weight = kernel.read("weight", "b", "{} + r")
        value = kernel.read("read", "a", "x + {}")
        way = kernel.pick("taps", ["plain", "from-zero", "position", "bounds",
                                   "continue", "ternary", "nested", "clamped"])
        lines = ["const int r = m / 8;", "float sum = 0;"]

        def term(j, at=None):
            return f"{value.replace('x + {}', at or 'x + ' + j)} * " + \
                weight.replace("{}", j)
        if way == "from-zero":
            lines += ["for (int k = 0; k < 2 * r + 1; ++k) {",
                      "  const int at = x + k - r;",
                      "  if (at >= 0 && at < n)"] + \
                [f"    sum += {term('k - r', 'at')};", "}"]
        elif way == "position":
            lines += ["for (int i = x - r; i <= x + r; ++i)",
                      "  if (i >= 0 && i < n)",
                      f"    sum += {term('i - x', 'i')};"]
        elif way == "bounds":
            lines += ["const int first = max(-r, -x), last = min(r, n - 1 - x);",
                      "for (int j = first; j <= last; ++j)",
                      f"  sum += {term('j')};"]
        elif way == "continue":
            lines += ["for (int j = -r; j <= r; ++j) {",
                      "  if (x + j < 0 || x + j >= n)", "    continue;",
                      f"  sum += {term('j')};", "}"]
        elif way == "ternary":
            lines += ["for (int j = -r; j <= r; ++j)",
                      f"  sum += x + j >= 0 && x + j < n ? {term('j')} : 0;"]
        elif way == "nested":
            lines += ["for (int j = -r; j <= r; ++j) {", "  if (x + j >= 0) {",
                      "    if (x + j < n)", f"      sum += {term('j')};", "  }",
                      "}"]
        elif way == "clamped":
            lines += ["for (int i = max(x - r, 0); i < min(x + r + 1, n); ++i)",
                      f"  sum += {term('i - x', 'i')};"]
        else:
            lines += ["for (int j = -r; j <= r; ++j)",
                      "  if (x + j >= 0 && x + j < n)",
                      f"    sum += {term('j')};"]
        return lines + kernel.stored("sum")


class Strided(Sum):
    """A map over a range of any size by few threads."""

    def __init__(self, name, blocks):
        super().__init__(name, {"x": "m"}, [], "i", "", blocks)

    def tests(self, kernel):
        return ["x < n * n"]

    def size(self):
        return "n * n"

    def work(self, kernel):
        value = f"2 * {kernel.read('read', 'a', 'i')} + " \
            f"{kernel.read('weight', 'b', 'i')}"
        body = indented(kernel.stored(value))
        way = kernel.pick("stride", ["plain", "while", "name", "do", "exit",
                                     "added", "literal"])
        stride = "gridDim.x * blockDim.x"
        if way == "while":
            return ["int i = x;", "while (i < n * n) {"] + body + \
                [f"  i += {stride};", "}"]
        if way == "name":
            return [f"const int stride = blockDim.x * gridDim.x;",
                    "for (int i = x; i < n * n; i += stride) {"] + body + ["}"]
        if way == "do":
            return ["int i = x;", "do {"] + body + \
                [f"  i += {stride};", "} while (i < n * n);"]
        if way == "exit":
            return ["for (int i = x;;) {"] + body + \
                [f"  i += {stride};", "  if (i >= n * n)", "    break;", "}"]
        if way == "added":
            return [f"for (int i = x; i < n * n; i = i + {stride}) {{"] + body + \
                ["}"]
        if way == "literal":
            return [f"for (int i = x; i < n * n; i += gridDim.x * "
                    f"{self.blocks['x']}) {{"] + body + ["}"]
        return [f"for (int i = x; i < n * n; i += {stride}) {{"] + body + ["}"]


SQUARE, ROW = {"y": 16, "x": 16}, {"x": 128}
CROSS = [((0, 0), 4), ((0, -1), 1), ((0, 1), 1), ((-1, 0), 1), ((1, 0), 1)]
LINE = [((0, -1), 1), ((0, 0), 2), ((0, 1), 1)]

FAMILIES = [
    Sum("product", {"y": "n", "x": "n"},
        [("a", "y * n", "1"), ("b", "x", "n")], "y * n + x", "{0} * {1}", SQUARE),
    Sum("matvec", {"x": "m"}, [("a", "x * n", "1"), ("b", "", "1")], "x",
        "{0} * {1}", ROW),
    Sum("squares", {"x": "m"}, [("a", "x * n", "1")], "x", "{0} * {0}", ROW),
    Sum("distances", {"y": "m", "x": "n"},
        [("a", "y * n", "1"), ("b", "x * n", "1")], "y * n + x",
        "({0} - {1}) * ({0} - {1})", SQUARE),
    Sum("rows", {"x": "m"}, [("a", "x * n", "1")], "x", "{0}", ROW),
    Sum("columns", {"x": "n"}, [("a", "x", "n")], "x", "{0}", ROW, length="m"),
    Sum("vecmat", {"x": "n"}, [("a", "x", "n"), ("b", "", "1")], "x",
        "{0} * {1}", ROW, length="m"),
    Stencil("blur", {"x": "n"}, LINE, "inside", ROW),
    Stencil("blur-zero", {"x": "n"}, LINE, "zero", ROW),
    Stencil("blur-clamp", {"x": "n"}, LINE, "clamp", ROW),
    Stencil("heat", {"y": "m", "x": "n"}, CROSS, "inside", SQUARE),
    Stencil("heat-zero", {"y": "m", "x": "n"}, CROSS, "zero", SQUARE),
    Stencil("heat-clamp", {"y": "m", "x": "n"}, CROSS, "clamp", SQUARE),
    Filter("filter", ROW),
    Strided("strided", ROW),
]
