"""Writes a program tree as CUDA text; see program.py."""

from program import (Add, Affine, And, Binary, Choice, Compare, DataTest,
                     HostRead, HostWrite, If, Launch, Let, Loop, Modulo,
                     Number, Own, Read, Repeat, Scalar, Tally, walk)

INTEGERS = {"int": 4, "short": 2, "unsigned char": 1, "unsigned": 4,
            "long long": 8}


def is_integer(name):
    return name in INTEGERS


class Layout:
    """Shape of arrays that must look alike: lowest subscript and size."""

    def __init__(self, name, rank):
        self.name = name
        self.low = [None] * rank
        self.high = [None] * rank

    def touch(self, dim, low, high):
        old = self.low[dim]
        self.low[dim] = low if old is None else min(old, low)
        old = self.high[dim]
        self.high[dim] = high if old is None else max(old, high)

    def finish(self, slack):
        self.low = [low or 0 for low in self.low]
        self.low = [min(low, 0) for low in self.low]
        self.size = [(high or 0) - low + 1 + slack
                     for low, high in zip(self.low, self.high)]


def dims_by_name(kernel):
    return {d.name: d for d in kernel.dims}


def loop_range(loop, env):
    """The values a counter may have."""
    low = loop.low + (env[loop.low_base][0] if loop.low_base in env else 0)
    high = loop.high + (env[loop.high_base][1] if loop.high_base in env else 0)
    if loop.clamp:
        low, high = max(low, loop.floor), min(high, loop.ceiling)
    return (low, max(low, high - 1))


def narrow(env, condition):
    """The ranges where a condition holds; None if it never does."""
    if env is None:
        return None
    if isinstance(condition, And):
        return narrow(narrow(env, condition.left), condition.right)
    if not isinstance(condition, Compare) or condition.name not in env:
        return env
    low, high = env[condition.name]
    if condition.op == ">=":
        low = max(low, condition.value)
    else:
        high = min(high, condition.value - 1)
    return {**env, condition.name: (low, high)} if low <= high else None


def negate(env, condition):
    """The ranges where a condition does not hold; None if it always does."""
    if env is None:
        return None
    if not isinstance(condition, Compare) or condition.name not in env:
        return env
    other = "<" if condition.op == ">=" else ">="
    return narrow(env, Compare(condition.name, other, condition.value))


def interval(affine, env):
    low = high = affine.constant
    for name, factor in affine.terms.items():
        if name not in env:
            continue
        ends = [factor * end for end in env[name]]
        low, high = low + min(ends), high + max(ends)
    return low, high


def visit_reads(node, env, found):
    """Calls found(read, env) for all reads that can happen."""
    if env is None:
        return
    if isinstance(node, (Read, Own)):
        found(node, env)
        for inner in getattr(node, "data", []):
            visit_reads(inner, env, found)
    elif isinstance(node, DataTest):
        visit_reads(node.read, env, found)
    elif isinstance(node, And):
        visit_reads(node.left, env, found)
        visit_reads(node.right, narrow(env, node.left), found)
    elif isinstance(node, Choice):
        visit_reads(node.condition, env, found)
        visit_reads(node.left, narrow(env, node.condition), found)
        visit_reads(node.right, negate(env, node.condition), found)
    elif isinstance(node, If):
        visit_reads(node.condition, env, found)
        for inner in node.then:
            visit_reads(inner, narrow(env, node.condition), found)
        for inner in node.orelse:
            visit_reads(inner, negate(env, node.condition), found)
    elif isinstance(node, Loop):
        inside = {**env, node.name: loop_range(node, env)}
        for inner in node.body:
            visit_reads(inner, inside, found)
    elif isinstance(node, Binary):
        visit_reads(node.left, env, found)
        visit_reads(node.right, env, found)
    elif isinstance(node, (Add, Let)):
        visit_reads(node.value, env, found)
    elif isinstance(node, Tally):
        visit_reads(node.place, env, found)
        visit_reads(node.value, env, found)


