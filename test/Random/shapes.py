"""The sizes of arrays, from all accesses to them; see program.py."""

from program import (Add, And, Affine, Around, Binary, Choice, Compare,
                     DataTest, If, Launch, Let, Loop, Own, Pivot, Read, Repeat,
                     Tally, walk)


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

    def finish(self, slack, multiple):
        self.low = [low or 0 for low in self.low]
        self.low = [min(low, 0) for low in self.low]
        self.size = [-(-((high or 0) - low + 1 + slack) // multiple) * multiple
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
    if affine.operator in ("/", ">>"):
        return low >> affine.bits, high >> affine.bits
    if affine.operator:
        return 0, min(high, 2 ** affine.bits - 1)
    return low, high


def visit_reads(node, env, found):
    """Calls found(read, env) for all reads that can happen."""
    if env is None:
        return
    if isinstance(node, (Read, Own, Pivot)):
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
        for inner in node.until + node.body:
            visit_reads(inner, inside, found)
    elif isinstance(node, Around):
        for inner in node.body:
            visit_reads(inner, env, found)
    elif isinstance(node, Binary):
        visit_reads(node.left, env, found)
        visit_reads(node.right, env, found)
    elif isinstance(node, (Add, Let)):
        visit_reads(node.value, env, found)
    elif isinstance(node, Tally):
        visit_reads(node.place, env, found)
        visit_reads(node.value, env, found)


def own_subscripts(kernel, output):
    subs = [Affine({name: output.scale}) for name in output.order
            if name in dims_by_name(kernel)]
    rank = next(p.rank for p in kernel.params if p.name == output.param)
    return subs + [Affine({}, output.column)] * (rank > len(output.order))


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


def pivots(kernel):
    """How many pivots launches have one after the other; 0 without any."""
    uses = kernel.walk == "no" and any(walk(kernel.body, Pivot))
    return kernel.pivot if uses else 0


def pivot_place(kernel, node):
    """Subscripts of the element that a `Pivot` means."""
    output = next(o for o in kernel.outputs if o.param == node.param)
    subs = own_subscripts(kernel, output)
    if pivots(kernel):
        subs[node.axis % len(subs)] = Affine({"pivot": output.scale})
    return subs


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
            layout.finish(program.slack, program.multiple)
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
        env["pivot"] = (0, max(0, pivots(kernel) - 1))

        def found(access, env):
            param = next(p for p in kernel.params if p.name == access.param)
            subs = (access.subs if isinstance(access, Read) else
                    pivot_place(kernel, access) if isinstance(access, Pivot)
                    else own_place(kernel, param.name, param.rank))
            layout = self.of(kernel, param.name)
            for dim, sub in enumerate(subs):
                low, high = interval(sub, env)
                if dim == 0:
                    high += rows(self.program, kernel, param.name) - 1
                if dim == len(subs) - 1:
                    high += (len(getattr(access, "data", []))
                             * (2 ** getattr(access, "bits", 0) - 1))
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
