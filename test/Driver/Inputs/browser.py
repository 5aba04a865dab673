"""Headless Chromium, by the WebDriver protocol."""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.request


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
            features=[{"name": "prefers-color-scheme", "value": scheme},
                      {"name": "prefers-reduced-motion", "value": "reduce"}],
        )

    def width(self, width):
        self.developer("Emulation.setDeviceMetricsOverride", width=width, height=1000,
                       deviceScaleFactor=1, mobile=False)

    def picture(self, path):
        size = self.developer("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.developer(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": size["width"],
                  "height": min(size["height"], 9000), "scale": 1})
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))
