"""terminal.py [NAME=VALUE..] PROGRAM..: runs the program on a terminal, and
prints what it writes there."""

import os
import pty
import sys

words = sys.argv[1:]
while "=" in words[0]:
    name, value = words.pop(0).split("=", 1)
    os.environ[name] = value


def read(descriptor):
    return os.read(descriptor, 1 << 16)


sys.exit(os.waitstatus_to_exitcode(pty.spawn(words, read)))
