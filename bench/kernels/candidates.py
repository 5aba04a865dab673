"""Plans for the kernels of the kit, and what the cost model expects of them.

A plan is a list of entries, the text of one kernel each as a plan file has it.
Its estimate is that of `tessera --plan=FILE --print=plan`: cycles that one
multiprocessor takes for each thread of the user's. That is one unit for all
plans, whether their threads compute one output or several. The cycles of a file
with several kernels are those of all, weighed with the threads that its launches
have.
"""

import collections
import os
import re
import subprocess

from results import Wrong

# Blocks to start with instead, by the number of axes that the user's have.
BLOCKS = {
    1: [(x, 1, 1) for x in (32, 64, 128, 256, 512, 1024)],
    2: [(32, 8, 1), (32, 4, 1), (32, 16, 1), (32, 32, 1), (64, 4, 1),
        (64, 8, 1), (128, 2, 1), (16, 16, 1), (16, 32, 1), (8, 32, 1),
        (128, 8, 1), (256, 1, 1)],
    3: [(32, 4, 2), (32, 8, 2), (32, 8, 1), (32, 4, 4), (32, 4, 1),
        (64, 4, 2), (32, 2, 4), (16, 8, 2), (64, 4, 1), (16, 4, 4)],
}
FACTORS = [2, 4, 8, 16]
# As many as an H200 has multiprocessors, and more.
PERSISTENT = [132, 264, 528, 1056, 2112, 4224, 8448]
BLOCK = re.compile(r"^    block: +\[ (\d+), (\d+), (\d+) \]\n", re.M)
ONE_SITE = re.compile(r"^    (hash|sizes|device|measured):.*\n"
                      r"|^    least:.*\n(      .*\n)*", re.M)
ESTIMATE = re.compile(r"^#   .*  cycles \S+ -> (\S+), \d+ bytes"
                      r"(?:, \d+ registers)?  chosen$")
SITE = re.compile(r"^# (\S+) (\S+x\S+x\S+)$")
LAUNCH = re.compile(r"^launch of kernel(\d+) in .*: grid (\S+) block (\S+)$")


# What a plan asks for, the cycles for the size that is measured, and those
# that the planner, which does not know it, expects.
Estimated = collections.namedtuple("Estimated", "text what cycles planned")


class Refused(Wrong):
    """A plan that is not followed."""


class Entry:
    """What a plan asks for one kernel and block."""

    def __init__(self, text, what=""):
        self.text = ONE_SITE.sub("", text)
        self.what = what
        self.kernel = re.match(r"  - kernel: +(\S+)", text)[1]
        block = BLOCK.search(text)
        self.block = tuple(map(int, block.groups())) if block else None

    def site(self):
        return self.kernel, self.block

    def asks(self):
        """Whether it asks for anything."""
        return len(BLOCK.sub("", self.text).splitlines()) > 1

    def more(self, what, **members):
        """The same with more members, as texts."""
        added = "".join(f"    {n}: {v}\n" for n, v in members.items())
        return Entry(self.text + added, what)


def entries_of(plan):
    """Of what --print=plan or --print=candidates prints."""
    result, what = [], ""
    for line in plan.splitlines(keepends=True):
        if line.startswith("# "):
            what = line.split(": ", 1)[-1].strip()
        elif line.startswith("  - "):
            result.append([what, line])
        elif line.startswith("    ") and result:
            result[-1][1] += line
    return [Entry(text, what) for what, text in result]


def plan_text(entries):
    return "kernels:\n" + "".join(e.text for e in entries)


def with_size(text, function, size):
    """A kernel's file in which the host knows its numbers: parameters become
    constants."""
    head = re.search(rf"^void {function}\((.*?)\) {{\n", text, re.M | re.S)
    if not head:
        raise Wrong(f"there is no definition of {function}(..)")
    parameters = head[1]
    for name in size:
        parameters = re.sub(rf"\bint {name}\b", f"int {name}_", parameters)
    known = ", ".join(f"{n} = {v}" for n, v in size.items())
    return (text[:head.start(1)] + parameters + text[head.end(1):head.end()]
            + f"  const int {known};\n" + text[head.end():])


