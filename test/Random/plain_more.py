"""More plain kernels: edges, accessors, sweeps, updates, shared memory."""

from plain_text import Grid, TYPES, plus, wrapped


def flat(grid, names, sizes=None):
    """`(z * ny + y) * nx + x` of any names."""
    sizes = sizes or grid.sizes
    text = names[-1]
    for axis in reversed(range(len(names) - 1)):
        text = f"{wrapped(text)} * {sizes[axis]} + {names[axis]}"
    return text


def neighbours(rng, dims):
    points = []
    for axis in range(dims):
        for by in (-1, 1):
            points.append(tuple(by if a == axis else 0 for a in range(dims)))
    if rng.random() < 0.5:
        points.append((0,) * dims)
    if dims == 2 and rng.random() < 0.3:
        points += [(-1, -1), (1, -1), (-1, 1), (1, 1)]
    rng.shuffle(points)
    return points


def joined(rng, terms):
    text = terms[0]
    for term in terms[1:]:
        text += f" {rng.choice('++-')} {term}"
    return text


def setup(k, grid, inputs=("in",), outputs=("out",)):
    count = " * ".join(("nx", "ny", "nz")[:grid.dims])
    for name in inputs:
        k.array(name, count)
    for name in outputs:
        k.array(name, count, written=True)
    k.sizes(grid)
    k.over(grid)


def edges(k):
    """Neighbours beyond the ends are others, or nothing."""
    rng = k.rng
    dims = rng.choice([1, 2, 2, 3])
    form = rng.choice(["zero", "clamp", "clamp", "minmax", "wrap", "if"])
    k.kind = "edges-" + form
    grid = Grid(rng, dims)
    grid.counter = "int"
    setup(k, grid)
    lines, terms = [], []
    own = flat(grid, grid.names)
    if form == "if":
        lines.append(f"{k.type} s = in[{own}];")
        for p in neighbours(rng, dims):
            tests, names = [], []
            for n, size, by in zip(grid.names, grid.sizes, p):
                names.append(plus(n, by))
                if by:
                    tests.append(f"{n} > 0" if by < 0 else f"{n} < {size} - 1")
            if tests:
                lines += [f"if ({' && '.join(tests)})",
                          f"  s += in[{flat(grid, names)}];"]
        lines.append(f"out[{own}] = s;")
        k.body = grid.ids() + grid.guard((0,) * dims, (0,) * dims, lines)
        return
    named = {}
    for n, size in zip(grid.names, grid.sizes):
        for by in (-1, 1):
            own_name = n + ("m" if by < 0 else "p")
            value = {
                "clamp": f"{n} > 0 ? {n} - 1 : 0" if by < 0 else
                         f"{n} < {size} - 1 ? {n} + 1 : {size} - 1",
                "minmax": f"max({n} - 1, 0)" if by < 0 else
                          f"min({n} + 1, {size} - 1)",
                "wrap": f"({n} + {size} - 1) % {size}" if by < 0 else
                        f"({n} + 1) % {size}",
                "zero": plus(n, by)}[form]
            named[n, by] = (own_name, value)
    used = []
    for p in neighbours(rng, dims):
        names, test = [], ""
        for n, size, by in zip(grid.names, grid.sizes, p):
            if by and form != "zero":
                if (n, by) not in used:
                    used.append((n, by))
                names.append(named[n, by][0])
            else:
                names.append(plus(n, by))
                if by:
                    test += (" && " if test else "") + (
                        f"{n} > 0" if by < 0 else f"{n} + 1 < {size}")
        text = f"in[{flat(grid, names)}]"
        terms.append(f"({test} ? {text} : {k.zero()})"
                     if form == "zero" and test else text)
    lines += [f"const int {named[u][0]} = {named[u][1]};" for u in used]
    lines.append(f"out[{own}] = {joined(rng, terms)};")
    k.body = grid.ids() + grid.guard((0,) * dims, (0,) * dims, lines)


