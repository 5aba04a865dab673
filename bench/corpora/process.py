"""Programs with limits of time and memory, and what compilers said before."""

import hashlib
import json
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"'
# Time by the clock, as times of that on a processor: others compute, too.
PATIENCE = 30


@dataclass
class Done:
    code: int  # negative for a signal
    text: str  # of both outputs
    late: bool
    cpu: float  # seconds
    memory: int  # MiB


def wait(child, seconds):
    """Its status and usage; one that takes longer is ended."""
    end = time.monotonic() + seconds
    late = False
    while True:
        process, status, usage = os.wait4(child.pid, os.WNOHANG)
        if process:
            return os.waitstatus_to_exitcode(status), usage, late
        if time.monotonic() > end:
            # It ends what it has started elsewhere, if it still can.
            os.killpg(child.pid, signal.SIGKILL if late else signal.SIGTERM)
            late, end = True, end + 5
        time.sleep(0.01)


def run(command, seconds, memory_mib, folder=None):
    """Runs a command to its end or to its limits, and ends what it started.

    Memory is not limited if `memory_mib` is 0."""
    limit = max(1, round(seconds))
    limited = ["sh", "-c", LIMITED, "sh", str(limit),
               str(memory_mib * 1024 or "unlimited")] + command
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(limited, stdin=subprocess.DEVNULL,
                                 stdout=output, stderr=output, cwd=folder,
                                 start_new_session=True)
        code, usage, late = wait(child, seconds * PATIENCE)
        child.returncode = code
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        output.seek(0)
        text = output.read().decode(errors="replace")
    cpu = usage.ru_utime + usage.ru_stime
    # Itself, or what it has started and told of; the limit counts in ticks.
    late = late or code != 0 and cpu >= 0.9 * limit
    return Done(code, text, late, round(cpu, 2), usage.ru_maxrss // 1024)


class Remembered:
    """Answers about texts, kept in a folder: trees of sources hardly change.

    Headers are not looked at; where they change, the folder is to be removed.
    """

    def __init__(self, folder):
        self.folder = folder
        if folder:
            os.makedirs(folder, exist_ok=True)

    def ask(self, texts, compute):
        """`compute()`, a value for JSON, or what it was for the same texts."""
        if not self.folder:
            return compute()
        key = hashlib.sha256(
            b"\0".join(t if isinstance(t, bytes) else t.encode()
                       for t in texts)).hexdigest()
        path = os.path.join(self.folder, key + ".json")
        if os.path.exists(path):
            with open(path) as file:
                return json.load(file)
        answer = compute()
        with open(path + ".new", "w") as file:
            json.dump(answer, file)
        os.replace(path + ".new", path)
        return answer