class Kernel:
    """One kernel of the kit: its candidates and their estimates.

    \\param folder for files that are not kept
    """

    def __init__(self, problem, tools, gpu, folder):
        self.problem, self.tools, self.gpu = problem, tools, gpu
        self.folder = folder
        self.source = problem.path("naive.cu")
        self.size = problem.largest()
        self.sized = os.path.join(folder, problem.name + ".cu")
        with open(self.sized, "w") as file:
            file.write(with_size(problem.text("naive.cu"), problem.function,
                                 self.size))
        # What large launches start, whatever their sizes.
        planned = entries_of(self.print("plan", self.source,
                                        "--coarsen=always"))
        self.choice = list({e.site(): e for e in reversed(planned)
                            if e.asks()}.values())[::-1]
        self.candidates = entries_of(self.print("candidates", self.source))
        self.threads = self.threads_of(self.print("model", self.sized))

    def tessera(self, source, *flags):
        command = [os.path.join(self.tools, "tessera"), "-q",
                   "--cuda-path=none", "--no-transfers", f"--gpu={self.gpu}",
                   *flags, source]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=300)
        except OSError as error:
            raise Wrong(f"{command[0]}: {error.strerror}")
        except subprocess.TimeoutExpired:
            raise Refused(f"{source}: took too long")
        if done.returncode:
            raise Refused((done.stderr.splitlines()
                           or [f"{source}: exit {done.returncode}"])[0])
        return done.stdout

    def print(self, what, source, *flags):
        return self.tessera(source, f"--print={what}", *flags)

    def threads_of(self, model):
        """Of all launches, by kernel and block."""
        names = re.findall(r"^kernel (\S+)", model, re.M)
        result = {}
        for line in model.splitlines():
            found = LAUNCH.match(line)
            if found:
                sizes = f"{found[2]}x{found[3]}".split("x")
                site = names[int(found[1])], tuple(sizes[3:])
                if not all(s.isdigit() for s in sizes):
                    raise Wrong(f"{self.problem.name}: the grid of "
                                f"'{site[0]}' is not known: {found[2]}")
                count = 1
                for size in sizes:
                    count *= int(size)
                result[site] = result.get(site, 0) + count
        return result

    def write(self, entries):
        path = os.path.join(self.folder, self.problem.name + ".yaml")
        with open(path, "w") as file:
            file.write(plan_text(entries) if entries else "kernels: []\n")
        return path

    def cycles(self, source, entries):
        """The estimate for all kernels of a file, and the plan that is followed.

        Refused if what is asked for is not done."""
        printed = self.print("plan", source,
                             f"--plan={self.write(entries)}")
        total, site = 0, None
        for line in printed.splitlines():
            if SITE.match(line):
                name, block = SITE.match(line).groups()
                site = name, tuple(block.split("x"))
            elif ESTIMATE.match(line) and site in self.threads:
                total += (float(ESTIMATE.match(line)[1]) * self.threads[site]
                          / sum(self.threads.values()))
                site = None
        followed = entries_of(printed)
        done = {e.kernel for e in followed if e.asks()}
        if any(e.asks() and e.kernel not in done for e in entries):
            raise Refused("not followed")
        if not 0 < total < float("inf"):
            raise Refused("no estimate")
        return total, plan_text(followed)

    def estimate(self, entries, what, users=None):
        """An Estimated whose text is the plan that is followed, as it is
        spelled in full; None if it is not possible. With \\p users, the estimate
        of the kernel as it is, which launches start that a plan does not serve,
        one that is not possible for the size has theirs."""
        try:
            planned, followed = self.cycles(self.source, entries)
        except Refused:
            return None
        try:
            cycles, _ = self.cycles(self.sized, entries)
        except Refused:
            if not users:
                return None
            cycles, what = users.cycles, what + ", not for this size"
        return Estimated(followed, what, cycles, planned)

    def is_translated(self, text):
        """Whether the program with this plan can be written."""
        try:
            done = self.tessera(self.source,
                                f"--plan={self.write(entries_of(text))}")
        except Refused:
            return False
        return done != self.problem.text("naive.cu")

    def with_others(self, entry):
        """\\p entry, and for other kernels what the planner chooses."""
        return [entry] + [e for e in self.choice
                          if e.site() != entry.site()
                          and (e.kernel != entry.kernel or e.block)]

    def sites(self):
        return list(dict.fromkeys(e.site() for e in self.candidates))

    def weighed(self):
        """All plans that the planner has weighed, estimated."""
        for entry in self.candidates:
            if entry.asks():
                yield self.estimate(self.with_others(entry), self.name(entry))

    def name(self, entry):
        if len({kernel for kernel, _ in self.sites()}) == 1:
            return entry.what
        return f"{entry.kernel}: {entry.what}"

    def variations(self):
        """Plans beside those: other blocks, and other numbers of outputs."""
        for kernel, block in self.sites():
            if not block:
                continue
            sizes = ", ".join(map(str, block))
            own = [e for e in self.choice if e.site() == (kernel, block)]
            users = Entry(f"  - kernel: {kernel}\n    block: [ {sizes} ]\n")
            axes = max((i + 1 for i in range(3) if block[i] > 1), default=1)
            for entry in self.other_entries(users, own, axes):
                yield self.estimate(self.with_others(entry), self.name(entry))

    def other_entries(self, users, own, axes):
        kept = "".join(e.text for e in own)
        if "privatise" in kept:
            once = re.sub(r"^    persistent:\n(      .*\n)*", "", kept,
                          flags=re.M)
            yield Entry(once, "no turns")
            for count in PERSISTENT:
                yield Entry(once, "").more(
                    f"{count} blocks", persistent=json_like(
                        axis="xyz"[axes - 1], blocks=count))
        shapes = [s for s in BLOCKS[axes] if s != users.block]
        for shape in shapes:
            yield users.more(blocks(shape), relaunch=list(shape))
        for axis in "xyz"[:axes]:
            for factor in FACTORS:
                for width in (1, factor):
                    yield users.more(
                        f"{factor}{axis}" + (" apart" if width == 1 else ""),
                        coarsen=outputs(axis, factor, width))
                for shape in shapes[:4]:
                    yield users.more(f"{blocks(shape)} {factor}{axis}",
                                     relaunch=list(shape),
                                     coarsen=outputs(axis, factor, 1))


