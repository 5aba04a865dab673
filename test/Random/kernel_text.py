"""Writes the kernels of a program tree; see program.py."""

import re

from program import (Add, Binary, Choice, Compare, DataTest, If, Let, Loop,
                     Modulo, Number, Own, Read, Repeat, Scalar, Tally, walk)
from shapes import launches, own_place, own_subscripts, row_of, stored_by_name
from spelling import (exact, is_integer, macro_name, member_of, members, offset,
                      record_of, tally_type)


class KernelText:
    """Writes one kernel."""

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
        self.scalar = False  # whether the text names the shared scalar
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

    def element(self, name, subs, spelling="plain", data=(), member=0):
        layout = self.shapes.of(self.kernel, name)
        texts = []
        for dim, sub in enumerate(subs):
            reverse = None
            if self.kernel.bound == "size":
                def reverse(c, dim=dim):
                    return self.relative(name, dim, c)
            texts.append(self.affine(sub, -layout.low[dim], reverse))
        for read in data:
            texts[-1] = (f"{texts[-1][0]} + ({self.value(read)} & 7)", True)
        array = self.text_of(name)
        member = member_of(self.program, self.params[name].type, member)
        if self.form(name) != "flat":
            return array + "".join(f"[{text}]" for text, _ in texts) + member
        return self.flat(array, name, texts, spelling, member)

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
        if isinstance(node, Read):
            return self.element(node.param, node.subs, node.spelling,
                                node.data, node.member)
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

    # Statements ------------------------------------------------------------

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, head, body, tail="}"):
        self.line(head + " {")
        self.depth += 1
        for part in body:
            part() if callable(part) else self.statement(part)
        self.depth -= 1
        self.line(tail)

    def statement(self, node):
        if isinstance(node, Add) and self.has_row(node.value):
            self.add_from_row(node.value)
        elif isinstance(node, Add):
            self.line(f"{self.sum} += {self.value(node.value)};")
        elif isinstance(node, Let):
            kind = self.kernel.type
            if (isinstance(node.value, Read)
                    and node.value.spelling == "reference"
                    and self.params[node.value.param].type == kind):
                kind = f"const {kind} &"
            self.line(f"{kind} {node.name} = {self.value(node.value)};")
            self.line(f"{self.sum} += {node.name};")
        elif isinstance(node, If):
            tail = "} else {" if node.orelse else "}"
            self.block(f"if ({self.test(node.condition)})", node.then, tail)
            if node.orelse:
                self.depth += 1
                for inner in node.orelse:
                    self.statement(inner)
                self.depth -= 1
                self.line("}")
        elif isinstance(node, Loop):
            self.loop(node)
        elif isinstance(node, Tally):
            self.tally(node)

    def tally(self, node):
        kernel = self.kernel
        place = f"(unsigned)({self.counted(node.place)})"
        bin = f"[{place} % {kernel.tally_bins}]" * (kernel.tally_bins > 1)
        self.line(f"atomic{kernel.tally_op}(&tally_{kernel.name}{bin}, "
                  f"({tally_type(kernel)})({self.counted(node.value)}));")

    def counted(self, node):
        if isinstance(node, str):
            return self.index(node)
        return str(node.value) if isinstance(node, Number) else self.value(node)

    def has_row(self, node):
        return (isinstance(node, Read) and node.spelling == "row"
                and not node.data and len(node.subs) > 1
                and self.form(node.param) == "flat")

    def add_from_row(self, node):
        """Adds an element by way of a pointer to its row."""
        name = node.param
        layout = self.shapes.of(self.kernel, name)
        texts = [self.affine(sub, -low)
                 for sub, low in zip(node.subs, layout.low)]
        row = self.flat("", name, texts[:-1] + [("0", False)], "plain")
        row = row[1:-1].removesuffix(" + 0")
        self.line("{")
        kind = self.params[name].type
        self.line(f"  const {record_of(self.program, kind)} *row = "
                  f"{self.text_of(name)} + {row};")
        self.line(f"  {self.sum} += row[{texts[-1][0]}]"
                  f"{member_of(self.program, kind, node.member)};")
        self.line("}")

    def loop_bound(self, loop):
        """The exclusive upper bound, and the same less one."""
        if loop.high_base:
            base = self.index(loop.high_base)
            return (f"{base} {offset(loop.high)}" if loop.high else base,
                    f"{base} {offset(loop.high - 1)}")
        if loop.bound == "parameter":
            name = self.scalar_parameter("count_" + loop.name, loop.high)
            return name, name + " - 1"
        if loop.bound == "size":
            for read in walk(loop.body, Read):
                for dim, sub in enumerate(read.subs):
                    if loop.name in sub.terms:
                        return (self.relative(read.param, dim, loop.high),
                                self.relative(read.param, dim, loop.high - 1))
        return str(loop.high), str(loop.high - 1)

    def clamped(self, loop, value, limit, compare):
        """The value, or the limit if that is greater (or less)."""
        if self.kernel.index_type not in ("int", "const int"):
            value = f"(int)({value})"
        function = "max" if compare == ">" else "min"
        text = (f"({value} {compare} {limit} ? {value} : {limit})"
                if loop.clamp == "choice" else
                f"{function}({limit}, {value})")
        if loop.clamp != "variable":
            return text
        name = f"{loop.name}_{function}"
        if not any(f" {name} = " in line for line in self.lines):
            self.line(f"const int {name} = {text};")
            return name
        return text

    def loop(self, node):
        name = node.name
        kind, step = node.loop, node.step
        based = bool(node.low_base or node.high_base)
        same = node.low_base == node.high_base and node.low <= node.high
        unsigned = (node.counter == "unsigned" and node.low >= 0
                    and not node.clamp
                    and self.kernel.index_type in ("int", "unsigned",
                                                   "const int"))
        if (kind == "!=" and (step != 1 or (based and not same))
                or kind in ("<=", "down") and (based and node.high < 1)
                or kind == "down" and (unsigned or based or step != 1)):
            kind = "<"
        low = str(node.low)
        if node.low_base:
            base = self.index(node.low_base)
            low = f"{base} {offset(node.low)}" if node.low else base
        high, last = self.loop_bound(node)
        if node.clamp:
            kind = "<=" if kind == "<=" else "<"
            low = self.clamped(node, low, node.floor, ">")
            high = self.clamped(node, high, node.ceiling, "<")
            last = self.clamped(node, last, node.ceiling - 1, "<")
        type_name = "unsigned" if unsigned else "int"
        declare = type_name + " "
        if node.counter == "outside":
            self.line(f"int {name};")
            declare = ""
        count = (f"{name} += {step}" if step != 1 else
                 f"++{name}" if node.counter == "prefix" else f"{name}++")
        body = list(node.body)
        if kind == "while":
            self.line(f"{declare}{name} = {low};")
            body.append(lambda: self.line(count + ";"))
            if declare:  # the counter's name may be used again
                self.lines.insert(len(self.lines) - 1, "  " * self.depth + "{")
            self.block(f"while ({name} < {high})", body)
            if declare:
                self.line("}")
            return
        if kind == "down":
            head = f"{declare}{name} = {last}; {name} >= {low}; {name}--"
        elif kind == "<=":
            head = f"{declare}{name} = {low}; {name} <= {last}; {count}"
        elif kind == "break":
            head = f"{declare}{name} = {low}; ; {count}"
            body.insert(0, lambda: self.line(f"if (!({name} < {high})) break;"))
        else:
            compare = "!=" if kind == "!=" else "<"
            head = f"{declare}{name} = {low}; {name} {compare} {high}; {count}"
        if kind == "continue":
            body.insert(0, lambda: self.line(f"if ({name} % 3 == 1) continue;"))
        self.block(f"for ({head})", body)
        if node.use_after and node.counter == "outside":
            self.line(f"{self.sum} += {name};")

    # The kernel ------------------------------------------------------------

    def define_id(self, d):
        axis = "xyz"[d.axis]
        whole = f"blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}"
        kind = self.kernel.index_type
        if d.source == "direct" and self.plain_index():
            return
        if d.source == "macro" and self.plain_index():
            self.macros[d.name.upper() + "_ID"] = f"({whole})"
            return
        text = {"block": f"blockIdx.{axis}",
                "thread": f"threadIdx.{axis}"}.get(d.source, whole)
        if d.source == "helper":
            self.helpers.append(
                f"__device__ int id_{axis}() {{\n  return {whole};\n}}\n")
            text = f"id_{axis}()"
        elif kind in ("size_t", "long long") and text == whole:
            text = f"({kind})blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}"
        if self.kernel.walk == "no":
            self.line(f"{kind} {d.name} = {text};")

    def upper(self, d):
        """The bound of an id: exclusive, inclusive."""
        kernel = self.kernel
        if kernel.bound == "parameter":
            name = self.scalar_parameter("limit_" + d.name, d.high)
            return name, name + " - 1"
        if self.template() == "size" and d is kernel.dims[0]:
            return "SIZE", "SIZE - 1"
        if kernel.bound == "size" and kernel.outputs:
            output = kernel.outputs[0]
            dim = output.order.index(d.name)
            return (self.relative(output.param, dim, d.high),
                    self.relative(output.param, dim, d.high - 1))
        return str(d.high), str(d.high - 1)

    def tests(self):
        """The conditions under which a thread works, and their opposites."""
        result = []
        for d in self.kernel.dims:
            name = self.index(d.name)
            if d.low:
                result.append({
                    "flipped": (f"{d.low} <= {name}", f"{d.low} > {name}"),
                    "<=": (f"{name} > {d.low - 1}", f"{name} <= {d.low - 1}"),
                    "not": (f"!({name} < {d.low})", f"!({name} >= {d.low})"),
                }.get(self.kernel.compare,
                      (f"{name} >= {d.low}", f"{name} < {d.low}")))
            high, last = self.upper(d)
            result.append({
                "flipped": (f"{high} > {name}", f"{high} <= {name}"),
                "<=": (f"{name} <= {last}", f"{name} > {last}"),
                "not": (f"!({name} >= {high})", f"!({name} < {high})"),
            }.get(self.kernel.compare,
                  (f"{name} < {high}", f"{name} >= {high}")))
        return result

    def work(self):
        kernel = self.kernel
        first = self.value(Own(kernel.outputs[0].param)) if kernel.outputs else ""
        self.sum = "sum"
        if kernel.accumulate == "output" and first:
            self.sum = first
            if not kernel.outputs[0].update:
                self.line(f"{first} = 0;")
        else:
            kind = kernel.type if self.template() == "no" else "T"
            self.line(f"{kind} sum = 0;")
        if kernel.meets:
            self.line(f"{self.sum} += met[place / 2];")
        for node in kernel.body:
            self.statement(node)
        for output in kernel.outputs:
            target = self.value(Own(output.param))
            value = self.sum
            if output.update and value != target:
                value = f"{target} + {value}"
            if is_integer(kernel.type):
                value = f"({value}) % 1009"
            if value != target:
                self.line(f"{target} = {value};")
            if output.whole:
                self.rest_of_element(output, target)
            if row_of(kernel, output.param) > 1:
                self.rest_of_row(output, target)

    def rest_of_element(self, output, first):
        """The other members of a thread's element."""
        rank = self.params[output.param].rank
        kind = self.params[output.param].type
        for member in range(1, len(members(self.program, kind))):
            text = self.element(output.param,
                                own_place(self.kernel, output.param, rank),
                                member=member)
            self.line(f"{text} = {first} - {member};")

    def rest_of_row(self, output, first):
        """The elements behind a thread's first one."""
        subs = own_subscripts(self.kernel, output)
        subs[-1].terms["w"] = 1
        self.line(f"for (int w = 1; w < {row_of(self.kernel, output.param)};"
                  " w++)")
        self.line(f"  {self.element(output.param, subs)} = {first} + w;")

    def meet(self):
        """Gives each thread a value that its neighbours read."""
        self.line("__shared__ int met[1024];")
        self.line("int place = (threadIdx.z * blockDim.y + threadIdx.y) * "
                  "blockDim.x + threadIdx.x;")
        self.line("met[place] = place % 5;")
        self.line("__syncthreads();")

    def stride(self, dims):
        """A loop over the grid for each id, around the work."""
        if not dims:
            self.work()
            return
        d, inner = dims[0], lambda: self.stride(dims[1:])
        axis = "xyz"[d.axis]
        start = f"blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}"
        if d.low:
            start += f" + {d.low}"
        kind = self.kernel.index_type.replace("const ", "")
        by = f"blockDim.{axis} * gridDim.{axis}"
        if self.kernel.walk == "while":
            self.line(f"{kind} {d.name} = {start};")
            self.block(f"while ({d.name} < {self.upper(d)[0]})",
                       [inner, lambda: self.line(f"{d.name} += {by};")])
            return
        self.block(f"for ({kind} {d.name} = {start}; {d.name} < "
                   f"{self.upper(d)[0]}; {d.name} += {by})", [inner])

    def guarded(self):
        tests = self.tests()
        guard = self.kernel.guard
        if self.kernel.walk != "no":
            self.stride(list(self.kernel.dims))
        elif guard == "none" and exact(self.kernel):
            self.work()
        elif guard == "return":
            self.line("if (" + " || ".join(t[1] for t in tests) + ")")
            self.line("  return;")
            self.work()
        elif guard == "returns":
            for test in tests:
                self.line(f"if ({test[1]}) return;")
            self.work()
        elif guard == "nested":
            for test in tests:
                self.line(f"if ({test[0]}) {{")
                self.depth += 1
            self.work()
            for test in tests:
                self.depth -= 1
                self.line("}")
        elif guard == "not-or":
            both = " || ".join(t[1] for t in tests)
            self.block(f"if (!({both}))", [self.work])
        elif guard == "else":
            both = " || ".join(t[1] for t in tests)
            self.block(f"if ({both})", [lambda: self.line(";")], "} else {")
            self.depth += 1
            self.work()
            self.depth -= 1
            self.line("}")
        else:
            both = " && ".join(t[0] for t in tests)
            self.block(f"if ({both})", [self.work])

    def write(self):
        kernel = self.kernel
        for d in kernel.dims:
            self.define_id(d)
        for name in kernel.decoys:
            self.line(f"int {name} = {len(name)};")
        if kernel.meets:
            self.meet()
        self.guarded()
        if kernel.meets and "return" not in kernel.guard:
            self.line("__syncthreads();")
        result = [f"#define {k} {v}" for k, v in self.macros.items()]
        result += self.helpers
        params = [self.declare(p) for p in kernel.params if p.name in self.used]
        kind = {"unsigned": "unsigned", "size_t": "size_t"}.get(
            kernel.index_type, "int")
        if kernel.object and self.numbers:
            fields = " ".join(f"{kind} {name};" for name in self.numbers)
            self.struct = f"struct {self.object_type()} {{ {fields} }};"
            params.append(f"{self.object_type()} sizes")
        else:
            params += [f"{kind} {name}" for name in self.numbers]
        head = f"__global__ void {kernel.name}({', '.join(params)})"
        if self.template() != "no":
            size = ", int SIZE" if self.template() == "size" else ""
            head = f"template <typename T{size}>\n" + head
        self.prototype = head + ";"
        result.append(head + " {")
        return "\n".join(result + self.lines + ["}", ""])

    def object_type(self):
        return "Sizes_" + self.kernel.name

    def spelled(self, kind):
        """The type `kind` as the kernel says it."""
        if record_of(self.program, kind) != kind:
            return record_of(self.program, kind)
        own = self.template() != "no" and kind == self.kernel.type
        return "T" if own else kind

    def arguments(self):
        """What a launch writes behind the kernel's name."""
        size = f", {self.kernel.dims[0].high}"
        return {"type": f"<{self.kernel.type}>",
                "size": f"<{self.kernel.type}{size}>"}.get(
                    self.template(), "")

    def template(self):
        # A parameter without a type of its own does not count elements.
        simple = self.program.dialect == "simple"
        return "no" if simple else self.kernel.template

    def declare(self, param):
        kind = self.spelled(param.type)
        if not param.written and "const" in param.qualifier:
            kind = "const " + kind
        if self.form(param.name) == "multi":
            size = self.shapes.of(self.kernel, param.name).size[1:]
            inner = "".join(f"[{s}]" for s in size)
            return f"{kind} {param.name}[]{inner}"
        if param.pointer == "brackets":
            return f"{kind} {param.name}[]"
        restrict = " __restrict__ " if "restrict" in param.qualifier else ""
        return f"{kind} *{restrict}{param.name}"
