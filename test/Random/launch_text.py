"""Writes the launches of a program tree; see program.py."""

import re

from shapes import pivots
from spelling import exact, macro_name

CHECK = ("#define {0}({1}) do {{ {2}; if (cudaGetLastError() != cudaSuccess) "
         "exit(1); }} while (0)")
LAUNCH = ("#define LAUNCH(kernel, grid, block, ...) "
          "kernel<<<grid, block>>>(__VA_ARGS__)")


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
            if style in ("const", "constexpr"):
                result.append(f"  {style} int {name} = {value};")
            elif style == "global":
                self.head.append(f"static const int {name} = {value};")
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
        args += ["r"] * bool(pivots(kernel)) + numbers
        if text.scalar:
            self.change_scalar(kernel.type)
        axes = self.geometry(launch, kernel)
        if self.may_wrap(launch, text):
            return self.launch_in_function(launch, text, axes, args)
        grid, block = self.configure(launch, axes)
        count = pivots(kernel) or launch.rows
        if launch.rows > 1:
            count = min(count, launch.rows)
        lines = self.spell_launch(launch, text, grid, block, args)
        if count > 1 or pivots(kernel):
            self.line(f"for (int r = 0; r < {count}; r++) {{")
            lines = ["  " + line for line in lines] + ["}"]
        for line in lines:
            self.line(line)

    def spell_launch(self, launch, text, grid, block, args, kind=""):
        """The lines of a launch, spelled in one of several ways; `kind` is the
        type of elements inside a template."""
        name = text.qualified() + text.arguments(kind=kind)
        given = len(args)
        if text.kernel.defaults and not text.kernel.object and text.numbers:
            given -= 1 if self.count % 2 else len(text.numbers)
        plain = f"{name}<<<{grid}, {block}>>>({', '.join(args[:given])})"
        start, pointers = f"start{self.count}", self.program.dialect != "simple"
        if launch.how in ("check", "checks"):
            inside = "..." if launch.how == "checks" else "call"
            text = "__VA_ARGS__" if launch.how == "checks" else "call"
            self.macros.append(CHECK.format(launch.how.upper(), inside, text))
            call = plain if launch.how == "checks" else f"({plain})"
            return [f"{launch.how.upper()}({call});"]
        if launch.how == "macro" and given and "," not in name:
            self.macros.append(LAUNCH)
            return [f"LAUNCH({', '.join([name, grid, block] + args[:given])});"]
        if launch.how == "lambda":
            return [f"auto {start} = [&] {{ {plain}; }};", f"{start}();"]
        types = text.types()
        function = (f"(void (*)({', '.join(types)}))"
                    * (text.linkage() == "overloaded")
                    + text.qualified() + text.arguments(always=True))
        if launch.how == "pointer" and pointers:
            listed = ", ".join(types)
            declared, held = [
                (f"void (*{start})({listed}) = {function};", start),
                (f"auto {start} = {function};", start),
                (f"void (*{start}[])({listed}) = {{nullptr, {function}}};",
                 f"{start}[1]"),
                (f"struct {{ int number; void (*kernel)({listed}); }} "
                 f"{start} = {{{self.count}, {function}}};",
                 f"{start}.kernel")][self.count % 4]
            return [declared,
                    f"{held}<<<{grid}, {block}>>>({', '.join(args)});"]
        if (launch.how == "cudaLaunchKernel" and pointers
                and not any("[" in kind for kind in types)):
            items = [f"item{self.count}_{i}" for i in range(len(args))]
            return [f"{kind} {item} = {arg};"
                    for kind, item, arg in zip(types, items, args)] + [
                f"void *items{self.count}[] = "
                f"{{{', '.join('&' + item for item in items)}}};",
                f"cudaLaunchKernel((const void *){function}, dim3({grid}), "
                f"dim3({block}), items{self.count}, 0, 0);"]
        return [plain + ";"]

    def may_wrap(self, launch, text):
        """Whether a function of its own can make the launch."""
        return (launch.function and launch.rows == 1
                and not pivots(text.kernel)
                and launch.launch != "run-time"
                and self.program.values in ("literal", "macro", "global")
                and not text.kernel.object
                and (not text.arguments() or self.is_generic(launch, text)))

    def is_generic(self, launch, text):
        """Whether the function is a template that gets the type of elements."""
        return (launch.how == "deduced" and text.kernel.template != "size"
                and self.program.dialect != "simple"
                and any(text.spelled(p.type) in ("T", text.spelled_number())
                        and text.form(p.name) == "flat"
                        for p in text.pointers()))

    def launch_in_function(self, launch, text, axes, args):
        """The launch in a function that gets the pointers."""
        pointers = text.pointers()
        name = f"start{self.count}_{launch.kernel}"
        rest, self.lines = self.lines, []
        depth, self.depth = self.depth, 1
        grid, block = self.configure(launch, axes)
        names = [p.name for p in pointers] + args[len(pointers):]
        generic = self.is_generic(launch, text)
        for line in self.spell_launch(launch, text, grid, block, names,
                                      "Kind" * generic):
            self.line(line)
        declared = [text.declare(p).replace("__restrict__ ", "")
                    for p in pointers]
        if generic:
            own = rf"\b({text.spelled_number()}|T)\b"
            declared = [re.sub(own, "Kind", each)
                        if text.form(p.name) == "flat" else each
                        for p, each in zip(pointers, declared)]
        self.functions[name] = "\n".join(
            ["template <typename Kind>"] * generic
            + [f"static void {name}({', '.join(declared)}) {{"]
            + self.lines + ["}", ""])
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
            if size == 1 or launch.launch in ("literal", "dim3", "fields",
                                               "later"):
                blocks.append(str(size))
            elif launch.launch == "macro":
                self.macros.append(f"#define {name.upper()} {size}")
                blocks.append(name.upper())
            elif launch.launch in ("variable", "constexpr"):
                kind = {"variable": "const"}.get(launch.launch, "constexpr")
                self.line(f"{kind} int {name} = {size};")
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
        if rank == 1 and launch.launch not in ("fields", "later"):
            return grids[0], blocks[0]
        if launch.launch == "fields":
            for what, sizes in (("grid", grids), ("block", blocks)):
                self.line(f"dim3 {what}{n};")
                for i in range(rank):
                    self.line(f"{what}{n}.{'xyz'[i]} = {sizes[i]};")
        elif launch.launch == "later":
            first = ["1" if i == rank - 1 else blocks[i] for i in range(rank)]
            self.line(f"dim3 grid{n}({', '.join(grids)});")
            self.line(f"dim3 block{n}({', '.join(first)});")
            self.line(f"block{n}.{'xyz'[rank - 1]} = {blocks[rank - 1]};")
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
