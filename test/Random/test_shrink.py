"""The shrinker keeps what makes a program fail, and nothing else.

The planted failure: a program whose text reads `in0` inside a loop fails.
"""

import re
import sys

from emit import emit
from generate import generate
from shrink import shrink


def planted(text):
    """A failure that a small program can have."""
    inside = re.search(r"for \((int|unsigned) [kmqrs] .*\{\n(.*\n)?.*in0", text)
    return "planted" if inside else ""


def main():
    shrunk = 0
    for seed in range(60):
        program = generate(seed)
        if planted(emit(program)) != "planted":
            continue
        small = emit(shrink(program, "planted", planted, seconds=60))
        kernel = small[small.index("__global__ void"):small.index("static unsigned state")]
        assert planted(small) == "planted", small
        assert small.count("__global__ void") == 1, small
        assert kernel.count("for (") == 1, small
        assert kernel.count("\n") <= 15, small
        shrunk += 1
        if shrunk == 3:
            break
    assert shrunk == 3, "no program to shrink"
    print("3 programs shrunk to the failure")


if __name__ == "__main__":
    sys.exit(main())
