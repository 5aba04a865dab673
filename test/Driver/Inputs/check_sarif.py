"""check_sarif.py REPORT [SOURCE RESULT].. [--exit CODE]: fails if the report is
no SARIF 2.1.0 of the form that editors and code scanning need, if a place is
not in its file, or if the fix of a SOURCE does not give RESULT.

Relative names in the report are looked up from its own base folder.
"""

import hashlib
import json
import pathlib
import re
import sys
import urllib.parse

# What an object may have, and what it must have (!).
FORMS = {
    "log": "$schema! version! runs!",
    "run": "tool! columnKind! originalUriBaseIds! invocations! artifacts!"
    " results!",
    "tool": "driver!",
    "driver": "name! version! rules!",
    "rule": "id! shortDescription! defaultConfiguration! fullDescription help",
    "configuration": "level!",
    "message": "text!",
    "help": "text! markdown!",
    "invocation": "executionSuccessful! exitCode!",
    "artifact": "location! roles! length! hashes! encoding sourceLanguage",
    "hashes": "sha-256!",
    "location": "physicalLocation!",
    "physical": "artifactLocation! region",
    "artifactLocation": "uri! uriBaseId index",
    "region": "startLine! startColumn! endLine! endColumn!",
    "result": "ruleId! ruleIndex! kind! level! message! locations! fixes"
    " suppressions",
    "suppression": "kind! justification",
    "fix": "description! artifactChanges!",
    "change": "artifactLocation! replacements!",
    "replacement": "deletedRegion! insertedContent!",
}
KINDS = {"pass", "open", "informational", "notApplicable", "review", "fail"}
LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"(?:[A-Za-z0-9._~/:-]|%[0-9A-F]{2})+")


def need(condition, what):
    if not condition:
        sys.exit(f"check_sarif: {what}")


def form(value, name):
    need(isinstance(value, dict), f"{name} is no object: {value}")
    for word in FORMS[name].split():
        need(not word.endswith("!") or word[:-1] in value, f"{name}: no {word}")
    known = {word.rstrip("!") for word in FORMS[name].split()}
    need(set(value) <= known, f"{name}: {set(value) - known}")
    return value


def text(value):
    need(form(value, "message")["text"] and isinstance(value["text"], str),
         f"an empty message: {value}")
    return value["text"]


