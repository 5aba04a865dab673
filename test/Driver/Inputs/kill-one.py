"""Runs a command until a progress line names a file, and crashes its job.

kill-one.py FILE -- COMMAND...: a SIGSEGV for its only child; prints what comes
then, and fails unless the exit code is 1.
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
# AddressSanitizer would report the signal, and exit.
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0"
tool = subprocess.Popen(
    sys.argv[3:] + ["--progress"], stderr=subprocess.PIPE, text=True
)
for line in tool.stderr:
    if line.rstrip().endswith(name):
        break
(job,) = children(tool.pid)
os.kill(job, signal.SIGSEGV)
print(tool.stderr.read())
sys.exit(tool.wait() != 1)
