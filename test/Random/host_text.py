"""Writes main() of a program tree; see program.py."""

from launch_text import LaunchText
from program import HostRead, HostWrite, Launch, Repeat, Tally, walk
from shapes import launches, stored_by_name
from spelling import is_integer, members, record_of, tally_type


class HostText(LaunchText):
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

    def element_type(self, array):
        return record_of(self.program, array.type)

    def declare_arrays(self):
        for a in self.arrays:
            shape = "".join(f"[{s}]" for s in self.sizes(a))
            dialect = self.program.dialect
            kind = self.element_type(a)
            if dialect == "simple":
                self.head.append(f"__global__ {kind} {a.name}{shape};")
            elif dialect == "managed" and self.by_name(a):
                self.head.append(f"__managed__ {kind} {a.name}{shape};")
            elif dialect == "managed":
                self.line(f"{kind} *{a.name};")
                self.line(f"cudaMallocManaged(&{a.name}, {self.cells(a)} * "
                          f"sizeof({kind}));")
            else:
                self.declare_plain(a, kind, shape)

    def declare_plain(self, a, kind, shape):
        size = f"{self.cells(a)} * sizeof({kind})"
        if self.by_name(a):
            self.head.append(f"__device__ {kind} {a.name}{shape};")
        else:
            self.line(f"{kind} *{a.name};")
            self.line(f"cudaMalloc((void **)&{a.name}, {size});")
        if self.program.host_memory == "malloc":
            self.line(f"{kind} *h_{a.name} = ({kind} *)malloc({size});")
        else:
            self.head.append(f"static {kind} h_{a.name}[{self.cells(a)}];")

    def each_element(self, a, statement, tail=""):
        """A loop nest over an array; `@` stands for the element or, of a
        record, in turn for its members. `tail` is for a byte at its end."""
        record = next((r for r in self.program.records if r.type == a.type),
                      None)
        if record:
            each = [statement.replace("@", "@" + name)
                    for name in members(self.program, a.type)]
            if record.tail:
                each.append((tail or statement).replace("@", "@.tail"))
            statement = f"{{ {' '.join(each)} }}"
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
        size = f"{self.cells(a)} * sizeof({self.element_type(a)})"
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
            self.fill(a, f"@ = {value};")
        self.copy(a, to_device=True)

    def fill(self, a, statement):
        self.each_element(a, statement, tail="@ = random_bits() % 100;")

    def fill_in_function(self, a, statement):
        """What `host_write` does, in a function of its own."""
        rest, self.lines = self.lines, []
        depth, self.depth = self.depth, 1
        self.fill(a, statement)
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

    # Steps -----------------------------------------------------------------

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
            kind = self.element_type(self.shapes.arrays[swap[0]])
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
                                   inner.shift, how=inner.how)
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
