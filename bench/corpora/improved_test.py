#!/usr/bin/env python3
"""Tests what counts as improved, on made-up reports and runs.

bench/corpora/improved_test.py
"""

import os
import sys
import tempfile
import types
import unittest
from unittest import mock

sys.dont_write_bytecode = True

import improved  # noqa: E402
import verified  # noqa: E402
from process import Done  # noqa: E402


def plan(kernel, cycles, what="k/8:a", called=False):
    return {"kernel": kernel, "called": called, "what": what,
            "estimate": {} if cycles is None else {"cycles": cycles}}


def reported(before, *plans, candidates=()):
    """A kernel of a report."""
    shape = {"plans": list(plans), "candidates": list(candidates)}
    if before is not None:
        shape["before"] = {"cycles": before}
    return {"shapes": [shape]}


def kernel(before=100, *plans, name="k", line=1, changed=True, started=(),
           causes=(), candidates=()):
    """A kernel of a row."""
    report = reported(before, *plans, candidates=candidates)
    found = improved.versions(report)
    return {"name": name, "line": line, "changed": changed, "versions": found,
            "gain": improved.gain_of(found),
            "cost_gain": improved.cost_gain(report),
            "started": list(started), "causes": list(causes)}


class Kinds(unittest.TestCase):
    def test_improved_needs_a_gain_and_a_start(self):
        gains, same = plan("k_tiled", 95), plan("k_tiled", 96)
        self.assertEqual(improved.kind(kernel(100, gains, started=["k/8:a"])),
                         improved.IMPROVED)
        self.assertEqual(improved.kind(kernel(100, gains)),
                         improved.NOT_VERIFIED)
        self.assertEqual(improved.kind(kernel(100, same, started=["k/8:a"])),
                         improved.NO_GAIN)

    def test_what_is_not_estimated_is_not_improved(self):
        for one in (kernel(None, plan("k", 5), started=["x"]),
                    kernel(100, plan("k", None), started=["x"])):
            self.assertEqual(improved.kind(one), improved.NOT_ESTIMATED)
        self.assertEqual(improved.kind(kernel(100, started=["x"])),
                         improved.CHANGED_ALIKE)
        self.assertEqual(improved.kind(kernel(100, changed=False)),
                         improved.UNCHANGED)

    def test_estimates_may_disagree(self):
        chosen = {"verdict": "chosen", "estimate": {"unit": "cost",
                                                    "before": 10, "after": 5}}
        one = kernel(100, plan("k", 101), started=["k/8:a"],
                     candidates=[chosen])
        self.assertEqual(improved.kind(one), improved.DISPUTED)
        chosen["verdict"] = "dominated"
        one = kernel(100, plan("k", 101), candidates=[chosen])
        self.assertEqual(improved.kind(one), improved.NO_GAIN)

    def test_instances_are_one_kernel(self):
        rows = {"c": [{"kernels": [
            kernel(100, plan("k_tiled", 50), name="k<float>",
                   started=["k/8:a"]),
            kernel(100, changed=False, name="k<double>"),
            kernel(100, changed=False, name="k", line=9)]}]}
        heading, table = improved.rows(rows)
        numbers = dict(zip(heading, table[0]))
        self.assertEqual((numbers["kernels"], numbers[improved.IMPROVED],
                          numbers[improved.UNCHANGED]), (2, 1, 1))

    def test_reasons_count_a_kernel_once(self):
        files = [{"name": "a.cu", "kernels": [
            kernel(changed=False, name="k<float>", causes=["no-reuse"]),
            kernel(changed=False, name="k<int>", causes=["no-reuse"]),
            kernel(changed=False, name="l", line=2)]}]
        self.assertEqual(improved.reasons(files)[1],
                         [["no message", 1, "a.cu: l"],
                          ["no-reuse", 1, "a.cu: k"]])

    def test_slower_ones_are_named(self):
        files = [{"name": "a.cu", "kernels": [kernel(100, plan("k", 150))]}]
        self.assertEqual(improved.worse(files)[1], [("a.cu: k", "1.50")])


class Started(unittest.TestCase):
    def test_only_versions_that_gain_count_at_full_size(self):
        found = improved.versions(reported(
            100, plan("k_tiled", 50, "big"), plan("k_tiled_2", 99, "small")))
        runs = {"k": 4, "k_tiled": 0, "k_tiled_2": 1}
        self.assertEqual(improved.started(found, runs, True), [])
        self.assertEqual(improved.started(found, runs, False), ["small"])

    def test_the_kernel_itself_is_not_its_version(self):
        found = improved.versions(reported(100, plan("k_tiled", 50)))
        self.assertEqual(improved.started(found, {"k": 1}, False), [])

    def test_what_a_kernel_calls_is_not_seen(self):
        found = improved.versions(reported(
            100, plan("k_tiled", 50, called=True)))
        self.assertEqual(improved.started(found, {"k_tiled": 1}, True), [])


