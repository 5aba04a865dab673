"""Two stored runs: what became better, what became worse."""

from collections import Counter

import improved
from table import check_kind, identity_rows
from work import OUTCOMES


def places(row):
    """What can be better or worse of a file: {what: (rank, words)}."""
    outcome = row["outcome"]
    result = {}
    if outcome != "invalid":
        result["translation"] = (OUTCOMES.index(outcome), outcome)
    for check, said in row.get("checks", {}).items():
        if check_kind(said) != "none":
            result[check] = (0 if check_kind(said) == "failed" else 1, said)
    return result


def differences(old, new):
    """(better, worse, files of one run only), each a list of lines."""
    before = {row["name"]: row for row in old["rows"]}
    after = {row["name"]: row for row in new["rows"]}
    better, worse = [], []
    for name in sorted(before.keys() & after.keys()):
        first, second = places(before[name]), places(after[name])
        for what in sorted(first.keys() & second.keys()):
            if first[what][0] == second[what][0]:
                continue
            line = f"{name}: {what}: {first[what][1]} -> {second[what][1]}"
            (better if first[what][0] < second[what][0] else worse).append(line)
        for what in sorted(second.keys() - first.keys()):
            if what != "translation" and second[what][0] == 0:
                worse.append(f"{name}: {what}: {second[what][1]}")
    alone = [f"{name}: only in the {which} run"
             for names, which in ((before.keys() - after.keys(), "old"),
                                  (after.keys() - before.keys(), "new"))
             for name in sorted(names)]
    return better, worse, alone


def changed_identities(old, new):
    """Identities with other numbers of kernels, by how much."""
    first, second = (Counter({line[0]: line[1] for line in
                              identity_rows(run["rows"])[1]})
                     for run in (old, new))
    names = sorted(first.keys() | second.keys(),
                   key=lambda n: (-abs(second[n] - first[n]), n))
    return [f"{name}: {first[name]} -> {second[name]} kernels"
            for name in names if first[name] != second[name]]


def improved_kernels(run):
    return {f"{row['name']}: {name}" for row in run["rows"]
            for (name, _), kind in improved.of_file(
                row.get("kernels", [])).items() if kind == improved.IMPROVED}


def changed_improvements(old, new):
    """Kernels that are improved in one of the runs alone."""
    first, second = improved_kernels(old), improved_kernels(new)
    lines = ["+ " + name for name in sorted(second - first)]
    lines += ["- " + name for name in sorted(first - second)]
    return [f"{len(first)} -> {len(second)} kernels"] + lines if lines else []


def text(old, new):
    better, worse, alone = differences(old, new)
    lines = []
    for title, part in (("better", better), ("worse", worse), ("", alone),
                        ("improved", changed_improvements(old, new)),
                        ("identities", changed_identities(old, new))):
        if part and title:
            count = len(part) - (title == "improved")
            lines.append(f"{title}: {count}")
        lines += ["  " + line for line in part]
    return "\n".join(lines or ["no difference"]) + "\n", bool(worse)
