"""Writes the statements of a kernel; see program.py."""

from access_text import AccessText
from program import (Add, Affine, Around, If, Let, Loop, Number, Read, Tally,
                     walk)
from spelling import member_of, offset, record_of, tally_type


class StatementText(AccessText):
    """Writes the statements of one kernel."""

    def line(self, text):
        before, self.before = self.before, []
        for each in before + [text]:
            self.lines.append("  " * self.depth + each)

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
            self.add(node)
        elif isinstance(node, Around):
            self.around(node)
        elif isinstance(node, Let):
            kind = self.spelled_number()
            if (isinstance(node.value, Read)
                    and node.value.spelling == "reference"
                    and self.params[node.value.param].type
                    == self.kernel.type):
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

    def add(self, node):
        value = self.value(node.value)
        if node.text == "macro":
            self.macros["ADD_TO(place, value)"] = "place += value"
            self.line(f"ADD_TO({self.sum}, {value});")
        elif node.text == "captured":
            name = f"STEP{len(self.macros)}_{self.kernel.name.upper()}"
            self.macros[name] = f"{self.sum} += {value};"
            self.line(name)
        else:
            self.line(f"{self.sum} += {value};")

    def around(self, node):
        self.lines.append(node.directive)
        for inner in node.body:
            self.statement(inner)
        if node.directive.startswith("#ifndef"):
            self.lines.append("#else")
            self.line(f"{self.sum} = slow_version({self.sum});")
        self.lines.append("#endif")

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
        kind = self.possible(node, kind)
        type_name = "unsigned" if unsigned else "int"
        declare = type_name + " "
        if node.counter == "outside":
            self.line(f"int {name};")
            declare = ""
        count = (f"{name} += {step}" if step != 1 else
                 f"++{name}" if node.counter == "prefix" else f"{name}++")
        start = f"{declare}{name} = {last if kind == 'down' else low}"
        body = list(node.body)
        if kind == "down":
            count = f"{name}--"
        elif node.moves:
            count += self.move_pointer(node, low)
        if node.second and declare and kind not in ("while", "do", "macro"):
            start += f", {name}2 = 0"
            count += f", {name}2 += {node.second}"
            body.insert(0, lambda: self.line(f"{self.sum} += {name}2;"))
        go_on = f"{name} < {high}"
        for test in node.until:
            text = f" && !({self.test(test)})"
            if kind == "while" and not self.before:
                go_on += text
            else:
                self.before = []
                body.insert(0, lambda test=test:
                            self.line(f"if ({self.test(test)}) break;"))
        if kind in ("while", "do"):
            self.turning(kind, start, go_on, count, body, bool(declare))
            return
        if kind == "macro":
            self.macros["EACH(i, low, high)"] = (
                "for (int i = low; i < high; i++)")
            self.block(f"EACH({name}, {low}, {high})", body)
            return
        if kind == "down":
            head = f"{start}; {name} >= {low}; {count}"
        elif kind == "<=":
            head = f"{start}; {name} <= {last}; {count}"
        elif kind == "break":
            head = f"{start}; ; {count}"
            body.insert(0, lambda: self.line(f"if (!({name} < {high})) break;"))
        else:
            compare = "!=" if kind == "!=" else "<"
            head = f"{start}; {name} {compare} {high}; {count}"
        if kind == "continue":
            body.insert(0, lambda: self.line(f"if ({name} % 3 == 1) continue;"))
        if node.unroll:
            self.line("#pragma " + node.unroll)
        self.block(f"for ({head})", body)
        if node.use_after and node.counter == "outside":
            self.line(f"{self.sum} += {name};")

    @staticmethod
    def possible(node, kind):
        """The kind of a loop; a simple one if the loop cannot be so."""
        based = node.low_base or node.high_base or node.clamp
        if kind == "do" and (based or node.high <= node.low or node.until):
            return "while"
        if kind == "macro" and (node.step != 1 or node.moves
                                or node.counter == "outside"):
            return "<"
        return kind

    def turning(self, kind, start, go_on, count, body, scope):
        """A while or do loop; a scope since its counter's name may be used
        again."""
        if scope:
            self.line("{")
        self.line(start + ";")
        body = body + [lambda: self.line(count + ";")]
        if kind == "while":
            self.block(f"while ({go_on})", body)
        else:
            self.block("do", body, f"}} while ({go_on});")
        if scope:
            self.line("}")

    def move_pointer(self, loop, low):
        """Lets one read in a loop be by a pointer, which is declared here;
        what moves it on."""
        inside = {inner.name for inner in walk(loop.body, Loop)}
        for read in walk(loop.body, Read):
            terms = {name for sub in read.subs for name in sub.terms}
            if (loop.name not in terms or terms & inside or read.data
                    or any(sub.operator for sub in read.subs)
                    or self.form(read.param) != "flat"):
                continue
            name, param = read.param, self.params[read.param]
            texts, moves = [], []
            for d, sub in enumerate(read.subs):
                rest = {n: f for n, f in sub.terms.items() if n != loop.name}
                texts.append(self.affine(
                    Affine(rest, sub.constant),
                    -self.shapes.of(self.kernel, name).low[d]))
                factor = sub.terms.get(loop.name, 0)
                if factor:
                    moves.append(" * ".join([str(factor)] + [
                        self.size(name, s, param.stride)
                        for s in range(d + 1, len(read.subs))]))
            at = f"{loop.name}_at"
            place = self.flat("", name, texts, "plain")[1:-1]
            move = " + ".join(moves)
            kind = record_of(self.program, param.type)
            self.line(f"const {kind} *{at} = {self.text_of(name)} + ({place}) "
                      f"+ ({low}) * ({move});")
            self.moving[id(read)] = at
            by = move if loop.step == 1 else f"{loop.step} * ({move})"
            return f", {at} += {by}"
        return ""
