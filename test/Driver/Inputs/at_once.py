"""Runs commands at once; fails unless all of them succeed.

    at_once.py ROUNDS COMMAND...

Each argument COMMAND is one shell command; `{}` in it is the round's number.
"""

import subprocess
import sys

rounds, commands = int(sys.argv[1]), sys.argv[2:]
running = [
    subprocess.Popen(command.replace("{}", str(number)), shell=True)
    for number in range(rounds)
    for command in commands
]
sys.exit(any([process.wait() for process in running]))
