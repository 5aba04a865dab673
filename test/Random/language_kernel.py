"""Kernels whose counters, guards, subscripts and stores are spelled oddly.

Each thread writes elements of its own, and reads what no thread writes.
"""

from language_values import NARROW, TYPES, Variable, converted, number

INDEX_TYPES = ["int", "int", "unsigned", "long", "unsigned short", "short",
               "unsigned long long"]

# Guards of a thread `{i}` below 256: name, condition.
GUARDS = [
    ("guard that wraps", "{i} + {c}u - {c}u < {n}u"),
    ("guard that wraps", "(unsigned){i} - {c}u < {n}u"),
    ("guard that wraps", "(unsigned){i} + (0u - {c}u) >= {n}u"),
    ("guard that wraps", "(unsigned){i} + 0xffffff80u >= 128u"),
    ("guard that narrows", "(unsigned char)({i} + {c}) < {n}"),
    ("guard that narrows", "(signed char){i} >= {c} - {n}"),
    ("guard that narrows", "(short)({i} * 256) > 0"),
    ("guard of a converted difference", "(int)({i} - {c}u) < {n} - {c}"),
    ("guard of a converted difference", "(long long)({i} - {c}u) < {n}"),
    ("guard of a converted difference", "(long long){i} - {c} >= 0"),
    ("guard by a remainder", "(unsigned)({i} - {c}) % 7u < 3u"),
    ("guard by a remainder", "((int){i} - {c}) % 5 > -2"),
    ("guard by a remainder", "((int){i} - {c}) / 8 == 0"),
    ("guard by bits", "({i} & {c}) != 0"),
    ("guard by bits", "({i} >> 3) % 2 == 0"),
    ("guard by a sign", "-(int){i} <= -{c}"),
    ("guard of two", "{i} >= {c} && {i} < {c} + {n}"),
    ("guard of two", "!({i} < {c} || {i} > {n})"),
    ("guard with a ternary", "({i} < {c} ? {i} + 1 : {n}) > 20"),
    ("plain guard", "{i} < {n}"),
]

