#!/usr/bin/env python3
"""Tests the report of the kernel kit, on made-up results with known numbers.

bench/kernels/report_test.py

Nothing is measured: measure.py runs with a compiler and programs that are made
up, too. Reports that are kept in `results` have to be what their results make.
"""

import contextlib
import copy
import glob
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

import problem
import report
import results

# 1 GB take 1 ms; 1e9 operations take 0.5 ms with fp32 and 2 ms with special.
DEVICE = {"device": "Made-up GPU", "compute": "9.0", "processors": 4,
          "driver": 12040, "runtime": 12040, "bytes": 1e12, "fp32": 2e12,
          "fp64": 1e12, "int32": 1e12, "special": 5e11}


def version(ms, naive=None, right=True):
    """Of a time, or of a time and that of naive."""
    speedup = (naive or ms) / ms
    return {"right": right, "error": 1e-7, "different": 0,
            "ms": [ms, ms * 0.9, ms * 1.1],
            "speedup": [speedup, speedup * 0.9, speedup * 1.1]}


def size(n, moved, operations, naive, **others):
    return {"size": {"n": n}, "bytes": moved, "operations": operations,
            "versions": {"naive": version(naive),
                         **{name: version(*(ms if isinstance(ms, tuple) else
                                            (ms, naive)))
                            for name, ms in others.items()}}}


