"""Whole numbers as C++ computes them, for programs that change them oddly.

Each value is known here, too: what is a grid or the end of a loop stays in
bounds, however it came to be.
"""

import struct

# Bits, and whether it has a sign.
TYPES = {
    "unsigned char": (8, False), "signed char": (8, True),
    "unsigned short": (16, False), "short": (16, True),
    "unsigned": (32, False), "int": (32, True), "long": (64, True),
    "long long": (64, True), "unsigned long long": (64, False),
}
NARROW = [kind for kind, (bits, _) in TYPES.items() if bits < 32]
LARGEST = 1 << 20  # more is only for types without a sign


def converted(kind, value):
    """`(kind)value`"""
    bits, signed = TYPES[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def computed(kind, op, value, other):
    """What `place op= other` leaves of `value`, for an `int` other; None if
    that is undefined or large."""
    bits, signed = TYPES[kind]
    wide = kind if bits >= 32 else "int"
    other = converted(wide, other)
    if op in ("/", "%"):
        if other <= 0 or value < 0:
            return None
        result = value // other if op == "/" else value % other
    elif op in ("<<", ">>"):
        if value < 0 or not 0 <= other < 8:
            return None
        result = value << other if op == "<<" else value >> other
    else:
        result = {"+": value + other, "-": value - other, "*": value * other,
                  "^": value ^ other, "|": value | other,
                  "&": value & other}[op]
    if TYPES[wide][1] and abs(result) > LARGEST:
        return None
    return converted(kind, converted(wide, result))


def as_float(value):
    return int(struct.unpack("f", struct.pack("f", value))[0])


class Variable:
    """A variable of known value; `fields` if it is a member of an object."""

    def __init__(self, text, kind, value, fields=None):
        self.text, self.kind, self.value = text, kind, value
        self.fields = fields


def declare(unit, kind, value, source=""):
    """Lines that declare a variable with a value, and the variable."""
    name = unit.fresh("n")
    text = source or literal(value)
    if unit.chance(0.15) and unit.has("member variable"):
        return ([f"Two<{kind}> {name} = {{({kind})({text}), 1}};"],
                Variable(name + ".a", kind, converted(kind, value), name))
    if unit.chance(0.1) and unit.has("element variable"):
        return ([f"{kind} {name}[2] = {{({kind})({text}), 1}};"],
                Variable(name + "[0]", kind, converted(kind, value)))
    if unit.chance(0.1) and unit.has("braced variable"):
        line = f"{kind} {name}{{static_cast<{kind}>({text})}};"
    elif unit.chance(0.15) and unit.has("auto variable"):
        line = f"auto {name} = ({kind})({text});"
    else:
        line = f"{kind} {name} = {text};"
    if kind in NARROW:
        unit.has("narrow variable")
    if converted(kind, value) != value:
        unit.has("narrowing conversion")
    return [line], Variable(name, kind, converted(kind, value))


def literal(value):
    return f"{value}ll" if abs(value) >= 1 << 31 else str(value)


def step(unit, variable):
    """Lines that change a variable."""
    before, place = unit.place(variable)
    change = unit.one(["set", "set", "compound", "compound", "count", "call"])
    if change == "call":
        to = converted(variable.kind, unit.random.randrange(1, 100))
        lines = unit.put(variable, place, to)
        if lines:
            variable.value = to
            return before + lines
    if change == "compound":
        op = unit.one(["+", "+", "-", "-", "*", "/", "%", "<<", ">>", "^", "|",
                       "&"])
        other = unit.one([1, 2, 3, 5, 7, 100, 200, 256])
        result = computed(variable.kind, op, variable.value, other)
        if result is not None:
            unit.has("compound assignment")
            if op in "+-*" and abs(result - variable.value) > 65000:
                unit.has("wrap-around")
            variable.value = result
            return before + [f"{place} {op}= {other};"]
    if change == "count" and abs(variable.value) < LARGEST:
        op = unit.one(["++", "--"])
        variable.value = computed(variable.kind, op[0], variable.value, 1)
        return before + [unit.one([f"{place}{op};", f"{op}{place};"])]
    value = unit.one([0, 1, 2, 9, 64, 127, 128, 255, 256, 300, 65537, -1])
    variable.value = converted(variable.kind, value)
    return before + [f"{place} = {value};"]


def bring(unit, variable, target):
    """Lines that give a variable a value."""
    before, place = unit.place(variable)
    difference = target - variable.value
    value, variable.value = variable.value, target
    if (abs(difference) < LARGEST and unit.chance(0.3)
            and computed(variable.kind, "+", value, difference) == target):
        return before + [f"{place} += {difference};"]
    if unit.chance(0.6):
        return before + (unit.put(variable, place, target)
                         or [f"{place} = {target};"])
    return before + [f"{place} = {target};"]


def same_otherwise(unit, text, kind, value):
    """Another expression of the same value, by way of other types."""
    way = unit.one(["cast", "cast", "float", "sum", "byte", "choice", "bool",
                    "unsigned", "none", "none", "none"])
    if way == "cast":
        via = unit.one(list(TYPES))
        if converted(via, value) == value and unit.has("cast of value"):
            return f"({via})({text})"
    if way == "float" and 0 <= value < 1 << 24 and unit.has("by way of float"):
        return f"(int)({unit.one(['float', 'double'])})({text})"
    if way == "byte" and 0 <= value < 256 and unit.has("wrapped in a byte"):
        return f"(unsigned char)({text} + {unit.one([256, 512, -256])})"
    if way == "unsigned" and 0 <= value < LARGEST and unit.has("wrap-around"):
        return f"({text} - {value + 3}u + {value + 3})"
    if way == "choice" and unit.has("conditional value"):
        return f"({unit.truth()} ? {text} : {unit.random.randrange(3)})"
    if way == "bool" and value == 1 and unit.has("by way of bool"):
        return f"(bool)({text} + 4)"
    if way == "sum" and abs(value) < LARGEST:
        more = unit.random.randrange(1, 300)
        return f"({text} + {more} - {more})"
    return text


def number(unit, target, plain=0.25):
    """Lines, and an expression of the value `target` behind them."""
    if unit.chance(1 - unit.odd) and unit.chance(0.5):
        return [], str(target)
    if unit.chance(plain):
        return [], same_otherwise(unit, str(target), "int", target)
    kinds = [k for k in TYPES if converted(k, target) == target]
    kind = unit.one(kinds + [k for k in kinds if k in NARROW])
    start = unit.one([target, 0, 1, 3, 64, 200, 255, 256, 300, 1000, -1])
    lines, variable = declare(unit, kind, start)
    late = unit.one(["no", "no", "no", "reference", "lambda"])
    text = variable.text
    if late == "reference" and unit.has("read through a reference"):
        text = unit.fresh("r")
        lines.append(f"const {kind} &{text} = {variable.text};")
    if late == "lambda" and unit.has("read by a lambda"):
        name = unit.fresh("l")
        lines.append(f"auto {name} = [&] {{ return {variable.text}; }};")
        text = name + "()"
    # What one statement alone changes shows whether that is understood.
    for _ in range(unit.one([0, 0, 0, 1, 1, 2, 3])):
        lines += step(unit, variable)
    if variable.value != target or unit.chance(0.2):
        lines += bring(unit, variable, target)
    copy = unit.one(["no", "no", "no", "variable", "lambda", "object"])
    if copy == "no":
        return lines, same_otherwise(unit, text, kind, target)
    name = unit.fresh("m")
    if copy == "variable" and unit.has("changed after it was copied"):
        to = unit.one(kinds)
        lines.append(f"{to} {name} = {text};")
        text = name
    elif copy == "lambda" and unit.has("captured by value"):
        lines.append(f"auto {name} = [v = {text}] {{ return v; }};")
        text = name + "()"
    elif copy == "object" and unit.has("copied to an object"):
        lines.append(f"Two<{kind}> {name}{{({kind})({text}), 0}};")
        text = name + ".a"
    lines += step(unit, variable)
    return lines, same_otherwise(unit, text, kind, target)
