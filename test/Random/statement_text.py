"""Writes the statements of a kernel; see program.py."""

from access_text import AccessText
from program import Add, If, Let, Loop, Number, Read, Tally, walk
from spelling import member_of, offset, record_of, tally_type


class StatementText(AccessText):
    """Writes the statements of one kernel."""

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
