"""Which kernels are improved, and what keeps the others from it.

A kernel is *improved* if the estimate of some version, in cycles, falls by 5 %
at least, and a run that was verified started a version of it. Instances of a
template, and versions for several sizes of blocks, are one kernel: the best
counts. The planner compares tiles by another estimate, the cost of a block;
where only that falls, the two do not agree.
"""

from collections import Counter

import coverage

LEAST_GAIN = 0.05
IMPROVED = "improved"
NOT_VERIFIED = "not verified"
DISPUTED = "only its cost falls"
NO_GAIN = "gain below 5 %"
NOT_ESTIMATED = "not estimated"
CHANGED_ALIKE = "other change"
UNCHANGED = "unchanged"
# From the best to the worst: a kernel is the best of its instances.
KINDS = [IMPROVED, NOT_VERIFIED, DISPUTED, NO_GAIN, NOT_ESTIMATED,
         CHANGED_ALIKE, UNCHANGED]
FULL_SIZE = ("verify", "always")  # the others run with other sizes


def versions(kernel):
    """Of each version its name, the part of the estimate that is gained, and
    what it is: (name, gain, what). No gain is known without estimates. Who
    reads launches cannot tell whether one started that a kernel calls."""
    found = []
    for shape in kernel.get("shapes", []):
        before = shape.get("before", {}).get("cycles")
        for plan in shape.get("plans", []):
            after = plan.get("estimate", {}).get("cycles")
            gain = 1 - after / before if before and after is not None else None
            found.append(("" if plan.get("called") else plan.get("kernel", ""),
                          gain, plan.get("what", "")))
    return found


def cost_gain(kernel):
    """The same of the planner's own estimate, of the best plan that it took."""
    gains = [1 - estimate["after"] / estimate["before"]
             for shape in kernel.get("shapes", [])
             for candidate in shape.get("candidates", [])
             for estimate in [candidate.get("estimate", {})]
             if candidate.get("verdict") in ("chosen", "otherwise")
             and estimate.get("before") and "after" in estimate]
    return max(gains) if gains else None


def gain_of(found):
    """The best of the versions; None where none is estimated."""
    gains = [gain for _, gain, _ in found if gain is not None]
    return max(gains) if gains else None


def started(found, launches, full_size):
    """What the versions are that a run started, from how often it started each
    kernel. At the sizes of the estimates these must have gained themselves."""
    return sorted({what for name, gain, what in found
                   if launches.get(name) and
                   (not full_size or gain is not None and gain >= LEAST_GAIN)})


def kind(kernel):
    """One of KINDS, of a kernel as `Worker.kernels` gives it."""
    if not kernel["changed"]:
        return UNCHANGED
    if not kernel.get("versions"):
        return CHANGED_ALIKE
    gain = kernel.get("gain")
    if gain is None:
        return NOT_ESTIMATED
    if gain < LEAST_GAIN:
        return DISPUTED if (kernel.get("cost_gain") or 0) >= LEAST_GAIN \
            else NO_GAIN
    return IMPROVED if kernel.get("started") else NOT_VERIFIED


def of_file(kernels):
    """{(name, line): one of KINDS} for the kernels of a file."""
    found = {}
    for kernel in kernels:
        key = (kernel["name"].split("<")[0], kernel.get("line"))
        found[key] = min(found.get(key, UNCHANGED), kind(kernel),
                         key=KINDS.index)
    return found


def rows(groups):
    """Heading and rows of numbers, from rows of files by collection."""
    table = []
    for name, group in groups.items():
        count = Counter(k for row in group
                        for k in of_file(row.get("kernels", [])).values())
        if count.total():
            table.append([name, count.total()] + [count[k] for k in KINDS])
    return ["collection", "kernels"] + KINDS, table


def worse(files):
    """Kernels all of whose versions are slower by estimate: (file and name,
    times as many cycles)."""
    found = []
    for row in files:
        for kernel in row.get("kernels", []):
            gain = kernel.get("gain")
            if kernel["changed"] and gain is not None and gain < 0:
                found.append((f"{row['name']}: {kernel['name']}",
                              f"{1 - gain:.2f}"))
    return (["more cycles by estimate", "times"], sorted(set(found)))


def reasons(files, most=10, examples=2):
    """Why kernels that are not improved stay as they are, the most frequent
    first: (identity, kernels, some of them)."""
    count, example = Counter(), {}
    for row in files:
        causes = {}
        kinds = of_file(row.get("kernels", []))
        for kernel in row.get("kernels", []):
            key = (kernel["name"].split("<")[0], kernel.get("line"))
            if kinds[key] in (UNCHANGED, NO_GAIN, CHANGED_ALIKE, DISPUTED):
                causes.setdefault(key, set()).update(kernel.get("causes", []))
        for (name, _), found in causes.items():
            for identity in found or {"no message"}:
                count[identity] += 1
                example.setdefault(identity, []).append(
                    f"{row['name']}: {name}")
    order = sorted(count, key=lambda i: (-count[i], i))[:most]
    return (["reason", "kernels not improved", "such as"],
            [[i, count[i], "; ".join(example[i][:examples])] for i in order])


def causes(kernel, messages):
    """Identities of what is missed in a kernel, or could be."""
    found = {messages[n]["id"] for n in kernel.get("messages", [])
             if messages[n]["level"] == "missed"}
    return sorted(found - coverage.NOT_CAUSES)
