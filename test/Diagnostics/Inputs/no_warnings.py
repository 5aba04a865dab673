"""Translates the host code of correct programs and prints each warning of a
mistake.

    no_warnings.py ROOT TESSERA FOLDER...
"""

import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys

MISTAKES = re.compile(
    r"warning: .*\[tessera-(remainder-not-covered|launch-fails|"
    r"host-memory-in-kernel|device-memory-on-host|missing-wait|"
    r"unordered-streams|write-combined-read|"
    r"copy-in-loop|copy-by-element)\]"
)
# What is wrong with these on purpose: patterns of names and of identities.
WRONG = [
    (r"test/Host/empty-launch\.cu", "launch-fails"),
    (r"test/(Host/improve-copies.*|EndToEnd/own_copies)\.cu", "copy-in-loop"),
]
LEAST = 100  # programs; some do not compile without flags of their own


def messages(tessera, program):
    """What is said of the program, or None if it is not translated."""
    result = subprocess.run(
        shlex.split(tessera) + ["--no-tiles", program.name, "-o", "/dev/null"],
        cwd=program.parent,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return result.stderr if result.returncode == 0 else None


def is_wrong(name, identity):
    return any(
        re.fullmatch(names, name) and identity == known
        for names, known in WRONG
    )


def main():
    root, tessera, *folders = sys.argv[1:]
    programs = [
        path
        for folder in folders
        for path in sorted(pathlib.Path(root, folder).glob("*.cu"))
    ]
    translated, found = 0, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda each: messages(tessera, each), programs)
        for program, said in zip(programs, answers):
            if said is None:
                continue
            translated += 1
            name = program.relative_to(root).as_posix()
            for line in said.splitlines():
                mistake = MISTAKES.search(line)
                if mistake and not is_wrong(name, mistake[1]):
                    found.append(f"{name}: {line}")
    print("\n".join(found))
    if translated < LEAST:
        print(f"only {translated} programs were translated")
    return 1 if found or translated < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