def accessor(k):
    """A function of the device, or a lambda, reads the element."""
    rng = k.rng
    dims = rng.choice([2, 2, 3])
    form = rng.choice(["function", "template", "lambda", "reference"])
    k.kind = "accessor-" + form
    grid = Grid(rng, dims)
    grid.counter = "int"
    setup(k, grid)
    letters = ["a", "b", "c"][:dims]
    sizes = ["na", "nb"][:dims - 1]
    place = flat(grid, letters, sizes)
    arguments = ", ".join(f"int {n}" for n in letters + sizes)
    if form == "lambda":
        call = "at"
        first = [f"auto at = [&]({', '.join('int ' + n for n in letters)}) "
                 f"{{ return in[{flat(grid, letters)}]; }};"]
    else:
        first = []
        kind = "T" if form == "template" else k.type
        call = f"{k.name}_at"
        k.before.append(
            ("template <class T> " if form == "template" else "")
            + f"__device__ {'const ' + kind + ' &' if form == 'reference' else kind}"
            f" {call}(const {kind} *p, {arguments}) {{ return p[{place}]; }}")
    terms = []
    low, high = [0] * dims, [0] * dims
    for p in neighbours(rng, dims):
        at = [plus(n, by) for n, by in zip(grid.names, p)]
        if form != "lambda":
            at = ["in"] + at + list(grid.sizes[:dims - 1])
        terms.append(f"{call}({', '.join(at)})")
        for axis, by in enumerate(p):
            low[axis] = max(low[axis], -by)
            high[axis] = max(high[axis], by)
    lines = first + [f"out[{flat(grid, grid.names)}] = {joined(rng, terms)};"]
    k.body = grid.ids() + grid.guard(low, high, lines)


def sweep(k):
    """Threads of a plane walk along the last axis."""
    rng = k.rng
    form = rng.choice(["plain", "rotated", "two"])
    k.kind = "sweep-" + form
    grid = Grid(rng, 3)
    grid.counter = "int"
    grid.block = rng.choice([(16, 16, 1), (32, 8, 1), (32, 4, 1), (8, 8, 1)])
    setup(k, grid)
    k.block = ", ".join(map(str, grid.block[:2]))
    k.grid = ", ".join(f"({s} + {b - 1}) / {b}"
                       for s, b in zip(("nx", "ny"), grid.block))
    (x, y, z), (w, h, d) = grid.names, grid.sizes
    plane = Grid(rng, 2)
    plane.names, plane.sizes = grid.names[:2], grid.sizes[:2]
    plane.counter = "int"
    own = flat(grid, (x, y, z))
    terms = [f"in[{flat(grid, [plus(n, by) for n, by in zip(grid.names, p)])}]"
             for p in neighbours(rng, 3) if not p[2]]
    loop = f"for (int {z} = 1; {z} < {d} - 1; {rng.choice([z + '++', '++' + z])})"
    if form == "rotated":
        lines = [f"{k.type} below, mid = in[{flat(grid, (x, y, '0'))}], "
                 f"above = in[{flat(grid, (x, y, '1'))}];"]
        lines += [loop + " {", "  below = mid;", "  mid = above;",
                  f"  above = in[{flat(grid, (x, y, z + ' + 1'))}];",
                  f"  out[{own}] = {joined(rng, terms + ['below', 'above', 'mid'])};",
                  "}"]
    else:
        terms += [f"in[{flat(grid, (x, y, z + ' - 1'))}]",
                  f"in[{flat(grid, (x, y, z + ' + 1'))}]"]
        rng.shuffle(terms)
        lines = [loop, f"  out[{own}] = {joined(rng, terms)};"]
        if form == "two":
            lines = [f"const int first = {flat(plane, (x, y))}, "
                     f"step = {w} * {h};"]
            terms = ["in[at]", "in[at - step]", "in[at + step]", "in[at + 1]",
                     f"in[at - {w}]", f"in[at + {w}]", "in[at - 1]"]
            rng.shuffle(terms)
            lines += [f"for (int {z} = 1; {z} < {d} - 1; {z}++) {{",
                      f"  const int at = first + {z} * step;",
                      f"  out[at] = {joined(rng, terms)};", "}"]
    k.body = plane.ids() + plane.guard((1, 1), (1, 1), lines)


