"""Results for other programs: values as CSV, a table for LaTeX, pictures as PDF."""

import csv
import io
import shutil
import subprocess

from plots import figures
from results import Wrong

COLUMNS = ["kernel", "size", "largest", "version", "right", "error", "ms",
           "ms_low", "ms_high", "speedup", "speedup_low", "speedup_high",
           "bytes", "bound_ms", "bound_by", "share_of_bound", "device",
           "commit"]
SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}",
           "^": r"\textasciicircum{}", **{c: "\\" + c for c in "&%$#_{}"}}


def as_csv(results):
    """One line for each version of each size, as RFC 4180 has them. Intervals
    are of 95 % confidence; what is wrong has no speedup and no share."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    largest = results.largest()
    for row in results.rows:
        for name in results.versions:
            if name in row.versions:
                writer.writerow(values(row, name, row in largest))
    return text.getvalue()


def values(row, name, largest):
    version = row.versions[name]
    return {
        "kernel": row.kernel, "size": row.text(), "largest": int(largest),
        "version": name, "right": int(version.right), "error": version.error,
        **interval("ms", version.ms), **interval("speedup", version.speedup),
        "bytes": row.bytes, "bound_ms": row.bound_ms, "bound_by": row.bound_by,
        "share_of_bound": version.share,
        "device": version.run.device["device"], "commit": version.run.commit}


def interval(name, three):
    names = [name, name + "_low", name + "_high"]
    return dict(zip(names, three or [None] * 3))


def as_latex(results):
    """The largest size of each kernel, for the package booktabs."""
    versions = [v for v in results.versions if v != "naive"]
    share = "tessera" in versions
    head = ["kernel", "size", "naive (ms)",
            *[rf"{escape(v)} ($\times$)" for v in versions]]
    if share:
        head.append(r"of bound (\%)")
    lines = ["% Written by bench/kernels/report.py --latex; needs "
             r"\usepackage{booktabs}.", comment(results),
             r"\begin{tabular}{ll" + "r" * (len(head) - 2) + "}", r"\toprule",
             " & ".join(head) + r" \\", r"\midrule"]
    for row in results.largest():
        cells = [escape(row.kernel), escape(row.text()), value(row.ms("naive"))]
        cells += [cell(row, v) for v in versions]
        if share:
            of_bound = row.share("tessera")
            cells.append("--" if of_bound is None else f"{of_bound * 100:.0f}")
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join(lines + [r"\bottomrule", r"\end{tabular}"]) + "\n"


def comment(results):
    return "\n".join(dict.fromkeys(
        f"% {run.device['device']}, commit {run.commit}"
        for run in results.runs))


def cell(row, name):
    version = row.versions.get(name)
    if version and not version.right:
        return "wrong"
    return value(row.speedup(name))


def value(number):
    return "--" if number is None else figures(number)


def escape(text):
    return "".join(SPECIAL.get(c, c) for c in text)


def as_pdf(svg):
    """The bytes of a picture; Wrong if there is no program that makes them."""
    if not shutil.which("rsvg-convert"):
        raise Wrong("--pdf needs rsvg-convert (Debian: librsvg2-bin)")
    done = subprocess.run(["rsvg-convert", "--format=pdf"], timeout=60,
                          input=svg.encode(), capture_output=True)
    if done.returncode:
        raise Wrong("rsvg-convert: " + done.stderr.decode().strip())
    return done.stdout
