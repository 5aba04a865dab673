"""Whether the footprints of a report are those of --print=facts.

    compare_facts.py REPORT FACTS

Spells each footprint of the report as --print=facts does, in its order.
"""

import json
import sys


def count(value):
    return ("" if value["exact"] else "at most ") + value["text"]


def spell(footprint):
    box = "".join(
        f"[{d['origin']} : {d['extent']}]" + (f"/{d['stride']}" if d["stride"] != 1 else "")
        for d in footprint["dimensions"]
    )
    accesses = "".join(f" access{number}" for number in footprint["accesses"])
    reuse = [
        word
        for holds, word in (
            (footprint["reuse"]["threads"], "inter-thread"),
            (footprint["reuse"]["private"], "private"),
        )
        if holds
    ]
    yield f"tile {box} of{accesses}" + (" (may)" if footprint["may"] else "")
    yield (
        f"accesses {count(footprint['access_count'])}, after registers "
        f"{count(footprint['after_registers'])}, elements "
        f"{count(footprint['element_count'])}"
        + (f", sharing {footprint['sharing']:.2f}" if "sharing" in footprint else "")
        + f", reuse {' and '.join(reuse) or 'none'}"
    )
    if "grid_loads_before" in footprint and "grid_loads_after" in footprint:
        yield (
            f"loads of the grid {count(footprint['grid_loads_before'])} -> "
            f"{count(footprint['grid_loads_after'])}"
        )


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        facts = [line.strip() for line in file]
    wanted = [
        line
        for line in facts
        if line.startswith(("tile ", "accesses ", "loads of the grid "))
    ]
    found = [
        line
        for kernel in report["files"][0]["kernels"]
        for shape in kernel["shapes"]
        for array in shape["arrays"]
        for footprint in array["footprints"]
        for line in spell(footprint)
    ]
    for want, have in zip(wanted, found):
        if want != have:
            print(f"--print=facts: {want}\nreport:        {have}")
    print(f"{len(found)} lines of {len(wanted)}")
    return found != wanted


if __name__ == "__main__":
    sys.exit(main())