class Report:
    def __init__(self, path):
        log = form(json.loads(pathlib.Path(path).read_text("utf-8")), "log")
        need(log["version"] == "2.1.0", "version")
        need(len(log["runs"]) == 1, "runs")
        self.run = form(log["runs"][0], "run")
        need(self.run["columnKind"] == "utf16CodeUnits", "columnKind")
        self.bases = {}
        for name, base in self.run["originalUriBaseIds"].items():
            need(base["uri"].startswith("file:///") and
                 base["uri"].endswith("/"), f"base {base}")
            self.bases[name] = base["uri"]
        self.artifacts = self.run["artifacts"]
        self.fixes = {}

    def path(self, place, indexed=False):
        """The file of an artifactLocation."""
        uri = form(place, "artifactLocation")["uri"]
        need(URI.fullmatch(uri), f"no URI: {uri}")
        if "uriBaseId" in place:
            need(not uri.startswith(("/", "file:")) and ".." not in uri, uri)
            uri = self.bases[place["uriBaseId"]] + uri
        need(uri.startswith("file:///"), f"neither relative nor a file: {uri}")
        need(indexed == ("index" in place), f"index: {place}")
        if indexed:
            same = dict(place)
            need(self.artifacts[same.pop("index")]["location"] == same,
                 f"another artifact: {place}")
        return urllib.parse.unquote(uri[len("file://"):],
                                    encoding="utf-8", errors="surrogateescape")

    def lines(self, path):
        """Lines as an editor sees them, in UTF-16."""
        data = pathlib.Path(path).read_bytes()
        content = data.decode("utf-8", "replace").removeprefix("\ufeff")
        return [line.encode("utf-16-le") for line in content.split("\n")]

    def offset(self, lines, line, column):
        need(isinstance(line, int) and 1 <= line <= len(lines), f"line {line}")
        need(isinstance(column, int) and
             1 <= column <= len(lines[line - 1]) // 2 + 1,
             f"column {column} of line {line}")
        before = sum(len(l) + 2 for l in lines[: line - 1])
        return before + 2 * (column - 1)

    def span(self, lines, region):
        form(region, "region")
        begin = self.offset(lines, region["startLine"], region["startColumn"])
        end = self.offset(lines, region["endLine"], region["endColumn"])
        need(begin <= end, f"region {region}")
        return begin, end

    def check(self, exit_code):
        driver = form(form(self.run["tool"], "tool")["driver"], "driver")
        need(driver["name"] == "tessera", "name")
        rules = driver["rules"]
        for rule in rules:
            form(rule, "rule")
            need(re.fullmatch("[a-z-]+", rule["id"]), f"rule {rule['id']}")
            text(rule["shortDescription"])
            level = form(rule["defaultConfiguration"], "configuration")["level"]
            need(level in LEVELS, level)
            need(("help" in rule) == ("fullDescription" in rule), rule["id"])
            if "help" in rule:
                text(rule["fullDescription"])
                form(rule["help"], "help")
        names = [rule["id"] for rule in rules]
        need(len(set(names)) == len(names), "a rule twice")
        invocation = form(self.run["invocations"][0], "invocation")
        need(invocation["exitCode"] == exit_code, invocation)
        need(invocation["executionSuccessful"] is (exit_code != 1), invocation)
        for artifact in self.artifacts:
            form(artifact, "artifact")
            data = pathlib.Path(self.path(artifact["location"])).read_bytes()
            need(artifact["roles"] == ["analysisTarget"], "roles")
            need(artifact["length"] == len(data), "length")
            need(form(artifact["hashes"], "hashes")["sha-256"] ==
                 hashlib.sha256(data).hexdigest(), "hash")
        used = set()
        for result in self.run["results"]:
            form(result, "result")
            index = result["ruleIndex"]
            need(names[index] == result["ruleId"], f"rule {index}")
            used.add(index)
            need(result["kind"] in KINDS and result["level"] in LEVELS, result)
            need((result["kind"] == "fail") == (result["level"] != "none"),
                 f"{result['kind']} and {result['level']}")
            text(result["message"])
            need(len(result["locations"]) == 1, "locations")
            place = form(result["locations"][0], "location")
            place = form(place["physicalLocation"], "physical")
            path = self.path(place["artifactLocation"], indexed=True)
            if "region" in place:
                self.span(self.lines(path), place["region"])
            for one in result.get("suppressions", []):
                need(form(one, "suppression")["kind"] == "external", one)
            for fix in result.get("fixes", []):
                self.add_fix(form(fix, "fix"))
        need(used == set(range(len(rules))), "a rule without a result")

    def add_fix(self, fix):
        text(fix["description"])
        for change in fix["artifactChanges"]:
            path = self.path(form(change, "change")["artifactLocation"])
            need(path not in self.fixes, f"two fixes of {path}")
            lines = self.lines(path)
            content, done = b"\n\0".join(lines), 0
            result = b""
            for one in change["replacements"]:
                form(one, "replacement")
                begin, end = self.span(lines, one["deletedRegion"])
                need(done <= begin, "replacements overlap")
                result += content[done:begin]
                result += one["insertedContent"]["text"].encode("utf-16-le")
                done = end
            fixed = (result + content[done:]).decode("utf-16-le").encode()
            if pathlib.Path(path).read_bytes().startswith(b"\xef\xbb\xbf"):
                fixed = b"\xef\xbb\xbf" + fixed
            self.fixes[path] = fixed


def main(arguments):
    exit_code = 0
    if "--exit" in arguments:
        exit_code = int(arguments[-1])
        arguments = arguments[:-2]
    report = Report(arguments[0])
    report.check(exit_code)
    rest = arguments[1:]
    for source, result in zip(rest[::2], rest[1::2]):
        fixed = report.fixes.pop(str(pathlib.Path(source).resolve()), None)
        need(fixed == pathlib.Path(result).read_bytes(), f"fix of {source}")
    need(not report.fixes, f"fixes of {list(report.fixes)}")


main(sys.argv[1:])
