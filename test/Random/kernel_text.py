"""Writes the kernels of a program tree; see program.py."""

from program import Own
from shapes import own_place, own_subscripts, pivots, row_of
from spelling import exact, is_integer, members, record_of
from statement_text import StatementText


class KernelText(StatementText):
    """Writes one kernel."""

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
        if self.kernel.walk != "no":
            return
        if self.kernel.brace:
            plain = kind.replace("const ", "")
            self.line(f"{kind} {d.name}{{static_cast<{plain}>({text})}};")
        else:
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
            if pivots(self.kernel):
                result.append((f"{name} > pivot", f"{name} <= pivot"))
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
            kind = self.spelled_number() if self.template() == "no" else "T"
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
            if value != target and output.hinted:
                self.line(f"__stcs(&{target}, {value});")
            elif value != target:
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
            texts = [t[0] for t in tests]
            if guard == "grouped":
                texts = [f"({' && '.join(texts[n:n + 2])})"
                         for n in range(0, len(texts), 2)]
            self.block(f"if ({' && '.join(texts)})", [self.work])

    def write(self):
        """Writes the body, which tells what the rest must declare."""
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

    def text(self):
        """The kernel as it was written, and what only it needs."""
        result = [f"#define {k} {v}" for k, v in self.macros.items()]
        result += self.helpers + self.decoy() + self.opening()
        early = self.program.order == "main first"
        result.append(self.head(defaults=not early) + " {")
        return "\n".join(result + self.lines + ["}"] + self.closing() + [""])

    def prototype(self):
        return "\n".join(self.opening() + [self.head(defaults=True) + ";"]
                         + self.closing())

    # Declarations ----------------------------------------------------------

    def pointers(self):
        return [p for p in self.kernel.params if p.name in self.used]

    def number_type(self):
        return {"unsigned": "unsigned", "size_t": "size_t"}.get(
            self.kernel.index_type, "int")

    def types(self):
        """The types of all parameters, as a host says them."""
        result = []
        for p in self.pointers():
            kind = self.pointee(p)
            if self.template() != "no":
                kind = kind.replace("T", self.kernel.type)
            multi = f"(*){self.inner_sizes(p)}"
            result.append(
                f"{kind} {multi if self.form(p.name) == 'multi' else '*'}")
        return result + [kind for kind, _ in self.parameters()]

    def parameters(self):
        """The type and name of each parameter that is no array."""
        result = [("int", "pivot")] * bool(pivots(self.kernel))
        if self.kernel.object and self.numbers:
            return result + [(self.object_type(), "sizes")]
        return result + [(self.number_type(), name) for name in self.numbers]

    def head(self, defaults):
        kernel = self.kernel
        if kernel.object and self.numbers:
            fields = " ".join(f"{self.number_type()} {name};"
                              for name in self.numbers)
            self.struct = f"struct {self.object_type()} {{ {fields} }};"
        params = [self.declare(p) for p in self.pointers()]
        for kind, name in self.parameters():
            default = ""
            if defaults and kernel.defaults and name in self.numbers:
                default = f" = {self.numbers[name]}"
            params.append(f"{kind} {name}{default}")
        before = {"static": "static ", "extern C": 'extern "C" '}.get(
            self.linkage(), "")
        bounds = "__launch_bounds__(1024) " * kernel.bounds
        head = (f"{before}__global__ void {bounds}{self.name}"
                f"({', '.join(params)})")
        if self.template() == "no":
            return head
        names = ["typename T"] + ["int SIZE"] * (self.template() == "size")
        if self.is_deduced():
            names.reverse()
        return f"template <{', '.join(names)}>\n" + head

    def linkage(self):
        wanted = self.kernel.linkage
        templated = self.template() != "no"
        return "plain" if wanted == "extern C" and templated else wanted

    def opening(self):
        return {"namespace": ["namespace kernels {"],
                "anonymous": ["namespace {"]}.get(self.linkage(), [])

    def closing(self):
        return ["}"] * bool(self.opening())

    def qualified(self):
        """What others call the kernel."""
        return "kernels::" * (self.linkage() == "namespace") + self.name

    def decoy(self):
        """An overload that nobody starts."""
        if self.linkage() != "overloaded" or self.name != self.kernel.name:
            return []
        return [f"__global__ void {self.name}(char **) {{}}"]

    def object_type(self):
        return "Sizes_" + self.kernel.name

    def spelled_number(self):
        """The type of the kernel's numbers as it says it."""
        kind = self.kernel.type
        text = {"macro": kind.upper() + "_TYPE"}.get(self.kernel.alias,
                                                     "Number_" + kind)
        alias = {"typedef": f"typedef {kind} {text};",
                 "using": f"using {text} = {kind};",
                 "macro": f"#define {text} {kind}"}.get(self.kernel.alias)
        if not alias:
            return kind
        self.aliases.add(alias)
        return text

    def spelled(self, kind):
        """The type `kind` as the kernel says it."""
        if record_of(self.program, kind) != kind:
            return record_of(self.program, kind)
        if kind != self.kernel.type:
            return kind
        return "T" if self.template() != "no" else self.spelled_number()

    def is_deduced(self):
        return self.kernel.deduced and any(
            self.spelled(p.type) == "T" for p in self.pointers())

    def arguments(self, always=False, kind=""):
        """What a launch writes behind the kernel's name: the template's
        arguments, `always` all of them, with `kind` for the type."""
        kind = kind or self.kernel.type
        size = str(self.kernel.dims[0].high)
        if self.is_deduced():
            arguments = {"type": [kind] * always,
                         "size": [size] + [kind] * always}
        else:
            arguments = {"type": [kind], "size": [kind, size]}
        given = arguments.get(self.template())
        return f"<{', '.join(given)}>" if given else ""

    def template(self):
        # A parameter without a type of its own does not count elements.
        simple = self.program.dialect == "simple"
        return "no" if simple else self.kernel.template

    def pointee(self, param):
        kind = self.spelled(param.type)
        constant = not param.written and "const" in param.qualifier
        return "const " + kind if constant else kind

    def inner_sizes(self, param):
        size = self.shapes.of(self.kernel, param.name).size[1:]
        return "".join(f"[{s}]" for s in size)

    def declare(self, param):
        kind = self.pointee(param)
        if self.form(param.name) == "multi":
            return f"{kind} {param.name}[]{self.inner_sizes(param)}"
        if param.pointer == "brackets":
            return f"{kind} {param.name}[]"
        restrict = " __restrict__ " if "restrict" in param.qualifier else ""
        return f"{kind} *{restrict}{param.name}"