def blocks(shape):
    return "blocks " + "x".join(map(str, shape))


def outputs(axis, factor, width):
    return "[" + json_like(axis=axis, factor=factor, width=width) + "]"


def json_like(**members):
    """A YAML mapping in one line."""
    return "{ " + ", ".join(f"{n}: {v}" for n, v in members.items()) + " }"


def spaced(ranked, count):
    """\\p count of what is ranked: the first, the last, and evenly between."""
    if len(ranked) <= count or count < 2:
        return ranked[:count]
    step = (len(ranked) - 1) / (count - 1)
    return [ranked[round(i * step)] for i in range(count)]


def spread(plans, count):
    """\\p count of \\p plans, evenly by rank; of those whose estimates are equal
    but for 1 % several only where there are not enough others."""
    different, alike = [], []
    for plan in sorted(plans, key=order):
        is_alike = different and plan.cycles < 1.01 * different[-1].cycles
        (alike if is_alike else different).append(plan)
    chosen = spaced(different, count)
    return chosen + spaced(alike, count - len(chosen))


def choose(kernel, count):
    """The plans to measure, in the order of their estimates. Beside them
    the kernel as it is and the planner's choice, which are versions anyway."""
    users = kernel.estimate([], "as it is")
    if not users:
        raise Wrong(f"{kernel.problem.name}: no estimate")
    choice = kernel.estimate(kernel.choice, "choice", users)
    if not choice:
        raise Wrong(f"{kernel.problem.name}: no estimate of the choice")
    known = {users.text, choice.text}
    pool = []

    def add(plans):
        for plan in plans:
            if plan and plan.text not in known:
                known.add(plan.text)
                pool.append(plan)
    add(kernel.weighed())
    chosen = translated(kernel, pool, count)
    if len(chosen) < count:
        weighed = list(pool)
        add(kernel.variations())
        chosen += translated(kernel, pool[len(weighed):], count - len(chosen))
    return users, choice, sorted(chosen, key=order)


def order(plan):
    return plan.cycles, plan.planned, plan.text


def translated(kernel, plans, count):
    """So many of \\p plans, spread over their ranks, that the tool can write."""
    open_plans = list(plans)
    while True:
        chosen = spread(open_plans, count)
        bad = [p for p in chosen if not kernel.is_translated(p.text)]
        if not bad:
            return chosen
        open_plans = [p for p in open_plans if p not in bad]