def own_subscripts(kernel, output):
    return [Affine({name: output.scale}) for name in output.order
            if name in dims_by_name(kernel)]


def row_of(kernel, param):
    """How many elements a thread has behind a parameter."""
    outputs = [o for o in kernel.outputs if o.param == param]
    return max(1, min(outputs[0].row, outputs[0].scale)) if outputs else 1


def own_place(kernel, param, rank):
    """Subscripts of a thread's own element of any parameter."""
    for output in kernel.outputs:
        if output.param == param:
            return own_subscripts(kernel, output)
    if kernel.outputs:  # the input may be the same array as this output
        return own_subscripts(kernel, kernel.outputs[0])[-rank:]
    names = [d.name for d in reversed(kernel.dims)]
    return [Affine({name: 1}) for name in names][-rank:]


def launches(program):
    return list(walk(program.steps, Launch))


def rows(program, kernel, param):
    """How many places of its array a parameter stands for."""
    return max([launch.rows for launch in launches(program)
                if launch.kernel == kernel.name and param in launch.shift],
               default=1)


class Shapes:
    """Layouts of all arrays, computed from all accesses."""

    def __init__(self, program):
        self.program = program
        self.arrays = {a.name: a for a in program.arrays}
        self.kernels = {k.name: k for k in program.kernels}
        self.group = {a.name: a.name for a in program.arrays}
        for repeat in walk(program.steps, Repeat):
            if len(repeat.swap) == 2:
                self.unite(*repeat.swap)
        bound = {}
        for launch in launches(program):
            for param, array in launch.args.items():
                self.unite(bound.setdefault((launch.kernel, param), array),
                           array)
        self.bound = bound
        self.layouts = {}
        for array in program.arrays:
            root = self.root(array.name)
            self.layouts.setdefault(root, Layout(root, array.rank))
        used = {launch.kernel for launch in launches(program)}
        for kernel in program.kernels:
            if kernel.name in used:
                self.measure(kernel)
        for layout in self.layouts.values():
            layout.finish(program.slack)
        if program.sizes == "uniform":
            self.level()

    def root(self, name):
        while self.group[name] != name:
            name = self.group[name]
        return name

    def unite(self, a, b):
        self.group[self.root(a)] = self.root(b)

    def of(self, kernel, param):
        return self.layouts[self.root(self.bound[kernel.name, param])]

    def measure(self, kernel):
        env = {d.name: (d.low, d.high - 1) for d in kernel.dims}

        def found(access, env):
            param = next(p for p in kernel.params if p.name == access.param)
            subs = (access.subs if isinstance(access, Read) else
                    own_place(kernel, param.name, param.rank))
            layout = self.of(kernel, param.name)
            for dim, sub in enumerate(subs):
                low, high = interval(sub, env)
                if dim == 0:
                    high += rows(self.program, kernel, param.name) - 1
                if dim == len(subs) - 1:
                    high += 7 * len(getattr(access, "data", []))
                    high += row_of(kernel, param.name) - 1
                layout.touch(dim, low, high)

        for statement in kernel.body:
            visit_reads(statement, env, found)
        for output in kernel.outputs:
            found(Own(output.param), env)

    def level(self):
        """Makes sizes equal, counted from the innermost dimension."""
        common = {}
        for layout in self.layouts.values():
            for back, size in enumerate(reversed(layout.size)):
                common[back] = max(common.get(back, 0), size)
        for layout in self.layouts.values():
            rank = len(layout.size)
            layout.size = [common[rank - 1 - d] for d in range(rank)]

    def symbol(self, layout, dim):
        """The name of a size."""
        back = len(layout.size) - 1 - dim
        if self.program.sizes == "uniform":
            return "n" + "xyz"[back]
        return "n" + "xyz"[back] + "_" + layout.name


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

    def element(self, name, subs, spelling="plain", data=()):
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
        if self.form(name) != "flat":
            return array + "".join(f"[{text}]" for text, _ in texts)
        return self.flat(array, name, texts, spelling)

    def flat(self, array, name, texts, spelling):
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
            return f"{array}[{macro}({', '.join(t for t, _ in texts)})]"
        if spelling in ("called", "guarded"):
            return self.called(array, name, texts, strides,
                               spelling == "guarded")
        if spelling == "factored" and rank == 3:
            inner = f"{group(texts[0])} * {strides[0]} + {texts[1][0]}"
            return f"{array}[({inner}) * {strides[1]} + {texts[2][0]}]"
        terms = []
        for d in range(rank):
            text = texts[d][0] if d == rank - 1 else group(texts[d])
            tail = strides[d:]
            terms.append(" * ".join([text] + tail))
        if rank > 1 and spelling == "commuted":
            last = terms.pop()
            return f"{array}[{last} + {' + '.join(terms)}]"
        if spelling == "star":
            return f"*({array} + {' + '.join(terms)})"
        if spelling == "offset" and rank > 1:
            return f"({array} + {' + '.join(terms[:-1])})[{terms[-1]}]"
        return f"{array}[{' + '.join(terms)}]"

    def called(self, array, name, texts, strides, guarded):
        """The element as the result of a function."""
        kind = self.params[name].type
        function = f"{'safe' if guarded else 'at'}_{self.kernel.name}_{name}"
        indices = ["i", "j", "l"][:len(texts)]
        pitches = [f"pitch{d}" for d in range(len(strides))]
        inner = indices[0]
        for index, pitch in zip(indices[1:], pitches):
            inner = f"({inner}) * {pitch} + {index}"
        body = [f"  return m[{inner}];"]
        if guarded:
            outside = " || ".join(f"{index} < 0" for index in indices)
            body.insert(0, f"  if ({outside})\n    return 0;")
        declared = ", ".join([f"const {kind} *m"]
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
                                node.data)
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
        self.line(f"  const {self.params[name].type} *row = "
                  f"{self.text_of(name)} + {row};")
        self.line(f"  {self.sum} += row[{texts[-1][0]}];")
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
            self.line(f"{self.spelled(kernel.type)} sum = 0;")
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
            if row_of(kernel, output.param) > 1:
                self.rest_of_row(output, target)

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


