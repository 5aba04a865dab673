"""Whether results depend on other files and jobs of the same command."""

import os
import shutil

from process import run
from work import digest_file


def groups(chosen, rows):
    """Files of the same folder and flags that the tool could translate. A
    result has the name of its file, so names of a group differ."""
    found = {}
    for source in chosen:
        if rows[source.name]["outcome"] in ("changed", "unchanged"):
            extra = tuple(rows[source.name].get("extra", []))
            key = (os.path.dirname(source.path), source.flags, extra)
            found.setdefault(key, []).append(source)
    return [group for group in found.values() if len(group) > 1]


def check(worker, chosen, rows):
    """Adds the check `jobs` to rows: all files of a group in one command, with
    one job and with four, give the same bytes."""
    options = worker.settings
    for group in groups(chosen, rows):
        folders = []
        for jobs in ("1", "4"):
            into = os.path.join(worker.scratch, "jobs" + jobs)
            os.makedirs(into)
            folders.append(into)
            run([worker.tool("tessera"), *options.tool_flags, "-q", "-j", jobs,
                 "--out-dir=" + into, *(s.path for s in group), "--",
                 *worker.flags(group[0]), *rows[group[0].name].get("extra", [])],
                options.seconds * len(group), options.memory)
        for source in group:
            results = [os.path.join(into, os.path.basename(source.path))
                       for into in folders]
            same = all(map(os.path.exists, results)) and (
                digest_file(results[0]) == digest_file(results[1]) ==
                rows[source.name]["text"])
            rows[source.name].setdefault("checks", {})["jobs"] = (
                "ok" if same else "failed: other bytes")
        for into in folders:
            shutil.rmtree(into)
