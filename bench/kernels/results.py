"""Results of measure.py: read, merged, and compared with their bounds.

A bound is the time that a kernel takes at least at the rates of its own run:
that of its bytes, or of the operations of one unit, whichever is longer. A
`share` is the bound over the time, 1 where nothing is left to gain; more than 1
says that a version does without something that the bound counts, as with tensor
cores or with arrays that stay in the cache.
"""

import json
import math
import os
import re
import statistics
from dataclasses import dataclass

import problem

FIRST = ["naive", "tessera", "tuned", "by_hand", "vendor"]
UNITS = ["fp32", "fp64", "int32", "special"]
SHORT_MS, SLOWER, SLOWER_SHORT = 0.020, 0.98, 0.95


class Wrong(Exception):
    """What is wrong with what was given, in one line."""


@dataclass
class Run:
    device: dict
    commit: str
    gpu: str

    def same(self, other):
        """Whether versions of both can be compared. A commit that is not known,
        or with changes that it does not have, equals no other."""
        if self.commit == "unknown" or self.commit.endswith("-dirty"):
            return False
        names = ["device", "compute", "processors", "driver", "runtime"]
        return self.commit == other.commit and all(
            self.device.get(n) == other.device.get(n) for n in names)

    def measured(self, row):
        """Whether it measured some version of the row."""
        return any(v.run == self for v in row.versions.values())


@dataclass
class Version:
    """Of one size. Intervals are [median, low, high] with 95 % confidence."""
    run: Run
    right: bool
    error: float
    ms: list
    speedup: list  # None if this or the naive version is wrong
    share: float  # of the bound; None if this version is wrong


@dataclass
class Row:
    """One size of a kernel."""
    kernel: str
    size: dict
    run: Run  # the last that measured it
    bytes: float
    operations: dict
    bound_ms: float
    bound_by: str  # "bytes" or a unit
    versions: dict

    def ms(self, name):
        """The median, or None where the version is wrong or not there."""
        version = self.versions.get(name)
        return version.ms[0] if version and version.right else None

    def speedup(self, name):
        version = self.versions.get(name)
        return version.speedup[0] if version and version.speedup else None

    def share(self, name):
        version = self.versions.get(name)
        return version.share if version else None

    def slower(self, name):
        """Whether it is slower than naive by more than what is allowed."""
        short = (self.ms("naive") or SHORT_MS) < SHORT_MS
        least = SLOWER_SHORT if short else SLOWER
        return (self.speedup(name) or least) < least

    def ratio(self, one, other):
        """How many times as fast \\p one is as \\p other, if both are right."""
        a, b = self.ms(one), self.ms(other)
        return b / a if a and b else None

    def unit(self):
        """The unit whose operations take longest."""
        return max(self.operations, key=lambda u: self.operations[u]
                   / self.run.device[u], default=None)

    def text(self):
        return ", ".join(f"{n} {v}" for n, v in self.size.items())


class Results:
    """Rows by kernel, in the order of the files. `failed` has the kernels that
    some run could not measure."""

    def __init__(self, paths):
        self.kernels, self.failed, runs = {}, [], []
        for path in paths:
            for name, run, rows in load(path):
                self.add(name, run, rows)
                if run not in runs:
                    runs.append(run)
        self.kernels = {n: self.kernels[n] for n in sorted(self.kernels)
                        if self.kernels[n]}
        self.rows = [r for rows in self.kernels.values() for r in rows]
        if not self.rows:
            raise Wrong("all kernels failed in the files that count")
        self.runs = [r for r in runs if any(map(r.measured, self.rows))]
        names = {v for row in self.rows for v in row.versions}
        self.versions = [v for v in FIRST if v in names] + sorted(
            names - set(FIRST))

    def add(self, name, run, rows):
        """Replaces the kernel, or adds to it what is of the same run."""
        old = self.kernels.get(name, [])
        if not all(r.run.same(run) for r in old):
            old = []
        if not old and name in self.failed:
            self.failed.remove(name)
        if not rows and name not in self.failed:
            self.failed.append(name)
        for row in rows:
            twin = next((r for r in old if r.size == row.size), None)
            if twin:
                row.versions = {**twin.versions, **row.versions}
                old[old.index(twin)] = row
            else:
                old.append(row)
        self.kernels[name] = old

    def largest(self):
        """Of each kernel, the first size whose bound is within 1 % of the
        longest, so that equally large sizes do not take turns."""
        return [next(r for r in rows if r.bound_ms
                     >= 0.99 * max(x.bound_ms for x in rows))
                for rows in self.kernels.values()]

    def of_kernels(self, value):
        """The geometric mean of a kernel's sizes, for each kernel for which
        some size has a value."""
        result = {}
        for name, rows in self.kernels.items():
            values = [v for v in map(value, rows) if v is not None]
            if values:
                result[name] = statistics.geometric_mean(values)
        return result

    def summary(self, name):
        """One version's figures. A kernel counts once, with the geometric mean
        of its sizes."""
        speedups = self.of_kernels(lambda r: r.speedup(name))
        shares = self.of_kernels(lambda r: r.share(name))
        return {
            "kernels": len(shares),
            "speedup": mean(speedups),
            "share": statistics.median(shares.values()) if shares else None,
            "slower": [{"kernel": r.kernel, "size": r.size,
                        "speedup": r.speedup(name)} for r in self.rows
                       if r.slower(name)],
            "of_vendor": mean(self.of_kernels(
                lambda r: r.ratio(name, "vendor"))),
            "of_by_hand": mean(self.of_kernels(
                lambda r: r.ratio(name, "by_hand"))),
            "wrong": [{"kernel": r.kernel, "size": r.size} for r in self.rows
                      if name in r.versions and not r.versions[name].right],
        }

    def as_json(self):
        """The text that --json writes."""
        largest = self.largest()

        def numbered(value):
            return {**vars(value), "run": self.runs.index(value.run)}
        rows = [{**numbered(r), "largest": r in largest,
                 "versions": {n: numbered(v) for n, v in r.versions.items()}}
                for r in self.rows]
        data = {"runs": [vars(r) for r in self.runs], "rows": rows,
                "failed": self.failed,
                "summary": {v: self.summary(v) for v in self.versions}}
        return json.dumps(data, indent=1) + "\n"


