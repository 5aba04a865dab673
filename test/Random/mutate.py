#!/usr/bin/env python3
"""Checks the checks: a result without one of its parts must not pass.

mutate.py --tools build/bin [--gpu=sm_13] PROGRAM.cu [-DN=33 ...]

Of what tessera inserted, one barrier, one guard of a load or one step of a
loading loop is taken away at a time; tessera-verify must find a difference or
an error each time. Prints what was not noticed; exit 1 if there was any, or
nothing to take away.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

GUARD = re.compile(r"\s*if \(.*\)$")
EXTENT = re.compile(r"(\s*for \(int \w+ = .*; \w+ < )(\d+)(; .*)")


def inserted(before, after):
    """The numbers of the lines that `after` has in addition."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag in ("insert", "replace"):
            yield from range(first, last)


def mutants(before, after):
    """(what was done, the lines) of each mutant."""
    for i in inserted(before, after):
        line = after[i]
        rest = after[i + 1:]
        if line.strip() == "__syncthreads();":
            yield f"line {i + 1}: no barrier", after[:i] + [""] + rest
        elif GUARD.match(line) and rest and "_tile" in rest[0]:
            yield f"line {i + 1}: no guard", after[:i] + [""] + rest
        elif found := EXTENT.match(line):
            shorter = f"{found[1]}{int(found[2]) - 1}{found[3]}"
            yield (f"line {i + 1}: one element less",
                   after[:i] + [shorter] + rest)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--gpu", help="the device to plan for")
    parser.add_argument("program")
    options, flags = parser.parse_known_args()

    def tool(name):
        return os.path.join(options.tools, name)

    translate = [tool("tessera"), "--cuda-path=none", "-q", options.program]
    if options.gpu:
        translate.append("--gpu=" + options.gpu)
    result = subprocess.run(translate + ["--"] + flags, check=True,
                            capture_output=True, text=True).stdout
    with open(options.program) as file:
        before = file.read().split("\n")
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "mutant.cu")
    count, unnoticed = 0, []
    for what, lines in mutants(before, result.split("\n")):
        count += 1
        with open(path, "w") as file:
            file.write("\n".join(lines))
        verify = [tool("tessera-verify"), "--timeout=60", "--seeds=2", *flags,
                  options.program, path]
        done = subprocess.run(verify, capture_output=True, text=True)
        if done.returncode not in (1, 126):
            unnoticed.append(f"{what}: exit {done.returncode}")
    folder.cleanup()
    for text in unnoticed:
        print(f"{options.program}: {text}")
    print(f"{count} mutants, {len(unnoticed)} not noticed")
    return 1 if unnoticed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
