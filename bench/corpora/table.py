"""Results as tables of Markdown: per collection, in all, and by identity."""

from collections import Counter

import coverage
import improved
from work import CHECKS, OUTCOMES, PARSED

HEADINGS = {"late": "over time", "unparsed": "not parsed"}
ALL = "in all"


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def by_collection(rows):
    """Rows of each collection, by name; those of all of them last."""
    groups = {}
    for row in rows:
        groups.setdefault(row["collection"], []).append(row)
    result = dict(sorted(groups.items()))
    if len(result) != 1:
        result[ALL] = rows
    return result


def outcome_rows(rows):
    """Heading and rows of numbers: what became of the files."""
    heading = ["collection", "files", "invalid", "valid", "parsed", ""]
    heading += [HEADINGS.get(o, o) for o in reversed(OUTCOMES)]
    table = []
    for name, group in by_collection(rows).items():
        count = Counter(row["outcome"] for row in group)
        valid = len(group) - count["invalid"]
        parsed = sum(count[o] for o in PARSED)
        table.append([name, len(group), count["invalid"], valid, parsed,
                      share(parsed, valid)]
                     + [count[o] for o in reversed(OUTCOMES)])
    return heading, table


def check_kind(text):
    """ok, failed, or none where there was nothing to check."""
    return text if text == "ok" else (
        "failed" if text.startswith("failed") else "none")


def check_rows(rows):
    """The same for checks: of each, how many are right, wrong and impossible."""
    asked = [c for c in CHECKS if any(c in r.get("checks", {}) for r in rows)]
    heading = ["collection"]
    for check in asked:
        heading += [f"{check} ok", "failed", "none"]
    table = []
    for name, group in by_collection(rows).items():
        line = [name]
        for check in asked:
            count = Counter(check_kind(r["checks"][check]) for r in group
                            if check in r.get("checks", {}))
            line += [count["ok"], count["failed"], count["none"]]
        table.append(line)
    return (heading, table) if asked else ([], [])


def identity_rows(rows):
    """Identities with their numbers of kernels, messages and files; those of
    most kernels first."""
    kernels, messages, files = Counter(), Counter(), Counter()
    for row in rows:
        of_kernels = {}
        for kernel in row.get("kernels", []):
            of_kernels.setdefault(
                (kernel["name"].split("<")[0], kernel["line"]),
                set()).update(kernel["identities"])
        for found in of_kernels.values():
            kernels.update(found)
        messages.update(row.get("identities", {}))
        files.update(row.get("identities", {}).keys())
    order = sorted(messages, key=lambda i: (-kernels[i], -messages[i], i))
    return (["identity", "kernels", "messages", "files"],
            [[i, kernels[i], messages[i], files[i]] for i in order])


def kernel_line(rows):
    kinds = [kind for row in rows
             for kind in improved.of_file(row.get("kernels", [])).values()]
    changed = sum(kind != improved.UNCHANGED for kind in kinds)
    return (f"{len(kinds)} kernels in files that were parsed, "
            f"{changed} changed.")


def problems(rows):
    """What must not be, worst first: (name, what)."""
    found = []
    for row in rows:
        rank = OUTCOMES.index(row["outcome"]) if row["outcome"] in OUTCOMES else 9
        if row["outcome"] in ("crashed", "internal", "late", "unparsed"):
            what = HEADINGS.get(row["outcome"], row["outcome"])
            if row.get("valid"):
                what += " (" + " and ".join(row["valid"]) + (
                    " take it)" if row["valid"][1:] else " takes it)")
            message = row.get("message", "")
            found.append((rank, row["name"],
                          what + (": " + message if message else "")))
        for check, said in row.get("checks", {}).items():
            if check_kind(said) == "failed":
                found.append((4 + CHECKS.index(check), row["name"],
                              check + " " + said))
    return [(name, what) for _, name, what in sorted(found)]


def markdown(heading, table):
    if not table:
        return ""
    lines = ["| " + " | ".join(heading) + " |",
             "| --- |" + " ---: |" * (len(heading) - 1)]
    lines += ["| " + " | ".join(map(str, line)) + " |" for line in table]
    return "\n".join(lines) + "\n"


def coverage_rows(rows):
    return coverage.rows(by_collection(rows))


def improved_rows(rows):
    return improved.rows(by_collection(rows))


def text(rows):
    parts = [markdown(*outcome_rows(rows)), markdown(*check_rows(rows)),
             kernel_line(rows) + "\n", markdown(*improved_rows(rows)),
             markdown(*improved.reasons(rows)),
             markdown(*improved.worse(rows)), markdown(*coverage_rows(rows)),
             markdown(*coverage.causes(rows)), markdown(*identity_rows(rows))]
    found = problems(rows)
    if found:
        parts.append("".join(f"{name}: {what}\n" for name, what in found))
    return "\n".join(part for part in parts if part)
