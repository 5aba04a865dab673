#!/usr/bin/env python3
"""Compares what managed programs copy, translated, with explicit versions.

pairs.py --tools build/bin [--define NAME=VALUE]... MANAGED EXPLICIT

Both folders have the same programs in files of the same names: one with managed
memory, one with copies of its own. Each managed program is translated, verified
and run on the CPU, as its explicit version is. Sizes are made small with
--define: in scratch copies, it replaces the values of macros. The table is
about these sizes; the translation of the program as it is has to have the same
copies. Kernels stay as they are.

Exit 1 where a translated program copies more bytes than the explicit one, in
either direction, where something stays in managed memory, and where a step
fails.
"""

import argparse
import glob
import os
import re
import sys
import tempfile

from copies import Failure, count, run, translate
from programs import table


def paths(managed, explicit):
    """Names of programs in both folders, and what is in one alone."""
    def below(folder):
        return {os.path.relpath(path, folder) for path in glob.glob(
            os.path.join(folder, "**", "*.cu"), recursive=True)}
    ours, theirs = below(managed), below(explicit)
    return sorted(ours & theirs), sorted(ours ^ theirs)


class Pairs:
    def __init__(self, args, scratch):
        self.args = args
        self.scratch = scratch
        self.sizes = dict(text.split("=", 1) for text in args.define)

    def small(self, path, name):
        """A copy of the text at 'path' with the sizes that were asked for."""
        with open(path, newline="", errors="surrogateescape") as file:
            text = file.read()
        for macro, value in self.sizes.items():
            text = re.sub(
                rf"^([ \t]*#[ \t]*define[ \t]+{macro}[ \t]).*?(?=\r?$)",
                rf"\g<1>{value}", text, flags=re.MULTILINE)
        result = os.path.join(self.scratch, name)
        with open(result, "w", newline="", errors="surrogateescape") as file:
            file.write(text)
        return result

    def compare(self, name):
        """A row of the table, and what is wrong."""
        args = self.args
        managed = os.path.join(args.managed, name)
        explicit = os.path.join(args.explicit, name)
        headers = ["-I" + os.path.dirname(managed)]
        original = self.small(managed, "original.cu")
        ours = os.path.join(self.scratch, "ours.cu")
        translate(args.tools, original, ours, headers, args.limit)
        full = os.path.join(self.scratch, "full.cu")
        wrong = translate(args.tools, managed, full, headers, args.limit)
        with open(ours, "rb") as a, \
                open(self.small(full, "reduced.cu"), "rb") as b:
            if a.read() != b.read() and not wrong:
                wrong.append("its copies are others with the sizes given")
        run([os.path.join(args.tools, "tessera-verify"), *headers,
             *(["--except-lines=" + args.except_lines]
               if args.except_lines else []), original, ours], args.limit)
        up, down = [], []
        row = [name]
        for path, folder in ((ours, managed),
                             (self.small(explicit, "explicit.cu"), explicit)):
            counts = count(args.tools, path, ["-I" + os.path.dirname(folder)],
                           args.limit)[1:]
            row += map(str, counts)
            up.append(counts[1])
            down.append(counts[2])
        if up[0] > up[1] or down[0] > down[1]:
            wrong.append(f"it copies {max(up[0] - up[1], 0)} bytes more to the "
                         f"device, {max(down[0] - down[1], 0)} to the host")
        return row, wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--define", action="append", default=[],
                        metavar="NAME=VALUE", help="a macro's value")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="programs with such a name")
    parser.add_argument("--except-lines", metavar="REGEX", default="",
                        help="lines of output that differ, as times do")
    parser.add_argument("--limit", type=float, default=120,
                        help="seconds for each step; 120")
    parser.add_argument("managed", metavar="MANAGED")
    parser.add_argument("explicit", metavar="EXPLICIT")
    args = parser.parse_args()

    rows = [["program", "translated: copies", "up", "down",
             "explicit: copies", "up", "down"]]
    both, single = paths(args.managed, args.explicit)
    problems = []
    for name in filter(re.compile(args.only).search, both):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                row, wrong = Pairs(args, scratch).compare(name)
                rows.append(row)
            except Failure as failure:
                wrong = [str(failure)]
        problems += [f"{name}: {what}" for what in wrong]
    problems += [f"{name}: in one of the folders" for name in single
                 if re.search(args.only, name)]
    print(*table(rows), sep="\n")
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
    elif len(rows) == 1:
        problems = ["there is no program"]
        print(*problems, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
