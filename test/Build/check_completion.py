"""Completes words as bash does, and compares with --help.

    check_completion.py BUILD PROGRAM...

Runs in a folder with `my prog.cu`, `plan.yaml`, and the folder `a folder`.
"""

import re
import subprocess
import sys

build, programs = sys.argv[1], sys.argv[2:]

COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_tessera
printf '%s\\n' "${COMPREPLY[@]}"
"""


def complete(*words):
    run = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", f"{build}/share/completion/tessera.bash",
         *words],
        capture_output=True, text=True, check=True,
    )
    assert not run.stderr, run.stderr
    return set(filter(None, run.stdout.split("\n")))


def expect(words, result):
    found = complete(*words)
    assert found == result, f"{words}: {found}, not {result}"


for program in programs:
    help_text = subprocess.run(
        [f"{build}/bin/{program}", "--help"], capture_output=True, text=True
    ).stdout
    options = re.findall(r"^  (--?[\w-]+)(=?)", help_text, re.M)
    options = {name + equal for name, equal in options} - {"--help-list"}
    assert len(options) > 10, help_text
    missing = options - complete(program, "-")
    assert not missing, f"{program}: {missing} are not known to bash"
    with open(f"{build}/share/completion/tessera.zsh", encoding="utf-8") as file:
        zsh = file.read().split(f"\n{program})\n")[1].split(";;")[0]
    for option in options:
        name = option.rstrip("=")
        assert re.search(rf"^    '{name}[=+\[]", zsh, re.M), (
            f"{program}: {name} is not known to zsh"
        )

expect(["tessera", "--cache-"], {"--cache-size="})
expect(["/usr/bin/tessera", "--ca"], {"--cache=", "--cache-size="})
# bash cuts words at =; what has none is one word.
expect(["tessera", "--gpus", "="], {"1", "all"})
expect(["tessera", "--print", "=", "ro"], {"round-trip"})
expect(["tessera", "--print=ro"], {"round-trip"})
expect(["tessera", "--gpu", "=", "H"], {"H100", "H200"})
expect(["tessera", "--plan", "=", "pl"], {"plan.yaml"})
expect(["tessera", "--cache", "=", ""], {"a folder"})
expect(["tessera", "-o", ""], {"my prog.cu", "plan.yaml", "a folder"})
expect(["tessera", ""], {"my prog.cu", "a folder"})
expect(["tessera", "-q", "my"], {"my prog.cu"})
expect(["tessera-run", "--no-check", "=", "ra"], {"races"})
expect(["tessera", "my prog.cu", "--", "-"], set())
