"""Whether a program and what was made of it compute the same, on the CPU.

Three pairs of programs are compared: the result, the result of
`--coarsen=always`, whose versions start at small sizes, too, and that of a copy
of the program with smaller sizes, where such were given. What a program that
starts no kernel prints, its usage perhaps, says nothing about kernels.
"""

import os
import re
import time

import improved
from process import run

# Lines that a program does not print twice.
TIMES = (r"[Tt]ime|TIME|[Ss]econd|[Ee]lapsed|[Rr]untime|[Bb]andwidth|"
         r"[GM]B/s|FLOP|flop|[0-9] *(ms|us|s)([^a-z]|$)")
LAUNCHES = re.compile(r"^launches of '.*':(.*)$", re.MULTILINE)
MAIN = re.compile(r"^[^/#\n]*\bmain\s*\(", re.MULTILINE)
SOURCES = (".cu", ".c", ".cpp", ".cc", ".cxx")
HEADERS = SOURCES + (".h", ".hpp", ".cuh", ".inc")
ALWAYS = "--coarsen=always"
NO_KERNEL = "starts no kernel"


class Own:
    """What a run of a program leaves in single variables and prints otherwise
    than another: times, and what is computed from them. Arrays stay compared:
    a program with other data each time is not verified."""

    VARIABLE = re.compile(r"error: '(\w+)' is .*; 1 of 1 elements? differ")
    LINE = re.compile(r'error: line \d+ of the output is "(.*)" in the original')
    NUMBER = re.compile(r"[0-9]+(?:\\?\.[0-9]+)?")

    def __init__(self):
        self.names, self.lines = [], [TIMES]

    def options(self):
        return (["--except-lines=" + "|".join(self.lines)]
                + ["--except=" + ",".join(self.names)] * bool(self.names))

    def learn(self, message):
        """Sets aside what a message of tessera-verify names, a line with
        whatever numbers; False if that is nothing new."""
        variable, line = self.VARIABLE.search(message), self.LINE.search(message)
        into = self.names if variable else self.lines
        new = (variable[1] if variable else line and "^" + self.NUMBER.sub(
            "[0-9.]+", re.sub(r"([.()*+?^$|{}\\\[\]])", r"\\\1", line[1])) + "$")
        if not new or new in into:
            return False
        into.append(new)
        return True


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip()[:300] if lines else ""


def first_error(text):
    for line in text.splitlines():
        if re.search(r"\berror\b", line):
            return line.strip()[:300]
    return last_line(text)


def run_flags(flags):
    """Those that the programs that run CUDA know."""
    kept, words = [], iter(flags)
    for word in words:
        if word == "-include":
            kept += [word, next(words, "")]
        elif word == "-isystem":
            kept.append("-I" + next(words, ""))
        elif word[:2] in ("-I", "-D", "-U") or word.startswith("-std="):
            kept.append(word)
    return kept


def launches(text):
    """What the last program of a run started: {kernel: times}; and whether the
    first started any."""
    counts = [{name: int(times) for name, times in
               (item.rsplit(" ", 1) for item in line.split(", ") if item.strip())}
              for line in (line.strip() for line in LAUNCHES.findall(text))]
    if len(counts) < 2:
        return {}, False
    return counts[1], any(counts[0].values())


def with_sizes(text, sizes):
    """`text` with other values of macros, and of variables where they are
    declared."""
    for name, value in sizes.items():
        text = re.sub(rf"^([ \t]*#[ \t]*define[ \t]+{name}[ \t]).*?(?=\r?$)",
                      rf"\g<1>{value}", text, flags=re.MULTILINE)
        text = re.sub(rf"\b((?:int|unsigned|long|size_t|auto)[ \t]+{name}"
                      r"[ \t]*=[ \t]*)[0-9][0-9 \t<*+()-]*(?=[,;])",
                      rf"\g<1>{value}", text)
    return text


def has_main(path):
    with open(path, errors="replace") as file:
        return bool(MAIN.search(file.read()))


def others(path):
    """What makes a program of a source that has no main: the one source beside
    it that has."""
    if has_main(path):
        return []
    near = os.path.dirname(path)
    found = [os.path.join(near, name) for name in sorted(os.listdir(near))
             if name.endswith(SOURCES) and os.path.isfile(
                 os.path.join(near, name))]
    found = [path for path in found if has_main(path)]
    return found if len(found) == 1 else []