def tally_type(kernel):
    """The wanted type, or one that the function has."""
    kind = kernel.tally_type
    if kernel.tally_op == "Sub" and "long" in kind:
        return "int"
    if kernel.tally_op not in ("Min", "Max") and kind == "long long":
        return "unsigned long long"
    return kind


def exact(kernel):
    """Whether a kernel may do without a guard."""
    return all(d.low == 0 for d in kernel.dims)


def offset(value):
    return f"+ {value}" if value >= 0 else f"- {-value}"


def stored_by_name(program, shapes, array):
    """Whether kernels may use an array's own name."""
    item = shapes.arrays[array]
    if any(array in r.swap for r in walk(program.steps, Repeat)):
        return program.dialect == "simple"
    if program.dialect == "simple":
        return True
    if program.dialect == "managed":
        return item.storage == "name"
    users = []
    for launch in launches(program):
        kernel = shapes.kernels[launch.kernel]
        for param in kernel.params:
            if launch.args.get(param.name) == array:
                same = {l.args[param.name] for l in launches(program)
                        if l.kernel == launch.kernel}
                users.append(param.form == "own" and len(same) == 1)
    return all(users)


class HostText:
    """Writes main()."""

    def __init__(self, program, shapes, kernels):
        self.program, self.shapes = program, shapes
        self.kernels = kernels  # name -> KernelText, written
        used = {array for launch in launches(program)
                for param, array in launch.args.items()
                if param in kernels[launch.kernel].touched}
        for repeat in walk(program.steps, Repeat):
            if used & set(repeat.swap):
                used |= set(repeat.swap)
        self.arrays = [a for a in program.arrays if a.name in used]
        self.head, self.lines, self.macros = [], [], []
        self.functions = {}  # that fill an array: name -> text
        self.special = False  # whether special_number is used
        self.depth = 1
        self.declared = {}
        self.count = 0
        self.argument = 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def sizes(self, array):
        return self.shapes.layouts[self.shapes.root(array.name)].size

    def cells(self, array):
        product = 1
        for size in self.sizes(array):
            product *= size
        return product

    def by_name(self, array):
        return stored_by_name(self.program, self.shapes, array.name)

    def declare_arrays(self):
        for a in self.arrays:
            shape = "".join(f"[{s}]" for s in self.sizes(a))
            dialect = self.program.dialect
            if dialect == "simple":
                self.head.append(f"__global__ {a.type} {a.name}{shape};")
            elif dialect == "managed" and self.by_name(a):
                self.head.append(f"__managed__ {a.type} {a.name}{shape};")
            elif dialect == "managed":
                self.line(f"{a.type} *{a.name};")
                self.line(f"cudaMallocManaged(&{a.name}, {self.cells(a)} * "
                          f"sizeof({a.type}));")
            else:
                self.declare_plain(a, shape)

    def declare_plain(self, a, shape):
        if self.by_name(a):
            self.head.append(f"__device__ {a.type} {a.name}{shape};")
        else:
            self.line(f"{a.type} *{a.name};")
            self.line(f"cudaMalloc((void **)&{a.name}, {self.cells(a)} * "
                      f"sizeof({a.type}));")
        if self.program.host_memory == "malloc":
            self.line(f"{a.type} *h_{a.name} = ({a.type} *)malloc("
                      f"{self.cells(a)} * sizeof({a.type}));")
        else:
            self.head.append(f"static {a.type} h_{a.name}[{self.cells(a)}];")

    def each_element(self, a, statement):
        """A loop nest over an array; `@` stands for the element."""
        if self.program.dialect == "cuda" or not self.by_name(a):
            name = "h_" * (self.program.dialect == "cuda") + a.name
            self.line(f"for (int i = 0; i < {self.cells(a)}; i++)")
            self.line("  " + statement.replace("@", name + "[i]"))
            return
        text = a.name
        for dim, size in enumerate(self.sizes(a)):
            i = "ijl"[dim]
            self.line("  " * dim + f"for (int {i} = 0; {i} < {size}; {i}++)")
            text += f"[{i}]"
        self.line("  " * len(self.sizes(a)) + statement.replace("@", text))

    def copy(self, a, to_device):
        if self.program.dialect != "cuda":
            return
        size = f"{self.cells(a)} * sizeof({a.type})"
        if self.by_name(a) and to_device:
            self.line(f"cudaMemcpyToSymbol({a.name}, h_{a.name}, {size});")
        elif self.by_name(a):
            self.line(f"cudaMemcpyFromSymbol(h_{a.name}, {a.name}, {size});")
        elif to_device:
            self.line(f"cudaMemcpy({a.name}, h_{a.name}, {size}, "
                      "cudaMemcpyHostToDevice);")
        else:
            self.line(f"cudaMemcpy(h_{a.name}, {a.name}, {size}, "
                      "cudaMemcpyDeviceToHost);")

    def host_write(self, a):
        value = "(int)(random_bits() % 19) - 9"
        if a.type.startswith("unsigned"):
            value = "random_bits() % 10"
        if not is_integer(a.type):
            value = f"({value}) / ({a.type})7"
            if self.program.numbers == "special":
                self.special = True
                value = f"special_number({value})"
        self.wait()
        if (self.program.host_fill == "function"
                and self.program.dialect != "cuda" and self.by_name(a)):
            self.fill_in_function(a, f"@ = {value};")
        else:
            self.each_element(a, f"@ = {value};")
        self.copy(a, to_device=True)

    def fill_in_function(self, a, statement):
        """What `host_write` does, in a function of its own."""
        rest, self.lines = self.lines, []
        depth, self.depth = self.depth, 1
        self.each_element(a, statement)
        self.functions["fill_" + a.name] = "\n".join(
            [f"static void fill_{a.name}() {{"] + self.lines + ["}", ""])
        self.lines, self.depth = rest, depth
        self.line(f"fill_{a.name}();")

    def scalar_types(self):
        return sorted({t.kernel.type for t in self.kernels.values()
                       if t.scalar})

    def declare_scalars(self):
        """Shared scalars, which kernels name; they are read again at the end."""
        specifier = {"simple": "__global__", "managed": "__managed__",
                     "cuda": "__device__"}[self.program.dialect]
        result = []
        for kind in self.scalar_types():
            result.append(f"{specifier} {kind} scale_{kind};")
            if self.program.dialect == "cuda":
                result.append(f"static {kind} h_scale_{kind};")
        return result

    def tallied(self):
        return [t.kernel for t in self.kernels.values()
                if any(walk(t.kernel.body, Tally))]

    def declare_tallies(self):
        specifier = {"simple": "__global__", "managed": "__managed__",
                     "cuda": "__device__"}[self.program.dialect]
        result = []
        for kernel in self.tallied():
            kind, name = tally_type(kernel), "tally_" + kernel.name
            bins = f"[{kernel.tally_bins}]" * (kernel.tally_bins > 1)
            result.append(f"{specifier} {kind} {name}{bins};")
            if self.program.dialect == "cuda":
                result.append(f"static {kind} h_{name}{bins};")
        return result

    def each_bin(self, kernel, statement, to_device):
        """`@` stands for the bin `i`."""
        own = "h_" * (self.program.dialect == "cuda")
        name = "tally_" + kernel.name
        several = kernel.tally_bins > 1
        bins = f"for (int i = 0; i < {kernel.tally_bins}; i++)"
        whole = "" if several else "&"
        copy = (f"cudaMemcpyToSymbol({name}, {whole}h_{name}, sizeof({name}));"
                if to_device else f"cudaMemcpyFromSymbol({whole}h_{name}, "
                f"{name}, sizeof({name}));")
        if own and not to_device:
            self.line(copy)
        self.wait()
        self.line(bins)
        self.line("  " + statement.replace("@", own + name
                                           + "[i]" * several))
        if own and to_device:
            self.line(copy)

    def change_scalar(self, kind):
        self.wait()
        if self.program.dialect == "cuda":
            self.line(f"h_scale_{kind} += 1;")
            self.line(f"cudaMemcpyToSymbol(scale_{kind}, &h_scale_{kind}, "
                      f"sizeof({kind}));")
        else:
            self.line(f"scale_{kind} += 1;")

    def wait(self):
        if self.program.dialect == "managed":
            self.line("cudaDeviceSynchronize();")

    def host_read(self, a):
        self.copy(a, to_device=False)
        self.wait()
        self.line("checksum = 0;")
        self.each_element(a, "checksum = checksum * 0.75 + (double)@;")
        self.line(f'printf("{a.name} %.17g\\n", checksum);')

    # Launches --------------------------------------------------------------

    def number(self, name, value):
        """An argument or a launch bound, spelled as the program does it."""
        style = self.program.values
        if style == "literal":
            return str(value)
        if style == "macro":
            macro = macro_name(name)
            if self.declared.setdefault(macro, value) == value:
                self.macros.append(f"#define {macro} {value}")
                return macro
            return str(value)
        if self.declared.setdefault(name, value) != value:
            return str(value)
        return name

    def declare_numbers(self):
        """Variables for sizes, before anything else in main."""
        style = self.program.values
        result = []
        for name, value in self.declared.items():
            if style == "const":
                result.append(f"  const int {name} = {value};")
            elif style == "run-time":
                self.argument += 1
                result.append(f"  int {name} = argc > {self.argument} ? "
                              f"atoi(argv[{self.argument}]) : {value};")
        return result

    def geometry(self, launch, kernel):
        """Per axis: block, work, and how many more blocks."""
        result = [(1, None, 1)] * 3
        for d in kernel.dims:
            size = max(1, launch.block[d.axis])
            if kernel.walk != "no":
                result[d.axis] = (size, None, 1 + launch.extra[d.axis])
            elif d.source == "block":
                result[d.axis] = (1, d.high, 0)
            elif d.source == "thread":
                fits = kernel.guard == "none" and exact(kernel)
                size = d.high if fits else max(size, d.high)
                result[d.axis] = (size, None, 1)
            else:
                result[d.axis] = (size, d.high, launch.extra[d.axis])
        if kernel.guard == "none" and exact(kernel) and kernel.walk == "no":
            result = [exactly(*r) for r in result]
        return result

    def launch(self, launch):
        text = self.kernels[launch.kernel]
        kernel = text.kernel
        self.count += 1
        args = [self.argument_of(text, p, launch.args[p.name])
                + self.shifted(text, p, launch)
                for p in kernel.params if p.name in text.used]
        numbers = [self.number(n, v) for n, v in text.numbers.items()]
        if kernel.object and numbers:
            name = f"sizes{self.count}"
            kind = text.object_type()
            values = ", ".join(numbers)
            if self.count % 2 and kernel.index_type == "int":
                self.line(f"{kind} {name} = {{{values}}};")
            else:
                self.line(f"{kind} {name};")
                for field, value in zip(text.numbers, numbers):
                    self.line(f"{name}.{field} = {value};")
            numbers = [name]
        args += numbers
        if text.scalar:
            self.change_scalar(kernel.type)
        axes = self.geometry(launch, kernel)
        if self.may_wrap(launch, text):
            return self.launch_in_function(launch, text, axes, args)
        grid, block = self.configure(launch, axes)
        if launch.rows > 1:
            self.line(f"for (int r = 0; r < {launch.rows}; r++)")
        self.line("  " * (launch.rows > 1)
                  + f"{kernel.name}{text.arguments()}<<<{grid}, {block}>>>"
                  + f"({', '.join(args)});")

    def may_wrap(self, launch, text):
        """Whether a function of its own can make the launch."""
        return (launch.function and launch.rows == 1
                and launch.launch != "run-time"
                and self.program.values in ("literal", "macro")
                and not text.kernel.object and not text.arguments())

    def launch_in_function(self, launch, text, axes, args):
        """The launch in a function that gets the pointers."""
        pointers = [p for p in text.kernel.params if p.name in text.used]
        name = f"start{self.count}_{launch.kernel}"
        rest, self.lines = self.lines, []
        depth, self.depth = self.depth, 1
        grid, block = self.configure(launch, axes)
        names = [p.name for p in pointers] + args[len(pointers):]
        self.line(f"{launch.kernel}{text.arguments()}<<<{grid}, {block}>>>"
                  f"({', '.join(names)});")
        declared = ", ".join(text.declare(p).replace("__restrict__ ", "")
                             for p in pointers)
        self.functions[name] = "\n".join(
            [f"static void {name}({declared}) {{"] + self.lines + ["}", ""])
        self.lines, self.depth = rest, depth
        first = [self.first_element(text, p, launch.args[p.name], arg)
                 for p, arg in zip(pointers, args)]
        self.line(f"{name}({', '.join(first)});")

    def first_element(self, text, param, array, argument):
        """An argument for a function of the host: a pointer to elements."""
        a = self.shapes.arrays[array]
        if (text.form(param.name) == "flat" and a.rank > 1
                and argument == array and self.by_name(a)):
            return f"&{array}" + "[0]" * a.rank
        return argument

    def shifted(self, text, param, launch):
        """What is added to an argument in a loop of launches."""
        if (launch.rows == 1 or param.name not in launch.shift
                or text.form(param.name) != "flat"):
            return ""
        row = 1
        for size in self.sizes(self.shapes.arrays[launch.args[param.name]])[1:]:
            row *= size
        return f" + r * {row}" if row != 1 else " + r"

    def argument_of(self, text, param, array):
        a = self.shapes.arrays[array]
        if text.form(param.name) == "multi":
            if self.program.dialect == "simple" or self.by_name(a):
                return array
            inner = "".join(f"[{s}]" for s in self.sizes(a)[1:])
            return f"({a.type} (*){inner}){array}"
        if self.program.dialect == "managed" and self.by_name(a):
            return f"&{array}" + "[0]" * a.rank
        return array

    def configure(self, launch, axes):
        """Grid and block, spelled in one of several ways."""
        rank = max(i for i in range(3) if i == 0 or axes[i][1:] != (None, 1)
                   or axes[i][0] != 1) + 1
        n = self.count
        blocks = []
        for i in range(rank):
            size = axes[i][0]
            name = f"block{n}_{'xyz'[i]}"
            if size == 1 or launch.launch in ("literal", "dim3", "fields"):
                blocks.append(str(size))
            elif launch.launch == "macro":
                self.macros.append(f"#define {name.upper()} {size}")
                blocks.append(name.upper())
            elif launch.launch == "variable":
                self.line(f"const int {name} = {size};")
                blocks.append(name)
            else:
                self.argument += 1
                self.line(f"int {name} = argc > {20 + self.argument} ? "
                          f"atoi(argv[{20 + self.argument}]) : {size};")
                blocks.append(name)
        grids = []
        for i in range(rank):
            size, work, extra = axes[i]
            more = f" + {extra}" if extra else ""
            if work is None:
                grids.append(str(extra))
            elif size == 1:
                grids.append(f"{work}{more}")
            else:
                grids.append(f"({work} + {blocks[i]} - 1) / {blocks[i]}{more}")
        return self.spell(launch, rank, grids, blocks)

    def spell(self, launch, rank, grids, blocks):
        n = self.count
        if rank == 1 and launch.launch != "fields":
            return grids[0], blocks[0]
        if launch.launch == "fields":
            for what, sizes in (("grid", grids), ("block", blocks)):
                self.line(f"dim3 {what}{n};")
                for i in range(rank):
                    self.line(f"{what}{n}.{'xyz'[i]} = {sizes[i]};")
        elif launch.launch == "literal":
            return f"dim3({', '.join(grids)})", f"dim3({', '.join(blocks)})"
        else:
            self.line(f"dim3 grid{n}({', '.join(grids)});")
            self.line(f"dim3 block{n}({', '.join(blocks)});")
        return f"grid{n}", f"block{n}"

    def step(self, node):
        if isinstance(node, Launch):
            self.launch(node)
        elif isinstance(node, (HostWrite, HostRead)):
            a = self.shapes.arrays[node.array]
            if a in self.arrays:
                (self.host_write if isinstance(node, HostWrite)
                 else self.host_read)(a)
        else:
            self.repeat(node)

    def repeat(self, node):
        swap = [s for s in node.swap if self.shapes.arrays[s] in self.arrays]
        self.line(f"for (int t = 0; t < {node.count}; t++) {{")
        self.depth += 1
        pointers = len(swap) == 2 and not any(
            self.by_name(self.shapes.arrays[s]) for s in swap)
        if len(swap) == 2 and not pointers:
            self.alternate(node, swap)
        else:
            for inner in node.body:
                self.step(inner)
        if pointers:
            kind = self.shapes.arrays[swap[0]].type
            self.line(f"{kind} *other = {swap[0]};")
            self.line(f"{swap[0]} = {swap[1]};")
            self.line(f"{swap[1]} = other;")
        self.depth -= 1
        self.line("}")

    def alternate(self, node, swap):
        """The body, in every second step with two arrays exchanged."""
        turned = dict(zip(swap, reversed(swap)))
        for head, names in (("if (t % 2 == 0) {", {}), ("} else {", turned)):
            self.line(head)
            self.depth += 1
            for inner in node.body:
                if isinstance(inner, Launch) and names:
                    args = {p: names.get(a, a) for p, a in inner.args.items()}
                    inner = Launch(inner.kernel, args, inner.block,
                                   inner.extra, inner.launch, inner.rows,
                                   inner.shift)
                self.step(inner)
            self.depth -= 1
        self.line("}")

    def write(self):
        self.declare_arrays()
        self.line("double checksum;")
        for a in self.arrays:
            self.host_write(a)
        for kernel in self.tallied():
            self.each_bin(kernel, "@ = i * 37 % 11 - 3;", to_device=True)
        for node in self.program.steps:
            self.step(node)
        for a in self.arrays:
            self.host_read(a)
        for kernel in self.tallied():
            self.each_bin(kernel, 'printf("%lld ", (long long)@);',
                          to_device=False)
        for kind in self.scalar_types():
            if self.program.dialect != "cuda":
                self.line(f'printf("scale %g\\n", (double)scale_{kind});')
        self.head = (self.declare_scalars() + self.declare_tallies()
                     + self.head)
        numbers = self.declare_numbers()
        return "\n".join(
            ["int main(int argc, char **argv) {"] + numbers + self.lines
            + ["  return 0;", "}", ""])


