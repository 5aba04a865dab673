"""A plan that lets threads compute several outputs, for any program."""

import random
import re

SHAPE = re.compile(r"^# (\w+) (\d+)x(\d+)x(\d+)$", re.MULTILINE)


def plan_outputs(decisions, seed):
    """What `--plan` takes; `decisions` is what `--print=plan` prints.

    Each kernel gets axes, factors and vectors by chance, whether or not that
    pays: where it is not legal tessera says so and leaves the kernel alone.
    """
    rng = random.Random(seed)
    lines = ["kernels:"]
    for name, *block in dict.fromkeys(SHAPE.findall(decisions)):
        axes = ["x", "y"] if int(block[1]) > 1 else ["x"]
        if len(axes) > 1 and rng.random() < 0.6:
            axes = [rng.choice(axes)]
        lines += [f"  - kernel: {name}", f"    block: [ {', '.join(block)} ]",
                  "    coarsen:"]
        for axis in axes:
            factor = rng.choice([2, 4, 4, 8])
            width = rng.choice([0, 2, 4])
            lines += [f"      - axis: {axis}", f"        factor: {factor}"]
            if axis == "x" and width and factor % width == 0:
                lines.append(f"        width: {width}")
        if rng.random() < 0.6:
            lines.append("    interior: true")
    return "\n".join(lines) + "\n" if len(lines) > 1 else ""
