"""Interrupts a command once its jobs run, and looks for what it leaves.

interrupt.py [--plain] FOLDER TEXT COMMAND...: FOLDER is its folder of temporary
files; a line of progress has TEXT, or with --plain any line. Fails unless the
command dies of the signal, with all processes that it started, and the folder is
empty.
"""
import os
import signal
import subprocess
import sys
import time

words = sys.argv[1:]
plain = words[0] == "--plain"
folder, text, *command = words[plain:]
os.makedirs(folder)
tool = subprocess.Popen(
    command + ([] if plain else ["--progress"]),
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