def mean(values):
    return statistics.geometric_mean(values.values()) if values else None


def read_json(path):
    """What is in a file; Wrong if it is not there, or something else."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror}")
    except (ValueError, RecursionError) as error:
        raise Wrong(f"{path}: not JSON: {error}")


def load(path):
    """The kernels of one file, each with the run and its rows."""
    data = read_json(path)
    try:
        return parse(data)
    except Wrong as wrong:
        raise Wrong(f"{path}: not results of measure.py: {wrong}")


def parse(data):
    device = member(data, "device", dict, "the file")
    member(device, "device", str, "device")
    run = Run(device, member(data, "commit", str, "the file"),
              member(data, "gpu", str, "the file"))
    for unit in {"bytes", *UNITS} & set(device):
        rate(run, unit)
    kernels = member(data, "kernels", dict, "the file")
    found = [(name, run, [parse_row(name, size, run) for size in sizes])
             for name, sizes in kernels.items() if listed(name, sizes)]
    if not found:
        raise Wrong("no kernel has times")
    failed = data.get("failed", [])
    if not isinstance(failed, list):
        raise Wrong('"failed" is no list')
    return found + [(str(n), run, []) for n in failed]


def listed(name, sizes):
    """Whether there is something; --sanitize measures nothing."""
    if sizes is not None and not isinstance(sizes, list):
        raise Wrong(f"{name}: no list of sizes")
    return bool(sizes)


def parse_row(kernel, data, run):
    size = member(data, "size", dict, kernel)
    for name in size:
        number(size, name, f"{kernel}, size")
    moved, operations = work(kernel, data, size)
    times = {"bytes": moved / rate(run, "bytes") * 1e3}
    for unit, count in operations.items():
        times[unit] = count / rate(run, unit) * 1e3
    by = max(times, key=times.get)
    row = Row(kernel, size, run, moved, operations, times[by], by, {})
    versions = member(data, "versions", dict, kernel)
    naive = member(member(versions, "naive", dict, kernel), "right", bool,
                   f"{kernel}, naive")
    for name, version in versions.items():
        row.versions[name] = parse_version(version, f"{kernel}, {name}", run,
                                           times[by], naive)
    return row


def parse_version(data, where, run, bound, naive_right):
    right = member(data, "right", bool, where)
    ms = interval(data, "ms", where)
    speedup = interval(data, "speedup", where)
    return Version(run, right, number(data, "error", where), ms,
                   speedup if right and naive_right else None,
                   bound / ms[0] if right else None)


def work(kernel, data, size):
    """Bytes and operations: of the results, or else of the kit."""
    if "bytes" in data:
        moved, operations = data["bytes"], member(data, "operations", dict,
                                                  kernel)
    else:
        moved, operations = of_kit(kernel, size)
    for value in [moved, *operations.values()]:
        if not is_number(value) or value <= 0:
            raise Wrong(f"{kernel}: {value!r} bytes or operations")
    return moved, operations


def of_kit(kernel, size):
    if not os.path.exists(os.path.join(problem.HERE, kernel, "problem.json")):
        raise Wrong(f"{kernel}: has neither bytes nor a problem.json")
    try:
        return problem.Problem(kernel).work(size)
    except Exception as error:
        raise Wrong(f"{kernel}: its problem.json is not for this size: {error}")


def rate(run, unit):
    value = run.device.get(unit)
    if not is_number(value) or value <= 0:
        raise Wrong(f'device: no rate of "{unit}"')
    return value


def is_number(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool)
            and math.isfinite(value))


def member(data, name, kind, where):
    if not isinstance(data, dict) or not isinstance(data.get(name), kind):
        raise Wrong(f'{where}: "{name}" is missing or not what it should be')
    return data[name]


def number(data, name, where):
    if not is_number(data.get(name)):
        raise Wrong(f'{where}: "{name}" is no number')
    return data[name]


def interval(data, name, where):
    values = member(data, name, list, where)
    if len(values) != 3 or not all(is_number(v) and v > 0 for v in values):
        raise Wrong(f'{where}: "{name}" is not three positive numbers')
    return values