def made_up(**more):
    """Two kernels: `copy`, bound by bytes, and `sum`, by operations."""
    return {"device": dict(DEVICE), "commit": "abc", "gpu": "h200", "kernels": {
        "sum": [size(100, 10 ** 9, {"fp32": 8 * 10 ** 9, "special": 10 ** 8},
                     40.0, tessera=8.0, by_hand=5.0, vendor=4.0)],
        "copy": [size(10, 10 ** 9, {"int32": 10 ** 8}, 4.0, tessera=2.0,
                      by_hand=1.0),
                 size(80, 8 * 10 ** 9, {"int32": 8 * 10 ** 8}, 16.0,
                      tessera=32.0, by_hand=8.0)],
    }, **more}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def file(self, data, name="results.json"):
        with open(self.path(name), "w") as file:
            file.write(data if isinstance(data, str) else json.dumps(data))
        return self.path(name)

    def results(self, *data):
        return results.Results([self.file(d, f"{i}.json")
                                for i, d in enumerate(data)])

    def main(self, *arguments):
        """Exit code, what is printed, and messages."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", ["report.py", *arguments]), \
                contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(err):
            try:
                code = report.main()
            except SystemExit as stop:
                code = stop.code
        return code, out.getvalue(), err.getvalue()

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()


class Numbers(Case):
    def rows(self, found):
        return {(r.kernel, r.size["n"]): r for r in found.rows}

    def test_bounds(self):
        rows = self.rows(self.results(made_up()))
        self.assertEqual(("bytes", 1.0), (rows["copy", 10].bound_by,
                                          rows["copy", 10].bound_ms))
        self.assertEqual(("fp32", 4.0), (rows["sum", 100].bound_by,
                                         rows["sum", 100].bound_ms))
        self.assertAlmostEqual(0.5, rows["sum", 100].share("tessera"))
        self.assertAlmostEqual(1.0, rows["sum", 100].share("vendor"))

    def test_the_unit_that_takes_longest_binds(self):
        data = made_up()
        data["kernels"]["sum"][0]["operations"]["special"] = 4 * 10 ** 9
        row = self.rows(self.results(data))["sum", 100]
        self.assertEqual(("special", 8.0), (row.bound_by, row.bound_ms))
        self.assertEqual("special", row.unit())

    def test_a_kernel_counts_once(self):
        data = self.results(made_up()).summary("tessera")
        # copy: 2 x and 0.5 x make 1 x; sum: 5 x.
        self.assertAlmostEqual(5 ** 0.5, data["speedup"])
        # copy: 1/2 and 1/4; sum: 1/2.
        self.assertAlmostEqual((8 ** -0.5 + 0.5) / 2, data["share"])
        self.assertAlmostEqual(0.5, data["of_vendor"])
        # copy: 1/2 and 1/4; sum: 5/8.
        self.assertAlmostEqual((8 ** -0.5 * 5 / 8) ** 0.5, data["of_by_hand"])

    def test_the_median_kernel(self):
        data = made_up(kernels={name: [size(1, 10 ** 9, {}, ms)] for name, ms
                                in [("a", 2.0), ("b", 4.0), ("c", 100.0)]})
        summary = self.results(data).summary("naive")
        self.assertAlmostEqual(0.25, summary["share"])

    def test_slower(self):
        for naive, ms, slower in [(1, 1.0200, False), (1, 1.0210, True),
                                  (0.019, 0.01995, False),
                                  (0.019, 0.0201, True),
                                  (0.020, 0.0205, True)]:
            data = made_up(kernels={"k": [size(1, 1, {}, naive, tessera=ms)]})
            found = self.results(data).summary("tessera")["slower"]
            self.assertEqual(slower, bool(found), (naive, ms))

    def test_wrong_versions_are_in_no_mean(self):
        data = made_up()
        data["kernels"]["copy"][1]["versions"]["tessera"]["right"] = False
        data["kernels"]["copy"][1]["versions"]["tessera"]["error"] = 0.25
        found = self.results(data)
        summary = found.summary("tessera")
        self.assertAlmostEqual((2 * 5) ** 0.5, summary["speedup"])
        self.assertAlmostEqual(0.5, summary["share"])
        self.assertAlmostEqual((0.5 * 5 / 8) ** 0.5, summary["of_by_hand"])
        self.assertEqual([], summary["slower"])
        self.assertEqual([{"kernel": "copy", "size": {"n": 80}}],
                         summary["wrong"])
        row = self.rows(found)["copy", 80]
        self.assertEqual("**wrong**<br>error 0.2", report.cell(row, "tessera"))

    def test_nothing_is_as_fast_as_a_wrong_naive_version(self):
        data = made_up()
        data["kernels"]["sum"][0]["versions"]["naive"]["right"] = False
        found = self.results(data)
        self.assertAlmostEqual(1.0, found.summary("tessera")["speedup"])
        self.assertAlmostEqual(0.5, found.summary("tessera")["of_vendor"])
        self.assertIn("naive is wrong", report.cell(
            self.rows(found)["sum", 100], "tessera"))

    def test_largest(self):
        data = made_up(kernels={"k": [size(n, n, {}, 1.0)
                                      for n in (100, 1000, 1001, 200)]})
        self.assertEqual([{"n": 1000}],
                         [r.size for r in self.results(data).largest()])

    def test_old_results_take_work_from_the_kit(self):
        numbers = {"m": 2048, "n": 2048, "k": 2048}
        data = made_up(kernels={"sgemm": [{"size": numbers, "versions": {
            "naive": version(3.0)}}]})
        row = self.results(data).rows[0]
        self.assertEqual(12 * 2048 ** 2, row.bytes)
        self.assertEqual({"fp32": 2048 ** 3}, row.operations)

    def test_results_come_before_the_kit(self):
        data = made_up()
        data["kernels"] = {"sgemm": [dict(
            size(1, 7, {"fp64": 9}, 3.0), size={"m": 1, "n": 1, "k": 1})]}
        row = self.results(data).rows[0]
        self.assertEqual((7, {"fp64": 9}), (row.bytes, row.operations))


class Merging(Case):
    def other(self, **more):
        """A later file: other times of copy's first size, a new size, and
        another version."""
        return made_up(**{"kernels": {"copy": [
            size(10, 10 ** 9, {"int32": 1}, 4.0, tessera=1.0, tuned=0.5),
            size(20, 10 ** 9, {"int32": 1}, 4.0)]}, **more})

    def copies(self, found):
        return {r.size["n"]: set(r.versions) for r in found.kernels["copy"]}

    def test_equal_runs(self):
        found = self.results(made_up(), self.other())
        three = {"naive", "tessera", "by_hand"}
        self.assertEqual({80: three, 10: three | {"tuned"}, 20: {"naive"}},
                         self.copies(found))
        row = next(r for r in found.rows if r.size["n"] == 10)
        self.assertEqual((4.0, 8.0, 4.0), (row.speedup("tessera"),
                                           row.speedup("tuned"),
                                           row.speedup("by_hand")))
        self.assertEqual(["naive", "tessera", "tuned", "by_hand", "vendor"],
                         found.versions)

    def test_other_runs_replace(self):
        mine = {10: {"naive", "tessera", "tuned"}, 20: {"naive"}}
        device = {**DEVICE, "runtime": 13000}
        for change in [{"commit": "abd"}, {"device": device}]:
            found = self.results(made_up(), self.other(**change))
            self.assertEqual(mine, self.copies(found), change)
            self.assertEqual(2, len(found.runs))
            self.assertIn("sum", found.kernels)
        for commit in ["unknown", "abc-dirty"]:
            found = self.results(made_up(commit=commit),
                                 self.other(commit=commit))
            self.assertEqual(mine, self.copies(found), commit)

    def test_replaced_runs_are_not_listed(self):
        found = self.results(made_up(), made_up(commit="new"))
        self.assertEqual(["new"], [r.commit for r in found.runs])

    def test_shares_are_those_of_the_own_run(self):
        device = {**DEVICE, "bytes": 5e11}
        found = self.results(made_up(), self.other(device=device))
        row = next(r for r in found.rows if r.size["n"] == 10)
        self.assertEqual(2.0, row.bound_ms)
        self.assertEqual(1.0, row.share("by_hand"))
        self.assertEqual(2.0, row.share("tessera"))
        self.assertEqual([1e12, 5e11], [r.device["bytes"] for r in found.runs])
        numbers = json.loads(found.as_json())["rows"][0]["versions"]
        self.assertEqual((0, 1), (numbers["by_hand"]["run"],
                                  numbers["tessera"]["run"]))
        text = report.measured(found)
        self.assertIn("| abc | h200 | 2 | 1 TB/s |", text)
        self.assertIn("| abc | h200 | 1 | 500 GB/s |", text)

    def test_failed(self):
        failed = made_up(failed=["copy"])
        del failed["kernels"]["copy"]
        found = self.results(made_up(), failed)
        self.assertEqual(["copy"], found.failed)
        self.assertEqual({10, 80}, set(self.copies(found)))
        found = self.results(made_up(commit="old"), failed)
        self.assertEqual(["sum"], list(found.kernels))
        self.assertIn(": copy.", report.report(found))
        found = self.results(failed, made_up(commit="new"))
        self.assertEqual([], found.failed)


class Documents(Case):
    def test_report(self):
        out = self.path("new", "folder")
        code, text, messages = self.main(self.file(made_up()), "--out", out)
        self.assertEqual((0, "", ""), (code, text, messages))
        self.assertEqual(["bound.svg", "report.md", "roofline.svg",
                          "speedup.svg"], sorted(os.listdir(out)))
        text = self.read("new", "folder", "report.md")
        for line in [
            "| 1 | Made-up GPU | 12.4 | 12.4 | abc | h200 | 2 | 1 TB/s | 2 T/s "
            "| 1 T/s | 1 T/s | 500 G/s |",
            "| tessera | 2 | 2.24 × | 43 % | 1 | 50 % | 0 |",
            "| vendor | 1 | 10.0 × | 100 % | 0 | 100 % | 0 |",
            "- tessera is slower than naive: copy (n 80: 0.500 ×)",
            "| tessera | 2 | 0.470 × | 0 of 3 | 0.250 ×: copy (n 80) |",
            "| sum | n 100 | 4.000 | 50 % | 80 % |",
            "| sum<br>n 100 | 4.000 ms<br>fp32 "
            "| 40.00 ms<br>36.00 to 44.00<br>10 % of bound "
            "| 8.000 ms<br>5.00 × (4.50 to 5.50)<br>50 % of bound "
            "| 5.000 ms<br>8.00 × (7.20 to 8.80)<br>80 % of bound "
            "| 4.000 ms<br>10.0 × (9.00 to 11.0)<br>100 % of bound |",
        ]:
            self.assertIn(line + "\n", text)

    def test_pictures(self):
        data = made_up()
        data["kernels"]["bad<&>"] = [size(1, 10, {"fp64": 3}, 1.0,
                                          tessera=(2.0, 1.0, False),
                                          tuned=1e-6)]
        data["kernels"]["bare"] = [size(1, 10, {}, 1.0)]
        found = self.results(data)
        for draw in (report.plots.speedup, report.plots.bound,
                     report.plots.roofline):
            root = xml.fromstring(draw(found))
            name = "{http://www.w3.org/2000/svg}"
            texts = ["".join(t.itertext()) for t in root.iter(name + "text")]
            labels = {"copy", "sum", "bad<&>"}
            if draw != report.plots.roofline:  # which has no place for it
                labels.add("bare")
            for label in labels:
                self.assertEqual(1, texts.count(label), (draw, label))
            self.assertTrue(root.find(name + "title").text)
            self.assertTrue(root.find(name + "desc").text)
            self.assertIn("dark", root.find(name + "style").text)
        self.assertIn(">tessera: wrong<", report.plots.speedup(found))
        self.assertIn("tessera is wrong<", report.plots.bound(found))

    def test_the_roofs_of_the_last_device(self):
        device = {**DEVICE, "device": "Newer", "bytes": 3e12}
        data = made_up(device=device)
        del data["kernels"]["copy"]
        picture = report.plots.roofline(self.results(made_up(), data))
        self.assertIn(">copy 3 TB/s<", picture)
        self.assertIn(">sum<", picture)
        self.assertNotIn(">copy<", picture)

    def test_many_labels_are_apart(self):
        wanted = [100.0] * 30 + [101.0, 300.0, 899.0, 900.0]
        places = report.plots.spread(wanted, 17, 70, 900)
        self.assertTrue(all(b - a > 16.99 for a, b in zip(places, places[1:])))
        self.assertTrue(70 <= places[0] and places[-1] <= 900.01)
        self.assertEqual([20, 30], report.plots.spread([20, 30], 9, 0, 40))

    def test_numbers_for_people(self):
        for value, text in [(0.9996, "1.00"), (0.0123, "0.0123"),
                            (1105.6, "1106"), (0.981, "0.981"),
                            (9.996, "10.0")]:
            self.assertEqual(text, report.figures(value))
        for value, text in [(0.0994, "9.9 %"), (0.0996, "10 %"),
                            (1.75, "175 %")]:
            self.assertEqual(text, report.percent(value))

    def test_json(self):
        path = self.path("numbers.json")
        code, *_ = self.main(self.file(made_up()), "--out", self.path("out"),
                             "--json", path)
        self.assertEqual(0, code)
        data = json.loads(self.read("numbers.json"))
        row = next(r for r in data["rows"] if r["kernel"] == "sum")
        self.assertEqual(
            (4.0, "fp32", 0.5, True, "abc"),
            (row["bound_ms"], row["bound_by"],
             row["versions"]["tessera"]["share"], row["largest"],
             data["runs"][row["run"]]["commit"]))
        self.assertEqual(1, len(data["summary"]["tessera"]["slower"]))

    def test_section(self):
        code, text, _ = self.main(self.file(made_up()), "--section")
        self.assertEqual(0, code)
        self.assertIn("Made-up GPU, CUDA 12.4, commit abc:\n", text)
        self.assertIn("| tessera | 2 | 2.24 × |", text)
        self.assertIn("| copy | n 80 | 16.00 | 0.500 × | 2.00 × | – | 8.000 "
                      "bytes | 25 % |\n", text)
        self.assertNotIn("n 10 ", text)
        self.assertEqual((0, "", ""), self.main(self.path("none"), "--section"))


class Checking(Case):
    def test_both_ways(self):
        path, out = self.file(made_up()), self.path("out")
        self.assertEqual(1, self.main(path, "--out", out, "--check")[0])
        self.assertFalse(os.path.exists(out))
        self.main(path, "--out", out)
        self.assertEqual((0, "", ""), self.main(path, "--out", out, "--check"))
        for name in os.listdir(out):
            text = self.read("out", name)
            self.file(text + " ", os.path.join("out", name))
            code, _, messages = self.main(path, "--out", out, "--check")
            self.assertEqual(1, code)
            self.assertIn(name + " is not what", messages)
            self.assertEqual(text + " ", self.read("out", name))
            self.file(text, os.path.join("out", name))
        data = made_up()
        data["kernels"]["sum"][0]["versions"]["tessera"]["ms"][0] = 8.1
        other = self.file(data, "other.json")
        self.assertEqual(1, self.main(other, "--out", out, "--check")[0])


class Input(Case):
    def refused(self, data, *says):
        path = data if data == self.path("none") else self.file(data)
        code, text, messages = self.main(path, "--out", self.path("out"))
        self.assertEqual((2, "", 1), (code, text, messages.count("\n")))
        self.assertTrue(messages.startswith(f"report.py: {path}: "), messages)
        for part in says:
            self.assertIn(part, messages)
        self.assertFalse(os.path.exists(self.path("out")))

    def changed(self, *keys):
        """Made-up results, the last key being another value."""
        data = made_up()
        *way, last, value = keys
        inner = data
        for key in way:
            inner = inner[key]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
        return data

    def test_files(self):
        self.refused(self.path("none"), "No such file")
        self.refused("", "not JSON")
        self.refused('{"device": ', "not JSON")
        self.refused("[" * 100000, "not JSON")

    def test_other_kinds(self):
        for data in ["[]", "3", "null", "{}", '{"device": {}}']:
            self.refused(data, "not results of measure.py")

    def test_no_kernels(self):
        self.refused(made_up(kernels={}), "no kernel has times")
        self.refused(made_up(kernels={"sum": None, "copy": []}), "no kernel")
        self.refused(made_up(kernels={"sum": 3}), "sum: no list of sizes")

    def test_rates(self):
        self.refused(self.changed("device", "bytes", None), '"bytes"')
        self.refused(self.changed("device", "fp32", 0), '"fp32"')
        self.refused(self.changed("device", "fp64", "fast"), '"fp64"')

    def test_sizes(self):
        way = ["kernels", "sum", 0]
        self.refused(self.changed(*way, "size", None), 'sum: "size"')
        self.refused(self.changed(*way, "size", "n", "x"), "sum, size")
        self.refused(self.changed(*way, "bytes", 0), "sum: 0 bytes")
        self.refused(self.changed(*way, "bytes", None), "neither bytes nor")
        self.refused(self.changed(*way, "operations", 4), '"operations"')
        self.refused(self.changed(*way, "operations", {"fp16": 4}), '"fp16"')

    def test_versions(self):
        way = ["kernels", "sum", 0, "versions"]
        self.refused(self.changed(*way, "naive", None), '"naive"')
        way.append("tessera")
        self.refused(self.changed(*way, "right", 1), 'sum, tessera: "right"')
        for ms in ([1.0], [1, 2, 0], [1, 2, float("inf")], 3, [1, 2, "3"]):
            self.refused(self.changed(*way, "ms", ms), 'sum, tessera: "ms"')

    def test_sizes_that_the_kit_does_not_know(self):
        self.refused(made_up(kernels={"sgemm": [{
            "size": {"x": 1}, "versions": {"naive": version(1.0)}}]}),
            "sgemm: its problem.json")

    def test_options(self):
        path = self.file(made_up())
        for options in [[], ["--section", "--out", self.path("out")],
                        ["--section", "--check"]]:
            self.assertEqual(2, self.main(path, *options)[0])

    def test_what_cannot_be_written(self):
        path = self.file(made_up())
        os.makedirs(self.path("out", "roofline.svg"))
        for options in [["--out", path], ["--out", os.path.join(path, "in")],
                        ["--out", self.path("out")],
                        ["--out", self.path("new"), "--json", self.folder]]:
            code, _, messages = self.main(path, *options)
            self.assertEqual((2, 1), (code, messages.count("\n")), options)
            self.assertIn("cannot be written", messages)
        self.assertEqual(["roofline.svg"], os.listdir(self.path("out")))
        self.assertEqual([], glob.glob(self.path("new", "*")))


# What stands in for nvcc: the programs that it makes lie beside it.
NVCC = f"""#!{sys.executable}
import os, shutil, sys
if any("broken" in a for a in sys.argv):
    sys.exit(1)
