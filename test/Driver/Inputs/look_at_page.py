"""Looks at reports in headless Chromium, by the WebDriver protocol.

    look_at_page.py [--screenshots DIR] PAGE...

For each page: it renders without a message on the console and without a
request, has what its JSON has, can be used by keyboard alone, and has a light
and a dark form. With a folder, pictures of it go there.
"""

import argparse
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
ENTER, TAB, DOWN = "\ue007", "\ue004", "\ue015"


class Browser:
    """A driver and its only session; both end with the block."""

    def __init__(self, width=1400, height=1000):
        self.size = width, height

    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True
        )
        for line in self.driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self.root = f"http://127.0.0.1:{found[1]}/session"
                break
        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", f"--user-data-dir={self.profile}",
            f"--window-size={self.size[0]},{self.size[1]}",
        ]
        session = self.call("POST", "", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}})
        self.root += "/" + session["sessionId"]
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(20)
            shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.root + path, data, {"Content-Type": "application/json"}, method=method
        )
        # Never by a proxy: the driver is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=90) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self.call("POST", "/url", {"url": pathlib.Path(path).resolve().as_uri()})

    def run(self, script, *arguments):
        return self.call(
            "POST", "/execute/sync", {"script": script, "args": list(arguments)}
        )

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def press(self, *keys):
        actions = [
            {"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")
        ]
        self.call("POST", "/actions", {"actions": [
            {"type": "key", "id": "keys", "actions": actions}]})

    def focused(self):
        return self.run(
            "const e = document.activeElement;"
            "return e.parentNode && e.parentNode.id || e.id || e.tagName"
        )

    def developer(self, command, **parameters):
        return self.call(
            "POST", "/goog/cdp/execute", {"cmd": command, "params": parameters}
        )

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def colours(self, scheme):
        self.developer(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )

    def picture(self, path):
        size = self.developer("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.developer(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": size["width"],
                  "height": min(size["height"], 9000), "scale": 1})
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))


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
        self.colours()
        self.browser.open(self.path)
        self.keyboard()
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
            ("changed kernels", "#nav .dot.changed", sum(k["changed"] for k in self.kernels)),
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
                f"#whole-{number} td.text:nth-child(2)")
            want = [line.rstrip("\r") for line in file["source"].split("\n")]
            self.expect("the source", lines, want)
        if wide := self.browser.run(
                "return document.documentElement.scrollWidth - innerWidth"):
            self.expect("page wider than the window", wide > 0, False)
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
                "B": 1, "KiB": 1024}[text.split()[1]]
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
        # The reason of marked text comes with the focus.
        for selector in (".squiggle", "details.kernel tr.change[tabindex]"):
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

    def pictures(self, folder):
        browser, stem = self.browser, pathlib.Path(self.path).stem
        for name, width, scheme in (
            ("light", 1400, "light"), ("dark", 1400, "dark"), ("narrow", 420, "light"),
        ):
            browser.colours(scheme)
            browser.developer("Emulation.setDeviceMetricsOverride", width=width,
                              height=1000, deviceScaleFactor=1, mobile=False)
            browser.open(self.path)
            browser.picture(pathlib.Path(folder) / f"{stem}-{name}.png")
            browser.developer("Emulation.clearDeviceMetricsOverride")


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
