"""Makes a failing program smaller, as a tree: see program.py."""

import copy
import time

from emit import emit
from program import OPTIONS, Affine, Around, If, Loop, children

# Fields that name things; a change would break references.
FIXED = {"axis", "rank"}
SMALLEST = {"count": 1, "step": 1, "scale": 1, "modulus": 2, "members": 1,
            "bits": 1, "multiple": 1}


def places(node, path=()):
    """Paths of all nodes and lists below a node, outermost first."""
    yield path
    if isinstance(node, list):
        for i, child in enumerate(node):
            yield from places(child, path + (i,))
    elif hasattr(node, "__dataclass_fields__"):
        for name in node.__dataclass_fields__:
            if isinstance(getattr(node, name), list) or hasattr(
                    getattr(node, name), "__dataclass_fields__"):
                yield from places(getattr(node, name), path + (name,))


def get(node, path):
    for key in path:
        node = node[key] if isinstance(key, int) else getattr(node, key)
    return node


def put(node, path, value):
    """A copy with `value` at `path`."""
    result = copy.deepcopy(node)
    inner = get(result, path[:-1])
    if isinstance(path[-1], int):
        inner[path[-1]] = value
    else:
        setattr(inner, path[-1], value)
    return result


def splice(program, path, values):
    """A copy with the list entry at `path` replaced by `values`."""
    result = copy.deepcopy(program)
    inner = get(result, path[:-1])
    inner[path[-1]:path[-1] + 1] = copy.deepcopy(values)
    return result


def fix_counter(node, name, value):
    """Replaces a counter by a number."""
    if isinstance(node, Affine):
        factor = node.terms.pop(name, 0)
        node.constant += factor * value
    if isinstance(node, Loop):
        for base, bound in (("low_base", "low"), ("high_base", "high")):
            if getattr(node, base) == name:
                setattr(node, base, "")
                setattr(node, bound, getattr(node, bound) + value)
    if getattr(node, "name", None) == name and hasattr(node, "modulus"):
        return False
    if getattr(node, "name", None) == name and hasattr(node, "op"):
        return False
    return all([fix_counter(c, name, value) for c in children(node)])


def without_entries(program, path, entries):
    """Lists with one half, then one entry, less."""
    if path and path[-1] in FIXED | {"subs", "args", "dims", "order"}:
        return
    if len(entries) > 3:
        half = len(entries) // 2
        yield put(program, path, entries[:half])
        yield put(program, path, entries[half:])
    for i in range(len(entries)):
        if isinstance(entries[i], (int, str)):
            continue
        yield put(program, path, entries[:i] + entries[i + 1:])


def simpler_statement(program, path, node):
    """A loop or a branch replaced by what is inside."""
    if not path or not isinstance(path[-1], int):
        return
    if isinstance(node, If):
        yield splice(program, path, node.then)
        yield splice(program, path, node.orelse)
    elif isinstance(node, Around):
        yield splice(program, path, node.body)
    elif isinstance(node, Loop):
        body = copy.deepcopy(node.body)
        if fix_counter(body, node.name, node.low):
            yield splice(program, path, body)


def simpler_expression(program, path, node):
    """A node replaced by one of its operands."""
    if not path:
        return
    for name in ("left", "right"):
        if hasattr(node, name):
            yield put(program, path, getattr(node, name))


def simpler_fields(program, path, node):
    """Options as simple, and numbers as small, as possible."""
    for name in getattr(node, "__dataclass_fields__", {}):
        value = getattr(node, name)
        if name in FIXED or isinstance(value, list) and name == "order":
            continue
        if name in OPTIONS and value != OPTIONS[name][0]:
            yield put(program, path + (name,), OPTIONS[name][0])
        elif isinstance(value, bool) and value:
            yield put(program, path + (name,), False)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield from smaller(program, path + (name,), value, node, name)
        elif name in ("block", "extra"):
            for i, size in enumerate(value):
                least = 1 if name == "block" else 0
                if size > least:
                    yield put(program, path + (name, i), least)
                    yield put(program, path + (name, i), size // 2 or least)
        elif isinstance(node, Affine) and name == "terms":
            yield from simpler_terms(program, path, value)


def smaller(program, path, value, node, name):
    least = SMALLEST.get(name, 0)
    if name == "high":
        least = max(getattr(node, "low", 0) + 1, 1)
    tries = [least, (least + value) // 2, value - 1 if value > 0 else value + 1]
    for new in dict.fromkeys(tries):
        if abs(new) < abs(value) and not new < least <= value:
            yield put(program, path, new)


def simpler_terms(program, path, terms):
    for name, factor in terms.items():
        rest = {n: f for n, f in terms.items() if n != name}
        yield put(program, path + ("terms",), rest)
        if factor != 1:
            yield put(program, path + ("terms",), {**terms, name: 1})


def candidates(program):
    """All programs that are one step smaller, the largest steps first."""
    nodes = [(path, get(program, path)) for path in places(program)]
    for path, node in nodes:
        if isinstance(node, list):
            yield from without_entries(program, path, node)
    for path, node in nodes:
        yield from simpler_statement(program, path, node)
        yield from simpler_expression(program, path, node)
    for path, node in nodes:
        yield from simpler_fields(program, path, node)


def is_whole(program):
    """Whether all names that are used are there."""
    try:
        emit(program)
    except (KeyError, StopIteration, ValueError, IndexError, AttributeError,
            AssertionError):
        return False
    return True


def shrink(program, failure, check, seconds):
    """The smallest program found that fails in the same way.

    `check` takes a text and returns the kind of failure, or nothing. After a
    step that worked the search goes on where it was, and ends after a whole
    round without success.
    """
    end = time.monotonic() + seconds
    tried = {emit(program)}
    position = fruitless = 0
    while time.monotonic() < end:
        steps = list(candidates(program))
        if fruitless >= len(steps):
            break
        position %= len(steps)
        smaller_one = steps[position]
        position += 1
        fruitless += 1
        text = emit(smaller_one) if is_whole(smaller_one) else None
        if not text or text in tried:
            continue
        tried.add(text)
        if check(text) == failure:
            program = smaller_one
            position -= 1
            fruitless = 0
    return program
