#!/usr/bin/env python3
"""Stands in for nvcc and the GPU: what it makes of a variant runs on the CPU.

    fake_nvcc.py TESSERA_RUN FLAGS.. SOURCE.. -o OUT

The environment variable FAKE says what becomes of variants, as in
`001=2.5,002=slow`: the milliseconds of each of its kernels, or that it is
`broken` (does not compile), `wrong` (prints something else), `slow` (does not
end) or `silent` (writes no times). FAKE_STOP=N interrupts the harness at run N.
"""
import os
import stat
import sys

RUNNER = """#!{python}
import json, os, pathlib, signal, subprocess, sys, time
source = pathlib.Path({source!r})
fate = dict(
    entry.split("=") for entry in os.environ["FAKE"].split(",")
).get(source.stem, "1.0")
count = source.parent.parent / "runs"
runs = int(count.read_text()) + 1 if count.exists() else 1
count.write_text(str(runs))
if str(runs) == os.environ.get("FAKE_STOP"):
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(5)
if fate == "slow":
    time.sleep(60)
done = subprocess.run(
    [{run!r}, source, "-I", source.parent / "headers", "--"] + sys.argv[1:], capture_output=True, text=True
)
sys.stdout.write(done.stdout + ("error\\n" if fate == "wrong" else ""))
manifest = json.loads((source.parent.parent / "manifest.json").read_text())
variant = manifest["variants"][int(source.stem)]
times = [
    {{
        "kernel": "void " + launches[-1]["kernel"] + "<4>(float const*, float*)",
        "block": launches[-1]["block"],
        "grid": [1, 1, 1],
        "launches": 2,
        "ms": 0.0 if fate in ("wrong", "slow", "silent") else float(fate),
    }}
    for launches in variant["launches"]
]
if fate != "silent":
    device = {{"name": "Fake", "architecture": "sm_90"}}
    with open(os.environ["TESSERA_TIMES"], "a") as file:
        print(
            json.dumps({{
                "device": device, "untimed": 0, "problem": "", "times": times
            }}),
            file=file,
        )
sys.exit(done.returncode)
"""


def main():
    run, arguments = sys.argv[1], sys.argv[2:]
    out = arguments[arguments.index("-o") + 1]
    source = next(a for a in arguments if a.endswith(".cu"))
    name = os.path.basename(source)[:-3]
    if name + "=broken" in os.environ["FAKE"].split(","):
        sys.exit(f"{name}.cu(1): error: this is broken")
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            RUNNER.format(python=sys.executable, source=source, out=out, run=run)
        )
    os.chmod(out, os.stat(out).st_mode | stat.S_IXUSR)


main()
