"""Writes the launches of a program tree; see program.py."""

from shapes import launches
from spelling import exact, macro_name


class LaunchText:
    """Writes launches into main()."""

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
            return f"({self.element_type(a)} (*){inner}){array}"
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


def exactly(size, work, extra):
    """The largest block that divides the work."""
    if work is None:
        return size, work, extra
    while work % size:
        size -= 1
    return size, work, 0
