#!/usr/bin/env python3
"""Translates a program, runs the result on the CPU, and compares what it prints.

meaning.py --tools BIN FILE [--options=OPTION..] [--run=OPTION..] [--original]

The file says what must be printed, words in order: `// PRINTS: 2080 17`; several
such lines follow each other. --options are for the translator, --run for
tessera-run, each a list separated by blanks. With --original the file is run as
it is, too. A translator that fails, or ends by itself, fails the test.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

LIMIT = 100  # seconds, of one program


def run(command):
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"no end within {LIMIT} s: {' '.join(map(str, command))}")


def check(tools, program, options, must):
    done = run([tools / "tessera-run", *options, program])
    if done.returncode or done.stdout.split() != must:
        sys.exit(
            f"{program.name}: exit {done.returncode}, prints\n{done.stdout}"
            f"must print\n{' '.join(must)}\n{done.stderr}"
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--options", default="")
    parser.add_argument("--run", default="")
    parser.add_argument("--original", action="store_true")
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    must = " ".join(
        re.findall(r"^// PRINTS: (.*)$", arguments.file.read_text(), re.M)
    ).split()
    if not must:
        sys.exit(f"{arguments.file}: no line `// PRINTS:`")
    tools = arguments.tools
    if arguments.original:
        check(tools, arguments.file, arguments.run.split(), must)
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / arguments.file.name
        done = run(
            [tools / "tessera", "-q", "--cuda-path=none", arguments.file]
            + ["-o", result, *arguments.options.split()]
        )
        if done.returncode:
            sys.exit(f"tessera: exit {done.returncode}\n{done.stderr}")
        check(tools, result, arguments.run.split(), must)


main()
