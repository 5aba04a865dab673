#!/usr/bin/env python3
"""Prints a random affine CUDA program: generate.py --seed 42"""

import argparse
import random

from constructs import add_constructs
from emit import emit
from program import (OPTIONS, Add, Affine, And, Array, Binary, Choice, Compare,
                     DataTest, Dimension, HostRead, HostWrite, If, Kernel,
                     Launch, Let, Loop, Modulo, Number, Output, Own, Param,
                     Program, Read, Record, Repeat, Scalar, Tally, walk)
from spelling import is_integer

THREADS = 1200  # of all blocks together, about
ITERATIONS = 40  # of all loops around an access
BLOCKS = {
    1: [[7], [33], [32], [64], [16], [48], [100], [128], [1]],
    2: [[16, 4], [8, 8], [5, 3], [16, 16], [32, 2], [7, 9], [33, 3], [4, 1]],
    3: [[4, 4, 4], [5, 3, 2], [8, 4, 2], [16, 2, 1], [3, 3, 3]],
}
HIGHS = {1: [37, 64, 100, 131, 250], 2: [12, 16, 19, 27, 32],
         3: [5, 7, 8, 10]}


class Generator:
    """Makes one program from one seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.tallies = random.Random(f"tallies {seed}")
        self.records = random.Random(f"records {seed}")
        self.constructs = random.Random(f"constructs {seed}")
        self.arrays = []
        self.kernels = []
        self.names = iter("abcdefgh" + "ABCDEFGHIJKLMNOP")

    def chance(self, probability):
        return self.rng.random() < probability

    def option(self, name, simple=0.4):
        """Often the simplest value, else any."""
        values = OPTIONS[name]
        return values[0] if self.chance(simple) else self.rng.choice(values)

    # Programs --------------------------------------------------------------

    def program(self):
        dialect = self.rng.choice(OPTIONS["dialect"] + ["simple"])
        steps = []
        for number in range(2 if self.chance(0.35) else 1):
            steps += self.work(f"kernel{number}", steps)
        program = Program(
            dialect=dialect, arrays=self.arrays, kernels=self.kernels,
            steps=steps, sizes=self.rng.choice(OPTIONS["sizes"]),
            values=self.rng.choice(OPTIONS["values"]),
            host_memory=self.option("host_memory"),
            order=self.option("order", 0.8),
            host_fill=self.option("host_fill", 0.7),
            numbers=self.option("numbers", 0.7),
            slack=self.rng.choice([0, 0, 1, 5]))
        self.rng = self.records
        if self.chance(0.2):
            self.make_records(program)
        add_constructs(program, self.constructs)
        return program

    def make_records(self, program):
        """Makes records of the elements of some arrays."""
        types = sorted({a.type for a in program.arrays})
        for kind in self.rng.sample(types, 2 if len(types) > 2 else 1):
            program.records.append(
                Record(kind, self.rng.choice([1, 2, 3, 3, 4, 5, 8]),
                       self.option("layout", 0.8), self.chance(0.2)))
        for read in walk(program.kernels, Read):
            read.member = self.rng.randrange(8)
        for output in walk(program.kernels, Output):
            output.whole = self.chance(0.6)

    def work(self, name, before):
        """A kernel and the steps that launch it."""
        kernel = self.kernel(name)
        self.kernels.append(kernel)
        args = {}
        for p in kernel.params:  # outputs come first
            args[p.name] = self.array_for(p, before, args, kernel)
        launch = self.launch(kernel, args)
        steps = [launch]
        written = [args[p.name] for p in kernel.params if p.written]
        if self.chance(0.25):  # another block size, perhaps other arrays
            other = dict(args)
            if self.chance(0.5):
                for p in kernel.params:
                    if self.chance(0.5):
                        other[p.name] = self.new_array(p)
            steps.append(self.launch(kernel, other))
        pair = self.swappable(kernel, args)
        if pair and self.chance(0.6):
            steps = [Repeat(self.rng.choice([2, 3]), steps, pair)]
        elif self.chance(0.3):
            inner = list(steps)
            if self.chance(0.4):
                inner.append(HostRead(self.rng.choice(written)))
            if self.chance(0.4):
                inner.append(HostWrite(self.rng.choice(list(args.values()))))
            steps = [Repeat(self.rng.choice([1, 2, 3]), inner)]
        if self.chance(0.2):
            steps.insert(0, HostWrite(self.rng.choice(list(args.values()))))
        return steps

    def swappable(self, kernel, args):
        """An input and an output that may change places."""
        outputs = [p for p in kernel.params if p.written]
        for p in kernel.params:
            for out in outputs:
                if (not p.written and p.rank == out.rank
                        and p.type == out.type
                        and args[p.name] != args[out.name]):
                    return [args[p.name], args[out.name]]
        return []

    def new_array(self, param):
        name = next(self.names)
        self.arrays.append(Array(name, param.type, param.rank,
                                 storage=self.option("storage")))
        return name

    def array_for(self, param, before, args, kernel):
        """A new array, or one that an earlier kernel used.

        What a kernel writes it must not read elsewhere: only an input that each
        thread reads at its own element may be an output too.
        """
        same = [a.name for a in self.arrays
                if (a.type, a.rank) == (param.type, param.rank)]
        outputs = [args[p.name] for p in kernel.params
                   if p.written and p.name in args]
        reads = {r.param for r in walk(kernel.body, Read)}
        if not param.written and param.name not in reads and outputs[0] in same:
            if self.chance(0.4):
                return outputs[0]
        same = [name for name in same if name not in outputs]
        if before and same and self.chance(0.6):
            return self.rng.choice(same)
        return self.new_array(param)

    def launch(self, kernel, args):
        rank = len(kernel.dims)
        shape = [1, 1, 1]
        sizes = self.rng.choice(BLOCKS[rank])
        for d, size in zip(kernel.dims, sizes):
            shape[d.axis] = size
        extra = [self.rng.choice([0, 0, 0, 1]) for _ in range(3)]
        launch = Launch(kernel.name, args, shape, extra,
                        self.option("launch", 0.3))
        # One array behind two parameters must be in one place.
        if self.chance(0.12) and len(set(args.values())) == len(args):
            launch.rows = self.rng.choice([2, 3])
            launch.shift = self.rng.sample(
                [p.name for p in kernel.params],
                self.rng.randint(1, len(kernel.params)))
        launch.function = self.chance(0.25)
        return launch

    # Kernels ---------------------------------------------------------------

    def kernel(self, name):
        rank = self.rng.choice([1, 1, 1, 2, 2, 2, 3])
        self.type = self.rng.choice(["float", "float", "int", "double"])
        self.dims = self.dimensions(rank)
        self.params = []
        self.counters = iter(["k", "m", "q", "r", "s"])
        self.locals = iter("value%d" % i for i in range(9))
        self.bases = {}
        outputs = self.outputs()
        body = self.statements([], 1, depth=0)
        kernel = Kernel(
            name, self.type, self.dims, self.params, body, outputs,
            guard=self.option("guard", 0.3),
            compare=self.option("compare", 0.5),
            bound=self.option("bound", 0.3),
            index_type=self.option("index_type", 0.5),
            accumulate=self.option("accumulate", 0.4),
            walk=self.option("walk", 0.8) if rank < 3 else "no",
            template=self.option("template", 0.8))
        kernel.object = self.chance(0.12)
        kernel.meets = self.chance(0.15)
        if self.chance(0.1):
            kernel.decoys = self.rng.sample(
                ["k0", "active", "in0_tile", "m0", "in0_x", "kernel0_tiled"],
                2)
        if kernel.guard == "none":
            for d in self.dims:
                d.low = 0
        others, self.rng = self.rng, self.tallies
        if self.chance(0.2):
            self.tally(kernel)
        self.rng = others
        return kernel

    def tally(self, kernel):
        """Adds atomic updates of an array that nothing else touches."""
        kernel.tally_op = self.option("tally_op")
        kernel.tally_type = self.option("tally_type")
        kernel.tally_bins = self.rng.choice(OPTIONS["tally_bins"])
        loops = [loop for loop in kernel.body if isinstance(loop, Loop)]
        for _ in range(self.rng.choice([1, 1, 2])):
            loop = self.rng.choice(loops + [None])
            body = loop.body if loop else kernel.body
            inside = [loop.name] if loop else []
            update = Tally(self.counted(inside), self.counted(inside))
            if self.chance(0.3):
                update = If(self.condition(inside), [update])
            body.insert(self.rng.randint(0, len(body)), update)

    def counted(self, loops):
        integers = [p for p in self.params
                    if not p.written and is_integer(p.type)]
        if integers and self.chance(0.5):
            return self.read(self.rng.choice(integers), loops)
        if self.chance(0.2):
            return Number(self.rng.choice([1, 3]))
        return self.rng.choice([d.name for d in self.dims] + loops)

    def dimensions(self, rank):
        axes = list(range(rank))
        if self.chance(0.15):
            self.rng.shuffle(axes)
        low = self.rng.choice([0, 0, 1, 2])
        result = []
        for i, axis in enumerate(axes):
            source = self.option("source", 0.7)
            high = self.rng.choice(HIGHS[rank]) + self.rng.choice([0, 1, -1])
            if source == "thread":
                high = min(high, {1: 100, 2: 12, 3: 5}[rank])
            result.append(Dimension("xyz"[i], axis, min(low, high - 1), high,
                                    source))
        return result

    def param(self, name, kind, rank, written=False):
        param = Param(
            name, kind, rank, written,
            form=self.rng.choice(OPTIONS["form"]),
            stride=self.rng.choice(OPTIONS["stride"]),
            qualifier=self.rng.choice(["", "const", "const restrict",
                                       "restrict"]),
            pointer=self.option("pointer", 0.6))
        self.params.append(param)
        return param

    def outputs(self):
        result = []
        for i in range(2 if self.chance(0.15) else 1):
            order = [d.name for d in reversed(self.dims)]
            if self.chance(0.15):
                self.rng.shuffle(order)
            kind = self.type
            if kind == "int" and self.chance(0.3):
                kind = self.rng.choice(["short", "long long"])
            self.param(f"out{i}", kind, len(order), written=True)
            scale = self.rng.choice([2, 2, 3, 8]) if self.chance(0.14) else 1
            result.append(Output(f"out{i}", order, scale,
                                 update=self.chance(0.25),
                                 row=self.rng.choice([1, scale])))
        return result

    def input_type(self):
        if is_integer(self.type):
            return self.rng.choice(["int", "int", "short", "long long",
                                    "unsigned char", "unsigned"])
        return self.rng.choice([self.type] * 4 + ["double", "int", "short"])

    def input(self):
        """A parameter to read: a new one or one that is there."""
        inputs = [p for p in self.params if not p.written]
        if inputs and (len(inputs) >= 3 or self.chance(0.5)):
            return self.rng.choice(inputs)
        rank = self.rng.choice([1, 2, 2, len(self.dims), len(self.dims)])
        return self.param(f"in{len(inputs)}", self.input_type(), rank)

    # Statements ------------------------------------------------------------

    def statements(self, loops, repeated, depth):
        count = self.rng.choice([1, 1, 2] if depth else [1, 2, 2, 3])
        return [self.statement(loops, repeated, depth) for _ in range(count)]

    def statement(self, loops, repeated, depth):
        pick = self.rng.random()
        if pick < 0.4 and depth < 3 and repeated * 2 <= ITERATIONS:
            return self.loop(loops, repeated, depth)
        if pick < 0.5 and depth < 3:
            condition = self.condition(loops)
            orelse = []
            if self.chance(0.3):
                orelse = self.statements(loops, repeated, depth + 2)
            return If(condition, self.statements(loops, repeated, depth + 1),
                      orelse)
        value = self.value(loops)
        name = next(self.locals, None) if self.chance(0.2) else None
        return Let(name, value) if name else Add(value)

    def loop(self, loops, repeated, depth):
        name = next(self.counters, None)
        if name is None:
            return Add(self.value(loops))
        trips = self.rng.choice([2, 3, 5, 8, 11, 16, 17, 30, 35, 40])
        trips = max(1, min(trips, ITERATIONS // repeated))
        low = self.rng.choice([0, 0, 0, 0, 1, 3, -2])
        loop = Loop(name, low, low + trips,
                    step=self.rng.choice([1, 1, 1, 1, 2, 3]),
                    bound=self.option("bound", 0.4),
                    counter=self.option("counter"),
                    loop=self.option("loop", 0.7),
                    use_after=self.chance(0.2))
        if loop.high < 1:
            loop.high = 1
        if self.chance(0.12):
            bases = [d.name for d in self.dims] + loops
            loop.high_base = self.rng.choice(bases)
            if self.chance(0.6):
                loop.low_base = loop.high_base
            else:  # triangular
                loop.low, loop.high = 0, 1
                if loop.high_base not in loops:
                    repeated *= 4
            if loop.step == 1 and self.chance(0.6):
                loop.clamp = self.rng.choice(["function", "choice", "variable"])
                loop.floor = self.rng.choice([0, 1, 4])
                loop.ceiling = self.rng.choice([5, 20, 50])
        if loop.low_base:
            loop.low = (max(0, loop.low) if not loop.clamp
                        else loop.low - self.rng.choice([0, 3]))
        loop.body = self.statements(loops + [name], repeated * trips,
                                    depth + 1)
        return loop

    def condition(self, loops):
        names = [d.name for d in self.dims] + loops
        name = self.rng.choice(names)
        limit = self.rng.choice([1, 2, 5, 9])
        for d in self.dims:
            if d.name == name:
                limit = self.rng.randint(d.low + 1, max(d.low + 1, d.high - 1))
        pick = self.rng.random()
        if pick < 0.5:
            return Compare(name, self.rng.choice(["<", ">="]), limit)
        if pick < 0.7:
            return Modulo(name, self.rng.choice([2, 3, 4]))
        if pick < 0.85:
            return DataTest(self.read(self.input(), loops), 0)
        return And(Compare(name, ">=", limit), self.condition(loops))

    # Expressions -----------------------------------------------------------

    def value(self, loops):
        pick = self.rng.random()
        if pick < 0.3:
            return self.stencil(loops)
        first = self.read(self.input(), loops)
        if pick < 0.55:
            return Binary("*", first, self.read(self.input(), loops))
        if pick < 0.65:
            return Choice(self.condition(loops), first,
                          self.rng.choice([Number(3),
                                           self.read(self.input(), loops)]))
        if pick < 0.7:
            inputs = [p for p in self.params if not p.written
                      and p.rank <= len(self.dims)]
            if inputs:
                return Binary("+", Own(self.rng.choice(inputs).name), first)
        if pick < 0.73:
            return Binary("*", Scalar(), first)
        if pick < 0.76:
            return self.gather(loops) or first
        if pick < 0.8:
            return Binary("-", first, self.read(self.input(), loops))
        return Binary("*", first, Number(self.rng.choice([1, 2, 3])))

    def gather(self, loops):
        """An element whose place is data; None if no input has integers."""
        integers = [p for p in self.params
                    if not p.written and is_integer(p.type)]
        if not integers:
            return None
        read = self.read(self.input(), loops)
        read.data = [self.read(self.rng.choice(integers), loops)]
        return read

    def stencil(self, loops):
        """Neighbours of one element, in a fixed order."""
        param = self.input()
        base = self.read(param, loops)
        reach = self.rng.choice([1, 1, 2])
        kind = self.rng.choice(["cross", "box", "some"])
        offsets = []
        if kind == "cross":
            offsets = [[0] * param.rank]
            for d in range(param.rank):
                for by in (-reach, reach):
                    offsets.append([by * (d == i) for i in range(param.rank)])
        elif kind == "box" and param.rank <= 2:
            span = range(-1, 2)
            offsets = [[a, b][:param.rank] for a in span
                       for b in (span if param.rank == 2 else [0])]
        else:
            offsets = [[self.rng.randint(-2, 3) for _ in range(param.rank)]
                       for _ in range(3)]
        value = None
        for i, by in enumerate(offsets):
            subs = [Affine(dict(s.terms), s.constant + o)
                    for s, o in zip(base.subs, by)]
            term = Read(param.name, subs, base.spelling)
            if self.chance(0.3):
                term = Binary("*", Number(self.rng.choice([1, 2, 3])), term)
            value = Binary("+", value, term) if value else term
        return value

    def read(self, param, loops):
        """An access; often with the same linear part as an earlier one."""
        key = (param.name, tuple(loops))
        if key in self.bases and self.chance(0.5):
            subs = self.bases[key]
        else:
            subs = self.subscripts(param.rank, loops)
            self.bases[key] = subs
        return Read(param.name, [Affine(dict(s.terms), s.constant)
                                 for s in subs],
                    self.option("spelling", 0.6))

    def subscripts(self, rank, loops):
        ids = [d.name for d in self.dims]
        if self.chance(0.15):
            self.rng.shuffle(ids)
        result = []
        for d in range(rank):
            own = ids[rank - 1 - d] if rank - 1 - d < len(ids) else ids[0]
            result.append(self.subscript(own, ids, loops))
        return result

    def subscript(self, own, ids, loops):
        pick = self.rng.random()
        constant = self.rng.choice([0, 0, 0, 0, 1, -1, 2])
        inner = self.rng.choice(loops) if loops else None
        if inner and pick < 0.35:
            return Affine({inner: 1}, constant)
        if inner and pick < 0.5:
            return Affine({own: 1, inner: 1}, constant)
        if inner and pick < 0.55:
            return Affine({own: 2, inner: self.rng.choice([1, 2])}, constant)
        if inner and pick < 0.58:
            return Affine({inner: self.rng.choice([2, -1])}, constant)
        if pick < 0.64:
            return Affine({own: self.rng.choice([2, -1, 3])}, constant)
        if pick < 0.68:
            return Affine({self.rng.choice(ids): 1}, constant)
        if pick < 0.71:
            return Affine({}, self.rng.choice([0, 1, 4]))
        if pick < 0.74 and len(ids) > 1:
            return Affine({ids[0]: 1, ids[1]: self.rng.choice([1, -1, 2])},
                          constant)
        return Affine({own: 1}, constant)


def generate(seed):
    """The tree of one program."""
    return Generator(seed).program()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    options = parser.parse_args()
    print(emit(generate(options.seed), f"generate.py --seed {options.seed}"),
          end="")


if __name__ == "__main__":
    main()
