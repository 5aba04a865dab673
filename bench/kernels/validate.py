#!/usr/bin/env python3
"""Compares what the cost model expects of plans with what they take.

bench/kernels/validate.py plans --tools build/bin OUT [KERNEL...]
bench/kernels/validate.py compare RESULTS.json... PREDICTED.json --out DIR
bench/kernels/validate.py compare RESULTS.json... PREDICTED.json --out DIR --check
bench/kernels/validate.py compare RESULTS.json... PREDICTED.json --section

`plans` writes plans for the largest size of each kernel of the kit: of those
that the planner weighs and the tool can follow --count, spread over the ranks of
their estimates; where there are fewer also plans with other blocks, numbers of
outputs or turns, which the planner does not weigh. OUT/KERNEL/NAME.yaml are for
prepare.py --plans; the kernel as it is and the planner's choice are its versions
`naive` and `tessera`, or one of them where the choice is to change nothing.
OUT/predicted.json has the estimates of all, as cycles of a multiprocessor for
each of the user's threads: for the size that is measured, which a copy of
naive.cu knows whose parameters are constants, and those that the planner goes by,
to which sizes are unknown. Where a file has several kernels, a plan is one
kernel's, and the others have the planner's choice; its cycles are those of all,
weighed with their threads.

`compare` reads the results of measure.py, of one run or of several, and writes
validation.md, validation.json and validation.svg to DIR: for each kernel the
rank correlation (Spearman) of estimates and times, and the time of the choice
over that of the best plan. Versions that are wrong do not count. --check writes
nothing, and fails if a file is not what the results make. --section prints the
table for a document, and nothing if there are no such files yet.
"""

import argparse
import concurrent.futures
import json
import os
import statistics
import sys
import tempfile
import textwrap
from dataclasses import asdict, dataclass

import candidates
import plots
import problem
from plots import figures, percent
from report import NONE, check, ms, table, times, write
from results import Results, Wrong, is_number, member, read_json

GOOD, NEAR, FAR, LEAST = 0.8, 1.10, 1.25, 12


# --- plans -------------------------------------------------------------------

def predict(args, name):
    """The plans of one kernel: their texts, and what predicted.json has."""
    with tempfile.TemporaryDirectory() as folder:
        kernel = candidates.Kernel(problem.Problem(name), args.tools, args.gpu,
                                   folder)
        users, choice, chosen = candidates.choose(kernel, args.count)
    plans = {"naive": users}
    if choice.text != users.text:
        plans["tessera"] = choice
    mine = {f"plan{i:02}": plan for i, plan in enumerate(chosen, 1)}
    plans.update(mine)
    return {n: p.text for n, p in mine.items()}, {
        "size": kernel.size, "choice": list(plans)[choice.text != users.text],
        "plans": {n: {"what": p.what, "cycles": p.cycles,
                      "planned": p.planned} for n, p in plans.items()}}


