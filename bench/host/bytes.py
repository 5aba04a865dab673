#!/usr/bin/env python3
"""Counts what the programs of bench/host copy, at small sizes on the CPU.

bytes.py --tools build/bin [--shown-in README.md] [PROGRAM...]

Each program is translated, verified, and run as translated and as written by
hand. It fails where both do not print the same, where tessera leaves something
in managed memory, and where it copies more than by hand, in either direction,
unless `programs.py` knows of exactly that excess.
"""

import argparse
import os
import sys
import tempfile

import copies
import programs
from copies import Failure, run


class Counter:
    def __init__(self, tools, limit, scratch):
        self.tools = tools
        self.limit = limit
        self.scratch = scratch

    def tool(self, name):
        return os.path.join(self.tools, name)

    def translate(self, program):
        """The translated program's path."""
        original = programs.source(program.name + ".cu")
        result = os.path.join(self.scratch, program.name + ".cu")
        for kept in copies.translate(self.tools, original, result, [],
                                     self.limit):
            raise Failure(kept)
        run([self.tool("tessera-verify"), "-I" + programs.HERE, original,
             result], self.limit)
        return result

    def count(self, path, options, seeds=(0,)):
        """What it prints; its copies, bytes to the device, and back."""
        seen = {copies.count(self.tools, path,
                             ["-I" + programs.HERE, *options], self.limit, seed)
                for seed in seeds}
        if len(seen) != 1:
            raise Failure(f"{path}: the order of execution matters: {seen}")
        return seen.pop()

    def compare(self, program):
        """A row of the table per version by hand, and what is wrong."""
        ours = self.count(self.translate(program), [])
        rows, wrong = [], []
        for name, macros in program.hand.items():
            hand = self.count(programs.source(program.name + ".hand.cu"),
                              programs.flags(macros), seeds=(0, 1))
            label = program.name + name.removeprefix("hand")
            excess = (ours[2] - hand[2], ours[3] - hand[3])
            rows.append([label, *map(str, ours[1:]), *map(str, hand[1:]),
                         *(f"{n:+}" if n else "0" for n in excess)])
            if ours[0] != hand[0]:
                wrong.append(f"{label}: prints {ours[0]!r}, by hand {hand[0]!r}")
            worse = tuple(max(n, 0) for n in excess)
            if worse != program.excess:
                wrong.append(
                    f"{label}: tessera copies {worse} bytes more (to the "
                    f"device, to the host); known are {program.excess}"
                )
        return rows, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--limit", type=float, default=60,
                        help="seconds for each step")
    parser.add_argument("--shown-in", metavar="FILE",
                        help="fail unless this file has the table")
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    args = parser.parse_args()

    rows = [["program", "ours: copies", "up", "down", "by hand: copies", "up",
             "down", "excess up", "down"]]
    problems, notes = [], []
    with tempfile.TemporaryDirectory() as scratch:
        counter = Counter(args.tools, args.limit, scratch)
        for program in programs.PROGRAMS:
            if args.names and program.name not in args.names:
                continue
            try:
                found, wrong = counter.compare(program)
                rows += found
                problems += wrong
            except Failure as failure:
                problems.append(f"{program.name}: {failure}")
            if program.why:
                notes.append(f"{program.name}: {program.why}")
    text = "\n  ".join(["\n".join(programs.table(rows)) + "\n\nknown excess:",
                        *(notes or ["none"])])
    print(text)
    if args.shown_in:
        with open(args.shown_in) as file:
            if text not in file.read():
                problems.append(f"{args.shown_in} is out of date: run "
                                "tools/dev/update-docs bench/README.md")
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
