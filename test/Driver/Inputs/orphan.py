"""Kills a command once a progress line names a file, and waits for its job.

orphan.py FILE COMMAND...: a SIGKILL, which no handler sees; fails unless the job,
its only child, has ended after 20 s, too.
"""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from processes import children, is_running

name = sys.argv[1]
tool = subprocess.Popen(
    sys.argv[2:] + ["--progress"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.PIPE,
    text=True,
)
for line in tool.stderr:
    if line.rstrip().endswith(name):
        break
(job,) = children(tool.pid)
tool.kill()
tool.wait()
for _ in range(200):
    if not is_running(job):
        break
    time.sleep(0.1)
else:
    os.kill(job, signal.SIGKILL)
    sys.exit(f"the job of {name} waits for a reader that is gone")
