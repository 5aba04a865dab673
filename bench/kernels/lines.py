#!/usr/bin/env python3
"""Compares the length of emitted kernels with kernels that an expert wrote.

bench/kernels/lines.py --tools build/bin [--gpu NAME] [--median R] [--most R]
                       [KERNEL...]

Counts lines that are not blank, with comments, without host functions: of all
versions that tessera makes of naive.cu, not of what stays there, and of
by_hand.cu. Both are laid out with at most 80 columns. Exits with 1 if a ratio
is above what it may be.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys

import problem

TYPE = re.compile(r"\s*(template\s*<[^{;]*>\s*)?(struct|class|union|enum)\b")


def blanked(text, pattern, flags=0):
    """Blanks instead of what matches, so that all else stays at its place."""
    return re.sub(pattern, lambda m: m[0] if m[0][0] == '"' else
                  re.sub(r"[^\n]", " ", m[0]), text, flags=flags)


def declarations(text):
    """Where what a file declares begins and ends, with its braces or semicolon."""
    depth = start = 0
    for at, c in enumerate(text):
        if c in "({[":
            depth += 1
        elif c in ")}]":
            depth -= 1
        head = text[start:at + 1].partition("{")[0]
        ends = c == ";" or (c == "}" and not TYPE.match(head) and
                            "=" not in head)
        if depth == 0 and ends:
            yield start, at + 1
            start = at + 1


def is_host_function(declaration):
    head, brace, _ = declaration.partition("{")
    return bool(brace) and "(" in head and not TYPE.match(head) and \
        not re.search(r"__(global|device)__", declaration)


def kernels(text):
    """The parts of a file that are no host functions or directives, each as its
    lines that are not blank."""
    text = blanked(text, r"^[ \t]*#[ \t]*(?!pragma)(.*\\\n)*.*$", re.M)
    code = blanked(text, r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', re.S)
    return [[line for line in text[begin:end].splitlines() if line.strip()]
            for begin, end in declarations(code)
            if not is_host_function(code[begin:end])]


def count(parts, but=()):
    return sum(len(part) for part in parts if part not in but)


def translated(tools, source, gpu):
    command = [os.path.join(tools, "tessera"), "-q", "--cuda-path=none",
               "--no-transfers", f"--gpu={gpu}", source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def read(path):
    with open(path) as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tools", required=True, help="folder of the programs")
    parser.add_argument("--gpu", default="h200", help="profile to plan for")
    parser.add_argument("--median", type=float, default=float("inf"),
                        help="what the median of the ratios may be")
    parser.add_argument("--most", type=float, default=float("inf"),
                        help="what each ratio may be")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    args = parser.parse_args()
    ratios = []
    print(f"{'kernel':24}{'naive':>8}{'by hand':>9}{'emitted':>9}{'ratio':>8}")
    for name in args.kernels or problem.names():
        p = problem.Problem(name)
        if "by_hand" not in p.versions():
            continue
        naive = p.path("naive.cu")
        ours = translated(args.tools, naive, args.gpu)
        if ours == read(naive):
            continue  # left as it is
        users, hand, all_ours = (kernels(text) for text in (
            read(naive), read(p.path("by_hand.cu")), ours))
        counts = [count(users), count(hand), count(all_ours, but=users)]
        ratios.append(counts[2] / counts[1])
        print(f"{name:24}{counts[0]:8}{counts[1]:9}{counts[2]:9}"
              f"{ratios[-1]:8.2f}")
    if not ratios:
        sys.exit("no kernel was changed that has a version by hand")
    median = statistics.median(ratios)
    print(f"{len(ratios)} kernels: median {median:.2f}, most {max(ratios):.2f}")
    sys.exit(median > args.median or max(ratios) > args.most)


if __name__ == "__main__":
    main()
