"""Which kernels tiles or registers are for, and what becomes of them.

A kernel is a *candidate* if it accesses nothing but global memory, without
atomic updates, all of its subscripts are affine, and some array has elements
that several threads of a block read, or is accessed by warps that ask for more
sectors than neighbouring elements would need. Facts are those of a launch, so
kernels without one that is seen are none. Instances of a template are one
kernel, and a kernel is what becomes of the best of its instances. Whether what
was changed is better is another question: see improved.py.
"""

from collections import Counter

CHANGED = "changed"
DOES_NOT_PAY = "does not pay"
# Verdicts that an estimate led to.
VERDICTS = {"does-not-pay", "few-warps", "not-coalesced", "other-tiles",
            "no-reuse", "private-reuse", "parts-of-elements"}
# Causes of a kernel count before those of an array, and others before these.
NOT_CAUSES = {"not-in-register", "contraction-may-differ", "not-restricted",
              "not-constant", "unchecked-errors"}


def is_wanted(array):
    """Whether threads of a block share its elements, or warps ask for more
    sectors than they need."""
    requests = [access["requests"] for access in array["accesses"]
                if "requests" in access]
    scattered = any(not r["coalesced"] and not r["broadcast"]
                    for r in requests)
    shared = array["reads"] and any(f["reuse"]["threads"]
                                    for f in array["footprints"])
    return scattered or shared


def is_plain(array):
    """Whether all accesses are affine, and no others are possible."""
    return not array["atomic"] and not array["escapes"] and all(
        "coordinates" in access for access in array["accesses"])


def wanted_arrays(kernel):
    """The arrays that make a kernel a candidate; none if it is not one."""
    arrays = [a for shape in kernel["shapes"] for a in shape["arrays"]]
    if kernel.get("uses") or not all(map(is_plain, arrays)):
        return set()
    return {a["name"] for a in arrays if is_wanted(a)}


def of_kernel(kernel, messages):
    """What becomes of a candidate: CHANGED, DOES_NOT_PAY, or the identities
    of the causes that are left. None for other kernels."""
    wanted = wanted_arrays(kernel)
    if not wanted:
        return None
    if kernel["changed"]:
        return CHANGED
    causes = set()
    for number in kernel["messages"]:
        message = messages[number]
        identity = message["id"]
        about = message["arguments"][0] if message["arguments"] else ""
        if identity in NOT_CAUSES or message["level"] != "missed":
            continue
        if about == kernel["name"] or about.split("[")[0] in wanted:
            causes.add(identity)
    left = sorted(causes - VERDICTS)
    if not left:
        return DOES_NOT_PAY if causes else "no message"
    return ", ".join(left)


def _best(one, other):
    order = [CHANGED, DOES_NOT_PAY]
    return min((one, other), key=lambda v: order.index(v) if v in order else 2)


def of_file(kernels):
    """What becomes of the candidates of a file, by the kernel's place.

    `kernels` are as `Worker.kernels` gives them."""
    found = {}
    for kernel in kernels:
        if kernel.get("coverage"):
            key = (kernel["name"].split("<")[0], kernel.get("line"))
            found[key] = _best(found.get(key, kernel["coverage"]),
                               kernel["coverage"])
    return found


def rows(groups):
    """Heading and rows of numbers, from rows of files by collection."""
    heading = ["collection", "candidates", CHANGED, DOES_NOT_PAY, "other", ""]
    table = []
    for name, group in groups.items():
        count = Counter(verdict for row in group
                        for verdict in of_file(row.get("kernels", [])).values())
        whole, done = count.total(), count[CHANGED] + count[DOES_NOT_PAY]
        if whole:
            table.append([name, whole, count[CHANGED], count[DOES_NOT_PAY],
                          whole - done, f"{100 * done / whole:.1f} %"])
    return heading, table


def causes(files):
    """What is left of candidates, most frequent first: (identities, kernels,
    the file of one)."""
    count, example = Counter(), {}
    for row in files:
        for (name, _), verdict in of_file(row.get("kernels", [])).items():
            if verdict not in (CHANGED, DOES_NOT_PAY):
                count[verdict] += 1
                example.setdefault(verdict, f"{row['name']}: {name}")
    order = sorted(count, key=lambda v: (-count[v], v))
    return (["cause", "candidates", "one of them"],
            [[v, count[v], example[v]] for v in order])
