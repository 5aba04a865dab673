"""How people spell plain kernels: places of elements, conditions, types."""

# Name, parts, type of a part.
TYPES = {
    "float": ("float", 1), "double": ("double", 1), "int": ("int", 1),
    "unsigned": ("unsigned", 1), "short": ("short", 1),
    "unsigned char": ("unsigned char", 1), "char": ("char", 1),
    "long long": ("long long", 1), "float2": ("float", 2),
    "float4": ("float", 4),
}
COMMON = ["float"] * 8 + ["double"] * 3 + ["int"] * 3 + [
    "unsigned", "short", "unsigned char", "char", "long long"]
NAMES = [("x", "y", "z"), ("i", "j", "k"), ("col", "row", "slice"),
         ("tx", "ty", "tz"), ("ix", "iy", "iz")]
SIZES = [("nx", "ny", "nz"), ("w", "h", "d"), ("cols", "rows", "slices"),
         ("width", "height", "depth"), ("n", "m", "l")]


def plus(name, by):
    """`x + 1`, `x - 1`, `x`."""
    return name if not by else f"{name} {'+' if by > 0 else '-'} {abs(by)}"


def wrapped(text):
    return f"({text})" if " " in text else text


class Grid:
    """A kernel's threads, one for each point of a box."""

    def __init__(self, rng, dims):
        self.rng = rng
        self.dims = dims
        self.names = rng.choice(NAMES)[:dims]
        self.sizes = rng.choice(SIZES)[:dims]
        self.block = rng.choice(
            {1: [(64,), (128,), (256,), (96,)],
             2: [(16, 16), (32, 8), (32, 4), (8, 8), (16, 4), (64, 2), (4, 16)],
             3: [(8, 8, 4), (32, 4, 2), (16, 4, 4), (32, 2, 2), (4, 4, 4)]
             }[dims])
        self.counter = rng.choice(["int"] * 6 + ["unsigned", "const int"])

    def ids(self):
        """The declarations of the thread's place."""
        form = self.rng.choice(["b * B + t", "B * b + t", "t + b * B"])
        one = []
        for axis, name in zip("xyz", self.names):
            value = " ".join({"b": f"blockIdx.{axis}", "B": f"blockDim.{axis}",
                              "t": f"threadIdx.{axis}"}.get(c, c)
                             for c in form.split())
            one.append((name, value))
        if self.rng.random() < 0.3:
            return [f"{self.counter} " + ", ".join(
                f"{n} = {v}" for n, v in one) + ";"]
        if self.rng.random() < 0.3:
            one.reverse()
        return [f"{self.counter} {n} = {v};" for n, v in one]

    def conditions(self, low, high):
        """What holds where all neighbours are inside: `x > 0`, `x < nx - 1`."""
        rng, first, last = self.rng, [], []
        for name, size, a, b in zip(self.names, self.sizes, low, high):
            # An id without sign is never negative.
            if a:
                first.append(rng.choice([f"{name} >= {a}", f"{name} > {a - 1}"]))
            last.append(rng.choice([
                f"{name} < {plus(size, -b)}",
                f"{name} < {plus(size, -b)}",
                f"{name} <= {plus(size, -b - 1)}"] + (
                    [f"{name} + {b} < {size}"] if b else [])))
        every = first + last
        if rng.random() < 0.4:
            rng.shuffle(every)
        return every

    def guard(self, low, high, body):
        """Lines around \\p body."""
        rng, every = self.rng, self.conditions(low, high)
        form = rng.choice(["and", "and", "nested", "return", "returns"])
        if form == "and":
            return [f"if ({' && '.join(every)}) {{"] + [
                "  " + line for line in body] + ["}"]
        if form == "nested" and len(every) > 1:
            cut = rng.randrange(1, len(every))
            return [f"if ({' && '.join(every[:cut])})",
                    f"  if ({' && '.join(every[cut:])}) {{"] + [
                        "    " + line for line in body] + ["  }"]
        opposite = {">=": "<", ">": "<=", "<": ">=", "<=": ">"}
        fail = []
        for one in every:
            left, op, right = one.partition(" >= ") if " >= " in one else (
                one.partition(" <= ") if " <= " in one else
                one.partition(" > ") if " > " in one else one.partition(" < "))
            fail.append(f"{left} {opposite[op.strip()]} {right}")
        if form == "returns":
            return [f"if ({one}) return;" for one in fail] + body
        return [f"if ({' || '.join(fail)})", "  return;"] + body

    def place(self, offsets):
        """The subscript of the neighbour, written out."""
        at = [plus(n, o) for n, o in zip(self.names, offsets)]
        text = at[-1]
        form = self.rng.choice(["horner", "products", "products last"])
        if self.dims == 1:
            return text
        if form == "horner":
            for axis in reversed(range(self.dims - 1)):
                text = f"{wrapped(text)} * {self.sizes[axis]} + {at[axis]}"
                if axis:
                    text = f"({text})"
            return text
        stride, terms = "", []
        for axis in range(self.dims):
            terms.append(at[axis] if not stride else
                         f"{wrapped(at[axis])} * {stride}")
            stride = self.sizes[axis] + (" * " + stride if stride else "")
        return " + ".join(terms if form == "products last"
                          else list(reversed(terms)))

    def distance(self, offsets):
        """`+ nx - 1`: from the thread's own element."""
        text, stride = "", ""
        for size, by in zip(self.sizes, offsets):
            if by:
                part = stride if abs(by) == 1 and stride else (
                    f"{abs(by)} * {stride}" if stride else str(abs(by)))
                text += f" {'+' if by > 0 else '-'} {part}"
            stride = f"{stride} * {size}" if stride else size
        return text
