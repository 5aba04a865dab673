"""A small affine CUDA program as a tree of plain values.

The tree says what is computed; `emit.py` computes array sizes from it and
writes the text. Every tree prints as a valid program: sizes follow from the
subscripts, so that no access is out of bounds whatever is added or removed, and
outputs are only accessed at the thread's own element, so that nothing races.
"""

from dataclasses import dataclass, field

# The values an option may have; the first is the simplest.
OPTIONS = {
    "dialect": ["cuda", "simple", "managed"],
    "storage": ["pointer", "name"],
    "order": ["kernels first", "main first"],
    "host_memory": ["array", "malloc"],
    "sizes": ["own", "uniform"],
    "values": ["literal", "run-time", "macro", "const"],
    "index_type": ["int", "unsigned", "size_t", "const int", "long long"],
    "guard": ["wrap", "grouped", "return", "returns", "nested", "not-or", "else",
              "none"],
    "compare": ["<", "<=", "flipped", "not"],
    "bound": ["literal", "size", "parameter"],
    "form": ["flat", "multi", "own"],
    "stride": ["literal", "parameter", "macro"],
    "spelling": ["plain", "commuted", "star", "offset", "factored", "macro",
                 "called", "guarded", "row", "reference"],
    "source": ["global", "block", "thread", "helper", "macro", "direct"],
    "counter": ["inside", "outside", "unsigned", "prefix"],
    "loop": ["<", "<=", "!=", "down", "while", "break", "continue"],
    "launch": ["literal", "dim3", "macro", "variable", "fields", "run-time"],
    "accumulate": ["local", "output"],
    "pointer": ["star", "brackets"],
    "walk": ["no", "grid-stride", "while"],
    "template": ["no", "type", "size"],
    "host_fill": ["inline", "function"],
    "numbers": ["plain", "special"],
    "tally_op": ["Add", "Sub", "Min", "Max", "And", "Or", "Xor"],
    "tally_type": ["int", "unsigned", "long long", "unsigned long long"],
    "tally_bins": [1, 16, 100],
    "layout": ["members", "array"],
}

# Further options and values, which `constructs.py` gives to a whole program.
MORE = {
    "values": ["constexpr", "global"],
    "launch": ["constexpr", "later"],
    "layout": ["vector"],
    "spelling": ["read-only", "index"],
    "loop": ["do", "macro"],
    "linkage": ["static", "extern C", "namespace", "anonymous", "overloaded"],
    "alias": ["typedef", "using", "macro"],
    "how": ["check", "checks", "macro", "cudaLaunchKernel", "pointer", "lambda",
            "deduced"],
    "directive": ["#if 0", "#ifdef __CUDA_ARCH__", "#if __CUDA_ARCH__ >= 300",
                  "#ifndef SLOW"],
    "unroll": ["unroll", "unroll 4", "unroll 1"],
    "text": ["macro", "captured"],
}
OPTIONS |= {"linkage": ["plain"], "alias": ["no"], "how": ["plain"],
            "directive": ["#if 1"], "unroll": [""], "text": ["plain"],
            "operator": [""]}


@dataclass
class Affine:
    """`sum of terms + constant`; terms are names of ids, counters or sizes.

    With an `operator`, what that makes of the sum and of 2 to the power of
    `bits`. Then neither the factors nor the constant nor what the names stand
    for are below 0.
    """

    terms: dict
    constant: int = 0
    operator: str = ""  # "/", "%", "&" or ">>"
    bits: int = 1


@dataclass
class Read:
    """An element of the array behind a parameter.

    `data` holds reads of integers whose low `bits` are added to the subscript.
    """

    param: str
    subs: list
    spelling: str = "plain"
    data: list = field(default_factory=list)
    member: int = 0  # of the element, if it is a record
    bits: int = 3


@dataclass
class Pivot:
    """The thread's own element of an output, but in the row (or the column, by
    `axis`) of this launch's pivot, which no thread writes."""

    param: str
    axis: int


@dataclass
class Own:
    """The element of an output that belongs to this thread."""

    param: str


@dataclass
class Scalar:
    """A shared variable that the host changes before each launch."""


@dataclass
class Number:
    value: int


@dataclass
class Binary:
    op: str
    left: object
    right: object


@dataclass
class Choice:
    """`condition ? left : right`"""

    condition: object
    left: object
    right: object


@dataclass
class Compare:
    """`name op value`, for an id or a counter; narrows the name's range."""

    name: str
    op: str
    value: int


@dataclass
class Modulo:
    name: str
    modulus: int


@dataclass
class DataTest:
    read: object
    value: int


@dataclass
class And:
    left: object
    right: object


@dataclass
class Add:
    """`sum += value;`"""

    value: object
    text: str = "plain"


