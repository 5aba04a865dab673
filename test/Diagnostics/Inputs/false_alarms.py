#!/usr/bin/env python3
"""Looks for mistakes in the kernels of the repository's programs.

false_alarms.py --tessera build/bin/tessera --root DIRECTORY [--host] FOLDER...

Warnings are expected of the programs in EXPECTED, at least one of each
identity, and of no other below FOLDER; with --host, also for their host code,
where only those of HOST_EXPECTED may be. Programs that need flags or are several
in one file do not parse and are passed over. Exit 1 if a warning is there too
much, or is missing.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

IDENTITIES = {
    "barrier-not-uniform", "constant-written", "cross-block-dependence",
    "memory-too-large", "misaligned-array", "missing-barrier",
    "missing-loop-barrier", "out-of-bounds", "shared-temporary",
    "thread-dependence", "unset-element", "unsynchronised-update",
}

HOST_IDENTITIES = {
    "copy-by-element", "copy-in-loop", "device-memory-on-host",
    "host-memory-in-kernel", "launch-fails", "missing-wait",
    "remainder-not-covered", "unordered-streams", "write-combined-read",
}

EXPECTED = {
    "test/Exec/Wrong/01-barrier-in-branch.cu": {"barrier-not-uniform"},
    "test/Exec/Wrong/02-two-barriers.cu": {"barrier-not-uniform"},
    "test/Exec/Wrong/03-missing-barrier.cu": {"missing-barrier"},
    "test/Exec/Wrong/04-missing-second-barrier.cu": {"missing-loop-barrier"},
    "test/Exec/Wrong/06-shared-scalar.cu": {"shared-temporary"},
    "test/Exec/Wrong/07-device-scalar.cu": {"shared-temporary"},
    "test/Exec/Wrong/08-shared-by-global-index.cu": {"out-of-bounds"},
    "test/Exec/Wrong/09-fused-kernels.cu": {"cross-block-dependence"},
    "test/Exec/Wrong/12-sum-without-atomics.cu": {"unsynchronised-update"},
    "test/Exec/Wrong/14-no-guard.cu": {"out-of-bounds"},
    "test/Exec/Wrong/18-misaligned-carve-up.cu": {"misaligned-array"},
    "test/Exec/Wrong/37-constant-written.cu": {"constant-written"},
    # These, too, are made to be wrong when they run.
    "test/Exec/divergent-barrier.cu": {"barrier-not-uniform"},
    "test/Exec/out-of-bounds.cu": {"out-of-bounds"},
    "test/Exec/race-between-blocks.cu": {"thread-dependence"},
    "test/Exec/race-in-block.cu": {"missing-barrier"},
    "test/Exec/shared-out-of-bounds.cu": {"out-of-bounds"},
    "test/Exec/uninitialised-shared.cu": {"unset-element"},
    "test/Analysis/followed-barriers.cu": {"barrier-not-uniform"},
    "test/Analysis/followed-elements.cu": {"out-of-bounds", "unset-element"},
    "test/Analysis/followed-races.cu": {
        "missing-barrier", "missing-loop-barrier", "unsynchronised-update"},
    # Not made to run: 32 threads on 8 rows; arrays that are too small; sums
    # without barriers; all
    # threads set one element; blocks or threads update the same elements.
    "test/Frontend/model-arrays.cu": {"out-of-bounds"},
    "test/Frontend/model-calls.cu": {"thread-dependence",
                                     "unsynchronised-update"},
    "test/Frontend/model-references.cu": {"thread-dependence",
                                          "unsynchronised-update"},
    "test/Frontend/model-shared.cu": {"missing-barrier"},
    "test/Frontend/model-unsigned-loops.cu": {"out-of-bounds"},
    "test/Frontend/model-subscripts.cu": {"out-of-bounds",
                                          "thread-dependence"},
    "test/Plan/round-trip.cu": {"out-of-bounds"},
    "test/Host/lambdas.cu": {"unsynchronised-update"},
    # To be cut by --split-phases.
    "test/EndToEnd/phases.cu": {"cross-block-dependence"},
    "test/EndToEnd/phases_rounds.cu": {"cross-block-dependence"},
    "test/Plan/phases.cu": {"thread-dependence", "cross-block-dependence"},
    "bench/phases/transform.cu": {"cross-block-dependence"},
}

# Of host code: patterns of names and identities.
HOST_EXPECTED = [
    (re.compile(r"test/Host/empty-launch\.cu"), "launch-fails"),
    (re.compile(r"test/(EndToEnd/own_copies|Host/improve-copies(|-checks|"
                r"-containers|-functions|-in-order|-members|-parameters|"
                r"-results|-waits|-zero-rounds))\.cu"), "copy-in-loop"),
]

# The same for programs that need flags: those that make them wrong, and those
# that do not.
FLAGS = [
    ("test/Exec/Wrong/11-loop-carried.cu", "-DBODY=a[i+1]=a[i]+1",
     {"thread-dependence"}),
    ("test/Exec/Wrong/11-loop-carried.cu", "-DBODY=a[i]=a[i+1]+1",
     {"thread-dependence"}),
    ("test/Exec/Wrong/11-loop-carried.cu", "-DBODY=a[i]=a[i]+1", set()),
    ("test/Exec/Wrong/19-shared-survives.cu", "-DBLOCKS=1", {"unset-element"}),
    ("test/Exec/Wrong/19-shared-survives.cu", "-DBLOCKS=2", {"unset-element"}),
    ("test/Exec/Wrong/31-barrier-in-guard.cu", "-DN=50",
     {"barrier-not-uniform"}),
    ("test/Exec/Wrong/31-barrier-in-guard.cu", "-DN=64", set()),
    ("test/Exec/Wrong/32-cells-not-loaded.cu", "-DN=50", {"unset-element"}),
    ("test/Exec/Wrong/32-cells-not-loaded.cu", "-DN=64", set()),
]

WARNING = re.compile(r"^(\S+\.cu):\d+:\d+: warning: .*\[tessera-([a-z-]+)\]$")
FEWEST_PARSED = 0.6  # of all


def look(tessera, root, files, flags=(), host=False):
    """The identities of warnings by file, and the number of files that parse."""
    run = subprocess.run(
        [tessera, "--cuda-path=none", "--check", "--no-tiles",
         *(() if host else ("--no-transfers",)), *files, "--", *flags],
        cwd=root, capture_output=True, text=True,
    )
    if run.returncode < 0:
        sys.exit(f"tessera ended by signal {-run.returncode}")
    watched = IDENTITIES | HOST_IDENTITIES if host else IDENTITIES
    found = collections.defaultdict(set)
    for line in run.stderr.splitlines():
        match = WARNING.match(line)
        if match and match[2] in watched:
            found[match[1]].add(match[2])
    broken = {line.split(":")[0] for line in run.stderr.splitlines()
              if ": error: " in line}
    return dict(found), len(set(files) - broken)


def expected(name, host):
    return EXPECTED.get(name, set()) | {
        identity for names, identity in HOST_EXPECTED
        if host and names.fullmatch(name)
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    root = pathlib.Path(options.root)
    files = [str(path.relative_to(root))
             for folder in options.folders
             for path in sorted((root / folder).rglob("*.cu"))]
    found, parsed = look(options.tessera, root, files, host=options.host)
    wrong = []
    for name in files:
        right = expected(name, options.host)
        if found.get(name, set()) != right:
            wrong.append(f"{name}: {found.get(name)} instead of {right}")
    for name, flag, right in FLAGS:
        if name not in files:
            continue
        seen, _ = look(options.tessera, root, [name], [flag])
        if seen.get(name, set()) != right:
            wrong.append(f"{name} {flag}: {seen.get(name)} instead of {right}")
    if parsed < FEWEST_PARSED * len(files):
        wrong.append(f"only {parsed} programs parse")
    print("\n".join(wrong))
    print(f"{parsed} of {len(files)} programs looked at, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
