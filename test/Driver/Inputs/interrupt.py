"""Interrupts a command once its jobs run, and looks for what it leaves.

interrupt.py FOLDER TEXT COMMAND...: FOLDER is its folder of temporary files; a
line of progress has TEXT. Fails unless the command dies of the signal, with all processes that it started, and
the folder is empty.
"""
import os
import signal
import subprocess
import sys
import time

folder, text, command = sys.argv[1], sys.argv[2], sys.argv[3:]
os.makedirs(folder)
tool = subprocess.Popen(
    command + ["--progress"],
    stderr=subprocess.PIPE,
    text=True,
    env=dict(os.environ, TMPDIR=folder),
)
for line in tool.stderr:
    if text in line:
        break
time.sleep(0.5)
tool.send_signal(signal.SIGINT)
# The pipe is at its end when no process has it any more.
rest = tool.stderr.read()
assert tool.wait() == -signal.SIGINT, (tool.returncode, rest)
assert not os.listdir(folder), os.listdir(folder)
