"""What a host does between launches, spelled oddly."""

from language_calls import CALLBACKS, OUTSIDE
from language_values import Variable, converted, declare, number

# Writes in an element `{e}` of an array, of a value `{v}`: names and lines.
WRITES = [
    ("plain write", ["{e} = {v};"]), ("plain write", ["{e} = {v};"]),
    ("plain write", ["{e} = {v};"]), ("update", ["{e} += {v};"]),
    ("update", ["{e}++;"]), ("update", ["{e} ^= 5;"]),
    ("plain read", ["note({e});"]), ("plain read", ["note({e});"]),
    ("plain read", ["note({e});"]),
    ("read in a condition", ["if ({e} % 2)", "  note(4);"]),
    ("read by a copy", ["auto o{id} = {e};", "note(o{id});"]),
    ("read by a lambda", ["note([&] {{ return {e}; }}());"]),
    ("read by a const reference", ["const unsigned &o{id} = {e};",
                                   "note(o{id});"]),
    ("read by memcpy", ["unsigned o{id};", "memcpy(&o{id}, &{e}, 4);",
                        "note(o{id});"]),
    ("read in printf", ['printf("%u\\n", {e});']),
    ("write by sscanf", ['sscanf("7", "%u", &{e});']),
    ("part of an element", ["(unsigned char &){e} = {v} % 256;"]),
    ("part of an element",
     ["reinterpret_cast<unsigned char *>(&{e})[1] = {v} % 5;"]),
    ("binding of an element",
     ["auto &[a{id}, b{id}] = "
      "reinterpret_cast<Two<unsigned char> &>({e});", "b{id} = 9;"]),
    ("member pointer of an element",
     ["unsigned char Base::*m{id} = &Base::first;",
      "reinterpret_cast<Heir &>({e}).*m{id} = 8;"]),
    ("base of an element", ["static_cast<Base &>(reinterpret_cast<Heir &>({e}))"
                            " = Base{{3}};"]),
    ("bit-field", ["reinterpret_cast<Bits &>({e}).low = 5;"]),
    ("union", ["reinterpret_cast<Word &>({e}).part[2] = 1;"]),
    ("elvis with a store", ["(void)(seen % 2 ?: ({e} = {v}));"]),
    ("and with a store", ["seen % 2 && ({e} = {v});"]),
    ("conditional with a store", ["seen % 3 ? ({e} = {v}) : 0;"]),
    ("std::exchange", ["note(std::exchange({e}, {v}));"]),
    ("write by a call", None), ("write by a call", None),
]

PLAIN_WRITES = [entry for entry in WRITES if entry[0].startswith("plain")]

