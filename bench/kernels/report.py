#!/usr/bin/env python3
"""Writes the report of what measure.py measured.

bench/kernels/report.py RESULTS.json [MORE.json...] --out DIR [--pdf]
bench/kernels/report.py RESULTS.json [MORE.json...] --out DIR --check
bench/kernels/report.py RESULTS.json [MORE.json...] --csv FILE --latex FILE
bench/kernels/report.py RESULTS.json [MORE.json...] --section
bench/kernels/report.py RESULTS.json [MORE.json...] --summary

DIR gets report.md, with all numbers, and three pictures: speedup.svg, bound.svg
and roofline.svg, with --pdf each as PDF, too. --csv and --json write the numbers
for programs, --latex a table of the largest sizes (booktabs); - is standard
output. --check writes nothing, and fails if a file is not what the results make.
--section prints the summary and the largest sizes for a document, and nothing if
there is no such file of results yet; --summary prints the summary alone.

Where several files have the same kernel, the later one replaces it, with all
its sizes; but if device, driver, runtime and commit are equal, its sizes and
versions are added, and replace only their like. A commit that is unknown or
"-dirty" is equal to no other. Bounds are those of the run that measured a
version.
"""

import argparse
import os
import sys

import exports
import plots
from plots import figures, percent, si
from results import SHORT_MS, SLOWER, SLOWER_SHORT, UNITS, Results, Wrong

NOTES = """\
Times are medians of the device's time for one call, with an interval of 95 %
confidence; "×" is how many times as fast as naive a version is, the median of
the ratios within a round. The bound is the least time for the bytes that have
to be moved, at the copy bandwidth, or for the operations of one unit, at its
rate, whichever is longer; rates are those of the run. A share of the bound of
more than 100 % says that a version does without something that the bound
counts, as with tensor cores or arrays that stay in the cache. A multiply-add is one
operation.
"""
MEANS = f"""\
A kernel counts once, with the geometric mean of its sizes. Over kernels, "×" is
the geometric mean, and the share of the bound is the median. "Slower" counts
sizes below {SLOWER} × naive, or {SLOWER_SHORT} × where naive takes less
than {SHORT_MS * 1e3:.0f} µs. What is wrong is in no mean.
"""
NONE = "–"