def update(k):
    """Several fields, some of which are changed in place."""
    rng = k.rng
    dims = rng.choice([2, 2, 3])
    k.kind = "update"
    grid = Grid(rng, dims)
    setup(k, grid, ("ha", "hb"), ("ea", "eb"))
    declared = [f"const int id = {flat(grid, grid.names)};"] \
        if rng.random() < 0.6 else []
    own = "id" if declared else flat(grid, grid.names)
    lines = list(declared)
    lower = rng.random() < 0.7
    for out in ("ea", "eb"):
        h = rng.choice(["ha", "hb"])
        p = [0] * dims
        p[rng.randrange(dims)] = -1 if lower else 1
        other = (f"id{grid.distance(p)}" if declared else
                 flat(grid, [plus(n, by) for n, by in zip(grid.names, p)]))
        lines.append(f"{out}[{own}] {rng.choice(['-=', '+=', '='])} "
                     f"{k.constant()} * ({h}[{own}] - {h}[{other}]);")
    if lower:
        grid.counter = "int"
    edge = (1,) * dims, (0,) * dims
    k.body = grid.ids() + grid.guard(*(edge if lower else edge[::-1]), lines)


def ranges(k):
    """Sums over ranges that begin or end where the thread is."""
    rng = k.rng
    k.kind = "ranges"
    grid = Grid(rng, 2)
    grid.counter = "int"
    (x, y), (nx, ny) = grid.names, grid.sizes
    k.array("in", "nx * ny")
    k.array("more", "nx * ny")
    k.array("out", "nx * ny", written=True)
    k.sizes(grid)
    k.over(grid)
    lines = [f"{k.type} sum = {k.zero()};"]
    for loop in range(rng.choice([1, 2, 2, 3])):
        c = rng.choice("cpq") + (str(loop) if rng.random() < 0.3 else "")
        of, size, cell = rng.choice([
            (x, nx, f"in[{y} * {nx} + {c}]"), (y, ny, f"in[{c} * {nx} + {x}]"),
            (y, ny, f"more[{c} * {nx} + {x}]"),
            (y, f"min({nx}, {ny})",
             f"in[{y} * {nx} + {c}] * more[{c} * {nx} + {x}]")])
        if TYPES[k.type][1] > 1:
            cell = cell.split(" * more")[0]
        r = rng.choice([1, 2, 4])
        # Both are where threads of another axis are, too: within the size.
        low = rng.choice(["0", "0", f"max({of} - {r}, 0)",
                          f"{of} > {r} ? {of} - {r} : 0", of, plus(of, 1)])
        high = rng.choice([size, size, f"min({of} + {r}, {size})",
                           f"min({size}, {of} + {r})",
                           f"min({of}, {size})"])
        end = f"{c} < {high}"
        if high == size:
            end += rng.choice(["", f" && {c} <= {x}", f" && {c} <= {y}"])
        if rng.random() < 0.3:
            lines.append(f"int low{loop} = {low}, high{loop} = {high};")
            low, end = f"low{loop}", f"{c} < high{loop}"
        head = f"for (int {c} = {low}; {end}; {rng.choice([c + '++', '++' + c])})"
        add = f"sum {rng.choice(['+=', '+=', '-='])} {cell};"
        if TYPES[k.type][1] > 1:
            add = f"sum.x += {cell}.x, sum.y -= {cell}.y;"
        form = rng.choice(["plain", "plain", "plain", "skip", "if"])
        if form == "skip":
            lines += [head + " {", f"  if ({c} == {x}) continue;", "  " + add, "}"]
        elif form == "if":
            lines += [f"if ({x} > 2)", "  " + head, "    " + add]
        else:
            lines += [head, "  " + add]
    lines.append(f"out[{y} * {nx} + {x}] = sum;")
    k.body = grid.ids() + grid.guard((0, 0), (0, 0), lines)


