"""Adds constructs of real programs to a random program; see program.py.

They are drawn from random numbers of their own. Each comes in few programs, so
that what fails is easily seen.
"""

import copy

from program import (MORE, OPTIONS, Add, Affine, Around, Array, Binary,
                     DataTest, Launch, Let, Loop, Output, Param, Pivot, Read,
                     Record, walk)
from spelling import is_integer


def add_constructs(program, rng):
    """Changes the program."""

    def chance(probability):
        return rng.random() < probability

    def more(name):
        return rng.choice(MORE[name])

    program.tabs = chance(0.08)
    program.crlf = chance(0.08)
    if chance(0.15):
        program.values = more("values")
    if not program.records and program.arrays and chance(0.12):
        program.records.append(Record(rng.choice(program.arrays).type,
                                      rng.choice([2, 2, 4]), more("layout")))
    for kernel in program.kernels:
        if chance(0.35):
            kernel.linkage = more("linkage")
        if chance(0.15):
            kernel.alias = more("alias")
        kernel.bounds = chance(0.12)
        kernel.defaults = chance(0.15)
        kernel.brace = chance(0.12)
        kernel.deduced = chance(0.4)
        change_accesses(kernel, rng)
        change_loops(kernel, rng)
        change_statements(kernel, kernel.body, rng)
        if chance(0.12):
            add_pivots(kernel, rng)
    together = chance(0.3)  # names are told apart by parameters
    for kernel in program.kernels:
        # No overload has a parameter that a pointer to a row converts to.
        if together and program.dialect != "simple":
            kernel.linkage = "overloaded"
        elif kernel.linkage == "overloaded" and program.dialect == "simple":
            kernel.linkage = "static"
    how = more("how") if chance(0.4) else "plain"
    if program.dialect == "simple" and how != "lambda":
        how = "plain"  # in macros arrays are not passed by their first element
    for launch in walk(program.steps, Launch):
        launch.how = how
        if how == "deduced":
            launch.function = True
        if chance(0.15):
            launch.launch = more("launch")
    program.multiple = rng.choice([1, 1, 1, 4, 8])
    for kernel in program.kernels:
        if chance(0.15):
            add_column(program, kernel, rng)
    for kernel in program.kernels:
        for output in kernel.outputs:
            output.hinted = chance(0.1)


def change_accesses(kernel, rng):
    reads = list(walk(kernel.body, Read))
    for spelling in MORE["spelling"]:
        if rng.random() < 0.15:
            for read in reads:
                if rng.random() < 0.7:
                    read.spelling = spelling
    if rng.random() < 0.2:
        add_operators(kernel, reads, rng)
    if rng.random() < 0.15:
        use_planes(kernel, reads, rng)
    if rng.random() < 0.15:
        add_indirection(kernel, reads, rng)


def add_operators(kernel, reads, rng):
    """Divisions, remainders, masks and shifts in subscripts."""
    names = {d.name for d in kernel.dims}
    names |= {loop.name for loop in walk(kernel.body, Loop)
              if loop.low >= 0 and not loop.clamp
              and not loop.low_base and not loop.high_base}
    for read in reads:
        for sub in read.subs:
            if (sub.terms and set(sub.terms) <= names and rng.random() < 0.5
                    and min(sub.terms.values()) > 0 and sub.constant >= 0):
                sub.operator = rng.choice(["/", "%", "&", ">>"])
                sub.bits = rng.choice([1, 2, 3, 5])


def use_planes(kernel, reads, rng):
    """An array as one of several arrays, each behind the other."""
    params = [p for p in kernel.params if not p.written and p.rank > 1]
    for param in params[:1]:
        for read in reads:
            if read.param == param.name:
                read.subs[0] = Affine({}, rng.randrange(4))
                read.spelling = rng.choice(["commuted", "commuted", "plain"])


def add_indirection(kernel, reads, rng):
    """An element whose place is in another array."""
    integers = {p.name for p in kernel.params
                if not p.written and is_integer(p.type)}
    ids = {d.name for d in kernel.dims}
    places = [r for r in reads if r.param in integers and not r.data
              and all(ids.issuperset(sub.terms) for sub in r.subs)]
    for read in reads:
        if places and not read.data and rng.random() < 0.4:
            place = rng.choice(places)
            if place is read:
                continue
            read.data = [Read(place.param, copy.deepcopy(place.subs))]
            read.bits = rng.choice([1, 3, 6])
            read.subs[-1] = Affine({}, 0)


def change_loops(kernel, rng):
    for loop in walk(kernel.body, Loop):
        if rng.random() < 0.15:
            loop.loop = rng.choice(MORE["loop"])
        if rng.random() < 0.12:
            loop.unroll = rng.choice(MORE["unroll"])
        if rng.random() < 0.1:
            loop.second = rng.choice([1, 2, 5])
        loop.moves = rng.random() < 0.12
        inside = [read for read in walk(loop.body, Read) if not read.data
                  and is_outside(read, loop)]
        if inside and rng.random() < 0.12:
            read = rng.choice(inside)
            loop.until = [DataTest(Read(read.param, copy.deepcopy(read.subs)),
                                   rng.choice([1, 4]))]


def is_outside(read, loop):
    """Whether a read names no counter of a loop inside."""
    inner = {each.name for each in walk(loop.body, Loop)}
    return not any(inner & set(sub.terms) for sub in read.subs)


def change_statements(kernel, body, rng):
    """Macros for statements, and statements for some compilations only."""
    for i, node in enumerate(body):
        if isinstance(node, Add) and rng.random() < 0.08:
            node.text = rng.choice(MORE["text"])
        if isinstance(node, (Add, Let)) and rng.random() < 0.06:
            body[i] = Around(rng.choice(MORE["directive"]), [node])
        for name in ("body", "then", "orelse"):
            change_statements(kernel, getattr(node, name, []), rng)


def add_pivots(kernel, rng):
    """Elements that other launches of the kernel write."""
    output = kernel.outputs[0]
    kernel.pivot = rng.choice([2, 3, 4])
    values = [Pivot(output.param, axis)
              for axis in range(len(output.order))]
    value = values[0]
    for other in values[1:]:
        value = Binary("*", value, other)
    kernel.body.append(Add(value))


def add_column(program, kernel, rng):
    """An output whose elements are a row apart, as long as rows are then."""
    if not kernel.outputs or len(kernel.outputs[0].order) > 2:
        return
    order = list(kernel.outputs[0].order)
    name, array = "column", "column_of_" + kernel.name
    kernel.params.insert(len(kernel.outputs), Param(
        name, kernel.type, len(order) + 1, written=True,
        form=rng.choice(OPTIONS["form"]), stride=rng.choice(OPTIONS["stride"]),
        qualifier=rng.choice(["", "restrict"])))
    kernel.outputs.append(Output(name, order, update=rng.random() < 0.3,
                                 column=rng.randrange(6)))
    program.arrays.append(Array(array, kernel.type, len(order) + 1,
                                storage=rng.choice(OPTIONS["storage"])))
    for launch in walk(program.steps, Launch):
        if launch.kernel == kernel.name:
            launch.args[name] = array
