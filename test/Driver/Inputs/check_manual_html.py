"""check_manual_html.py FILE.html ROOT: whether the page is whole.

Every identity has one section and one link to it, tags are closed in their
order, links lead to a section, nothing is loaded from elsewhere, and the
examples are there, character for character.
"""

import html.parser
import pathlib
import re
import sys

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.sections, self.links, self.problems = [], [], [], []
        self.code = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections.append(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        if tag == "pre":
            self.code.append("")
        if "src" in values or tag in ("link", "img", "script", "iframe"):
            self.problems.append(f"loads something: {tag} {values}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"{self.getpos()}: </{tag}> closes nothing")

    def handle_data(self, data):
        if "pre" in self.open:
            self.code[-1] += data
        if "style" in self.open and re.search(r"url\(|@import", data):
            self.problems.append("the style loads something")


def main():
    text = pathlib.Path(sys.argv[1]).read_text("utf-8")
    root = pathlib.Path(sys.argv[2])
    page = Page()
    page.feed(text)
    page.close()
    problems = page.problems + [f"<{tag}> is not closed" for tag in page.open]
    definitions = (root / "include/tessera/Support/Diagnostics.def").read_text()
    known = re.findall(r'^DIAG\(\w+,\s*"([\w-]+)"', definitions, re.M)
    if sorted(page.sections) != sorted(known):
        problems.append(f"sections: {set(page.sections) ^ set(known)}")
    if {link[1:] for link in page.links} != set(known):
        problems.append("links and identities differ")
    for identity in known:
        source = (root / f"src/Driver/manual/{identity}.md").read_text("utf-8")
        for block in re.findall(r"^```[^\n]+\n(.*?)^```$", source, re.M | re.S):
            if block not in page.code:
                problems.append(f"{identity}: an example is not as in its page")
    print("\n".join(problems) or "nothing found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
