"""Plain kernels whose branches write the same elements: an interior and a rim,
a default and an exception, with loops in some of them."""
from plain_text import TYPES, Grid, plus


def branches(k):
    """Elements that one of several branches writes, or several of them."""
    rng = k.rng
    k.kind = "branches"
    grid = Grid(rng, 2)
    grid.counter = "int"
    (x, y), (nx, ny) = grid.names, grid.sizes
    k.array("in", "nx * ny")
    k.array("out", "nx * ny", written=True)
    arrays = ["out"]
    if rng.random() < 0.4:
        k.array("last", "nx * ny", written=True)
        arrays.append("last")
    k.sizes(grid)
    k.over(grid)
    here = f"{y} * {nx} + {x}"
    vector = TYPES[k.type][1] > 1
    reach = rng.choice([1, 2, 3])

    def constant():
        return k.zero() if vector else f"{rng.choice([1, 3, 5, 9])}"

    def store(value, may_update=True):
        lines = []
        for array in arrays[:rng.choice([1, len(arrays)])]:
            op = rng.choice(["=", "=", "=", "+=", "-="]) if may_update else "="
            lines.append(f"{array}[{here}] {'=' if vector else op} {value};")
        return lines

    def filtered():
        """A sum over neighbours along an axis."""
        along, cell = rng.choice([
            (x, f"in[{y} * {nx} + {x} + c]"), (y, f"in[({y} + c) * {nx} + {x}]")])
        size = nx if along == x else ny
        add = "s.x += {0}.x, s.y -= {0}.y;" if vector else rng.choice([
            "s += {0};", "s -= {0};", "s += {0} * c;"])
        add = add.format(cell)
        if rng.random() < 0.3:
            add = f"if ({rng.choice(['c != 0', f'{x} + c > 2'])}) {add}"
        low, high = rng.choice([(-reach, reach), (0, reach), (-reach, 0)])
        inside = [f"{along} >= {reach}", f"{along} < {plus(size, -reach)}"]
        if rng.random() < 0.5:
            rng.shuffle(inside)
        return " && ".join(inside), [
            f"{k.type} s = {k.zero()};",
            f"for (int c = {low}; c <= {high}; ++c) {add}"] + store("s")

    def block(head, lines):
        return [head + " {"] + ["  " + line for line in lines] + ["}"]

    def other():
        return rng.choice([f"({x} + {y}) % 3 == 0", f"{x} % 2 == 1",
                           f"{y} > {x}", f"{x} < 5"])

    inside, work = filtered()
    form = rng.choice(["else", "else", "not", "before", "nested", "chain"])
    if form == "else":
        lines = block(f"if ({inside})", work) + block("else", store(constant()))
    elif form == "not":
        lines = block(f"if (!({inside}))", store(constant())) + block(
            "else", work)
    elif form == "before":
        lines = store(constant(), False) + block(f"if ({inside})", work)
        if rng.random() < 0.5:
            lines += block(f"if ({other()})", store(constant()))
    elif form == "nested":
        lines = block(f"if ({other()})", block(f"if ({inside})", work) + block(
            "else", store(constant()))) + block("else", store(constant()))
    else:
        second, more = filtered()
        lines = block(f"if ({inside} && {other()})", work) + block(
            f"else if ({second})", more) + block("else", store(constant()))
    k.body = grid.ids() + grid.guard((0, 0), (0, 0), lines)
