"""The programs of bench/host: their versions by hand, their sizes on a GPU, and
where tessera is known to copy more than a programmer would."""

import collections
import os

HERE = os.path.dirname(os.path.abspath(__file__))

# hand: name of the version -> macros that select it.
# gpu: macros for a measurement. Without them, programs are as small as a test
#   on the CPU needs them. Arrays stay far below a device's memory: they are
#   managed memory in one of the versions.
# excess: at the small size, how many bytes more than by hand tessera copies
#   (to the device, to the host), and why. What is not named here, copies no
#   more; and what gets better, has to be changed here.
Program = collections.namedtuple("Program", "name hand gpu excess why")
HAND = {"hand": {}}

PROGRAMS = [
    Program("stream", HAND, {"N": 128 << 20, "RUNS": 7}, (0, 0), ""),
    Program(
        "stream_cold",
        {
            "hand-pageable": {"HOW": 0},
            "hand-register": {"HOW": 1},
            "hand-ring": {"HOW": 2},
        },
        {"N": 64 << 20}, (0, 0), "",
    ),
    Program(
        "stream_managed",
        {"hand-pageable": {"HOW": 0}, "hand-pinned": {"HOW": 1}},
        {"N": 64 << 20, "RUNS": 5}, (0, 0), "",
    ),
    Program(
        "fig4", HAND, {"N": 2048, "RUNS": 7}, (0, 0), "",
    ),
    Program(
        "stencil2d", HAND, {"N": 4096, "STEPS": 100, "RUNS": 7},
        (0, 0), "",
    ),
    Program(
        "stencil3d", HAND, {"N": 256, "STEPS": 50, "RUNS": 7}, (0, 0), "",
    ),
    Program(
        "heat", HAND,
        {"N": 4096, "STEPS": 200, "EVERY": 20, "ENOUGH": "0.0f", "RUNS": 7},
        (0, 0), "",
    ),
    Program(
        "inverse", HAND, {"N": 1024, "RUNS": 5}, (0, 0), "",
    ),
    Program(
        "matmul", HAND, {"L": 2048, "M": 2048, "N": 2048, "RUNS": 7}, (0, 0),
        "",
    ),
    Program(
        "cg", HAND, {"N": 1024, "STEPS": 20000, "PARTS": 256, "RUNS": 5},
        (0, 0), "",
    ),
]


def source(name):
    return os.path.join(HERE, name)


def flags(macros):
    return [f"-D{name}={value}" for name, value in macros.items()]


def table(rows, names=1):
    """Lines of text: so many columns to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths)][:names]
        cells += [cell.rjust(width)
                  for cell, width in list(zip(row, widths))[names:]]
        yield "  ".join(cells).rstrip()
