#!/usr/bin/env python3
"""Tests the comparison of estimates and times, on made-up ones.

bench/kernels/validate_test.py [--tools build/bin]

With the programs, plans are written for one small kernel, too, and translated.
"""

import contextlib
import glob
import io
import json
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

import candidates
import problem
import validate
from report_test import Case as ReportCase
from report_test import DEVICE, size

TOOLS = None


def predicted(**kernels):
    """Of estimates for the size that is measured; those for unknown ones are
    the other way round."""
    return {"gpu": "h200", "unit": "cycles", "kernels": {name: {
        "size": {"n": 100},
        "choice": "tessera" if "tessera" in plans else "naive", "plans": {
            plan: {"what": f"{plan} of {name}", "cycles": cycles,
                   "planned": 1 / cycles} for plan, cycles in plans.items()}}
        for name, plans in kernels.items()}}


def measured(**kernels):
    """Of times of the versions."""
    return {"device": dict(DEVICE), "commit": "abc", "gpu": "h200",
            "kernels": {name: [size(100, 10 ** 9, {}, **times)]
                        for name, times in kernels.items()}}


ESTIMATES = predicted(
    sum={"naive": 40, "tessera": 2, "plan01": 1, "plan02": 4, "plan03": 9},
    copy={"naive": 5, "tessera": 1, "plan01": 3})
TIMES = measured(
    sum={"naive": 40.0, "tessera": 3.0, "plan01": 4.0, "plan02": 2.5,
         "plan03": 10.0, "by_hand": 1.0},
    copy={"naive": 6.0, "tessera": 2.0, "plan01": 4.0})


