"""Looks at reports in headless Chromium, by the WebDriver protocol.

    look_at_page.py [--screenshots DIR] PAGE...

For each page: it renders without a message on the console and without a
request, has what its JSON has, can be used by keyboard alone, and has a light
and a dark form. On a phone, a tablet and a wide screen, light and dark, nothing
overlaps or is cut off, all text is legible, and the legend has each colour and
sign that the page uses, and no other. With a folder, pictures of it go there.
"""

import argparse
import json
import pathlib
import re
import sys

from browser import Browser

ENTER, TAB, DOWN = "\ue007", "\ue004", "\ue015"
WIDTHS = 400, 900, 1600
SCHEMES = "light", "dark"
LAYOUT = pathlib.Path(__file__).with_name("look_at_layout.js").read_text(encoding="utf-8")


class Page:
    def __init__(self, browser, path):
        self.browser, self.path = browser, path
        text = pathlib.Path(path).read_text(encoding="utf-8")
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        self.report = json.loads(found[1])
        self.kernels = [k for f in self.report["files"] for k in f.get("kernels", [])]
        self.problems = []

    def expect(self, what, have, want):
        if have != want:
            self.problems.append(f"{what}: {have!r}, not {want!r}")

    def look(self):
        self.browser.log("performance")
        self.browser.log("browser")
        self.browser.open(self.path)
        self.browser.run(
            "for (const d of document.querySelectorAll('details')) d.open = true")
        self.browser.run("return new Promise(done => setTimeout(done, 300))")
        self.content()
        self.bounds()
        self.versions()
        self.matching()
        self.colours()
        self.browser.open(self.path)
        self.keyboard()
        self.layout()
        self.silence()
        return self.problems

    def silence(self):
        for entry in self.browser.log("browser"):
            self.problems.append(f"console: {entry['message']}")
        for entry in self.browser.log("performance"):
            event = json.loads(entry["message"])["message"]
            if event["method"] == "Network.requestWillBeSent":
                # The browser's first tab may still load.
                if event["params"]["documentURL"].startswith("chrome:"):
                    continue
                url = event["params"]["request"]["url"]
                if not url.startswith(("file:", "data:")) or (
                    url.startswith("file:")
                    and not url.split("#")[0].endswith(pathlib.Path(self.path).name)
                ):
                    self.problems.append(f"request: {url}")

    def content(self):
        shapes = [s for k in self.kernels for s in k["shapes"]]
        arrays = [a for s in shapes for a in s["arrays"]]
        drawn = [
            a for a in arrays
            if a["footprints"] and all(
                "cells" in d and d["cells"] > 0
                for f in a["footprints"] for d in f["dimensions"])
        ]
        tiles = [
            t for s in shapes for t in s["plans"][:1] and s["plans"][0]["tiles"]
        ]
        for what, selector, want in (
            ("kernels", "details.kernel", len(self.kernels)),
            ("kernels in the list", "#nav a[href^='#kernel']", len(self.kernels)),
            ("changed kernels", "#nav .dot-changed", sum(k["changed"] for k in self.kernels)),
            ("files", "section.file", len(self.report["files"])),
            ("arrays", "section.array", len(arrays)),
            ("tiles", "figure.of-tile", len(tiles)),
            ("tiles drawn", "svg.banks", sum("memory" in t for t in tiles)),
            ("candidates", "table.candidates tbody tr", sum(len(s["candidates"]) for s in shapes)),
            ("timelines", "svg.timeline", sum(
                bool(f.get("host", {}).get(side))
                for f in self.report["files"] for side in ("before", "after"))),
            ("steps", "svg .event", sum(
                len(f.get("host", {}).get(side, []))
                for f in self.report["files"] for side in ("before", "after"))),
        ):
            self.expect(what, self.browser.count(selector), want)
        self.expect("footprints", self.browser.count("svg.footprint") >= len(drawn), True)
        self.expect("texts of pictures", self.browser.count(
            "svg[role=img]:not([aria-label]), svg[role=img][aria-label='']"), 0)
        self.expect("script errors in the page", self.browser.run(
            "return document.querySelector('#main noscript')"), None)
        # All of the source is there, and nothing of it became an element.
        for number, file in enumerate(self.report["files"]):
            if file["changed"]:
                continue
            lines = self.browser.run(
                "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)",
                f"#whole-{number} .pane.source .text")
            want = [line.rstrip("\r") for line in file["source"].split("\n")]
            self.expect("the source", lines, want)
        self.sorting()

    def sorting(self):
        """The column of shared memory, up and down."""
        values = self.browser.run("""
          const table = [...document.querySelectorAll('table.candidates')].find(
            t => t.tBodies[0].rows.length > 1);
          if (!table) return null;
          const head = [...table.tHead.rows[0].cells].find(
            h => h.textContent === 'Shared memory');
          const read = () => [...table.tBodies[0].rows].map(
            r => r.cells[head.cellIndex].textContent);
          const button = head.querySelector('button');
          button.click();
          const up = read(), sort = head.getAttribute('aria-sort');
          button.click();
          return [up, read(), sort];""")
        if values:
            up, down, sort = values
            size = lambda text: float(text.split()[0].replace(",", "")) * {
                "B": 1, "KiB": 2 ** 10, "MiB": 2 ** 20, "GiB": 2 ** 30}[text.split()[1]]
            self.expect("sorted up", up, sorted(up, key=size))
            self.expect("sorted down", [size(v) for v in down], sorted(map(size, up), reverse=True))
            self.expect("aria-sort", sort, "ascending")

    def colours(self):
        def background():
            return self.browser.run(
                "return getComputedStyle(document.body).backgroundColor")

        self.browser.colours("light")
        light = background()
        self.browser.colours("dark")
        dark = background()
        self.expect("light and dark differ", light != dark, True)
        self.browser.run("document.getElementById('theme').click()")
        self.expect("the button's colours", background(), light)
        self.browser.run("document.getElementById('theme').click()")
        self.expect("the button's colours", background(), dark)
        self.browser.colours("light")

    def keyboard(self):
        browser = self.browser
        browser.press(TAB)
        self.expect("the first stop", browser.run(
            "return document.activeElement.className"), "skip")
        browser.press(ENTER)
        self.expect("behind the skip link", browser.focused(), "main")
        names = [f"kernel-{f}-{k}" for f, file in enumerate(self.report["files"])
                 for k in range(len(file.get("kernels", [])))]
        for name in names[:3]:
            browser.press("j")
            self.expect("j", browser.focused(), name)
            self.expect("visible focus", browser.run(
                "return getComputedStyle(document.activeElement).outlineStyle"), "solid")
        if len(names) > 1:
            browser.press("k")
            self.expect("k", browser.focused(), names[min(3, len(names)) - 2])
            browser.press(DOWN)
            self.expect("down", browser.focused(), names[min(3, len(names)) - 1])
        if not names:
            return
        script = "return document.activeElement.parentNode.open"
        was = browser.run(script)
        browser.press(ENTER)
        self.expect("Enter", browser.run(script), not was)
        browser.press(ENTER)
        self.expect("Enter again", browser.run(script), was)
        self.keys_of_panes()
        self.stops()
        # The reason of marked text comes with the focus.
        for selector in (".wave", "details.kernel .wave"):
            shown = browser.run("""
              const mark = document.querySelector(arguments[0]);
              if (!mark) return null;
              mark.closest('details').open = true;
              mark.focus();
              const tip = document.getElementById('tip');
              return new Promise(done => setTimeout(() => done(
                tip.hidden ? 'hidden' : tip.textContent), 300));""", selector)
            if shown is not None:
                self.expect("a reason", "[tessera-" in shown, True)

    def stops(self):
        """Where Tab stops, the focus is seen, and not below what floats."""
        browser = self.browser
        for _ in range(12):
            browser.press(TAB)
            self.expect("a stop", browser.run("""
              const e = document.activeElement, style = getComputedStyle(e);
              if (e === document.body) return [];
              const box = e.getBoundingClientRect(), wrong = [];
              if (style.outlineStyle !== 'solid' || parseFloat(style.outlineWidth) < 2)
                wrong.push(`${e.outerHTML.slice(0, 60)}: no outline`);
              const middle = (from, to, most) => (Math.max(0, from) + Math.min(to, most)) / 2;
              const hit = document.elementFromPoint(
                middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight));
              if (!hit || !(e.contains(hit) || hit.contains(e)) || box.bottom < 0 ||
                  box.top > innerHeight)
                wrong.push(`${e.outerHTML.slice(0, 60)}: out of sight`);
              return wrong;"""), [])

    def bounds(self):
        """What bounds each kernel, as it stands and with its first version."""
        want = []
        for kernel in self.kernels:
            for shape in equal_shapes(kernel):
                sides = []
                before = shape.get("before", {}).get("bound")
                plans = [p for p in shape["plans"] if "bound" in p.get("estimate", {})]
                if before:
                    sides.append(["before", before])
                    sides += [["after", p["estimate"]["bound"]] for p in plans[:1]]
                want.append(sides)
            if not kernel["shapes"]:
                want.append([])
        self.expect("bounds", self.browser.run("""
            return [...document.querySelectorAll('section.bounds')].map(section =>
              [...section.querySelectorAll('b[data-side]')].map(mark =>
                [mark.dataset.side, mark.dataset.unit]).sort().reverse())"""),
            [sorted(sides, reverse=True) for sides in want])
        # Where there is none, that is said; the longest bar is that of the bound.
        self.expect("not estimated", self.browser.run("""
            return [...document.querySelectorAll('section.bounds')].filter(section =>
              !section.querySelector('b[data-side]') &&
              !/Not estimated: ./.test(section.textContent)).length"""), 0)
        left_out = sum(
            bool(set(k["uses"]) - {"constant memory"})
            for k in self.kernels for s in equal_shapes(k) if "bound" in s.get("before", {}))
        self.expect("what is left out", self.browser.count(".bounds .left-out"), left_out)
        self.expect("bars that are longer than that of the bound", self.browser.run("""
            return [...document.querySelectorAll('b[data-side]')].filter(mark => {
              const width = bar => parseFloat(bar.style.width);
              const bars = [...mark.closest('.bars').querySelectorAll('i')].filter(
                bar => bar.dataset.sign === mark.dataset.side);
              const own = bars.find(bar => bar.dataset.unit === mark.dataset.unit);
              return bars.some(bar => width(bar) > width(own));
            }).length"""), 0)

    def versions(self):
        """Each version once, with its condition; no line of the result twice."""
        want = []
        for kernel in self.kernels:
            plans = [p for s in kernel["shapes"] for p in s["plans"]]
            own = list(dict.fromkeys((p["kernel"], p["what"]) for p in plans))
            if own:
                want.append([name for name, _ in own])
        self.expect("versions", self.browser.run("""
            return [...document.querySelectorAll('table.versions')].map(table =>
              [...table.tBodies[0].rows].filter(row => row.cells[0].textContent).map(
                row => row.cells[1].textContent))"""), want)
        self.expect("conditions that are shown twice", self.browser.run("""
            return [...document.querySelectorAll('table.versions')].filter(table => {
              const common = [...table.closest('section').querySelectorAll(
                ':scope > div > .tests code')].map(e => e.textContent);
              return [...table.querySelectorAll('.when')].some(cell => {
                const own = [...cell.querySelectorAll('code')].map(e => e.textContent);
                return own.some(text => common.includes(text)) ||
                  [...cell.children].some(part => {
                    const texts = [...part.querySelectorAll('code')].map(e => e.textContent);
                    return new Set(texts).size < texts.length;
                  });
              });
            }).length"""), 0)
        self.expect("lines that are shown twice", self.browser.run("""
            return [...document.querySelectorAll('.pane')].filter(pane => {
              const lines = [...pane.querySelectorAll('.line')].map(e => e.dataset.line);
              return new Set(lines).size < lines.length;
            }).length"""), 0)

    def matching(self):
        """A line that is pointed at shows what the JSON says belongs to it."""
        for number, file in enumerate(self.report["files"]):
            if not file["changed"]:
                continue
            origin = [line + step * i for count, line, step in file["result_lines"]
                      for i in range(count)]
            wrong = self.browser.run("""
              const [selector, origin] = arguments, wrong = [];
              const point = (row, kind) => row.dispatchEvent(
                new MouseEvent(kind, { bubbles: true }));
              for (const panes of document.querySelectorAll(selector)) {
                const [source, result] = panes.querySelectorAll('.pane');
                const lines = pane => [...pane.querySelectorAll('.line')];
                for (const [own, other, belongs] of [
                  [source, result, (a, b) => origin[b - 1] === a],
                  [result, source, (a, b) => origin[a - 1] === b]])
                  for (const row of lines(own).slice(0, 200)) {
                    point(row, 'mouseover');
                    const at = Number(row.dataset.line);
                    const want = lines(other).map(r => Number(r.dataset.line))
                      .filter(line => belongs(at, line));
                    const marked = lines(other).filter(r => r.classList.contains('matching'));
                    const have = marked.map(r => Number(r.dataset.line));
                    const box = other.getBoundingClientRect();
                    const seen = marked.some(r => {
                      const { top, bottom } = r.getBoundingClientRect();
                      return bottom > box.top && top < box.bottom;
                    });
                    if (String(have) !== String(want) || (want.length && !seen))
                      wrong.push(`${own.className} ${at}: ${have}, not ${want}, seen: ${seen}`);
                  }
                source.dispatchEvent(new MouseEvent('mouseleave'));
                if (panes.querySelector('.matching')) wrong.push('still marked');
              }
              return wrong.slice(0, 3);""",
              f"section.file:nth-of-type({number + 2}) .panes.two", origin)
            self.expect("lines that belong together", wrong, [])
            self.expect("panes", self.browser.count(
                f"section.file:nth-of-type({number + 2}) .panes.two") > 0, True)

    def keys_of_panes(self):
        """Arrows go from line to line, Enter to the other side."""
        browser = self.browser
        for number, file in enumerate(self.report["files"]):
            if not (file["changed"] and file["versions"] and file.get("kernels")):
                continue
            if not browser.run("""
              const panes = document.querySelector(arguments[0]);
              if (!panes) return false;
              panes.closest('details').open = true;
              panes.querySelector('.pane.source').focus();
              return true;""", f"section.file:nth-of-type({number + 2}) .kernel .panes.two"):
                continue
            marked = lambda: browser.run("""
              const pane = document.activeElement, own = pane.querySelector('.selected');
              return [pane.dataset.side, Number(own.dataset.line),
                pane.getAttribute('aria-activedescendant') === own.id]""")
            first, second = browser.run("""
              return [...document.activeElement.querySelectorAll('.line')].slice(0, 2).map(
                row => Number(row.dataset.line))""")
            self.expect("the first line", marked(), ["source", first, True])
            browser.press(DOWN)
            self.expect("the next line", marked(), ["source", second, True])
            origin = [start + step * i for count, start, step in file["result_lines"]
                      for i in range(count)]
            if second not in origin:
                continue
            browser.press(ENTER)
            side, line, active = marked()
            self.expect("the other side", [side, origin[line - 1], active],
                        ["result", second, True])

    def layout(self):
        """At three widths, light and dark, by the system's wish and the button's."""
        browser = self.browser
        for width in WIDTHS:
            for scheme in SCHEMES:
                browser.width(width)
                browser.colours(scheme)
                browser.open(self.path)
                for toggle in ([False, True] if width == WIDTHS[0] else [False]):
                    browser.run("""
                      const all = [...document.querySelectorAll('details')];
                      const kernels = all.filter(d => d.matches('.kernel')).slice(0, 6);
                      for (const d of all)
                        if (!d.matches('.kernel') || kernels.includes(d)) d.open = true;
                      if (arguments[0]) document.getElementById('theme').click();
                      return new Promise(done => setTimeout(() => {
                        for (const k of kernels)
                          for (const d of k.querySelectorAll('details')) d.open = true;
                        setTimeout(done, 100);
                      }, 100));""", toggle)
                    for problem in browser.run(LAYOUT):
                        how = ", by the button" if toggle else ""
                        self.problems.append(f"{width} wide, {scheme}{how}: {problem}")
        browser.developer("Emulation.clearDeviceMetricsOverride")
        browser.colours("light")

    def pictures(self, folder):
        browser, stem = self.browser, pathlib.Path(self.path).stem
        for width in WIDTHS:
            for scheme in SCHEMES:
                browser.colours(scheme)
                browser.width(width)
                browser.open(self.path)
                browser.picture(pathlib.Path(folder) / f"{stem}-{width}-{scheme}.png")
        browser.developer("Emulation.clearDeviceMetricsOverride")


def equal_shapes(kernel):
    """The shapes without those that differ from another in blocks and launches."""
    kept = {}
    for shape in kernel["shapes"]:
        plans = [{**p, "starts": None, "block": None} for p in shape["plans"]]
        key = json.dumps({**shape, "block": None, "grid": None, "plans": plans}, sort_keys=True)
        kept.setdefault(key, shape)
    return kept.values()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots")
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()
    failed = False
    with Browser() as browser:
        for path in options.pages:
            page = Page(browser, path)
            for problem in page.look():
                print(f"{pathlib.Path(path).name}: {problem}")
                failed = True
            if options.screenshots:
                page.pictures(options.screenshots)
    print("pages have problems" if failed else f"{len(options.pages)} pages are good")
    return failed


if __name__ == "__main__":
    sys.exit(main())
