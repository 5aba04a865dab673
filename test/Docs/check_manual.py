"""Holds the manual to Diagnostics.def, and its examples to the tool.

    check_manual.py pages ROOT
    check_manual.py examples ROOT --tessera PROGRAM [IDENTITY...]

`pages` reads src/Driver/manual: a page for each identity, with every section,
in the Markdown that the tool's own renderer knows. `examples` translates the
programs of the pages: what stands in a fence

    ```cuda [flags: --gpus=all]         must have the page's message,
    ```cuda after [flags: ...]          must not have it,
    ```yaml plan.yaml                   is a file beside both,

and neither may have other mistakes that the tool warns of.

A message of the command line has a ```console block with the command instead.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SECTIONS = ["What was seen", "Why it matters", "Example", "What to change"]
FENCE = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.M | re.S)
# Mistakes that a program of the page has by its nature.
SAID_WITH = {"phases-not-split": "cross-block-dependence"}
MISTAKE = r"^\S+: (?:warning|error): .* \[tessera-([\w-]+)\]$"
# Markdown that would be shown as it is written.
UNKNOWN_MARKDOWN = re.compile(r"^\s*(?:\d+\.|[*+>|]) |\*\*|\]\(", re.M)


class Fence:
    def __init__(self, info, text):
        flags = re.search(r"\[flags: (.*)\]$", info)
        self.flags = shlex.split(flags[1]) if flags else []
        self.words = info[: flags.start()].split() if flags else info.split()
        self.text = text


def identities(root):
    text = (root / "include/tessera/Support/Diagnostics.def").read_text("utf-8")
    return re.findall(r'^DIAG\(\w+,\s*"([\w-]+)",\s*(\w+)', text, re.M)


def fences(page):
    return [Fence(*match) for match in FENCE.findall(page)]


def problems_of_page(identity, page):
    """What is wrong with the form of a page."""
    if not page.startswith(f"# {identity}\n\n"):
        yield f"does not begin with '# {identity}' and an empty line"
    sentence = page.split("\n\n")[1].replace("\n", " ") if "\n\n" in page else ""
    if not sentence.endswith(".") or ". " in sentence:
        yield "has no single sentence below its title"
    prose = FENCE.sub("", page)
    if "```" in prose:
        yield "has a fence without a word behind it, or without an end"
    if UNKNOWN_MARKDOWN.search(prose):
        yield "uses Markdown that the tool does not render"
    if re.search(r"^#+ .*\n(?!\n)|[^\n]\n#+ ", prose, re.M):
        yield "has no empty lines around a heading"
    titles = re.findall(r"^## (.*)$", prose, re.M)
    if titles != SECTIONS:
        yield f"has the sections {titles}, not {SECTIONS}"
    texts = re.split(r"^## .*$", page, flags=re.M)[1:]
    for title, text in zip(titles, texts):
        if not text.strip():
            yield f"says nothing under '{title}'"
    kinds = [fence.words[0] for fence in fences(page)]
    if "cuda" not in kinds and "console" not in kinds:
        yield "has no example"
    for fence in fences(page):
        if fence.words[0] not in ("cuda", "console", "yaml"):
            yield f"has a fence of an unknown kind: {fence.words[0]}"
    if "cuda" not in kinds and f"[tessera-{identity}]" not in page:
        yield f"shows no message [tessera-{identity}]"


def check_pages(root):
    folder = root / "src/Driver/manual"
    pages = {path.stem: path for path in folder.glob("*.md")}
    known = [identity for identity, _ in identities(root)]
    for identity in known:
        if identity not in pages:
            yield f"{identity}: has no page"
    for identity, path in sorted(pages.items()):
        if identity not in known:
            yield f"{identity}: is no identity, but has a page"
            continue
        for problem in problems_of_page(identity, path.read_text("utf-8")):
            yield f"{identity}: {problem}"


def translate(tessera, folder, fence):
    """The messages for the program of a fence, and the exit code."""
    (folder / "example.cu").write_text(fence.text, "utf-8")
    flags = fence.flags
    if not any(flag.startswith("--cuda-path") for flag in flags):
        flags = ["--cuda-path=none", *flags]
    run = subprocess.run(
        [tessera, "example.cu", *flags],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=240,  # `too-complex` is about what takes long
    )
    return run.stderr, run.returncode


def check_examples(root, tessera, wanted):
    for identity, level in identities(root):
        path = root / "src/Driver/manual" / f"{identity}.md"
        if not path.exists() or (wanted and identity not in wanted):
            continue
        page = fences(path.read_text("utf-8"))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for fence in page:
                if fence.words[0] == "yaml":
                    (folder / fence.words[1]).write_text(fence.text, "utf-8")
            for fence in page:
                if fence.words[0] != "cuda":
                    continue
                after = "after" in fence.words
                try:
                    errors, code = translate(tessera, folder, fence)
                except subprocess.TimeoutExpired:
                    yield f"{identity}: an example takes too long"
                    continue
                said = f"[tessera-{identity}]" in errors
                if said == after:
                    which = "after the change" if after else "as it is"
                    yield f"{identity}: {'said' if said else 'not said'} of the program {which}:\n{errors}"
                if code != (1 if level == "Error" and not after else 0):
                    yield f"{identity}: exit code {code}:\n{errors}"
                others = set(re.findall(MISTAKE, errors, re.M))
                for other in others - {identity, SAID_WITH.get(identity)}:
                    yield f"{identity}: the program also has a mistake: {other}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=["pages", "examples"])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--tessera", type=pathlib.Path)
    parser.add_argument("identities", nargs="*")
    options = parser.parse_intermixed_args()
    if options.check == "pages":
        problems = list(check_pages(options.root))
    else:
        problems = list(
            check_examples(
                options.root, options.tessera.resolve(), options.identities
            )
        )
    print("\n".join(problems) or "nothing found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