out = sys.argv[sys.argv.index("-o") + 1]
made = os.path.join(os.path.dirname(sys.argv[0]), os.path.basename(out))
if os.path.exists(made):
    shutil.copy(made, out)
"""
PROGRAM = f"""#!{sys.executable}
import sys
with open(__file__ + ".called", "a") as log:
    print(*sys.argv[1:], file=log)
print('%s')
sys.exit(%d)
"""


class Measuring(Case):
    def measured(self, *options, program=PROGRAM):
        """What measure.py ends with, on a kit of two kernels."""
        for name in ["measure.py", "problem.py", "sgemm/problem.json"]:
            target = self.path(name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(problem.HERE, name), target)
        versions = ["naive", "tessera"]
        self.file({"commit": "abc", "gpu": "h200", "kernels": {
            "sgemm": versions, "broken": versions}}, "kernels.json")
        times = {"size": {"m": 8, "n": 4, "k": 2}, "versions": size(
            1, 1, {}, 4.0, tessera=(2.0, 4.0, False))["versions"]}
        os.makedirs(self.path("bin"))
        for name, text in [("nvcc", NVCC),
                           ("probe", PROGRAM % (json.dumps(DEVICE), 0)),
                           ("measure", program % (json.dumps(times), 2))]:
            os.chmod(self.file(text, os.path.join("bin", name)), 0o755)
        return subprocess.run(
            [sys.executable, self.path("measure.py"), *options, "--json",
             self.path("results.json")], capture_output=True, text=True,
            env={**os.environ, "CUDA_PATH": self.folder})

    def called(self):
        return self.read("sgemm", "measure.called").splitlines()

    def test_what_measure_writes_is_read(self):
        done = self.measured()
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertEqual(["check 1", "check 2", "check 3", "time 15"],
                         self.called())
        self.assertIn("sgemm: tessera is wrong", done.stderr)
        data = json.loads(self.read("results.json"))
        self.assertEqual(["broken"], data["failed"])
        one = data["kernels"]["sgemm"][0]
        self.assertEqual((4 * (16 + 8 + 32), {"fp32": 64}),
                         (one["bytes"], one["operations"]))
        found = results.Results([self.path("results.json")])
        self.assertIsNone(found.rows[0].ms("tessera"))
        self.assertEqual(["broken"], found.failed)

    def test_versions_that_are_wrong_on_the_small_problem(self):
        self.measured("sgemm", program=PROGRAM.replace(
            "print('%s')", "line = '%s'\nprint(line if 'check' in sys.argv else "
            "line.replace('false', 'true'))"))
        versions = json.loads(self.read("results.json"))["kernels"]["sgemm"][
            0]["versions"]
        self.assertEqual({"naive": True, "tessera": False},
                         {n: v["right"] for n, v in versions.items()})

    def test_only_the_largest_size(self):
        self.measured("--largest", "--rounds", "5", "--seeds", "1", "sgemm")
        self.assertEqual(["check 1", "time 5 1"], self.called())

    def test_kernels_that_are_not_begun(self):
        done = self.measured("--stop-after", "-1", "sgemm")
        self.assertIn("sgemm: not begun in time", done.stderr)
        self.assertEqual(["sgemm"], json.loads(
            self.read("results.json"))["failed"])


class Kept(Case):
    def test_reports(self):
        kept = os.path.join(problem.HERE, "results")
        for path in glob.glob(os.path.join(kept, "*.json")):
            code, _, messages = self.main(path, "--out",
                                          path.removesuffix(".json"), "--check")
            self.assertEqual(0, code, messages)

    def test_documents(self):
        root = os.path.dirname(os.path.dirname(problem.HERE))
        update = os.path.join(root, "tools", "dev", "update-docs")
        done = subprocess.run(
            [sys.executable, update, "--check", "--only", "report.py"],
            capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
