#!/usr/bin/env python3
"""Finds tests whose expectations about emitted text the user's text meets.

check_expectations.py ROOT FILECHECK

The text that tessera writes has the user's comments in it, and those of a test
are what it expects: unless they are taken out, such a check cannot fail.
"""

import pathlib
import re
import shlex
import subprocess
import sys

TRANSLATES = re.compile(r"%(?:tessera|translate)\b(?!-)")


def pipelines(text):
    """The commands of each RUN line, and what they read and write."""
    lines = re.findall(r"RUN:(.*(?:\\\n.*RUN:.*)*)", text)
    for line in lines:
        yield re.sub(r"\\\n.*RUN:", " ", line).strip()


def is_emitted(line):
    """Whether the output of `line` is a translated program, with comments."""
    first = line.split("|")[0]
    return (TRANSLATES.search(first) and "grep" not in line
            and "%s" in first and "2>&1" not in first
            and not re.search(r"--(print|check|help|version)", first))


def suspects(text):
    """The FileCheck commands that read such a program, as arguments."""
    emitted = set()
    for line in pipelines(text):
        if is_emitted(line):
            emitted.update(re.findall(r"(?:-o|[^2]>) ?(\S+)", line))
        for command in re.findall(r"FileCheck [^|]*", line):
            reads = re.search(r"(?:--input-file=|< ?)(\S+)", command)
            piped = is_emitted(line) and not re.search(r" -o ", line)
            if reads[1] in emitted if reads else piped:
                yield [a for a in shlex.split(command)[1:]
                       if a.startswith("--check") or a.startswith("--match")
                       or a.startswith("--strict")]


def main():
    root, file_check = sys.argv[1:]
    problems = []
    for path in sorted(pathlib.Path(root, "test").rglob("*.cu")):
        text = path.read_text(encoding="utf-8")
        if "Inputs" in path.parts or "split-file" in text:
            continue
        for options in suspects(text):
            run = subprocess.run(
                [file_check, str(path), "--input-file", str(path)] + options,
                capture_output=True)
            if run.returncode == 0:
                problems.append(f"{path.relative_to(root)}: its own text is "
                                f"as expected {' '.join(options)}".rstrip())
    print("\n".join(problems) or "nothing found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