def shared(k):
    """Tiles that the user made, and reductions in blocks."""
    rng = k.rng
    form = rng.choice(["transpose", "window", "sum", "stencil"])
    k.kind = "shared-" + form
    t = TYPES[k.type][0]
    if form == "transpose":
        k.array("in", "nx * ny")
        k.array("out", "nx * ny", written=True)
        for name in ("nx", "ny"):
            k.number(name, name)
        k.block = "16, 16"
        k.grid = "(nx + 15) / 16, (ny + 15) / 16"
        k.body = [f"__shared__ {t} tile[16][{rng.choice([16, 17])}];",
                  "int x = blockIdx.x * 16 + threadIdx.x;",
                  "int y = blockIdx.y * 16 + threadIdx.y;",
                  "if (x < nx && y < ny)",
                  "  tile[threadIdx.y][threadIdx.x] = in[y * nx + x];",
                  "__syncthreads();",
                  "x = blockIdx.y * 16 + threadIdx.x;",
                  "y = blockIdx.x * 16 + threadIdx.y;",
                  "if (x < ny && y < nx)",
                  "  out[y * ny + x] = tile[threadIdx.x][threadIdx.y];"]
        return
    k.array("in", "nx * ny")
    k.array("out", "nx * ny", written=True)
    k.number("n", "nx * ny")
    k.block = "64"
    k.grid = "(nx * ny + 63) / 64"
    body = ["int i = blockIdx.x * blockDim.x + threadIdx.x;"]
    if form == "sum":
        body = [f"__shared__ {t} part[64];"] + body + [
            f"part[threadIdx.x] = i < n ? in[i] : {k.zero()};",
            "__syncthreads();",
            "for (int s = 32; s > 0; s /= 2) {",
            "  if (threadIdx.x < s)",
            "    part[threadIdx.x] += part[threadIdx.x + s];",
            "  __syncthreads();", "}",
            "if (threadIdx.x == 0)", "  out[blockIdx.x] = part[0];"]
    else:
        r = rng.choice([1, 2, 3])
        body = [f"__shared__ {t} tile[64 + {2 * r}];"] + body + [
            f"for (int j = threadIdx.x; j < 64 + {2 * r}; j += 64) {{",
            f"  int from = blockIdx.x * 64 + j - {r};",
            f"  tile[j] = from >= 0 && from < n ? in[from] : {k.zero()};", "}",
            "__syncthreads();", "if (i < n) {"]
        if form == "window":
            body += [f"  {t} s = {k.zero()};",
                     f"  for (int j = 0; j <= {2 * r}; j++)",
                     "    s += tile[threadIdx.x + j];", "  out[i] = s;", "}"]
        else:
            body += [f"  out[i] = tile[threadIdx.x] + tile[threadIdx.x + {r}] "
                     f"- tile[threadIdx.x + {2 * r}];", "}"]
    k.body = body


def unrolled(k):
    """Each thread computes several elements itself."""
    rng = k.rng
    by = rng.choice([2, 4])
    k.kind = "unrolled"
    k.array("in", f"nx * ny + {by + 1}")
    k.array("out", "nx * ny", written=True)
    k.number("n", "nx * ny")
    k.block = "64"
    form = rng.choice(["stride", "chunk", "loop"])
    k.grid = f"(nx * ny + {64 * by - 1}) / {64 * by}"
    if form == "stride":
        k.body = ["for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;",
                  "     i += blockDim.x * gridDim.x)",
                  f"  out[i] = in[i] + {k.constant()} * in[i + 1];"]
    elif form == "chunk":
        k.body = [f"int base = (blockIdx.x * blockDim.x + threadIdx.x) * {by};",
                  f"for (int j = 0; j < {by}; ++j)",
                  "  if (base + j < n)",
                  f"    out[base + j] = in[base + j] - in[base + j + {by}];"]
    else:
        k.body = [f"int i = blockIdx.x * {64 * by} + threadIdx.x;", "#pragma unroll",
                  f"for (int j = 0; j < {by}; j++, i += 64) {{",
                  "  if (i >= n) break;",
                  f"  out[i] = in[i] * {k.constant()} + in[i + 1];", "}"]


MORE = [edges] * 3 + [accessor] * 2 + [sweep] * 2 + [update] * 2 + [
    ranges] * 3 + [shared, unrolled]
