"""Plain kernels that read elements only where others say so: extremes of
neighbours, the nearer of two, limits."""
from plain_more import neighbours, setup
from plain_text import TYPES, Grid


def choices(k):
    """Elements that all outputs read, read again by some; others by some only."""
    rng = k.rng
    k.kind = "choices"
    while TYPES[k.type][1] > 1:
        k.type = rng.choice(sorted(TYPES))
    grid = Grid(rng, rng.choice([1, 2, 2, 2, 3]))
    grid.counter = "int"
    outputs = ["out"] + (["last"] if rng.random() < 0.3 else [])
    setup(k, grid, outputs=outputs)
    own = (0,) * grid.dims
    points = neighbours(rng, grid.dims)
    far = tuple(2 * p for p in rng.choice(points))
    base = TYPES[k.type][0]

    def read(point):
        return f"in[{grid.place(point)}]"

    def one():
        """What changes `v`, with elements that are read in all outputs or not."""
        a, b = rng.choice(points), rng.choice(points)
        form = rng.choice(["pick", "pick", "if", "and", "other", "far", "else"])
        less = rng.choice("<>")
        if form == "pick":
            return [f"v = {read(a)} {less} v ? {read(a)} : v;"]
        if form == "if":
            return [f"if ({read(a)} {less} v)", f"  v = {read(a)};"]
        if form == "and":
            return [f"if (v {less} {read(a)} && {read(a)} {less} {read(b)})",
                    f"  v += {read(b)};"]
        if form == "other":
            return [f"v += v {less} {read(a)} ? {read(b)} : {read(own)};"]
        if form == "far":
            return [f"if (v {less} {read(a)}) v -= {read(far)};"]
        return [f"if ({read(a)} {less} {read(b)}) {{", f"  v = {read(a)};",
                "} else {", f"  v -= {read(b)};", "}"]

    lines = [f"{base} v = {read(rng.choice([own] + points))};"]
    for _ in range(rng.choice([1, 2, 3, 5])):
        lines += one()
    here = grid.place(own)
    if rng.random() < 0.3:
        axis = rng.randrange(grid.dims)
        step = " * ".join(("c",) + grid.sizes[:axis])
        along = f"in[{here} + {step}]"
        lines += ["for (int c = -1; c <= 1; ++c)",
                  f"  if ({along} > v) v = {along};"]
    store = [f"out[{here}] = v;"]
    if len(outputs) > 1:
        # What is read behind a store is read again unless it is another's.
        store = [f"last[{here}] = v;"] + one() + store
    low = [2 if by else 1 for by in far]
    k.body = grid.ids() + grid.guard(low, low, lines + store)