def plans(args):
    wanted = args.kernels or problem.names()
    for name in set(wanted) - set(problem.names()):
        raise Wrong(f"there is no kernel '{name}'")
    kernels, files = {}, {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        made = pool.map(lambda name: predict(args, name), wanted)
        for number, (name, (texts, data)) in enumerate(zip(wanted, made), 1):
            print(f"{number}/{len(wanted)} {name}: {len(texts)} plans",
                  flush=True)
            kernels[name] = data
            for plan, text in texts.items():
                files[os.path.join(args.out, name, plan + ".yaml")] = text
    files[os.path.join(args.out, "predicted.json")] = json.dumps(
        {"gpu": args.gpu, "unit": "cycles of a multiprocessor for each thread",
         "kernels": kernels}, indent=1) + "\n"
    for name in kernels:
        remove_plans(os.path.join(args.out, name))
    write(files)
    return 0


def remove_plans(folder):
    """Those of an earlier call."""
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        if name.startswith("plan") and name.endswith(".yaml"):
            os.remove(os.path.join(folder, name))


# --- compare -----------------------------------------------------------------

@dataclass
class Plan:
    name: str
    what: str
    cycles: float  # for the size that is measured
    planned: float  # as the planner knows it
    ms: float


@dataclass
class Row:
    kernel: str
    size: dict
    plans: list
    correlation: float  # None where all are alike
    correlation_planned: float
    best: str
    choice: str
    behind: float  # its time over that of the best
    foremost: float  # the same for the plan with the least estimate
    left_out: list  # versions that are wrong, or were not measured


def ranks(values):
    """From 1 on; equal values have the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) + 1) / 2 for v in values]


def correlation(one, other):
    """Spearman's; None where all values of one side are equal."""
    if len(one) < 2 or len(set(one)) == 1 or len(set(other)) == 1:
        return None
    return statistics.correlation(ranks(one), ranks(other))


def load(path):
    """What `plans` wrote, by kernel."""
    data = read_json(path)
    try:
        kernels = member(data, "kernels", dict, "the file")
        for name, kernel in kernels.items():
            member(kernel, "size", dict, name)
            member(kernel, "choice", str, name)
            for plan, values in member(kernel, "plans", dict, name).items():
                member(values, "what", str, f"{name}, {plan}")
                for key in ("cycles", "planned"):
                    if not is_number(values.get(key)) or values[key] <= 0:
                        raise Wrong(f'{name}, {plan}: "{key}" is no positive '
                                    "number")
    except Wrong as wrong:
        raise Wrong(f"{path}: not what validate.py plans writes: {wrong}")
    return kernels


def compared(name, predicted, rows):
    """The Row of one kernel; None if its choice was not measured."""
    row = next((r for r in rows if r.size == predicted["size"]), None)
    if not row:
        sizes = "; ".join(r.text() for r in rows)
        wanted = ", ".join(f"{n} {v}" for n, v in predicted["size"].items())
        raise Wrong(f"{name}: estimated for {wanted}, measured for {sizes}")
    found = [Plan(n, p["what"], p["cycles"], p["planned"], row.ms(n))
             for n, p in predicted["plans"].items() if row.ms(n)]
    known = {p.name: p for p in found}
    if predicted["choice"] not in known:
        return None
    best = min(found, key=lambda p: p.ms)
    foremost = min(found, key=lambda p: p.cycles)
    took = [p.ms for p in found]
    return Row(name, row.size, found,
               correlation([p.cycles for p in found], took),
               correlation([p.planned for p in found], took), best.name,
               predicted["choice"],
               known[predicted["choice"]].ms / best.ms, foremost.ms / best.ms,
               [n for n in predicted["plans"] if n not in known])


class Validation:
    def __init__(self, paths, predicted):
        self.results = Results(paths)
        wanted = load(predicted)
        rows = {n: compared(n, p, self.results.kernels[n])
                for n, p in sorted(wanted.items())
                if n in self.results.kernels}
        self.rows = [r for r in rows.values() if r]
        self.missing = [n for n in sorted(wanted) if not rows.get(n)]
        if not self.rows:
            raise Wrong(f"{predicted}: no kernel of it was measured")

    def summary(self):
        known, planned = (
            [getattr(r, name) for r in self.rows
             if getattr(r, name) is not None]
            for name in ("correlation", "correlation_planned"))
        worst = max(self.rows, key=lambda r: r.behind)
        return {
            "kernels": len(self.rows),
            "least_plans": min(len(r.plans) for r in self.rows),
            "median": statistics.median(known) if known else None,
            "correlated": sum(c >= GOOD for c in known),
            "median_planned": statistics.median(planned) if planned else None,
            "correlated_planned": sum(c >= GOOD for c in planned),
            "near": sum(r.behind <= NEAR for r in self.rows),
            "far": [r.kernel for r in self.rows if r.behind > FAR],
            "worst": {"kernel": worst.kernel, "times": worst.behind},
        }

    def as_json(self):
        return json.dumps(
            {"runs": [vars(r) for r in self.results.runs],
             "summary": self.summary(), "missing": self.missing,
             "kernels": [asdict(r) for r in self.rows]}, indent=1) + "\n"


def rounded(value):
    return NONE if value is None else f"{value:.2f}"


def sentences(validation):
    data = validation.summary()
    count = data["kernels"]
    text = (
        f"{count} kernels, at least {data['least_plans']} plans each. Rank "
        f"correlation: {rounded(data['median'])} in the median, at least {GOOD} "
        f"for {data['correlated']} of {count}; where sizes are unknown "
        f"{rounded(data['median_planned'])} and {data['correlated_planned']}. "
        f"The choice takes at most {NEAR:.2f} × the time of the best plan for "
        f"{data['near']} of {count} kernels ({percent(data['near'] / count)}), "
        f"and more than {FAR:.2f} × for {', '.join(data['far']) or 'none'}; the "
        f"worst is {data['worst']['kernel']} with "
        f"{times(data['worst']['times'])}.")
    if validation.missing:
        text += " Not measured: " + ", ".join(validation.missing) + "."
    few = [r.kernel for r in validation.rows if len(r.plans) < LEAST]
    if few:
        text += f" Fewer than {LEAST} plans: {', '.join(few)}."
    return textwrap.fill(text, 80, break_on_hyphens=False) + "\n"


def main_table(validation):
    rows = []
    for r in validation.rows:
        known = {p.name: p for p in r.plans}
        best = known[r.best]
        rows.append([r.kernel, ", ".join(f"{n} {v}" for n, v in r.size.items()),
                     best.what.replace("|", "\\|"), str(len(r.plans)),
                     rounded(r.correlation), rounded(r.correlation_planned),
                     ms(known[r.choice].ms), ms(best.ms), times(r.behind),
                     times(r.foremost)])
    return table(["kernel", "size", "best plan", "plans", "correlation",
                  "size unknown", "choice ms", "best ms", "choice / best",
                  "least estimate / best"], rows, texts=3)


NOTES = f"""\
Plans include the kernel as it is and the choice. The correlation is
Spearman's, of estimates for the size that is measured and times; beside it that
of the estimates that the planner goes by, to which sizes are unknown. The last
columns are the time of the choice, and of the plan with the least estimate, over
that of the best plan. Wanted are correlations of {GOOD} and choices within
{percent(NEAR - 1)} of the best.
"""


def runs_of(validation):
    return "; ".join(dict.fromkeys(
        f"{r.device['device']}, commit {r.commit}"
        for r in validation.results.runs)) + ":\n"


def section(validation):
    return "\n".join([runs_of(validation), sentences(validation),
                      main_table(validation), NOTES])


def document(validation):
    parts = ["# Estimates and times of plans",
             "Written by `bench/kernels/validate.py`.", section(validation),
             "![Estimates and times](validation.svg)", "## All plans"]
    for r in validation.rows:
        rows = [[p.name, p.what.replace("|", "\\|"), figures(p.cycles, 4),
                 figures(p.planned, 4), ms(p.ms)]
                for p in sorted(r.plans, key=lambda p: (p.cycles, p.name))]
        parts += [f"### {r.kernel}", table(
            ["version", "plan", "cycles", "size unknown", "ms"], rows, 2)]
        if r.left_out:
            parts.append("Wrong, or not measured: " + ", ".join(r.left_out)
                         + ".")
    return "\n\n".join(p.strip("\n") for p in parts) + "\n"


def picture(validation):
    """Dots: measured times against estimates, both relative to the least of
    their kernel."""
    dots = []
    for r in validation.rows:
        cycles = min(p.cycles for p in r.plans)
        least = min(p.ms for p in r.plans)
        dots += [(p.cycles / cycles, p.ms / least, p.name == r.choice,
                  f"{r.kernel}, {p.name}: {p.what}, {figures(p.ms)} ms")
                 for p in r.plans]
    most = max([max(x, y) for x, y, *_ in dots] + [2]) * 1.05
    left, right, top, bottom = 70, 690, 70, 690
    drawn = plots.Picture(
        720, 740, "Estimates and times of plans",
        "Dots on logarithmic axes, one per plan of a kernel: its time over the "
        "least of that kernel, against its estimate over the least estimate of "
        "that kernel. Diamonds are the planner's choice. On the diagonal an "
        "estimate is right.")
    x = plots.logarithmic(1 / 1.05, most, left, right)
    y = plots.logarithmic(1 / 1.05, most, bottom, top)
    drawn.text(16, 26, drawn.title, "text head")
    drawn.text(16, 44, plots.subtitle(validation.results)
               + "; diamonds: the choice", "quiet")
    for tick in plots.ticks(1, most):
        drawn.line([(x(tick), top), (x(tick), bottom)], "grid")
        drawn.line([(left, y(tick)), (right, y(tick))], "grid")
        drawn.text(x(tick), bottom + 14, plots.plain(tick) + "×",
                   "quiet small", "middle")
        drawn.text(left - 6, y(tick) + 4, plots.plain(tick) + "×",
                   "quiet small", "end")
    drawn.line([(x(1), y(1)), (x(most), y(most))], "axis")
    drawn.text((left + right) / 2, bottom + 34, "estimate over the least "
               "of the kernel", anchor="middle")
    drawn.text(18, (top + bottom) / 2, "time over the least of the kernel",
               anchor="middle", turn=-90)
    for across, up, chosen, says in sorted(dots, key=lambda d: d[2]):
        drawn.mark(x(across), y(up), int(chosen), says, 4.5 if chosen else 3)
    return drawn.finish()


def compare(args):
    if args.section:
        if all(map(os.path.exists, args.results + [args.predicted])):
            print(section(Validation(args.results, args.predicted)), end="")
        return 0
    validation = Validation(args.results, args.predicted)
    texts = {"validation.md": document(validation),
             "validation.json": validation.as_json(),
             "validation.svg": picture(validation)}
    files = {os.path.join(args.out, n): text for n, text in texts.items()}
    if args.check:
        return check(files)
    write(files)
    print(sentences(validation), end="")
    return 0


def main():
    usage, rest = __doc__.split("\n\n", 2)[::2]
    parser = argparse.ArgumentParser(
        description=usage, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("plans", help="write plans and their estimates")
    one.add_argument("--tools", required=True, help="folder of the programs")
    one.add_argument("--gpu", default="h200", help="profile to plan for")
    one.add_argument("--count", type=int, default=LEAST, metavar="N",
                     help="plans of each kernel (default: %(default)s)")
    one.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N",
                     help="kernels at a time")
    one.add_argument("out", metavar="OUT")
    one.add_argument("kernels", nargs="*", metavar="KERNEL")
    one.set_defaults(run=plans)
    two = commands.add_parser("compare", help="compare estimates and times")
    what = two.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", metavar="DIR", help="folder for the files")
    what.add_argument("--section", action="store_true",
                      help="print Markdown for a document")
    two.add_argument("--check", action="store_true",
                     help="fail if the files are not up to date")
    two.add_argument("results", nargs="+", metavar="RESULTS.json")
    two.add_argument("predicted", metavar="PREDICTED.json")
    two.set_defaults(run=compare)
    args = parser.parse_args()
    if getattr(args, "section", False) and args.check:
        parser.error("--section goes without --check")
    try:
        return args.run(args)
    except Wrong as wrong_input:
        print(f"validate.py: {wrong_input}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
