"""Writes the elements and expressions of a kernel; see program.py."""

import re

from program import (Affine, Binary, Choice, Compare, DataTest, Modulo, Number,
                     Own, Pivot, Read, Repeat, Scalar, walk)
from shapes import launches, own_place, pivot_place, stored_by_name
from spelling import (is_integer, macro_name, member_of, offset, record_of)


class AccessText:
    """Writes what statements of one kernel are made of."""

    def __init__(self, program, shapes, kernel):
        self.program, self.shapes, self.kernel = program, shapes, kernel
        self.params = {p.name: p for p in kernel.params}
        self.used = set()  # parameters that the text names
        self.touched = set()  # parameters whose arrays the text names
        self.numbers = {}  # scalar parameters: name -> value
        self.macros = {}
        self.lines = []
        self.helpers = []
        self.struct = ""
        self.aliases = set()  # definitions of types
        self.name = kernel.name  # as it is declared
        self.scalar = False  # whether the text names the shared scalar
        self.before = []  # lines that go before the statement in the making
        self.moving = {}  # ids of reads by a pointer that moves: its name
        self.places = 0  # variables that hold a subscript
        self.depth = 1

    # Names and numbers -----------------------------------------------------

    def form(self, name):
        """How the parameter can really be spelled."""
        param = self.params[name]
        wanted = param.form
        if wanted == "own" and not self.by_name(name):
            wanted = "flat"
        if wanted == "multi" and param.rank < 2:
            wanted = "flat"
        return wanted

    def by_name(self, name):
        mine = {launch.args[name] for launch in launches(self.program)
                if launch.kernel == self.kernel.name}
        swapped = {a for r in walk(self.program.steps, Repeat) for a in r.swap}
        if len(mine) != 1 or mine & swapped:
            return False
        return stored_by_name(self.program, self.shapes, mine.pop())

    def text_of(self, name):
        """What the kernel calls the array of a parameter."""
        self.touched.add(name)
        if self.form(name) == "own":
            return self.shapes.bound[self.kernel.name, name]
        self.used.add(name)
        return name

    def size(self, name, dim, style):
        """The size of a dimension of the array of parameter `name`."""
        layout = self.shapes.of(self.kernel, name)
        symbol = self.shapes.symbol(layout, dim)
        value = layout.size[dim]
        if style in ("parameter", "size"):
            return self.scalar_parameter(symbol, value)
        if style == "macro":
            self.macros[macro_name(symbol)] = value
            return macro_name(symbol)
        return str(value)

    def scalar_parameter(self, name, value):
        """The text of a number that launches pass."""
        self.numbers[name] = value
        return "sizes." + name if self.kernel.object else name

    def relative(self, name, dim, value):
        """`value` as a difference from a size."""
        size = self.shapes.of(self.kernel, name).size[dim]
        text = self.size(name, dim, "parameter")
        return text if size == value else f"{text} {offset(value - size)}"

    # Expressions -----------------------------------------------------------

    def index(self, name):
        for d in self.kernel.dims:
            if d.name == name and d.source == "direct" and self.plain_index():
                a = "xyz"[d.axis]
                return f"(blockIdx.{a} * blockDim.{a} + threadIdx.{a})"
            if d.name == name and d.source == "macro" and self.plain_index():
                return name.upper() + "_ID"
        return name

    def plain_index(self):
        return (self.kernel.index_type in ("int", "unsigned", "const int")
                and self.kernel.walk == "no")

    def affine(self, sub, shift, reverse=None):
        """The text of a subscript, and whether it is a sum."""
        if sub.operator:
            return self.computed(sub, shift)
        constant = sub.constant + shift
        parts = []
        negative = [n for n, f in sub.terms.items() if f < 0]
        if negative:
            parts.append(reverse(constant) if reverse else str(constant))
            constant = 0
        for name, factor in sub.terms.items():
            if factor == 0:
                continue
            text = self.index(name)
            if abs(factor) != 1:
                text = f"{abs(factor)} * {text}"
            parts.append(f"- {text}" if factor < 0 else
                         f"+ {text}" if parts else text)
        if constant or not parts:
            parts.append(offset(constant) if parts else str(constant))
        return " ".join(parts), len(parts) > 1

    def computed(self, sub, shift):
        """The same for a subscript with an operator."""
        text, is_sum = self.affine(Affine(sub.terms, sub.constant), 0)
        if is_sum:
            text = f"({text})"
        by = {"&": 2 ** sub.bits - 1, ">>": sub.bits}.get(sub.operator,
                                                          2 ** sub.bits)
        text = f"{text} {sub.operator} {by}"
        if sub.operator in ("&", ">>"):
            text = f"({text})"
        return (f"{text} {offset(shift)}", True) if shift else (text, False)

    def element(self, name, subs, spelling="plain", data=(), member=0, bits=3):
        if spelling == "read-only":
            text = self.element(name, subs, "plain", data, member, bits)
            return f"__ldg(&{text})"
        if spelling == "index" and self.form(name) == "flat" and not data:
            return self.by_index(name, subs, member)
        layout = self.shapes.of(self.kernel, name)
        texts = []
        for dim, sub in enumerate(subs):
            reverse = None
            if self.kernel.bound == "size":
                def reverse(c, dim=dim):
                    return self.relative(name, dim, c)
            texts.append(self.affine(sub, -layout.low[dim], reverse))
        for read in data:
            low = f"({self.value(read)} & {2 ** bits - 1})"
            first = texts[-1][0]
            texts[-1] = (low if first == "0" else f"{first} + {low}", True)
        array = self.text_of(name)
        member = member_of(self.program, self.params[name].type, member)
        if self.form(name) != "flat":
            return array + "".join(f"[{text}]" for text, _ in texts) + member
        return self.flat(array, name, texts, spelling, member)

    def by_index(self, name, subs, member):
        """The element at a variable, which holds the subscript but for its
        constants."""
        layout = self.shapes.of(self.kernel, name)
        param = self.params[name]
        texts, rest = [], ""
        for d, (sub, low) in enumerate(zip(subs, layout.low)):
            constant = 0 if sub.operator else sub.constant
            texts.append(self.affine(
                Affine(sub.terms, sub.constant - constant, sub.operator,
                       sub.bits),
                -low))
            strides = [self.size(name, s, param.stride)
                       for s in range(d + 1, len(subs))]
            if constant:
                sign = "-" if constant < 0 else "+"
                factors = [str(abs(constant))] + strides
                if abs(constant) == 1 and strides:
                    factors = strides
                rest = f" {sign} {' * '.join(factors)}{rest}"
        whole = self.flat("", name, texts, "plain")[1:-1]
        self.places += 1
        place = f"at{self.places}"
        kind = self.kernel.index_type
        self.before.append(f"{kind} {place} = {whole};")
        return (f"{self.text_of(name)}[{place}{rest}]"
                + member_of(self.program, param.type, member))

    def flat(self, array, name, texts, spelling, member=""):
        param = self.params[name]
        rank = len(texts)
        strides = [self.size(name, d, param.stride) for d in range(1, rank)]

        def group(pair):
            return f"({pair[0]})" if pair[1] else pair[0]

        if spelling == "macro" and rank > 1:
            names = ["i", "j", "l"][:rank]
            inner = "(i)"
            for other, stride in zip(names[1:], strides):
                inner = f"({inner} * {stride} + ({other}))"
            macro = f"AT_{self.kernel.name}_{name}"
            self.macros[f"{macro}({', '.join(names)})"] = inner
            return f"{array}[{macro}({', '.join(t for t, _ in texts)})]{member}"
        if spelling in ("called", "guarded"):
            return self.called(array, name, texts, strides,
                               spelling == "guarded", member)
        if spelling == "factored" and rank == 3:
            inner = f"{group(texts[0])} * {strides[0]} + {texts[1][0]}"
            return f"{array}[({inner}) * {strides[1]} + {texts[2][0]}]{member}"
        terms = []
        for d in range(rank):
            text = texts[d][0] if d == rank - 1 else group(texts[d])
            tail = strides[d:]
            terms.append(" * ".join([text] + tail))
        if rank > 1 and spelling == "commuted":
            last = terms.pop()
            return f"{array}[{last} + {' + '.join(terms)}]{member}"
        if spelling == "star" and member:
            return f"({array} + {' + '.join(terms)})->{member[1:]}"
        if spelling == "star":
            return f"*({array} + {' + '.join(terms)})"
        if spelling == "offset" and rank > 1:
            return f"({array} + {' + '.join(terms[:-1])})[{terms[-1]}]{member}"
        return f"{array}[{' + '.join(terms)}]{member}"

    def called(self, array, name, texts, strides, guarded, member):
        """The element as the result of a function."""
        kind = self.params[name].type
        function = (f"{'safe' if guarded else 'at'}_{self.kernel.name}_{name}"
                    + re.sub(r"\W+", "_", member).rstrip("_"))
        indices = ["i", "j", "l"][:len(texts)]
        pitches = [f"pitch{d}" for d in range(len(strides))]
        inner = indices[0]
        for index, pitch in zip(indices[1:], pitches):
            inner = f"({inner}) * {pitch} + {index}"
        body = [f"  return m[{inner}]{member};"]
        if guarded:
            outside = " || ".join(f"{index} < 0" for index in indices)
            body.insert(0, f"  if ({outside})\n    return 0;")
        declared = ", ".join([f"const {record_of(self.program, kind)} *m"]
                             + [f"int {n}" for n in indices + pitches])
        text = "\n".join([f"__device__ {kind} {function}({declared}) {{"]
                         + body + ["}", ""])
        if text not in self.helpers:
            self.helpers.append(text)
        arguments = [array] + [t for t, _ in texts] + strides
        return f"{function}({', '.join(arguments)})"

    def value(self, node):
        if id(node) in self.moving:
            member = member_of(self.program, self.params[node.param].type,
                               node.member)
            return (f"{self.moving[id(node)]}->{member[1:]}" if member else
                    f"*{self.moving[id(node)]}")
        if isinstance(node, Read):
            return self.element(node.param, node.subs, node.spelling,
                                node.data, node.member, node.bits)
        if isinstance(node, Pivot):
            return self.element(node.param, pivot_place(self.kernel, node))
        if isinstance(node, Scalar):
            self.scalar = True
            return "scale_" + self.kernel.type
        if isinstance(node, Own):
            rank = self.params[node.param].rank
            return self.element(node.param,
                                own_place(self.kernel, node.param, rank))
        if isinstance(node, Number):
            return self.number(node.value)
        if isinstance(node, Binary):
            left, right = self.value(node.left), self.value(node.right)
            if node.op == "*":
                left, right = self.factor(node.left), self.factor(node.right)
            if node.op == "-":
                right = self.factor(node.right)
            return f"{left} {node.op} {right}"
        assert isinstance(node, Choice)
        return (f"({self.test(node.condition)} ? {self.value(node.left)}"
                f" : {self.value(node.right)})")

    def factor(self, node):
        text = self.value(node)
        simple = not isinstance(node, Binary) or node.op == "*"
        return text if simple else f"({text})"

    def number(self, value):
        if is_integer(self.kernel.type):
            return str(value)
        suffix = "f" if self.kernel.type == "float" else ""
        return f"{value / 8}{suffix}"

    def test(self, node):
        if isinstance(node, Compare):
            return f"{self.index(node.name)} {node.op} {node.value}"
        if isinstance(node, Modulo):
            return f"{self.index(node.name)} % {node.modulus} == 0"
        if isinstance(node, DataTest):
            return f"{self.value(node.read)} > {node.value}"
        return f"{self.test(node.left)} && {self.test(node.right)}"
