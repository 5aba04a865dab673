#!/usr/bin/env python3
"""Whole programs at awkward sizes: sizes.py --tools build/bin [PROGRAM...]

Every size that a program lets the command line set takes values around those of
tiles. The program is translated and verified with each; what the program itself
cannot do with a size does not count.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZE = re.compile(r"#ifndef (\w+)\s+#define \1 (\d+)\b")


def check(tools, program, name, value):
    """What is wrong with one program at one size: '', 'skipped' or a text."""
    def run(tool, *arguments):
        done = subprocess.run([os.path.join(tools, tool), *arguments],
                              capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr
    define = f"-D{name}={value}"
    with tempfile.TemporaryDirectory() as scratch:
        result = os.path.join(scratch, "result.cu")
        code, text = run("tessera", "-q", "--cuda-path=none",
                         "--gpu=tesla-c1060", "-o", result, program, "--",
                         define)
        if code != 0:
            text = f"not translated: {text}"
        else:
            code, text = run("tessera-verify", "--timeout=60", define, program,
                             result)
        if code == 0:
            return ""
        code, alone = run("tessera-run", "--timeout=60", define, program)
        if "[time-limit]" in alone:
            return "the program itself does not end"
        return "skipped" if code in (125, 126) else text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--sizes", default="1,15,17,61")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    programs = options.programs or sorted(glob.glob(os.path.join(HERE, "*.cu")))
    work = []
    for program in programs:
        with open(program, encoding="utf-8") as source:
            for name, default in SIZE.findall(source.read()):
                if "BLOCK" not in name.upper():
                    work += [(program, name, size)
                             for size in options.sizes.split(",")]
    passed = skipped = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for at, wrong in zip(work, pool.map(
                lambda w: check(options.tools, *w), work)):
            passed += wrong == ""
            skipped += wrong == "skipped"
            if wrong and wrong != "skipped":
                failed += 1
                print(os.path.basename(at[0]), f"-D{at[1]}={at[2]}:", wrong)
    print(f"{passed} the same, {skipped} not possible, {failed} different")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
