"""Prints the host's steps of a report, one a line.

    host_steps.py REPORT
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for file in report["files"]:
    host = file["host"]
    for side in ("before", "after"):
        print(f"{side}:")
        for step in host.get(side, []):
            loops = [str(host["loops"][loop]["line"]) for loop in step["loops"]]
            words = [str(step.get("line", "?")), step["lane"], step["what"]]
            words += [step[k] for k in ("memory", "variable", "other", "kernel") if k in step]
            for key in ("reads", "writes"):
                if key in step:
                    words.append(f"{key} {','.join(step[key])}")
            if "bytes" in step or "bytes_text" in step:
                words.append(f"{step.get('bytes', step.get('bytes_text'))} bytes")
            if "stream" in step:
                words.append(f"on {step['stream']}")
            if "note" in step:
                words.append(step["note"])
            if loops:
                words.append(f"in loops {','.join(loops)}")
            if step["conditional"]:
                words.append("sometimes")
            print("  " + " ".join(words))
