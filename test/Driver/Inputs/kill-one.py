"""Runs a command until a progress line names a file, and kills its job.

kill-one.py FILE -- COMMAND...: a SIGKILL for its only child, which no handler
sees (one that writes a stack trace allocates: in the middle of an allocation
that ends by another signal); prints what comes then, and fails unless the exit
code is 1.
"""
import os
import pathlib
import signal
import subprocess
import sys


def children(parent):
    """The processes that `parent` started."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(entry.name))
    return sorted(found)


name = sys.argv[1]
tool = subprocess.Popen(
    sys.argv[3:] + ["--progress"], stderr=subprocess.PIPE, text=True
)
for line in tool.stderr:
    if line.rstrip().endswith(name):
        break
(job,) = children(tool.pid)
os.kill(job, signal.SIGKILL)
print(tool.stderr.read())
sys.exit(tool.wait() != 1)
