"""What a program copies between host and device, counted on the CPU."""

import os
import re
import subprocess

COPIES = re.compile(
    r"remark: (\d+) copies, (\d+) bytes to the device, (\d+) bytes to the host"
)


class Failure(Exception):
    pass


def run(command, limit):
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure(f"took longer than {limit} seconds: {command[0]}")
    if done.returncode:
        raise Failure(f"exit {done.returncode}: {' '.join(command)}\n"
                      + done.stdout + done.stderr)
    return done


def translate(tools, source, result, flags, limit):
    """Its host side alone; the reasons why something stays managed."""
    done = run([os.path.join(tools, "tessera"), "--cuda-path=none",
                "--no-tiles", source, "-o", result, "--", *flags], limit)
    return re.findall(r"'.*(?= \[tessera-kept-managed\])", done.stderr)


def count(tools, path, options, limit, seed=0):
    """What it prints; its copies, bytes to the device, and back."""
    done = run([os.path.join(tools, "tessera-run"), "--trace-copies",
                f"--seed={seed}", *options, path], limit)
    found = COPIES.search(done.stderr)
    if not found:
        raise Failure(f"{path}: no copies were counted")
    return done.stdout, *map(int, found.groups())