class Runs(unittest.TestCase):
    SAME = "same: output, exit code and 0 arrays, 2 orders of execution\n"

    def pairs(self, kernels):
        settings = types.SimpleNamespace(verify_seconds=9, memory=0, sizes={},
                                         small_flags=[])
        worker = types.SimpleNamespace(settings=settings,
                                       runner=lambda name: name,
                                       flags=lambda source: [])
        source = types.SimpleNamespace(path="a.cu")
        return verified.Pairs(worker, source, {"kernels": kernels}, "")

    def check(self, text, code=0):
        mine = kernel(100, plan("k_tiled", 50))
        with mock.patch.object(
                verified, "run",
                lambda command, *_: Done(code, text, False, 0, 0)), \
                mock.patch.object(verified, "others", lambda path: []):
            said = self.pairs([mine]).check("verify", "a.cu", [], "b.cu",
                                            [kernel(100, plan("k_tiled", 50))])
        return said, improved.kind(mine)

    def test_a_version_that_started(self):
        text = ("launches of 'a.cu': k 2\n"
                "launches of 'b.cu': k 0, k_tiled 2\n" + self.SAME)
        self.assertEqual(self.check(text), ("ok", improved.IMPROVED))

    def test_a_version_that_did_not_start(self):
        text = ("launches of 'a.cu': k 2\n"
                "launches of 'b.cu': k 2, k_tiled 0\n" + self.SAME)
        self.assertEqual(self.check(text), ("ok", improved.NOT_VERIFIED))

    def test_a_usage_print_is_no_verification(self):
        text = ("usage: a.cu SIZE\nlaunches of 'a.cu': k 0\n"
                "launches of 'b.cu': k 0, k_tiled 0\n" + self.SAME)
        self.assertEqual(self.check(text),
                         (verified.NO_KERNEL, improved.NOT_VERIFIED))

    def test_what_cannot_be_run_is_not_verified(self):
        said, kind = self.check("a.cu:1:1: error: no texture\n", 125)
        self.assertTrue(said.startswith("does not run"))
        self.assertEqual(kind, improved.NOT_VERIFIED)


class Texts(unittest.TestCase):
    def test_sizes(self):
        text = ("#define N 4096\n#define NN 8\nint N = 1 << 20, M = 3;\n"
                "const int n = 5 * (2 + 1);\nif (n == 7) f(N = 3);\n")
        self.assertEqual(
            verified.with_sizes(text, {"N": "64", "n": "32"}),
            "#define N 64\n#define NN 8\nint N = 64, M = 3;\n"
            "const int n = 32;\nif (n == 7) f(N = 3);\n")

    def test_flags(self):
        self.assertEqual(
            verified.run_flags(["-Ia", "-isystem", "b", "-O3", "-DX=1",
                                "-include", "c.h", "-std=c++20", "-w"]),
            ["-Ia", "-Ib", "-DX=1", "-include", "c.h", "-std=c++20"])

    def test_the_source_with_main_completes_a_program(self):
        with tempfile.TemporaryDirectory() as near:
            def write(name, text):
                with open(os.path.join(near, name), "w") as file:
                    file.write(text)
                return os.path.join(near, name)
            kernels = write("k.cu", "// main() calls this\nvoid f() {}\n")
            self.assertEqual(verified.others(kernels), [])
            first = write("first.c", "int main(void) { f(); }\n")
            self.assertEqual(verified.others(kernels), [first])
            self.assertEqual(verified.others(first), [])
            write("second.cpp", "int\nmain() { f(); }\n")
            self.assertEqual(verified.others(kernels), [])

    def test_smaller_copies_have_the_headers_beside(self):
        with tempfile.TemporaryDirectory() as folder:
            near = os.path.join(folder, "near")
            os.makedirs(near)
            for name, text in (("a.cu", '#include "n.h"\n'),
                               ("n.h", "#define N 9\n")):
                with open(os.path.join(near, name), "w") as file:
                    file.write(text)
            settings = types.SimpleNamespace(sizes={"N": "3"}, small_flags=[])
            worker = types.SimpleNamespace(settings=settings,
                                           flags=lambda source: ["-Dx"])
            source = types.SimpleNamespace(path=os.path.join(near, "a.cu"))
            path, flags = verified.Pairs(worker, source, {}, folder).smaller()
            into = os.path.dirname(path)
            with open(os.path.join(into, "n.h")) as file:
                self.assertEqual(file.read(), "#define N 3\n")
            self.assertEqual(flags, ["-I" + into, "-I" + near, "-Dx"])


if __name__ == "__main__":
    unittest.main()