def exactly(size, work, extra):
    """The largest block that divides the work."""
    if work is None:
        return size, work, extra
    while work % size:
        size -= 1
    return size, work, 0


def emit(program, comment=""):
    """The text of a program."""
    shapes = Shapes(program)
    used = {launch.kernel for launch in launches(program)}
    texts = {}
    parts = []
    for kernel in program.kernels:
        if kernel.name in used:
            texts[kernel.name] = KernelText(program, shapes, kernel)
            parts.append(texts[kernel.name].write())
    parts = once(parts)
    host = HostText(program, shapes, texts)
    main = host.write()
    head = ["#include <stdio.h>", "#include <stdlib.h>"]
    if host.special:
        head.append("#include <math.h>")
    head += sorted(set(host.macros))
    random = ("static unsigned state = 1;\n"
              "static unsigned random_bits() {\n"
              "  state = state * 1664525u + 1013904223u;\n"
              "  return state >> 16;\n}\n")
    if host.special:
        random += SPECIAL_NUMBERS
    fill = list(host.functions.values())
    rest = parts + [random] + fill + [main]
    if program.order == "main first":
        rest = [t.prototype for t in texts.values()] + [random] + fill + [main] + parts
    return "\n".join([f"// {comment}"] * bool(comment) + head + [""]
                     + host.head + [""]
                     + [t.struct for t in texts.values() if t.struct] + rest)


def macro_name(symbol):
    """`nx_b` and `nx_B` are sizes of two arrays."""
    return symbol.upper() + ("" if symbol.islower() else "_")


SPECIAL_NUMBERS = """\
static double special_number(double other) {
  switch (random_bits() % 16) {
  case 0: return NAN;
  case 1: return INFINITY;
  case 2: return -INFINITY;
  case 3: return -0.0;
  case 4: return 1e-40;
  case 5: return 3e38;
  default: return other;
  }
}
"""


def once(parts):
    """Removes definitions that an earlier kernel already has."""
    seen = set()
    result = []
    for part in parts:
        lines = []
        skip = 0
        for line in part.split("\n"):
            if skip:
                skip -= 1
                continue
            if line.startswith(("#define", "__device__ int id_")):
                if line in seen:
                    skip = 0 if line.startswith("#") else 3
                    continue
                seen.add(line)
            lines.append(line)
        result.append("\n".join(lines))
    return result
