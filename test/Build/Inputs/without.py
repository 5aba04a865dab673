"""Runs a command that finds nothing in some folders, where it may hide them.

    without.py FOLDER.. -- COMMAND
"""
import os
import sys

AT = sys.argv.index("--")
HIDDEN = [f for f in sys.argv[1:AT] if os.path.isdir(f)]
SCRIPT = "".join(f"mount -t tmpfs none '{f}' && " for f in HIDDEN)
os.execvp(
    "unshare",
    ["unshare", "--mount", "sh", "-c", SCRIPT + 'exec "$@"', "sh"]
    + sys.argv[AT + 1 :],
)