# Stores of a value `{v}` in the thread's own element `{e}` of an array `{r}`:
# name, lines; `{q}` is the same element of another array.
STORES = [
    ("plain store", ["{e} = {v};"]),
    ("plain store", ["{e} = {v};"]),
    ("and with a store", ["{g} && ({e} = {v});"]),
    ("or with a store", ["{g} || ({e} = {v});"]),
    ("elvis with a store", ["(void)(({g}) ?: ({e} = {v}));"]),
    ("elvis with a store", ["(void)(({w}) % 3 ?: ({e} = {v}));"]),
    ("conditional with a store", ["({g}) ? (void)({e} = {v}) : (void)0;"]),
    ("conditional place", ["(({g}) ? {e} : {q}) = {v};"]),
    ("conditional with two stores",
     ["({g}) ? ({e} = {v}) : ({q} = {v} + 1);"]),
    ("store in a condition", ["if (({e} = {v}) > 500)", "  {q} = 1;"]),
    ("stores in a chain", ["{e} = {q} = {v};"]),
    ("stores by a comma", ["{e} = {v}, {q} = {e} + 1;"]),
    ("part of an element", ["(unsigned char &){e} = {v};"]),
    ("part of an element",
     ["reinterpret_cast<unsigned char *>(&{e})[1] = {v} % 5;"]),
    ("base of an element", ["static_cast<Base &>(reinterpret_cast<Heir &>({e}))"
                            ".first = {v};"]),
    ("base of an element", ["static_cast<Base &>(reinterpret_cast<Heir &>({e}))"
                            " = Base{{7}};"]),
    ("member pointer of an element",
     ["unsigned char Base::*m{id} = &Base::first;",
      "reinterpret_cast<Heir &>({e}).*m{id} = {v};"]),
    ("binding of an element",
     ["auto &[a{id}, b{id}] = "
      "reinterpret_cast<Two<unsigned char> &>({e});", "b{id} = {v};"]),
    ("binding of an element",
     ["if ((unsigned){i} % 2 == 0) {{",
      "  auto &[a{id}, b{id}] = ((Two<unsigned> *){r})[{i} / 2];",
      "  a{id} = {v};", "}}"]),
    ("part of an element", ["*((unsigned char *)&{e} + 2) = 1;"]),
    ("bit-field", ["((Bits *)&{e})->low = {v};"]),
    ("bit-field", ["reinterpret_cast<Bits &>({e}).low += 3;"]),
    ("union", ["Word u{id};", "u{id}.whole = {e};", "u{id}.part[1] = {v};",
               "{e} = u{id}.whole;"]),
    ("union", ["reinterpret_cast<Word *>(&{e})->part[0] = {v};"]),
    ("pointer moved", ["{r} += {i};", "*{r} = {v};"]),
    ("pointer moved", ["unsigned *p{id} = {r} + {i};", "*p{id}++ = {v};"]),
    ("pointer moved", ["unsigned *p{id} = {r} + {i} + 1;", "*--p{id} = {v};"]),
    ("pointer of a choice", ["unsigned *p{id} = ({g}) ? {r} : &{q} - {i};",
                             "p{id}[{i}] = {v};"]),
    ("pointer of a choice", ["(({g}) ? &{e} : &{q})[0] = {v};"]),
    ("compound store", ["{e} += {v};"]),
    ("compound store", ["{e} ^= {v} & 15;"]),
    ("store of a count", ["{e}++;"]),
    ("store in a call", ["assign({e}, {v});"]),
    ("store in a call", ["if ({g})", "  assign_to(&{e}, {v});"]),
    ("store in a destructor", ["{{ Ends<unsigned> d{id}({e}, {v}); }}"]),
    ("store in a constructor", ["Begins<unsigned>({e}, {v});"]),
    ("store in a lambda", ["[&](unsigned v) {{ {e} = v; }}({v});"]),
    ("store in a lambda", ["[](auto &p, auto v) {{ p = v; }}({e}, {v});"]),
    ("statement expression", ["int s{id} = ({{ {e} = {v}; 4; }});",
                              "{q} = s{id};"]),
    ("loop of one round", ["for (int c{id} = 0; c{id} != 1; ++c{id})",
                           "  {e} = {v};"]),
    ("member behind a reference",
     ["put_first(reinterpret_cast<Heir &>({e}), {v});"]),
    ("member behind a reference",
     ["{q} = second_of(reinterpret_cast<const Heir &>({e})) + {v};"]),
    ("member behind a pointer",
     ["put_first_at(reinterpret_cast<Heir *>({r} + {i}), {v});"]),
    ("member behind a pointer",
     ["{q} = second_at(reinterpret_cast<Heir *>({r} + {i})) + {v};"]),
    ("reference read later", ["const unsigned &l{id} = {r}[{i}];",
                              "{r}[{i}] += {v};", "{q} = l{id};"]),
    ("reference read later",
     ["auto &l{id} = {r}[{i}];", "for (int c{id} = 0; c{id} < 3; ++c{id}) {{",
      "  {r}[{i}] += {v};", "  {q} += l{id};", "}}"]),
    ("overload by const", ["{e} = {v} + by_const({q});"]),
    ("overload by const", ["{e} = {v} + by_const({r} + {i});"]),
    ("overload by const", ["auto &l{id} = {q};", "{e} = {v} * by_const(l{id});"]),
    ("switch", ["switch ({i} % 3) {{", "case 0:", "  {e} = {v};", "case 1:",
                "  {q} = 2;", "}}"]),
]

# Writes behind a parameter for reads, `{x}`; the kernel reads it there alone.
CONSTANT = [
    ("written through a cast of const", ["(({t} *){x})[{i}] = {v};"]),
    ("written through a cast of const", ["const_cast<{t} &>({x}[{i}]) = {v};"]),
    ("written through a cast of const", ["({t} &){x}[{i}] = {v};"]),
    ("written through a cast of const", ["{t} *w{id} = ({t} *)({x} + {i});",
                                         "*w{id} = {v};"]),
]

LOOPS = ["<", "<", "<=", "!=", "down", "while", "two", "do"]


class Kernel:
    """A kernel: its text, and how it may be started."""

    def __init__(self, name):
        self.name = name
        self.parameters, self.lines = [], []
        self.count = ("int", 1)  # the type of its parameter n, and its value
        self.wide = set()  # the parameters that need long arrays
        self.square = False  # whether it has blocks of 16 by 16
        self.distances = []  # types and values of more arguments

    def text(self):
        body = "\n".join("  " + line for line in self.lines)
        return (f"__global__ void {self.name}({', '.join(self.parameters)}) "
                f"{{\n{body}\n}}\n")


