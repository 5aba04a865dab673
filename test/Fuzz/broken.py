#!/usr/bin/env python3
"""Broken programs give diagnostics: broken.py --tessera build/bin/tessera

Cuts, drops, doubles and exchanges tokens of the test programs, from a seed. The
tool must end by itself, with exit code 0 or 1, and without an internal error.
"""

import argparse
import concurrent.futures
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOKEN = re.compile(r"\s+|\w+|<<<|>>>|[^\w\s]")


def broken(text, rng):
    """A mutated copy of a program."""
    kind = rng.choice(["cut", "drop", "double", "exchange", "replace"])
    if kind == "cut":
        return text[:rng.randrange(len(text) + 1)]
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        if kind == "drop":
            tokens[at] = ""
        elif kind == "double":
            tokens[at] += tokens[at]
        elif kind == "exchange":
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = tokens[other]
    return "".join(tokens)


def check(tessera, seed, programs, save):
    """What is wrong with one mutant's translation, or nothing."""
    rng = random.Random(seed)
    path = rng.choice(programs)
    with open(path, encoding="utf-8", errors="surrogateescape") as source:
        text = broken(source.read(), rng)
    with tempfile.TemporaryDirectory() as scratch:
        mutant = os.path.join(scratch, "mutant.cu")
        with open(mutant, "w", encoding="utf-8",
                  errors="surrogateescape") as out:
            out.write(text)
        try:
            done = subprocess.run(
                [tessera, "--cuda-path=none", mutant], capture_output=True,
                stdin=subprocess.DEVNULL, text=True, errors="replace",
                timeout=30)
        except subprocess.TimeoutExpired:
            wrong = "does not end"
        else:
            fine = done.returncode == 0 or (
                done.returncode == 1 and "error: " in done.stderr)
            if fine and "[tessera-internal]" not in done.stderr:
                return None
            wrong = f"exit {done.returncode}: {done.stderr[-2000:]}"
    if save:
        os.makedirs(save, exist_ok=True)
        with open(os.path.join(save, f"broken-{seed}.cu"), "w",
                  encoding="utf-8", errors="surrogateescape") as out:
            out.write(text)
    return f"seed {seed}, from {os.path.relpath(path, TESTS)}: {wrong}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--seeds", default="1..100", help="FIRST..LAST")
    parser.add_argument("--save", metavar="DIR", help="keep what fails here")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    programs = sorted(glob.glob(os.path.join(TESTS, "*", "*.cu")))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for wrong in pool.map(
                lambda seed: check(options.tessera, seed, programs,
                                   options.save), range(first, last + 1)):
            if wrong:
                failed += 1
                print(wrong)
    print(f"{last - first + 1 - failed} ended well, {failed} did not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
