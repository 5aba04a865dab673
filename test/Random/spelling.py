"""How types, records and numbers are spelled; see program.py."""

from shapes import pivots

INTEGERS = {"int": 4, "short": 2, "unsigned char": 1, "unsigned": 4,
            "long long": 8}

# What types of vectors are called, without their size.
VECTORS = {"unsigned char": "uchar", "unsigned": "uint",
           "long long": "longlong"}


def is_integer(name):
    return name in INTEGERS


def members(program, kind):
    """How the parts of an element are called; one empty name if it has none."""
    for record in program.records:
        if record.type == kind and record.layout == "vector":
            return ["." + name for name in "xyzw"[:vector_size(record)]]
        if record.type == kind:
            return [f".m[{i}]" if record.layout == "array" else f".m{i}"
                    for i in range(max(1, record.members))]
    return [""]


def member_of(program, kind, number):
    names = members(program, kind)
    return names[number % len(names)]


def record_of(program, kind):
    """The type of the elements of an array whose numbers are of type `kind`."""
    for record in program.records:
        if record.type == kind and record.layout == "vector":
            return VECTORS.get(kind, kind) + str(vector_size(record))
        if record.type == kind:
            return "Record_" + kind.replace(" ", "_")
    return kind


def vector_size(record):
    most = 2 if record.type in ("double", "long long") else 4
    return min(most, max(1, record.members))


def declare_record(record):
    if record.layout == "vector":
        return ""
    count = max(1, record.members)
    inside = (f"m[{count}]" if record.layout == "array" else
              ", ".join(f"m{i}" for i in range(count)))
    tail = " char tail;" * record.tail
    name = "Record_" + record.type.replace(" ", "_")
    return f"struct {name} {{ {record.type} {inside};{tail} }};"


def tally_type(kernel):
    """The wanted type, or one that the function has."""
    kind = kernel.tally_type
    if kernel.tally_op == "Sub" and "long" in kind:
        return "int"
    if kernel.tally_op not in ("Min", "Max") and kind == "long long":
        return "unsigned long long"
    return kind


def exact(kernel):
    """Whether a kernel may do without a guard."""
    return all(d.low == 0 for d in kernel.dims) and not pivots(kernel)


def offset(value):
    return f"+ {value}" if value >= 0 else f"- {-value}"


def macro_name(symbol):
    """`nx_b` and `nx_B` are sizes of two arrays."""
    return symbol.upper() + ("" if symbol.islower() else "_")