class KernelMaker:
    """Makes the kernels of one program."""

    def __init__(self, unit):
        self.unit = unit
        self.other = ""  # what a store may write beside its element

    def kernel(self, name):
        unit, kernel = self.unit, Kernel(name)
        unit.device, rest = True, unit.yes
        kind = unit.one(["int", "int", "unsigned", "short", "unsigned char",
                         "long long", "unsigned short"])
        kernel.count = (kind, unit.one([1, 3, 5, 16, 17, 30, 100, 249]))
        form = unit.one(["store", "store", "store", "window", "window",
                         "window", "product", "product", "rows",
                         "constant"])
        unit.yes = unit.one(["n < 400", "n > 0", "1", "true"])
        constant = "" if form != "constant" else "const "
        restrict = " __restrict__ " * unit.chance(0.2)
        kernel.parameters = [
            f"const unsigned *{restrict}x",
            f"{constant}unsigned *{restrict}r", f"unsigned *{restrict}q",
            f"{kind} n", f"{unit.one(['unsigned', 'unsigned', 'int'])} k"]
        getattr(self, form)(kernel)
        unit.device, unit.yes = False, rest
        return kernel

    def index(self, kernel):
        """The thread's number, in some type; the variable has no value."""
        unit = self.unit
        kind = unit.one(INDEX_TYPES) if unit.chance(unit.odd + 0.2) else "int"
        if kind in NARROW:
            unit.has("narrow index")
        text = "blockIdx.x * blockDim.x + threadIdx.x"
        odd = unit.chance(unit.odd / 2) and unit.one(["++", "lambda"])
        if odd == "++" and "long" not in kind and unit.has("index by ++"):
            kernel.lines += [f"{kind} i = {text} - 1;", "i++;"]
        elif odd == "lambda" and unit.has("index in a lambda"):
            kernel.lines.append(f"{kind} i = [] {{ return {text}; }}();")
        else:
            kernel.lines.append(f"{kind} i = {text};")
        return Variable("i", kind, 0)

    def shifted(self, kernel, index, arrays):
        """A subscript that a place was moved to: `i + number`."""
        unit = self.unit
        if not unit.chance(unit.odd):
            return "i"
        kernel.wide.update(arrays)
        variable = Variable(unit.fresh("j"), index.kind, 0)
        kernel.lines.append(f"{index.kind} {variable.text} = i;")
        before, place = unit.place(variable)
        by = unit.random.randrange(1, 40)
        change = unit.one([f"{place} += {by};", f"{place} = i + {by};",
                           f"{place}++;", f"{place} = {place} + {by};"])
        kernel.lines += before + [change]
        unit.has("subscript changed")
        return variable.text

    def guarded(self, kernel):
        """A condition of the thread, or none."""
        unit = self.unit
        made = unit.named(GUARDS, i="i", n=unit.one([1, 40, 100, 128, 200]),
                          c=unit.one([1, 2, 31, 64, 100]))
        return made[0] if made else "i < 77"

    def sized(self, kernel, most):
        """Lines for a number up to `most`, and its text."""
        unit, (kind, value) = self.unit, kernel.count
        if unit.chance(0.3) or value > most:
            value = unit.random.randrange(1, most + 1)
            lines, text = number(unit, value)
        else:
            lines, text = [], "n"
            if unit.chance(unit.odd):
                variable = Variable("n", kind, value)
                before, place = unit.place(variable)
                by = unit.random.randrange(1, most)
                value = by
                lines = before + (unit.put(variable, place, by)
                                  or [f"{place} = {by};"])
                unit.has("parameter changed")
        kernel.lines += lines
        return text, value

    def value(self, kernel):
        unit = self.unit
        ways = ["x[i]", "x[255 - i] * 3 + k", "i * 7 + k", "x[i] / 2 + k",
                "x[i] * by_const(x)", "x[i] + by_const(x[i])",
                "x[i + 3]", "(x + i)[n]", "(i & 1 ? x : x + 9)[i]"]
        text = unit.one(ways)
        if text in ways[6:]:
            kernel.wide.add("x")
        return f"(({text}) % 1009u)"

    def write(self, kernel, value, guard, test="x[i]"):
        """A store, perhaps by an unusual place."""
        unit = self.unit
        index = Variable("i", "int", 0)
        at = self.shifted(kernel, index, "rq") if unit.chance(0.4) else "i"
        self.other = other = f"q[{at}]"
        element = Variable(f"r[{at}]", "unsigned", 0)
        before = []
        if unit.chance(0.6):
            before, element.text = unit.place(element)
        plain = not unit.chance(unit.odd + 0.1)
        made = unit.named(STORES[:1] if plain else STORES, e=element.text,
                          v=value, q=other, g=guard, r="r", i=at, w=test)
        return before + (made[0] if made else [f"{element.text} = {value};"])

    def store(self, kernel):
        unit = self.unit
        self.index(kernel)
        if unit.chance(0.4):
            kernel.wide.add("x")
            text, _ = self.sized(kernel, 30)
            value = f"(x[i + {text}] % 1009u)"
        else:
            value = self.value(kernel)
        guard = self.guarded(kernel)
        written = self.write(kernel, value, guard)
        way = unit.one(["no", "no", "wrap", "wrap", "return", "else"])
        if way == "wrap":
            written = ([f"if ({guard}) {{"] + ["  " + w for w in written]
                       + ["}"])
        elif way == "return":
            kernel.lines += [f"if (!({guard}))", "  return;"]
        elif way == "else":
            written = ([f"if ({guard}) {{", f"  {self.other} = 3;", "} else {"]
                       + ["  " + w for w in written] + ["}"])
        kernel.lines += written

    def loop(self, kernel, end, value, body, leaps=False):
        """A loop of `c` from 0 up to `value`, which `end` says; it may leap."""
        unit = self.unit
        kind = unit.one(["int", "int", "unsigned"] + [
            k for k in TYPES if converted(k, value) == value])
        if kind in NARROW and not unit.has(
                "narrow counter" + " of a product" * kernel.square):
            kind = "int"
        way = unit.one(LOOPS) if unit.chance(unit.odd + 0.2) else "<"
        if way != "<":
            unit.has("loop: " + way)
        head, last = f"for ({kind} c = 0; ", []
        if leaps and way in ("<", "<=", "two", "while"):
            before, place = unit.place(Variable("c", kind, 0))
            to = unit.random.randrange(4, value + 1)
            if unit.has("counter changed in the loop"):
                body = body + ["if (c == 3) {"] + ["  " + e for e in before + (
                    unit.put(Variable("c", kind, 0), place, to)
                    or [f"{place} = {to};"])] + ["}"]
        if way == "<=":
            head += f"c <= {end} - 1; c++) {{"
        elif way == "!=":
            head += f"c != {end}; ++c) {{"
        elif way == "two":
            head += f"c < {end} && c < {value + 9}; c++) {{"
        elif way == "down" and TYPES[kind][1]:
            head = f"for ({kind} c = {end} - 1; c >= 0; c--) {{"
        elif way == "down":
            head = f"for ({kind} c = {end}; c-- > 0;) {{"
        elif way == "while":
            head = f"{kind} c = 0;\nwhile (c < {end}) {{"
            last = ["c++;"]
        elif way == "do":
            head, last = f"{kind} c = 0;\ndo {{", ["c += 1;"]
        else:
            head += f"c < {end}; c += 1) {{"
        tail = f"}} while (c < {end});" if way == "do" else "}"
        return (head.split("\n") + ["  " + line for line in body + last]
                + [tail])

    def window(self, kernel):
        """A sum of neighbours."""
        unit = self.unit
        kernel.wide.add("x")
        index = self.index(kernel)
        end, value = self.sized(kernel, unit.one([8, 24, 30, 127, 250]))
        kernel.lines.append("unsigned s = 0;")
        start = unit.one(["no", "no", "pointer", "moved"] if unit.chance(
            unit.odd + 0.1) else ["no"])
        leaps = value > 4 and unit.chance(unit.odd)
        if start == "pointer" and unit.has("pointer moved"):
            kernel.lines.append("const unsigned *p = x + i;")
            body = ["s += *p++;"]
        elif start == "moved" and unit.has("pointer parameter moved"):
            kernel.lines.append("x += i;")
            body = [unit.one(["s += *x++;", "s += x[0], x += 1;",
                              "s += x[c];"])]
        else:
            at = self.shifted(kernel, index, ())
            body = [f"s += x[{at} + c];"]
            if unit.chance(unit.odd) and unit.has("sum in a place"):
                before, place = unit.place(Variable("s", "unsigned", 0))
                body = before + [f"{place} += x[{at} + c];"]
        kernel.lines += self.loop(kernel, end, value, body, leaps)
        kernel.lines += self.write(kernel, "(s % 1009u)", "i < 200", "s")

    def product(self, kernel):
        """Blocks of 16 by 16."""
        unit = self.unit
        kernel.square = True
        kernel.wide.add("x")
        kind = unit.one(["int", "unsigned", "short", "unsigned char"])
        kernel.lines += [f"{kind} i = threadIdx.x, j = threadIdx.y;"]
        end, value = self.sized(kernel, unit.one([16, 20, 100, 255]))
        kernel.lines.append("unsigned s = 0;")
        body = ["s += x[j * 256 + c] * x[c * 16 + i];"]
        kernel.lines += self.loop(kernel, end, value, body)
        element = Variable("r[j * 16 + i]", "unsigned", 0)
        before, text = unit.place(element) if unit.chance(0.4) else (
            [], element.text)
        kernel.lines += before + [f"{text} = s % 1009u;"]

    def rows(self, kernel):
        """A window of rows some distance apart, perhaps in falling order; sums
        and multiples of 32 bits without a sign may wrap."""
        unit = self.unit
        kernel.square = True
        kernel.wide.add("x")
        kinds = [unit.one(["int", "unsigned"]) for _ in range(4)]
        index, of_pitch, of_first, of_more = kinds
        wraps = "unsigned" in (index, of_pitch)
        end, value = self.sized(kernel, 24)
        apart = unit.random.randrange(16, 40)
        first = unit.random.randrange(0, 40)
        if unit.chance(0.4) and unit.has("rows in falling order"):
            apart, first = -apart, 1600 + first
        by, pitch = "pitch", apart
        way = unit.one(["plain", "plain", "part", "times"])
        if way == "part":
            by, pitch = "(pitch + 5)", apart - 5
        elif way == "times":
            apart -= apart % 4
            by, pitch = "4 * pitch", apart // 4
            if wraps and unit.chance(0.5) and unit.has("pitch that wraps"):
                pitch += 1 << 30
        if of_pitch == "unsigned":
            unit.has("pitch without a sign")
        start, more = "first", 0
        if wraps and unit.chance(0.4) and unit.has("distances that wrap"):
            start, more = "first + more", -unit.random.randrange(1 << 31)
            first -= more
        kernel.parameters += [f"{of_pitch} pitch", f"{of_first} first",
                              f"{of_more} more"]
        kernel.distances = list(zip(kinds[1:], (pitch, first, more)))
        if unit.chance(0.7):
            kernel.parameters[:3] = ["const unsigned *__restrict__ x",
                                     "unsigned *__restrict__ r",
                                     "unsigned *__restrict__ q"]
        kernel.lines += [f"{index} i = threadIdx.x, j = threadIdx.y;",
                         "unsigned s = 0;"]
        cast = unit.one(["", "", "", "(size_t)", "(long)", "(unsigned)"])
        if cast:
            unit.has("subscript converted")
        body = f"s += x[{cast}(y * {by} + i + {start})];"
        if apart > 0 and not more and unit.chance(0.3):
            body = f"s += (x + y * {by})[i + {start}];"
        body = [f"{index} y = j + c;", body]
        kernel.lines += self.loop(kernel, end, value, body)
        kernel.lines.append("r[j * 16 + i] = s % 1009u;")

    def constant(self, kernel):
        self.index(kernel)
        unit = self.unit
        made = unit.named(CONSTANT, x="r", t="unsigned", i="i",
                          v="(x[i] + k) % 1009u")
        lines = made[0] if made else ["q[i] = r[i];"]
        guard = self.guarded(kernel)
        if unit.chance(0.4):
            lines = [f"if ({guard}) {{"] + ["  " + e for e in lines] + ["}"]
        kernel.lines += lines