# Statements about arrays `{x}` and `{y}`.
WHOLE = [
    ("std::for_each", "std::for_each({x}, {x} + N, "
     "[](unsigned &e) {{ e = e * 3 % 1009; }});"),
    ("std::for_each", "std::for_each({x}, {x} + N, "
     "[&](unsigned e) {{ note(e + {y}[5]); }});"),
    ("std::transform", "std::transform({x}, {x} + N, {y}, "
     "[](unsigned e) {{ return e % 50; }});"),
    ("std::accumulate", "note(std::accumulate({x}, {x} + N, 0u));"),
    ("std::sort", "std::sort({x}, {x} + N, [](unsigned l, unsigned r) "
     "{{ return l % 64 != r % 64 ? l % 64 < r % 64 : l < r; }});"),
    ("std::sort by an array", "unsigned s{id}[4] = {{0, 1, 2, 3}}; "
     "std::sort(s{id}, s{id} + 4, [&](unsigned l, unsigned r) {{ return "
     "{x}[l] != {x}[r] ? {x}[l] < {x}[r] : l < r; }}); note(s{id}[0]);"),
    ("std::find_if", "note(std::find_if({x}, {x} + N, "
     "[](unsigned e) {{ return e > 50; }}) - {x});"),
    ("std::fill", "std::fill({x}, {x} + N, 3u);"),
    ("std::iota", "std::iota({x}, {x} + N, 1u);"),
    ("std::copy", "std::copy({x}, {x} + N, {y});"),
    ("std::reverse", "std::reverse({x}, {x} + N);"),
    ("std::swap_ranges", "std::swap_ranges({x}, {x} + N, {y});"),
    ("std::vector of an array", "std::vector<unsigned> s{id}({x}, {x} + N); "
     "note(s{id}[9]);"),
    ("std::partial_sum", "std::partial_sum({x}, {x} + 9, {x});"),
    ("std::inner_product", "note(std::inner_product({x}, {x} + N, {y}, 0u));"),
    ("std::minmax_element", "note(*std::max_element({x}, {x} + N));"),
    ("qsort of an array", "qsort({x}, N, sizeof(unsigned), falling);"),
    ("memcpy", "memcpy({x}, {y}, N * sizeof(unsigned));"),
    ("memset", "memset({x}, 0, N * sizeof(unsigned));"),
    ("memcmp", "note(!memcmp({x}, {y}, N * sizeof(unsigned)));"),
    ("pointer that moves", "for (unsigned *p{id} = {x}; p{id} != {x} + N; ) "
     "*p{id}++ += 1;"),
    ("pointer to const cast", "const unsigned *p{id} = {x}; "
     "((unsigned *)p{id})[6] = 4;"),
    ("reference to an array", "auto &&p{id} = {x}; p{id}[7] = 3;"),
    ("pointer of a choice", "(seen % 2 ? {x} : {y})[3] = 8;"),
    ("pointer in an object", "Two<unsigned *> p{id} = {{{x}, {y}}}; "
     "p{id}.b[2] = p{id}.a[1];"),
    ("pointers bound", "auto [p{id}, q{id}] = Two<unsigned *>{{{x}, {y}}}; "
     "q{id}[2] = p{id}[1];"),
    ("pointers in std::swap", "unsigned *p{id} = {x}, *q{id} = {y}; "
     "std::swap(p{id}, q{id}); *p{id} = 9;"),
    ("pointers in std::tie", "unsigned *p{id}, *q{id}; std::tie(p{id}, q{id}) "
     "= std::pair({x} + 0, {y} + 0); *q{id} = *p{id} + 1;"),
    ("pointer in std::function", "std::function<void(unsigned)> f{id} = "
     "[p = {x} + 0](unsigned v) {{ p[v] = v; }}; f{id}(5);"),
]

HOST_LOOPS = ["<", "<", "!=", "down", "two", "while", "call", "float",
              "end moves"]