class Case(ReportCase):
    def main(self, *arguments):
        """Exit code, what is printed, and messages."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", ["validate.py", *arguments]), \
                contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(err):
            try:
                code = validate.main()
            except SystemExit as stop:
                code = stop.code
        return code, out.getvalue(), err.getvalue()

    def files(self, times=TIMES, estimates=ESTIMATES):
        return self.file(times), self.file(estimates, "predicted.json")

    def rows(self, *data):
        times, estimates = self.files(*data)
        found = validate.Validation([times], estimates)
        return found, {r.kernel: r for r in found.rows}


class Numbers(Case):
    def test_ranks(self):
        self.assertEqual([1, 2.5, 2.5, 4], validate.ranks([1, 2, 2, 9]))
        self.assertEqual([3, 1, 2], validate.ranks([7, 5, 6]))

    def test_correlation(self):
        for one, other, value in [
                ([1, 2, 3, 4, 5], [1, 2, 3, 4, 50], 1),
                ([1, 2, 3], [30, 20, 10], -1),
                ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8),
                # Pearson's of 1.5, 1.5, 3 and 1, 2, 3.
                ([1, 1, 2], [1, 2, 3], 3 ** 0.5 / 2)]:
            self.assertAlmostEqual(value, validate.correlation(one, other))
        self.assertIsNone(validate.correlation([1, 1], [1, 2]))
        self.assertIsNone(validate.correlation([1], [1]))

    def test_kernels(self):
        found, rows = self.rows()
        # Ranks 5 2 1 3 4 and 5 2 3 1 4.
        self.assertAlmostEqual(1 - 6 * 8 / (5 * 24), rows["sum"].correlation)
        self.assertAlmostEqual(6 * 8 / (5 * 24) - 1,
                               rows["sum"].correlation_planned)
        self.assertEqual(("plan02", 1.2, 1.6), (
            rows["sum"].best, rows["sum"].behind, rows["sum"].foremost))
        self.assertEqual((1, 1), (rows["copy"].correlation,
                                  rows["copy"].behind))
        self.assertEqual(
            {"kernels": 2, "least_plans": 3, "median": 0.8, "correlated": 1,
             "median_planned": -0.8, "correlated_planned": 0, "near": 1, "far": [], "worst": {"kernel": "sum", "times": 1.2}},
            found.summary())

    def test_wrong_versions_do_not_count(self):
        times = json.loads(json.dumps(TIMES))
        versions = times["kernels"]["sum"][0]["versions"]
        versions["plan02"]["right"] = False
        del versions["plan03"]
        _, rows = self.rows(times)
        self.assertEqual(("tessera", 1, ["plan02", "plan03"]), (
            rows["sum"].best, rows["sum"].behind, rows["sum"].left_out))

    def test_kernels_whose_choice_is_wrong(self):
        times = json.loads(json.dumps(TIMES))
        times["kernels"]["sum"][0]["versions"]["tessera"]["right"] = False
        found, rows = self.rows(times)
        self.assertEqual((["copy"], ["sum"]), (list(rows), found.missing))

    def test_the_choice_to_change_nothing(self):
        _, rows = self.rows(
            measured(copy={"naive": 6.0, "tessera": 6.1, "plan01": 3.0}),
            predicted(copy={"naive": 5, "plan01": 3}))
        self.assertEqual(("naive", 2, 2), (
            rows["copy"].choice, len(rows["copy"].plans), rows["copy"].behind))

    def test_other_kernels(self):
        found, rows = self.rows(measured(**{
            "copy": {"naive": 1.0, "tessera": 1.0}, "other": {"naive": 1.0}}))
        self.assertEqual((["copy"], ["sum"]), (list(rows), found.missing))
        self.assertIsNone(rows["copy"].correlation)


class Documents(Case):
    def test_files(self):
        out = self.path("new", "folder")
        code, text, messages = self.main("compare", *self.files(), "--out", out)
        self.assertEqual((0, ""), (code, messages))
        self.assertIn("Rank correlation: 0.80 in the median, at least 0.8 for 1 "
                      "of 2; where sizes are unknown -0.80 and 0.",
                      text.replace("\n", " "))
        self.assertIn("(50 %), and more than 1.25 × for none; the worst is sum "
                      "with 1.20 ×.", text.replace("\n", " "))
        text = self.read("new", "folder", "validation.md")
        for line in [
            "| sum | n 100 | plan02 of sum | 5 | 0.60 | -0.60 | 3.000 | 2.500 | "
            "1.20 × | 1.60 × |",
            "| plan03 | plan03 of sum | 9.000 | 0.1111 | 10.00 |",
        ]:
            self.assertIn(line + "\n", text)
        data = json.loads(self.read("new", "folder", "validation.json"))
        self.assertEqual([3, 5], [len(k["plans"]) for k in data["kernels"]])
        root = xml.fromstring(self.read("new", "folder", "validation.svg"))
        says = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
        self.assertIn("sum, plan02: plan02 of sum, 2.50 ms", says)
        self.assertEqual(1 + 8, len(says))

    def test_check(self):
        files, out = self.files(), self.path("out")
        arguments = ["compare", *files, "--out", out, "--check"]
        self.assertEqual(1, self.main(*arguments)[0])
        self.assertFalse(os.path.exists(out))
        self.main("compare", *files, "--out", out)
        self.assertEqual((0, "", ""), self.main(*arguments))
        self.file("", os.path.join("out", "validation.json"))
        code, _, messages = self.main(*arguments)
        self.assertEqual(1, code)
        self.assertIn("validation.json is not what", messages)

    def test_section(self):
        times, estimates = self.files()
        code, text, _ = self.main("compare", times, estimates, "--section")
        self.assertEqual(0, code)
        self.assertIn("Made-up GPU, commit abc:\n", text)
        self.assertIn("| copy | n 100 | tessera of copy | 3 | 1.00 |", text)
        for files in [(self.path("none"), estimates),
                      (times, self.path("none"))]:
            self.assertEqual((0, "", ""),
                             self.main("compare", *files, "--section"))


class Input(Case):
    def refused(self, says, times=TIMES, estimates=ESTIMATES):
        files = self.files(times, estimates)
        out = self.path("out")
        code, text, messages = self.main("compare", *files, "--out", out)
        self.assertEqual((2, "", 1), (code, text, messages.count("\n")),
                         messages)
        self.assertTrue(messages.startswith("validate.py: "), messages)
        self.assertIn(says, messages)
        self.assertFalse(os.path.exists(out))

    def test_files(self):
        self.refused("results.json: not JSON", times="{")
        self.refused("results.json: not results", times={})
        self.refused("predicted.json: not JSON", estimates="[")
        for data in [[], {}, {"kernels": 3}, {"kernels": {"sum": 3}},
                     {"kernels": {"sum": {"size": {}}}}]:
            self.refused("predicted.json: not what validate.py plans writes",
                         estimates=data)
        code, _, messages = self.main("compare", self.file(TIMES),
                                      self.path("none"), "--out", self.folder)
        self.assertEqual((2, 1), (code, messages.count("\n")))
        self.assertIn("none: No such file", messages)

    def test_estimates(self):
        for value in [0, -1, "3", None, True]:
            self.refused('sum, naive: "cycles"', estimates={"kernels": {
                "sum": {"size": {"n": 100}, "choice": "naive", "plans": {"naive": {
                    "what": "", "cycles": value, "planned": 1}}}}})

    def test_no_common_kernel(self):
        self.refused("no kernel of it was measured",
                     estimates=predicted(other={"naive": 1, "tessera": 1}))

    def test_another_size(self):
        estimates = json.loads(json.dumps(ESTIMATES))
        estimates["kernels"]["sum"]["size"] = {"n": 7}
        self.refused("sum: estimated for n 7, measured for n 100",
                     estimates=estimates)

    def test_options(self):
        files = self.files()
        for options in [[], ["--section", "--out", self.folder],
                        ["--section", "--check"]]:
            self.assertEqual(2, self.main("compare", *files, *options)[0])
        self.assertEqual(2, self.main("compare", files[0], "--section")[0])

    def test_kernels_that_are_not_there(self):
        code, _, messages = self.main("plans", "--tools", self.folder,
                                      self.path("out"), "none")
        self.assertEqual((2, "validate.py: there is no kernel 'none'\n"),
                         (code, messages))

    def test_programs_that_are_not_there(self):
        code, _, messages = self.main("plans", "--tools", self.folder,
                                      self.path("out"), "sgemm")
        self.assertEqual((2, 1), (code, messages.count("\n")), messages)
        self.assertIn("tessera: No such file", messages)


class Candidates(unittest.TestCase):
    def plan(self, cycles):
        return candidates.Estimated(str(cycles), "", cycles, cycles)

    def cycles(self, plans):
        return [p.cycles for p in plans]

    def test_spread(self):
        plans = [self.plan(c) for c in [9, 1, 2, 3, 4, 5, 6, 7, 8]]
        self.assertEqual([1, 5, 9], self.cycles(candidates.spread(plans, 3)))
        self.assertEqual(list(range(1, 10)),
                         self.cycles(candidates.spread(plans, 20)))

    def test_equal_estimates(self):
        plans = [self.plan(c) for c in [1, 1.001, 1.002, 1.003, 4]]
        self.assertEqual([1, 4], self.cycles(candidates.spread(plans, 2)))
        self.assertEqual([1, 4, 1.001, 1.003],
                         self.cycles(candidates.spread(plans, 4)))

    def test_sizes_are_known(self):
        text = ("__global__ void k(int n);\n"
                "void f(float *a, int n,\n       int nn) {\n  k(n, nn);\n}\n")
        self.assertEqual(
            "__global__ void k(int n);\n"
            "void f(float *a, int n_,\n       int nn) {\n  const int n = 3;\n"
            "  k(n, nn);\n}\n", candidates.with_size(text, "f", {"n": 3}))

    def test_entries(self):
        text = ("# k: 2x\n---\nkernels:\n  - kernel:          k\n"
                "    block:           [ 32, 1, 1 ]\n    coarsen:\n"
                "      - axis:            x\n    hash:            12\n"
                "    sizes:           'grid ?x1x1'\n...\n")
        entry, = candidates.entries_of(text)
        self.assertEqual((("k", (32, 1, 1)), "2x", True),
                         (entry.site(), entry.what, entry.asks()))
        self.assertNotIn("hash", entry.text)
        self.assertNotIn("sizes", entry.text)
        self.assertFalse(candidates.Entry("  - kernel: k\n").asks())


class Plans(Case):
    def test_they_are_followed(self):
        if not TOOLS:
            self.skipTest("no programs")
        out = self.path("plans")
        code, _, messages = self.main("plans", "--tools", TOOLS, "--count", "4",
                                      "--jobs", "1", out, "histogram")
        self.assertEqual((0, ""), (code, messages))
        found = sorted(glob.glob(os.path.join(out, "histogram", "*.yaml")))
        self.assertEqual(4, len(found))
        data = validate.load(os.path.join(out, "predicted.json"))["histogram"]
        self.assertEqual({"naive", "tessera", "plan01", "plan02", "plan03",
                          "plan04"}, set(data["plans"]))
        self.assertEqual(problem.Problem("histogram").largest(), data["size"])
        self.assertGreater(data["plans"]["naive"]["cycles"],
                           data["plans"]["tessera"]["cycles"])
        done = subprocess.run(
            [sys.executable, os.path.join(problem.HERE, "prepare.py"),
             "--tools", TOOLS, "--plans", out, self.path("kit"), "histogram"],
            capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        for plan in found:
            name = os.path.basename(plan).removesuffix(".yaml")
            self.assertIn("tessera", self.read("kit", "histogram",
                                               name + ".cu"))


class Kept(Case):
    def test_files(self):
        kept = os.path.join(problem.HERE, "validation")
        files = [os.path.join(kept, n) for n in ("measured.json",
                                                 "predicted.json")]
        if all(map(os.path.exists, files)):
            code, _, messages = self.main("compare", *files, "--out", kept,
                                          "--check")
            self.assertEqual(0, code, messages)


if __name__ == "__main__":
    if "--tools" in sys.argv:
        at = sys.argv.index("--tools")
        TOOLS = os.path.abspath(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main()