def table(head, rows, texts=1):
    """In Markdown; the first columns are text, the others numbers."""
    lines = [head, ["---"] * texts + ["---:"] * (len(head) - texts), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def times(value):
    return NONE if value is None else figures(value) + " ×"


def part(value):
    return NONE if value is None else percent(value)


def version_of_cuda(number):
    return f"{number // 1000}.{number % 1000 // 10}" if isinstance(
        number, int) else NONE


def measured(results):
    """What was measured, run by run."""
    rows = []
    for number, run in enumerate(results.runs, 1):
        kernels = {r.kernel for r in results.rows if run.measured(r)}
        rows.append([str(number), run.device["device"],
                     version_of_cuda(run.device.get("driver")),
                     version_of_cuda(run.device.get("runtime")), run.commit,
                     run.gpu, str(len(kernels)),
                     si(run.device["bytes"]) + "B/s"]
                    + [si(run.device[u]) + "/s" if run.device.get(u) else NONE
                       for u in UNITS])
    text = table(["run", "device", "driver", "runtime", "commit", "profile",
                  "kernels", "copy", *UNITS], rows, texts=6)
    if results.failed:
        text += ("\nIn some run, versions of these did not compile, failed, or "
                 "took too long: "
                 + ", ".join(results.failed) + ".\n")
    return text


def summary(results):
    """One line for each version, and the sizes that need attention."""
    rows, notes = [], []
    for version in results.versions:
        data = results.summary(version)
        rows.append([version, str(data["kernels"]), times(data["speedup"]),
                     part(data["share"]), str(len(data["slower"])),
                     part(data["of_vendor"]), str(len(data["wrong"]))])
        for what, sizes in [("slower than naive", data["slower"]),
                            ("wrong", data["wrong"])]:
            if sizes:
                notes.append(f"- {version} is {what}: " + listed(sizes))
    head = ["version", "kernels", "×", "share of bound", "slower",
            "share of vendor", "wrong"]
    return table(head, rows), "\n".join(notes) + "\n" if notes else ""


def listed(sizes):
    """Sizes of a summary, kernel by kernel."""
    kernels = {}
    for size in sizes:
        text = ", ".join(f"{n} {v}" for n, v in size["size"].items())
        if "speedup" in size:
            text += f": {times(size['speedup'])}"
        kernels.setdefault(size["kernel"], []).append(text)
    return ", ".join(f"{name} ({'; '.join(texts)})"
                     for name, texts in kernels.items())


def by_hand(results):
    """How the versions of tools compare with those by hand."""
    rows = []
    for version in results.versions:
        ratios = [(r.ratio(version, "by_hand"), r) for r in results.rows]
        ratios = [(x, r) for x, r in ratios if x]
        if version in ("naive", "by_hand", "vendor") or not ratios:
            continue
        worst, row = min(ratios, key=lambda pair: pair[0])
        rows.append([
            version, str(len({r.kernel for _, r in ratios})),
            times(results.summary(version)["of_by_hand"]),
            f"{sum(x >= 1 for x, _ in ratios)} of {len(ratios)}",
            f"{times(worst)}: {row.kernel} ({row.text()})"])
    return table(["version", "kernels", "by_hand / version",
                  "sizes at least as fast", "least"], rows)


def vendor(results):
    """Where there is a vendor's library: what others reach of it."""
    versions = [v for v in results.versions if v not in ("naive", "vendor")]
    rows = [[r.kernel, r.text(), ms(r.ms("vendor"))]
            + [part(r.ratio(v, "vendor")) for v in versions]
            for r in results.rows if r.ms("vendor")]
    return table(["kernel", "size", "vendor ms", *versions], rows, texts=2)


def ms(value):
    return NONE if value is None else figures(value, 4)


def cell(row, name):
    """All about one version of one size."""
    version = row.versions.get(name)
    if not version:
        return NONE
    if not version.right:
        return f"**wrong**<br>error {version.error:.1g}"
    lines = [f"{ms(version.ms[0])} ms"]
    if name == "naive":
        lines.append(f"{ms(version.ms[1])} to {ms(version.ms[2])}")
    elif version.speedup:
        value, low, high = version.speedup
        lines.append(f"{times(value)} ({figures(low)} to {figures(high)})")
    else:
        lines.append(NONE + " (naive is wrong)")
    return "<br>".join(lines + [f"{percent(version.share)} of bound"])


def sizes(results):
    """The table of all numbers."""
    rows = []
    for row in results.rows:
        run = f"<br>run {results.runs.index(row.run) + 1}" if len(
            results.runs) > 1 else ""
        rows.append([f"{row.kernel}<br>{row.text()}{run}",
                     f"{ms(row.bound_ms)} ms<br>{row.bound_by}"]
                    + [cell(row, v) for v in results.versions])
    return table(["kernel", "bound", *results.versions], rows)


def report(results):
    """The text of report.md."""
    figures_of, notes = summary(results)
    parts = ["# Report of the kernel kit",
             "Written by `bench/kernels/report.py`.", "## What was measured",
             measured(results), NOTES, "## Summary", figures_of, notes, MEANS,
             picture("speedup", "Times as fast as naive"),
             picture("bound", "Share of the bound"),
             picture("roofline", "Roofline")]
    if "by_hand" in results.versions:
        parts += ["## Compared with the versions by hand",
                  "More than 1 × is faster than by hand.", by_hand(results)]
    if "vendor" in results.versions:
        parts += ["## Compared with the vendor's library",
                  "The library's time over that of a version.", vendor(results)]
    parts += ["## All sizes", sizes(results)]
    return "\n\n".join(p.strip("\n") for p in parts if p) + "\n"


def picture(name, title):
    return f"![{title}]({name}.svg)"


def runs_of(results):
    return "; ".join(dict.fromkeys(
        f"{r.device['device']}, CUDA {version_of_cuda(r.device.get('runtime'))}"
        f", commit {r.commit}" for r in results.runs)) + ":\n"


def short(results):
    """What --summary prints."""
    return runs_of(results) + "\n" + summary(results)[0].strip("\n") + "\n"


def section(results):
    """What --section prints."""
    versions = [v for v in results.versions if v != "naive"]
    rows = [[r.kernel, r.text(), ms(r.ms("naive"))]
            + [wrong(r, v) or times(r.speedup(v)) for v in versions]
            + [ms(r.bound_ms) + " " + r.bound_by, part(r.share("tessera"))]
            for r in results.largest()]
    return "\n".join([
        runs_of(results), summary(results)[0], MEANS,
        "The largest size of each kernel; the last column is the share of the "
        "bound\nthat tessera reaches:\n",
        table(["kernel", "size", "naive ms", *versions, "bound ms", "share"],
              rows, texts=2)])


def wrong(row, name):
    version = row.versions.get(name)
    return "" if not version or version.right else "**wrong**"


def write(files):
    """All files, or none: first under other names."""
    written = {}
    try:
        for path, text in files.items():
            if os.path.isdir(path):
                raise Wrong(f"{path}: cannot be written: is a folder")
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            other = f"{path}.{os.getpid()}.tmp"
            with open(other, "wb") as file:
                written[path] = other
                file.write(text if isinstance(text, bytes) else text.encode())
        for path in files:
            os.replace(written[path], path)
            del written[path]
    except OSError as error:
        raise Wrong(f"{path}: cannot be written: {error.strerror}")
    finally:
        for other in written.values():
            os.remove(other)


def check(files):
    """Returns 1, and says which, if a file is not as it would be written."""
    stale = 0
    for path, text in files.items():
        try:
            with open(path, "rb") as file:
                same = file.read() == text.encode()
        except OSError:
            same = False
        if not same:
            print(f"{path} is not what the results make", file=sys.stderr)
            stale = 1
    return stale


def run(args):
    if args.section or args.summary:
        if all(map(os.path.exists, args.results)):
            text = section if args.section else short
            print(text(Results(args.results)), end="")
        return 0
    results = Results(args.results)
    files = {}
    if args.out:
        pictures = {name: draw(results) for name, draw in [
            ("speedup", plots.speedup), ("bound", plots.bound),
            ("roofline", plots.roofline)]}
        texts = {"report.md": report(results),
                 **{f"{n}.svg": svg for n, svg in pictures.items()}}
        if args.pdf:
            texts |= {f"{n}.pdf": exports.as_pdf(svg)
                      for n, svg in pictures.items()}
        files = {os.path.join(args.out, n): text for n, text in texts.items()}
    for path, text in [(args.json, Results.as_json), (args.csv, exports.as_csv),
                       (args.latex, exports.as_latex)]:
        if path == "-" and not args.check:
            print(text(results), end="")
        elif path:
            files[path] = text(results)
    if args.check:
        return check(files)
    write(files)
    return 0


def main():
    usage, rest = __doc__.split("\n\n", 2)[::2]
    parser = argparse.ArgumentParser(
        description=usage, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="DIR", help="folder for the report")
    parser.add_argument("--pdf", action="store_true",
                        help="write the pictures as PDF, too")
    parser.add_argument("--json", metavar="FILE", help="file for the numbers")
    parser.add_argument("--csv", metavar="FILE", help="file for a table of them")
    parser.add_argument("--latex", metavar="FILE",
                        help="file for a table of the largest sizes")
    parser.add_argument("--check", action="store_true",
                        help="fail if the files are not up to date")
    parser.add_argument("--section", action="store_true",
                        help="print Markdown for a document")
    parser.add_argument("--summary", action="store_true",
                        help="print the summary in Markdown")
    parser.add_argument("results", nargs="+", metavar="RESULTS.json")
    args = parser.parse_args()
    files = [f for f in (args.out, args.json, args.csv, args.latex) if f]
    if (bool(files) + args.section + args.summary) != 1:
        parser.error("one of --section, --summary and files to write is needed: "
                     "--out, --json, --csv, --latex")
    if args.pdf and (not args.out or args.check):
        parser.error("--pdf needs --out, and does not go with --check")
    if args.check and not files:
        parser.error("--check needs files")
    try:
        return run(args)
    except Wrong as wrong_input:
        print(f"report.py: {wrong_input}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