@dataclass
class Let:
    """`T name = value; sum += name;`"""

    name: str
    value: object


@dataclass
class Tally:
    """An atomic update of one of the kernel's bins: of the place in it that
    `place` names, an id, a counter or a read of integers; by `value`, likewise
    or a number."""

    place: object
    value: object


@dataclass
class If:
    condition: object
    then: list
    orelse: list = field(default_factory=list)


@dataclass
class Loop:
    """Counts from low (+ a base) up to, but not including, high (+ a base).

    With a clamp, only what is in the range of floor and ceiling. Ends as soon
    as one of the tests in `until` holds.
    """

    name: str
    low: int
    high: int
    step: int = 1
    low_base: str = ""
    high_base: str = ""
    bound: str = "literal"
    counter: str = "inside"
    loop: str = "<"
    use_after: bool = False
    clamp: str = ""  # how it is written: "function", "choice" or "variable"
    floor: int = 0
    ceiling: int = 0
    body: list = field(default_factory=list)
    until: list = field(default_factory=list)
    unroll: str = ""
    second: int = 0  # the step of a second counter
    moves: bool = False  # one read is by a pointer that moves along


@dataclass
class Around:
    """Statements that only some compilations see."""

    directive: str
    body: list


@dataclass
class Dimension:
    """A thread id: its name, the axis it comes from, and its range."""

    name: str
    axis: int
    low: int
    high: int
    source: str = "global"


@dataclass
class Output:
    """A written array; `order` permutes the ids into its subscripts.

    A thread writes `row` elements, no more than `scale`, one after the other.
    An array with one more dimension has its elements in a `column`.
    """

    param: str
    order: list
    scale: int = 1
    update: bool = False
    row: int = 1
    whole: bool = False  # all members of a record, not only the first
    column: int = 0
    hinted: bool = False  # stored with a cache hint


@dataclass
class Param:
    name: str
    type: str
    rank: int
    written: bool = False
    form: str = "flat"
    stride: str = "literal"
    qualifier: str = ""
    pointer: str = "star"


@dataclass
class Kernel:
    name: str
    type: str
    dims: list
    params: list
    body: list
    outputs: list
    guard: str = "wrap"
    compare: str = "<"
    bound: str = "literal"
    index_type: str = "int"
    accumulate: str = "local"
    walk: str = "no"
    template: str = "no"  # of the element type, and of the first bound
    decoys: list = field(default_factory=list)
    object: bool = False  # numbers are members of one parameter
    meets: bool = False  # its threads exchange values in shared memory
    tally_op: str = "Add"
    tally_type: str = "int"
    tally_bins: int = 1
    linkage: str = "plain"
    alias: str = "no"  # of the element type
    bounds: bool = False  # `__launch_bounds__`
    defaults: bool = False  # of numbers
    brace: bool = False  # around the values of ids
    deduced: bool = False  # the template's type
    pivot: int = 0  # how many launches, each with its pivot


@dataclass
class Launch:
    """`args` maps parameters to arrays.

    With several `rows` it is a loop of launches, and the parameters in `shift`
    get their array from a later row on each time: `a + r * N`. With `function`
    it stands in a function that gets the arrays as pointers.
    """

    kernel: str
    args: dict
    block: list
    extra: list
    launch: str = "literal"
    rows: int = 1
    shift: list = field(default_factory=list)
    function: bool = False
    how: str = "plain"


@dataclass
class HostWrite:
    array: str


@dataclass
class HostRead:
    array: str


@dataclass
class Repeat:
    """A time loop; `swap` names two arrays that change places each time."""

    count: int
    body: list
    swap: list = field(default_factory=list)


@dataclass
class Array:
    name: str
    type: str
    rank: int
    like: str = ""
    storage: str = "pointer"


@dataclass
class Record:
    """The elements of all arrays of a type are records of some of them."""

    type: str
    members: int
    layout: str = "members"
    tail: bool = False  # a byte at the end, which no kernel knows


@dataclass
class Program:
    dialect: str
    arrays: list
    kernels: list
    steps: list
    sizes: str = "own"
    values: str = "literal"
    host_memory: str = "array"
    order: str = "kernels first"
    slack: int = 0
    multiple: int = 1  # of which sizes are
    host_fill: str = "inline"
    numbers: str = "plain"
    records: list = field(default_factory=list)
    tabs: bool = False
    crlf: bool = False


def children(node):
    """The nodes directly inside a node, a list or a dict."""
    if isinstance(node, list):
        return list(node)
    if hasattr(node, "__dataclass_fields__"):
        return [getattr(node, name) for name in node.__dataclass_fields__]
    return []


def walk(node, kind):
    """All nodes of a kind below a node, in order."""
    if isinstance(node, kind):
        yield node
    for child in children(node):
        yield from walk(child, kind)
