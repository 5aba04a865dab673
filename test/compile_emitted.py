#!/usr/bin/env python3
"""nvcc accepts what tessera makes of every program of the test folders.

compile_emitted.py --build build FOLDER...

Programs that tessera refuses or leaves alone are not compiled. A program that
nvcc does not accept as it was, with managed memory, says nothing about us.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

# For the device alone: host code is looked at there, too, in less time.
COMPILE = ["nvcc", "-std=c++17", "-arch=sm_90", "-Werror", "all-warnings",
           "-cubin"]


def programs(folder):
    """Name and text of each program below a folder; parts of one file apart."""
    for root, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(root, file)
            if not file.endswith(".cu"):
                continue
            with open(path, newline="", encoding="utf-8",
                      errors="surrogateescape") as source:
                text = source.read()
            parts = re.split(r"(?m)^//--- (\S+)\r?\n", text)
            if len(parts) == 1:
                yield path, text
            for name, part in zip(parts[1::2], parts[2::2]):
                if name.endswith(".cu"):
                    yield path + ":" + name, part


class Checker:
    def __init__(self, tessera, scratch):
        self.tessera = tessera
        self.scratch = scratch

    def translate(self, source, *options):
        done = subprocess.run(
            [self.tessera, "-q", "--cuda-path=none", *options, source],
            capture_output=True, timeout=60)
        return done.stdout if done.returncode == 0 else None

    def compile(self, path):
        done = subprocess.run(COMPILE + ["-o", path + ".o", path],
                              capture_output=True, text=True, timeout=240)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def check(self, number, name, text):
        """What became of one program, and nvcc's messages."""
        path = os.path.join(self.scratch, f"{number}.cu")
        with open(path, "w", newline="", encoding="utf-8",
                  errors="surrogateescape") as out:
            out.write(text)
        result = self.translate(path, "--gpu=tesla-c1060")
        if result is None:
            return "refused", ""
        with open(path, "rb") as source:
            if source.read() == result:
                return "unchanged", ""
        emitted = os.path.join(self.scratch, f"{number}.emitted.cu")
        with open(emitted, "wb") as out:
            out.write(result)
        messages = self.compile(emitted)
        if messages is None:
            return "compiled", ""
        managed = os.path.join(self.scratch, f"{number}.managed.cu")
        with open(managed, "wb") as out:
            out.write(self.translate(path, "--print=managed") or b"#error\n")
        if self.compile(managed) is not None:
            return "not valid before", ""
        return "rejected", f"{name}:\n{messages}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    count = {}
    with tempfile.TemporaryDirectory() as scratch:
        checker = Checker(os.path.join(options.build, "bin", "tessera"), scratch)
        found = [p for folder in options.folders for p in programs(folder)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = pool.map(lambda n: checker.check(n, *found[n]),
                            range(len(found)))
            for outcome, messages in done:
                count[outcome] = count.get(outcome, 0) + 1
                print(messages, end="")
    for outcome in sorted(count):
        print(f"{count[outcome]:4} {outcome}")
    return 1 if count.get("rejected") or not count.get("compiled") else 0


if __name__ == "__main__":
    sys.exit(main())