class HostMaker:
    """Makes the statements of one program's host."""

    def __init__(self, unit):
        self.unit = unit
        self.counters = []
        self.has_rows = False
        self.kept = unit.dialect != "cuda" and unit.chance(0.15) and (
            unit.has("pointer that the device keeps"))

    def kept_variables(self):
        """What has pointers on the device, and counts on the host."""
        text = ["static unsigned calls = 0, turns = 0;",
                "static unsigned next() { return ++calls; }",
                "static unsigned counted(unsigned v) { return ++calls, v; }",
                "static unsigned draw() {",
                "  static unsigned state = 7;",
                "  state = state * 75 % 65537;", "  return state % 100;", "}"]
        if self.kept:
            text += ["__device__ unsigned *kept;",
                     "struct Node {", "  unsigned *data;", "  Node *next;",
                     "};", "__device__ Node nodes[2];",
                     "__global__ void keep(unsigned *x) { kept = x; }",
                     "__global__ void link(unsigned *x, unsigned *y) {",
                     "  nodes[0].data = x, nodes[0].next = &nodes[1];",
                     "  nodes[1].data = y, nodes[1].next = 0;", "}",
                     "__global__ void through(unsigned k) {",
                     "  kept[threadIdx.x] += k;", "}",
                     "__global__ void walk(unsigned k) {",
                     "  for (Node *n = nodes; n; n = n->next)",
                     "    n->data[threadIdx.x] += k;", "}",
                     "__global__ void forget() {",
                     "  kept = 0, nodes[0] = nodes[1] = {0, 0};", "}"]
        return text

    def array(self):
        return self.unit.one(self.unit.small + self.unit.wide)

    def pair(self):
        return self.unit.random.sample(self.unit.small + self.unit.wide, 2)

    def touch(self, index="i"):
        """Lines that read or write an element by an unusual name."""
        unit = self.unit
        element = Variable(f"{self.array()}[{index} % N]", "unsigned", 0)
        before, place = [], element.text
        if unit.chance(0.6):
            before, place = unit.place(element)
        name, lines = unit.one(WRITES if unit.chance(unit.odd + 0.3)
                               else PLAIN_WRITES)
        if not unit.has(name):
            return [f"note({element.text});"]
        if lines is None:
            return before + (unit.put(element, place,
                                      unit.random.randrange(90))
                             or [f"{place} = 1;"])
        values = {"e": place, "v": f"({index} * 5 + 2) % 1009",
                  "id": unit.fresh("")}
        return before + [line.format(**values) for line in lines]

    def callback(self):
        unit = self.unit
        name, types, text = unit.choose(CALLBACKS)
        if (name in OUTSIDE and unit.dialect not in ("simple", "cuda")
                or not unit.has(name)):
            return []
        body = "{ " + " ".join(self.touch()) + " }"
        for old, new in (("$B", body), ("$k", str(unit.random.randrange(90))),
                         ("$", "_" + unit.fresh(""))):
            types, text = types.replace(old, new), text.replace(old, new)
        if types:
            unit.types.append(types.rstrip("\n"))
        return [text]

    def over(self):
        """A loop over elements."""
        unit = self.unit
        before, end = number(unit, unit.one([1, 40, 100, 255, 256]))
        kind = unit.one(["unsigned", "int", "long", "unsigned short"])
        body = ["  " + line for line in self.touch("i" if kind != "int"
                                                   else "(unsigned)i")]
        head = f"for ({kind} i = 0; i < {end}; i++) {{"
        if unit.chance(0.2) and unit.has("loop with !="):
            head = head.replace("i <", "i !=")
        return ["{"] + before + [head] + body + ["}", "}"]

    def whole(self):
        unit = self.unit
        x, y = self.pair()
        name, text = unit.choose(WHOLE)
        if not unit.has(name):
            return []
        return [text.format(x=x, y=y, id=unit.fresh(""))]

    def keeps(self):
        unit = self.unit
        x, y = self.pair()
        sync = [] if unit.dialect == "simple" else ["cudaDeviceSynchronize();"]
        ways = [
            [f"keep<<<1, 1>>>({x});", f"through<<<1, 64>>>({self.free()});"]
            + sync + [f"note({x}[5]);"],
            [f"link<<<1, 1>>>({x}, {y});", f"walk<<<1, 64>>>({self.free()});"]
            + sync + [f"note({y}[5]);"],
            [f"keep<<<1, 1>>>({x});"] + sync + [
                f"{x}[3] = {self.free()};", f"through<<<1, 64>>>(2);"] + sync,
            [f"{{ unsigned *p = {x}; cudaMemcpyToSymbol(kept, &p, sizeof(p));",
             f"{x}[4] = 6; through<<<1, 64>>>(3); }}"] + sync
            + [f"note({x}[4]);"],
        ]
        # There an array's address is the host's own.
        return unit.one(ways[:3] if unit.dialect == "simple" else ways)

    def rows(self):
        """A loop of launches over rows, which may overlap."""
        unit = self.unit
        unit.has("rows of a pitch")
        if not self.has_rows:
            unit.types += ["__global__ void row(unsigned *x, unsigned k) {",
                           "  x[threadIdx.x] = x[threadIdx.x] * 3 + k;", "}"]
        self.has_rows = True
        name, counter = self.array(), unit.fresh("j")
        before, pitch = number(unit, unit.one([0, 8, 16, 32, 40]), 0.1)
        more, rounds = number(unit, unit.random.randint(2, 4), 0.5)
        on_device = "d_" + name if unit.dialect == "cuda" else name
        start = [f"for ({unit.one(['int', 'unsigned', 'long'])} {counter} = 0; "
                 f"{counter} < {rounds}; {counter}++)",
                 f"  row<<<1, 32>>>({on_device} + {counter} * {pitch}, 1);"]
        if unit.dialect == "cuda":
            size = dict(unit.arrays())[name] + " * sizeof(unsigned)"
            start = [f"cudaMemcpy(d_{name}, {name}, {size}, "
                     "cudaMemcpyHostToDevice);"] + start + [
                         f"cudaMemcpy({name}, d_{name}, {size}, "
                         "cudaMemcpyDeviceToHost);"]
        elif unit.dialect != "simple":
            start.append("cudaDeviceSynchronize();")
        return ["{"] + before + more + start + ["}"]

    def free(self):
        """Some number, perhaps one with a side effect."""
        unit = self.unit
        ways = [("plain argument", str(unit.random.randrange(90)))] * 3 + [
            ("argument that counts", "seen++"),
            ("argument that counts", "++calls"),
            ("argument that counts", "calls += 3"),
            ("argument that is assigned", "calls = 5"),
            ("argument of a call that counts", "next()"),
            ("argument of a call that counts", "next() + next()"),
            ("argument drawn at random", "draw()"),
            ("argument read from a variable", "calls"),
            ("argument narrowed", "(unsigned char)(seen + 200)"),
            ("argument narrowed", "(signed char)seen"),
            ("argument of an element", f"{self.array()}[3]"),
            ("argument of an element that changes", f"{self.array()}[4]++"),
        ]
        if not unit.chance(unit.odd + 0.2):
            ways = ways[:1]
        ways += [("argument of a counter", c) for c in self.counters * 3]
        name, text = unit.one(ways)
        return text if unit.has(name) else "4"

    def pointer(self, name):
        """An argument that is the array `name`."""
        unit = self.unit
        if unit.dialect == "cuda":
            name = "d_" + name
        ways = [("", name)] * 4 + [
            ("argument by a comma", f"(turns++, {name})"),
            ("argument by a function", f"same_pointer({name} + 0)"),
            ("argument by an address", f"&{name}[0]"),
            ("conditional argument", f"(seen == 70000 ? nullptr : {name})")]
        if unit.dialect == "simple" or not unit.chance(unit.odd):
            ways = ways[:1]
        construct, text = unit.one(ways)
        return text if not construct or unit.has(construct) else name

    def launch(self, kernel=None):
        unit = self.unit
        kernel = kernel or unit.one(unit.kernels)
        names = {}
        free = {"wide": list(unit.wide), "any": unit.small + unit.wide}
        for param in "xrq":
            choice = [n for n in free["wide" if param in kernel.wide
                                      else "any"]
                      if n not in names.values()]
            if not choice:
                choice = [n for n in unit.wide + unit.small
                          if n not in names.values()]
            names[param] = unit.one(choice)
        lines, text = number(unit, kernel.count[1], 0.4)
        if kernel.square:
            shape, before = "1, dim3(16, 16)", []
        else:
            block = unit.one([32, 64, 64, 128])
            most = 256 // block
            grid = unit.one([most, most, unit.random.randint(1, most)])
            before, grid = self.grid(grid)
            more, block = number(unit, block, 0.6)
            before += more
            shape = f"{grid}, {block}"
        count = text
        if kernel.count[0] == "short" and unit.chance(0.2):
            unit.has("argument narrowed")
            count = f"{text} + 65536"
        elif unit.chance(unit.odd / 3) and unit.has("argument of an array"):
            count = f"{self.array()}[{unit.random.randint(0, 9)}] % ({text}) + 1"
        pointers = [self.pointer(names[p]) for p in "xrq"]
        arguments = pointers + [count, self.free()]
        for kind, value in kernel.distances:
            more, argument = [], str(converted(kind, value))
            if unit.chance(0.7):
                more, variable = declare(unit, kind, value)
                argument = variable.text
            lines += more
            arguments.append(argument)
        arguments = ", ".join(arguments)
        start = f"{kernel.name}<<<{shape}>>>({arguments});"
        lines = before + lines
        if unit.dialect == "cuda":
            sizes = dict(unit.arrays())
            copy = [(n, f"{sizes[n]} * sizeof(unsigned)")
                    for n in names.values()]
            lines += [f"cudaMemcpy(d_{n}, {n}, {size}, cudaMemcpyHostToDevice);"
                      for n, size in copy]
            lines.append(start)
            lines += [f"cudaMemcpy({n}, d_{n}, {size}, cudaMemcpyDeviceToHost);"
                      for n, size in copy]
        else:
            lines.append(start)
            if unit.dialect != "simple":
                lines.append("cudaDeviceSynchronize();")
        return ["{"] + lines + ["}"]

    def grid(self, value):
        """A number of blocks, perhaps with a side effect."""
        unit = self.unit
        if unit.chance(unit.odd / 3) and unit.has("grid of an array"):
            return [], f"{self.array()}[7] % {value} + 1"
        way = unit.one(["++", "=", "call"])
        if not (unit.chance(unit.odd / 3)
                and unit.has("grid with a side effect")):
            return number(unit, value, 0.4)
        if way == "call":
            return [], f"counted({value})"
        name = unit.fresh("g")
        kind = unit.one(["int", "unsigned", "unsigned char", "short"])
        text = f"{name}++" if way == "++" else f"{name} = {value}"
        return [f"{kind} {name} = {value if way == '++' else 0};"], text

    def sized(self):
        """Part of an array by a size in bytes."""
        unit = self.unit
        x, y = self.pair()
        before, size = number(unit, unit.one([4, 60, 256, 1000, 1024]), 0.2)
        unit.has("size in bytes")
        return before + [unit.one([
            f"memset({x}, 0, {size});", f"memcpy({x}, {y}, {size});",
            f"memmove({x}, {y}, {size});",
            f"note(!memcmp({x}, {y}, {size}));",
            f"std::fill_n({x}, {size} / 4, 5u);",
            f"note(std::accumulate({x}, {x} + {size} / 4, 0u));"])]

    def loop(self, depth):
        """A loop around statements."""
        unit = self.unit
        name = unit.fresh("t")
        rounds = unit.random.randint(1, 4)
        before, end = number(unit, rounds, 0.5)
        kind = unit.one(["int", "unsigned", "unsigned char", "short", "long"])
        self.counters.append(name)
        body = self.block(depth - 1)
        self.counters.pop()
        way = unit.one(HOST_LOOPS)
        unit.has("host loop: " + way)
        tail = []
        head = f"for ({kind} {name} = 0; {name} < {end}; {name}++) {{"
        if way == "!=":
            head = f"for ({kind} {name} = 0; {name} != {end}; ++{name}) {{"
        elif way == "down":
            head = f"for ({kind} {name} = {end}; {name}-- > 0;) {{"
        elif way == "two":
            head = (f"for ({kind} {name} = 0; {name} < {end} && {name} < 3; "
                    f"{name}++) {{")
        elif way == "end moves":
            before.append(f"int {name}_end = {end} + 1;")
            head = (f"for ({kind} {name} = 0; {name} < {name}_end--; "
                    f"{name}++) {{")
        elif way == "float":
            head = f"for (float {name} = 0; {name} < {end}; {name} += 1) {{"
        elif way == "call":
            head = (f"for ({kind} {name} = 0; {name} < (int)(next() % 2 + 1); "
                    f"{name}++) {{")
        elif way == "while":
            before.append(f"{kind} {name} = 250;")
            head = f"while ({name}++ < 250 + {end}) {{"
            if kind == "unsigned char":
                head = f"while ({name}++ != ({kind})(250 + {end})) {{"
        return ["{"] + before + [head, body] + tail + ["}", "}"]

    def error(self):
        """A call that fails, which the program notices, or a later look."""
        unit = self.unit
        scratch = unit.fresh("s")
        if unit.chance(0.4) and unit.has("look at the last error"):
            return ["note(cudaGetLastError() != cudaSuccess);"]
        unit.has("error that is handled")
        return [f"void *{scratch} = nullptr;",
                f"note(cudaMalloc(&{scratch}, (size_t)1 << 50) != cudaSuccess);"]

    def statement(self, depth):
        unit = self.unit
        kind = unit.random.random()
        if unit.chance(unit.odd / 12):
            return self.error()
        if depth and kind < 0.12:
            return self.loop(depth)
        if 0.12 <= kind < 0.17:
            return self.rows()
        if depth and kind < 0.22:
            test = unit.one(["seen % 2", "calls % 2", f"{self.array()}[9] % 2"])
            return [f"if ({test}) {{", self.block(depth - 1), "}"]
        if kind < 0.5:
            return self.launch()
        if self.kept and kind < 0.6:
            return self.keeps()
        if kind < 0.5 + 0.45 * min(1, 1.6 * unit.odd):
            return ["{"] + self.callback() + ["}"]
        if kind < 0.62:
            return ["{"] + self.sized() + ["}"]
        if kind < 0.75:
            return ["{"] + self.whole() + ["}"]
        return self.over()

    def block(self, depth):
        return [self.statement(depth)
                for _ in range(self.unit.random.randint(1, 3))]

    def body(self):
        forget = ["forget<<<1, 1>>>();", "cudaDeviceSynchronize();"]
        body = [self.statement(2)
                for _ in range(self.unit.random.randint(2, 5))]
        for kernel in self.unit.kernels:
            body.insert(self.unit.random.randint(0, len(body)),
                        self.launch(kernel))
        return body + forget * self.kept