class Pairs:
    """The comparisons for one source; `translate` is Worker's."""

    def __init__(self, worker, source, row, folder):
        self.worker, self.source, self.row = worker, source, row
        self.folder = folder
        self.flags = worker.flags(source)

    def checks(self, result):
        """{check: `ok`, `failed: ..` or why there is nothing to say}; and
        `started` of the row's kernels."""
        checks = {"verify": self.check("verify", self.source.path, self.flags,
                                       result, self.row["kernels"])}
        if checks["verify"] == "ok" or checks["verify"].startswith("failed"):
            self.translate_and_check(checks, "always", self.source.path,
                                     self.flags)
        if self.worker.settings.sizes or self.worker.settings.small_flags:
            path, flags = self.smaller()
            if path:
                self.translate_and_check(checks, "small", path, flags)
        return checks

    def translate_and_check(self, checks, name, path, flags):
        into = os.path.join(self.folder, name)
        report = into + ".json"
        done = self.worker.translate(path, flags, into, report, [ALWAYS])
        judged = self.worker.judge(done, report)
        if judged["outcome"] == "changed":
            result = os.path.join(into, os.path.basename(path))
            checks[name] = self.check(name, path, flags, result,
                                      judged["kernels"])
        elif judged["outcome"] in ("crashed", "internal", "late"):
            checks[name] = (f"failed: {judged['outcome']}: "
                            + judged.get("message", ""))

    def smaller(self):
        """A copy with other sizes, and its flags; nothing if it is the same."""
        settings = self.worker.settings
        near = os.path.dirname(self.source.path)
        into = os.path.join(self.folder, "smaller")
        os.makedirs(into)
        differs = bool(settings.small_flags)
        for name in os.listdir(near):
            path = os.path.join(near, name)
            if not name.endswith(HEADERS) or not os.path.isfile(path):
                continue
            with open(path, newline="", errors="surrogateescape") as file:
                text = file.read()
            changed = with_sizes(text, settings.sizes)
            differs |= changed != text
            with open(os.path.join(into, name), "w", newline="",
                      errors="surrogateescape") as file:
                file.write(changed)
        flags = ["-I" + into, "-I" + near, *self.flags, *settings.small_flags]
        path = os.path.join(into, os.path.basename(self.source.path))
        return (path if differs else None), flags

    def check(self, name, original, flags, result, kernels):
        """Input and result, if the input runs at all. Notes for the row's
        kernels which of the versions of `kernels` a run started."""
        options = self.worker.settings
        flags = run_flags(flags)
        more = others(original)
        before = run([self.worker.runner("tessera-run"), *flags, original,
                      *more], options.verify_seconds / 3, options.memory)
        if before.late:
            return "too slow"
        if before.code in (125, 126):
            return "does not run: " + first_error(before.text)
        said, text = self.compare(flags, ",".join([original, *more]),
                                  ",".join([result, *more]))
        if said == "ok":
            counts, any_kernel = launches(text)
            if not any_kernel:
                return NO_KERNEL
            self.note(counts, kernels, name in improved.FULL_SIZE)
        return said

    def note(self, counts, kernels, full_size):
        for kernel in kernels:
            found = improved.started(kernel["versions"], counts, full_size)
            for mine in self.row["kernels"]:
                if (mine["name"], mine["line"]) == (kernel["name"],
                                                    kernel["line"]):
                    mine["started"] = sorted({*mine["started"], *found})

    def compare(self, flags, original, result):
        """What is to be said, and what the last comparison printed."""
        own = Own()
        while True:
            done = self.verify(flags, original, result, own)
            if done.late:
                return "too slow", ""
            if done.code == 0:
                return "ok", done.text
            again = self.verify(flags, original, original, own)
            if again.code == 0:
                return self.compare_later(flags, original, result, own, done)
            if not own.learn(last_line(again.text)):
                return "not the same twice", ""

    def compare_later(self, flags, original, result, own, before):
        """Data that a program gets from the clock may be the same again within
        a second: a difference counts that stays the same."""
        time.sleep(1.1)
        done = self.verify(flags, original, result, own)
        if done.code == 0:
            return "ok", done.text
        if last_line(done.text) != last_line(before.text):
            return "not the same twice", ""
        return f"failed: {done.code}: " + last_line(done.text), ""

    def verify(self, flags, original, result, own):
        return run([self.worker.runner("tessera-verify"), "--launches",
                    *own.options(), *flags, original, result],
                   self.worker.settings.verify_seconds,
                   self.worker.settings.memory)
