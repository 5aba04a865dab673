"""Checks where reports say that lines come from, and what bounds kernels.

    check_lines.py REPORT...

Lines: each line of a result has an origin or none, which is the line of the same
text where both texts have one; versions are definitions that plans name. Bounds: resources, put together,
take the cycles; the bound is the one that takes longest; what holds warps back is
named.
"""

import json
import math
import re
import sys


def origins(file):
    result = []
    for count, line, step in file["result_lines"]:
        result += [line + step * i for i in range(count)]
    return result


def check_lines(file):
    lines = file["result"].split("\n")
    source = file["source"].split("\n")
    own = origins(file)
    if len(own) != len(lines):
        yield f"{len(own)} origins for {len(lines)} lines"
    if wrong := [o for o in own if not 0 <= o <= len(source)]:
        yield f"origins {wrong} in {len(source)} lines"
    for after, text in enumerate(lines):
        if source.count(text) == lines.count(text) == 1 and own[after] != source.index(text) + 1:
            yield f"line {after + 1} is line {source.index(text) + 1}, not {own[after]}"
    if not file["changed"] and file["line_changes"]:
        yield "changes of a file that has none"


def check_versions(file, plans):
    lines = file["result"].split("\n")
    for version in file["versions"]:
        own = lines[version["begin_line"] - 1:version["end_line"]]
        text = "\n".join(line.split("//")[0] for line in own)
        name = version["kernel"]
        written = name.partition("<")[0]  # instances are one template
        if not re.search(rf"\b{written}\b", text.split("{")[0]):
            yield f"{name} is not at line {version['begin_line']}"
        if text.count("{") != text.count("}"):
            yield f"{name} ends within a block"
        if name not in plans:
            yield f"no plan for {name}"


def check_estimate(what, estimate):
    if "units" not in estimate:
        if "cycles" in estimate:
            yield f"{what}: cycles of nothing"
        return
    units = estimate["units"]
    together = math.cbrt(sum(v ** 3 for v in units.values())) / estimate.get("busy", 1)
    if not math.isclose(together, estimate["cycles"], rel_tol=1e-6):
        yield f"{what}: {estimate['cycles']} cycles, of resources {together}"
    if units[estimate["bound"]] != max(units.values()):
        yield f"{what}: not bound by {estimate['bound']}"
    if not estimate["limits"]:
        yield f"{what}: nothing limits the occupancy"
    if not 0 < estimate["running_warps"] <= estimate["resident_warps"]:
        yield f"{what}: {estimate['running_warps']} warps"


def main():
    problems, counts = [], {"versions": 0, "estimates": 0, "tests": 0}
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as stream:
            report = json.load(stream)
        # A header's kernel may stand in the text of another file.
        shapes = [s for f in report["files"] for k in f.get("kernels", [])
                  for s in k["shapes"]]
        plans = [p for s in shapes for p in s["plans"]]
        names = {p["kernel"] for p in plans}
        for file in report["files"]:
            problems += [f"{name}: {file['file']}: {p}" for p in check_lines(file)]
            problems += [f"{name}: {file['file']}: {p}" for p in check_versions(file, names)]
            counts["versions"] += len(file["versions"])
        for estimate in [s["before"] for s in shapes if "before" in s] + [
                p["estimate"] for p in plans if "estimate" in p]:
            counts["estimates"] += 1
            problems += [f"{name}: {p}" for p in check_estimate("an estimate", estimate)]
        counts["tests"] += sum("test" in start for p in plans for start in p["starts"])
    print("\n".join(problems) or
          ", ".join(f"{count} {what}" for what, count in counts.items()) + " are right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
