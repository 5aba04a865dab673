#!/usr/bin/env python3
"""Tests what report.py writes for other programs, on made-up results.

bench/kernels/exports_test.py

Tables for LaTeX are set where pdflatex and booktabs are installed, and
pictures become PDF where rsvg-convert is.
"""

import csv
import io
import os
import shutil
import subprocess
import unittest
from unittest import mock

import exports
from report_test import Case, made_up


def with_errors():
    """One version is wrong, and names have characters that LaTeX uses."""
    data = made_up()
    data["kernels"]["sum_of_50%"] = data["kernels"].pop("sum")
    data["kernels"]["copy"][1]["versions"]["tessera"]["right"] = False
    data["kernels"]["copy"][1]["versions"]["a&b"] = \
        data["kernels"]["copy"][1]["versions"]["by_hand"]
    return data


class Csv(Case):
    def rows(self, data):
        text = exports.as_csv(self.results(data))
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        return {(r["kernel"], r["size"], r["version"]): r
                for r in csv.DictReader(io.StringIO(text, newline=""))}

    def test_each_version_of_each_size(self):
        rows = self.rows(made_up())
        self.assertEqual(4 + 3 + 3, len(rows))
        row = rows["copy", "n 80", "by_hand"]
        self.assertEqual(("8.0", "2.0", "8.0", "bytes"), tuple(
            row[n] for n in ("ms", "speedup", "bound_ms", "bound_by")))
        self.assertAlmostEqual(1.0, float(row["share_of_bound"]))
        self.assertEqual(("1", "1", "Made-up GPU", "abc"), tuple(
            row[n] for n in ("right", "largest", "device", "commit")))
        self.assertEqual("0", rows["copy", "n 10", "naive"]["largest"])

    def test_what_is_wrong_has_no_speedup(self):
        row = self.rows(with_errors())["copy", "n 80", "tessera"]
        self.assertEqual(("0", "", "", ""), tuple(row[n] for n in (
            "right", "speedup", "speedup_low", "share_of_bound")))

    def test_commas_in_sizes(self):
        data = made_up()
        data["kernels"]["copy"][0]["size"] = {"n": 1, "m": 2}
        self.assertIn(("copy", "n 1, m 2", "naive"), self.rows(data))


class Latex(Case):
    def text(self, data):
        return exports.as_latex(self.results(data))

    def test_the_largest_sizes(self):
        lines = self.text(made_up()).splitlines()
        self.assertIn(r"copy & n 80 & 16.0 & 0.500 & 2.00 & -- & 25 \\", lines)
        self.assertIn(r"sum & n 100 & 40.0 & 5.00 & 8.00 & 10.0 & 50 \\", lines)
        self.assertEqual(1, sum(line.startswith("copy") for line in lines))

    def test_each_line_has_the_columns_of_the_first(self):
        text = self.text(with_errors())
        rows = [line for line in text.splitlines() if line.endswith(r"\\")]
        columns = {len(r.replace(r"\&", "").split("&")) for r in rows}
        self.assertEqual({8}, columns)
        self.assertIn(r"\begin{tabular}{ll" + "r" * 6 + "}", text)

    def test_characters_that_it_uses(self):
        text = self.text(with_errors())
        self.assertIn(r"sum\_of\_50\% & ", text)
        self.assertIn(r"a\&b ($\times$)", text)
        self.assertIn("& wrong &", text)
        self.assertEqual(r"\textbackslash{}\textasciitilde{}\{\#\}",
                         exports.escape("\\~{#}"))

    def test_is_set(self):
        if not shutil.which("pdflatex") or subprocess.run(
                ["kpsewhich", "booktabs.sty"], capture_output=True).returncode:
            self.skipTest("needs pdflatex and booktabs")
        with open(self.path("t.tex"), "w") as file:
            file.write("\\documentclass{article}\\usepackage{booktabs}"
                       "\\begin{document}\n" + self.text(with_errors())
                       + "\\end{document}\n")
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
            cwd=self.folder, capture_output=True, text=True, timeout=100)
        self.assertEqual(0, done.returncode, done.stdout)


class Files(Case):
    def test_are_written_and_checked(self):
        given = self.file(made_up())
        names = ["--csv", self.path("a", "t.csv"), "--latex", self.path("t.tex")]
        self.assertEqual((0, "", ""), self.main(given, *names))
        with open(self.path("a", "t.csv"), "rb") as file:
            self.assertEqual(exports.as_csv(self.results(made_up())).encode(),
                             file.read())
        self.assertEqual(0, self.main(given, *names, "--check")[0])
        with open(self.path("t.tex"), "a") as file:
            file.write("%\n")
        code, _, err = self.main(given, *names, "--check")
        self.assertEqual(1, code)
        self.assertIn("t.tex is not what the results make", err)

    def test_pictures_as_pdf(self):
        if not shutil.which("rsvg-convert"):
            self.skipTest("needs rsvg-convert")
        given = self.file(made_up())
        self.assertEqual(0, self.main(given, "--out", self.folder, "--pdf")[0])
        for name in ("speedup", "bound", "roofline"):
            with open(self.path(name + ".pdf"), "rb") as file:
                self.assertEqual(b"%PDF", file.read(4))

    def test_no_program_for_pdf(self):
        given = self.file(made_up())
        with mock.patch.object(shutil, "which", lambda name: None):
            code, _, err = self.main(given, "--out", self.path("r"), "--pdf")
        self.assertEqual(2, code)
        self.assertIn("needs rsvg-convert", err)
        self.assertFalse(os.path.exists(self.path("r")))

    def test_what_does_not_go_together(self):
        given = self.file(made_up())
        for options in [[], ["--csv", self.path("x"), "--section"],
                        ["--section", "--summary"], ["--pdf", "--section"],
                        ["--check", "--summary"]]:
            code, out, err = self.main(given, *options)
            self.assertEqual((2, ""), (code, out), options)
            self.assertIn("report.py: error: ", err)


if __name__ == "__main__":
    unittest.main()
