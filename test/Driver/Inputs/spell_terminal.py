"""Runs a command on a terminal and prints what it wrote, as Python spells it."""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], sys.argv[1:])
text = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # nobody has the other end any more
        break
    if not part:
        break
    text += part
print(ascii(text.decode())[1:-1])
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
