"""Holds the documents, all files in Markdown, to what a reader can rely on.

    check_documents.py sizes|reached|links|spelling|versions ROOT

`sizes`: the README and each page of docs/ are short. `reached`: the README leads to
docs/README.md, and that to every page. `links`: links within the repository lead to
a file and, with #, to a heading (pandoc, linkchecker); others are only parsed.
`spelling`: no word is misspelt as codespell knows it, but for those of words.txt.
`versions`: CITATION.cff and CHANGELOG.md name the version of CMakeLists.txt, the
latter at least as one to come, in the form of Keep a Changelog.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

README_BYTES, PAGE_BYTES = 8 * 1024, 12 * 1024
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s#]+)")
RELEASE = re.compile(
    r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d"
)
CHANGES = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
# Pages become .html, and so do links to them.
FILTER = """
function Link(link)
  if not link.target:match("^%a+:") then
    link.target = link.target:gsub("%.md$", ".md.html"):gsub("%.md#", ".md.html#")
  end
  return link
end
"""
PROBLEM = re.compile(
    r"^URL +`(?P<link>[^\n]*)'\n(?:.*\n)*?"
    r"Parent URL +file://(?P<page>\S+?), line (?P<line>\d+).*\n"
    r"(?:.*\n)*?(?:Warning +(?P<warning>.*(?:\n {2,}.*)*)\n)?"
    r"Result +(?P<result>.*)$",
    re.M,
)


def files(root):
    """What belongs to the repository, by its name."""
    for folder, folders, names in os.walk(root):
        at_top = pathlib.Path(folder) == root
        folders[:] = [
            name for name in folders
            if not name.startswith(".") and name != "__pycache__"
            and not (at_top and (name.startswith("build") or name == "out"))
        ]
        for name in names:
            yield pathlib.Path(folder, name).relative_to(root)


def documents(root):
    return sorted(name for name in files(root) if name.suffix == ".md")


def pages(root):
    return sorted(root.glob("docs/*.md"))


def check_sizes(root):
    limits = [(root / "README.md", README_BYTES)]
    limits += [(page, PAGE_BYTES) for page in pages(root)]
    for path, limit in limits:
        size = path.stat().st_size
        if size > limit:
            yield f"{path.relative_to(root)}: {size} bytes, {limit} are allowed"


def linked(path):
    """The files that a document links to."""
    text = FENCE.sub("", path.read_text("utf-8"))
    return {(path.parent / link).resolve() for link in LINK.findall(text)}


def check_reached(root):
    start = (root / "docs/README.md").resolve()
    if start not in linked(root / "README.md"):
        yield "README.md: has no link to docs/README.md"
    seen, ahead = {start}, [start]
    while ahead:
        for path in linked(ahead.pop()):
            if path.suffix == ".md" and path.parent == start.parent:
                if path not in seen and path.exists():
                    seen.add(path)
                    ahead.append(path)
    for page in pages(root):
        if page.resolve() not in seen:
            yield f"{page.relative_to(root)}: is not reached from docs/README.md"


def render(root, name, copy, script):
    """Writes a document as HTML, headings with the anchors that GitHub gives."""
    subprocess.run(
        ["pandoc", "-f", "gfm", "-t", "html", "--no-highlight",
         "--lua-filter", script, root / name,
         "-o", copy / f"{name}.html"],
        check=True,
    )


def check_links(root):
    # linkchecker gives up the rights of root, and must read it still: lit's own
    # folder of temporary files is private.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        copy = pathlib.Path(folder, "copy")
        for name in files(root):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_text("exists\n")
        script = pathlib.Path(folder, "links.lua")
        script.write_text(FILTER)
        configuration = pathlib.Path(folder, "linkchecker")
        configuration.write_text(
            "[checking]\nmaxrequestspersecond=10000\n[AnchorCheck]\n"
        )
        # Pages of the manual cannot have links: see check_manual.py.
        names = [
            name for name in documents(root) if name.parent.name != "manual"
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda name: render(root, name, copy, script), names))
        run = subprocess.run(
            ["linkchecker", "-f", configuration, "--no-status", "-r1",
             *(copy / f"{name}.html" for name in names)],
            capture_output=True, text=True,
        )
        told = list(PROBLEM.finditer(run.stdout))
        for problem in told:
            page = os.path.relpath(problem["page"], copy).removesuffix(".html")
            why = " ".join((problem["warning"] or problem["result"]).split())
            told_of = f"{page}: {problem['link']}: {why}"
            yield told_of.replace(f"{copy}/", "").replace(".md.html", ".md")
        if run.returncode and not told:
            yield run.stdout + run.stderr


def check_spelling(root):
    words = pathlib.Path(__file__).with_name("words.txt")
    run = subprocess.run(
        ["codespell", "-I", words.resolve(), *documents(root)],
        cwd=root, capture_output=True, text=True,
    )
    yield from run.stdout.splitlines()
    if run.returncode and not run.stdout:
        yield run.stderr


def check_versions(root):
    version = re.search(
        r"^project\(\w+ VERSION (\S+)", (root / "CMakeLists.txt").read_text(),
        re.M,
    )[1]
    cited = re.findall(
        r"^version: (\S+)$", (root / "CITATION.cff").read_text(), re.M
    )
    if cited != [version]:
        yield f"CITATION.cff: has version {cited}, CMakeLists.txt {version}"
    log = (root / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", log, re.M)
    for heading in headings:
        if not RELEASE.fullmatch(heading):
            yield f"CHANGELOG.md: {heading}: no version with its date"
    first = headings[0] if headings else ""
    if first != "[Unreleased]" and not first.startswith(f"[{version}]"):
        yield f"CHANGELOG.md: does not begin with [Unreleased] or [{version}]"
    for kind in re.findall(r"^### (.*)$", log, re.M):
        if kind not in CHANGES:
            yield f"CHANGELOG.md: {kind}: none of {', '.join(CHANGES)}"


def main():
    check, root = sys.argv[1:]
    problems = list(
        {
            "sizes": check_sizes,
            "reached": check_reached,
            "links": check_links,
            "spelling": check_spelling,
            "versions": check_versions,
        }[check](pathlib.Path(root).resolve())
    )
    print("\n".join(problems) or "nothing found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
