"""Fails unless manual pages name what --help names, and groff likes them.

    check_manual.py BUILD PROGRAM...
"""

import re
import subprocess
import sys

build, programs = sys.argv[1], sys.argv[2:]
for program in programs:
    help_text = subprocess.run(
        [f"{build}/bin/{program}", "--help"], capture_output=True, text=True
    ).stdout
    run = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rLL=250n",
         f"{build}/share/man/man1/{program}.1"],
        capture_output=True, text=True, check=True,
    )
    assert not run.stderr, run.stderr
    page = run.stdout
    # In order: the options, and below each of them its values.
    words = re.findall(r"^ {2,4}(?:=)?(--?[\w-]+|(?<==)[\w-]+)", help_text, re.M)
    words = [word for word in words if word != "--help-list"]
    assert len(words) > 10, help_text
    for word in words:
        assert re.search(rf"^ +{re.escape(word)}(?=[\s=\[]|$)", page, re.M), (
            f"{program}.1 does not have {word}\n{page}"
        )
    print(f"{program}.1: {len(words)} options and values")
