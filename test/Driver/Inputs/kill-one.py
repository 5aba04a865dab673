"""Runs a command until a progress line names a file, and kills its job.

kill-one.py FILE -- COMMAND...: a SIGKILL for its only child, which no handler
sees (one that writes a stack trace allocates: in the middle of an allocation
that ends by another signal); prints what comes then, and fails unless the exit
code is 1.
"""
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from processes import children

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
