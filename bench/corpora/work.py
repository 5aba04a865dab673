"""What is done with one source: translated, and the result checked.

A row of the results is a dictionary. `outcome` is one of OUTCOMES; the checks
that were asked for are in `checks`, each `ok`, `failed`, or why there was
nothing to check, in few words.
"""

import hashlib
import json
import os
import re
import shutil
from dataclasses import dataclass, replace

import coverage
import improved
from process import run
from verified import Pairs, first_error, last_line

# From the worst to the best. `invalid` is no program for nvcc nor Clang, and
# counts nowhere.
OUTCOMES = ["crashed", "internal", "late", "unparsed", "refused", "unchanged",
            "changed"]
PARSED = {"refused", "unchanged", "changed"}
CHECKS = ["nvcc", "verify", "always", "small", "again", "repeat", "jobs"]
# What older programs need of a newer toolkit, and kernels that launch kernels.
# The first of these with which the input compiles is used for the result, too.
RENAMED = [f"-DcudaThread{old}=cudaDevice{new}" for old, new in
           (("Synchronize", "Synchronize"), ("Exit", "Reset"),
            ("SetLimit", "SetLimit"), ("GetLimit", "GetLimit"),
            ("SetCacheConfig", "SetCacheConfig"),
            ("GetCacheConfig", "GetCacheConfig"))]
RELOCATABLE = "-rdc=true"
WAYS = [[], RENAMED, [RELOCATABLE] + RENAMED]
WARNING = re.compile(r"^.*\bwarning\b.*$", re.MULTILINE | re.IGNORECASE)
PLACE = re.compile(r"^\S*?\(\d+\)|^\S*?:\d+(:\d+)?:|line \d+|^\S*?/[^\s:(]*")


@dataclass
class Settings:
    tools: str
    runner: str  # folder of the programs that run others
    nvcc: str  # "" where there is none
    clang: str
    arch: str
    seconds: float
    memory: int
    compile_seconds: float
    verify_seconds: float
    tool_flags: list
    flags: list
    checks: set
    repeat: int
    remembered: object
    keep: str  # a folder, or None
    sizes: dict  # of macros and variables, for a copy that is verified, too
    small_flags: list  # of the compiler, for that


def digest(folder):
    """Of all files of a folder, with their names."""
    hashed = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            hashed.update(name.encode() + b"\0" + file.read() + b"\0")
    return hashed.hexdigest()


class Worker:
    def __init__(self, settings, scratch):
        self.settings = settings
        self.scratch = scratch

    def tool(self, name):
        return os.path.join(self.settings.tools, name)

    def runner(self, name):
        return os.path.join(self.settings.runner, name)

    def flags(self, source):
        return list(source.flags) + self.settings.flags

    def translate(self, path, flags, into, report=None, more=()):
        """Runs the tool; `into` is a folder that becomes the result's."""
        os.makedirs(into, exist_ok=True)
        options = self.settings
        command = [self.tool("tessera"), *options.tool_flags, *more, "-q",
                   "-o", os.path.join(into, os.path.basename(path)), path]
        if report:
            command.insert(-1, "--report=" + report)
        return run(command + ["--", *flags], options.seconds, options.memory)

    def process(self, source):
        folder = os.path.join(self.scratch, source.name.replace(os.sep, "+"))
        os.makedirs(folder)
        try:
            return self.process_in(source, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def process_in(self, source, folder):
        row, first = self.translated(source, os.path.join(folder, "first"))
        if row["outcome"] == "unparsed":
            # A kernel that launches kernels has a build that says so.
            other = replace(source, flags=source.flags + (RELOCATABLE,))
            again = self.translated(other, os.path.join(folder, "relocatable"))
            if again[0]["outcome"] != "unparsed":
                source, (row, first) = other, again
                row["extra"] = [RELOCATABLE]
        if row["outcome"] == "unparsed":
            row["valid"] = self.valid_by(source)
            if not row["valid"]:
                row["outcome"] = "invalid"
        if row["outcome"] in ("changed", "unchanged"):
            row["digest"] = digest(first)
            row["text"] = digest_file(
                os.path.join(first, os.path.basename(source.path)))
            row["checks"] = self.check(source, row, folder, first)
            if self.settings.keep and row["outcome"] == "changed":
                shutil.copytree(first, os.path.join(
                    self.settings.keep, os.path.dirname(source.name)),
                    dirs_exist_ok=True)
        return row

    def translated(self, source, into):
        """The row of a translation so far, and the folder of the result."""
        report = into + ".json"
        done = self.translate(source.path, self.flags(source), into, report)
        row = {"name": source.name, "collection": source.collection,
               "cpu": done.cpu, "memory": done.memory}
        row.update(self.judge(done, report))
        return row, into

    def judge(self, done, report):
        """The outcome, and what the report says."""
        if done.late or done.cpu > self.settings.seconds:
            return {"outcome": "late"}
        try:
            with open(report) as file:
                data = json.load(file)["files"][0]
        except (OSError, ValueError, IndexError, KeyError):
            return {"outcome": "crashed", "message": last_line(done.text)}
        messages = data["messages"]
        errors = [m for m in messages if m["level"] == "error"]
        said = {"kernels": self.kernels(data), "identities": {}}
        for message in messages:
            identity = message["id"]
            said["identities"][identity] = said["identities"].get(identity, 0) + 1
        if done.code == 0:
            said["outcome"] = "changed" if data["changed"] else "unchanged"
            return said
        if done.code != 1 or not errors:
            return {"outcome": "crashed", "message": last_line(done.text)}
        identities = {m["id"] for m in errors}
        said["message"] = errors[0]["message"][:300]
        said["outcome"] = ("internal" if "internal" in identities else
                           "unparsed" if identities & {"syntax", "cannot-read"}
                           else "refused")
        return said

    @staticmethod
    def kernels(data):
        """Each kernel with the identities about it."""
        messages = data["messages"]
        return [{"name": kernel.get("name", ""),
                 "line": kernel.get("line", 0),
                 "changed": kernel.get("changed", False),
                 "coverage": coverage.of_kernel(kernel, messages),
                 "versions": improved.versions(kernel),
                 "gain": improved.gain_of(improved.versions(kernel)),
                 "cost_gain": improved.cost_gain(kernel),
                 "started": [],
                 "causes": improved.causes(kernel, messages),
                 "identities": sorted({messages[n]["id"]
                                       for n in kernel.get("messages", [])})}
                for kernel in data.get("kernels", [])]

    #--- Compilers -----------------------------------------------------------#

    def compile(self, path, flags, way, texts):
        """[whether nvcc takes it, first error, warnings without places]."""
        options = self.settings
        command = [options.nvcc, "-arch=" + options.arch, *flags, *way, "-c",
                   "-o", os.devnull, path]

        def ask():
            done = run(command, options.compile_seconds, 0)
            warnings = [PLACE.sub("", w) for w in WARNING.findall(done.text)]
            error = "too slow" if done.late else first_error(done.text)
            return [done.code == 0, error if done.code else "", warnings]

        return options.remembered.ask(command[:-1] + [path] + texts, ask)

    def compile_input(self, source):
        """The first way that nvcc takes it, and the answer; or the last."""
        with open(source.path, "rb") as file:
            text = file.read()
        for way in WAYS:
            answer = self.compile(source.path, self.flags(source), way, [text])
            if answer[0]:
                break
        return way, answer

    def valid_by(self, source):
        """Compilers that take a source that the tool does not."""
        valid = []
        if self.settings.nvcc and self.compile_input(source)[1][0]:
            valid.append("nvcc")
        if self.settings.clang and self.clang_takes(source):
            valid.append("clang")
        return valid

    def clang_takes(self, source):
        options = self.settings
        command = [options.clang, "-x", "cuda", "-fsyntax-only", "-std=gnu++17",
                   "-w", "--cuda-gpu-arch=" + options.arch]
        if options.nvcc:
            root = os.path.dirname(os.path.dirname(options.nvcc))
            command += ["--cuda-path=" + root, "-isystem",
                        os.path.join(root, "include", "cccl")]
        command += [*self.flags(source), *RENAMED, source.path]
        with open(source.path, "rb") as file:
            text = file.read()
        return options.remembered.ask(
            command + [text],
            lambda: run(command, options.compile_seconds, 0).code == 0)

    #--- Checks --------------------------------------------------------------#

    def check(self, source, row, folder, first):
        checks = {}
        wanted = self.settings.checks
        result = os.path.join(first, os.path.basename(source.path))
        if row["outcome"] == "changed":
            if "nvcc" in wanted:
                checks["nvcc"] = self.check_compiled(source, first, result)
            if "verify" in wanted:
                checks.update(Pairs(self, source, row, folder).checks(result))
            if "again" in wanted:
                checks["again"] = self.check_again(source, folder, result)
        if self.settings.repeat > 1:
            checks["repeat"] = self.check_repeat(source, folder, row["digest"])
        return checks

    def check_compiled(self, source, first, result):
        way, before = self.compile_input(source)
        if not before[0]:
            return "input rejected: " + before[1]
        texts = [digest(first)]
        after = self.compile(result, self.flags(source), way, texts)
        if not after[0]:
            return "failed: " + after[1]
        new = set(after[2]) - set(before[2])
        return "failed: new " + min(new) if new else "ok"

    def check_again(self, source, folder, result):
        """The tool finds nothing to do in its own result."""
        into = os.path.join(folder, "again")
        done = self.translate(result, self.flags(source), into)
        if done.code or done.late:
            return "failed: " + last_line(done.text)
        same = digest_file(result) == digest_file(
            os.path.join(into, os.path.basename(result)))
        return "ok" if same else "failed: it changes more"

    def check_repeat(self, source, folder, expected):
        for turn in range(1, self.settings.repeat):
            into = os.path.join(folder, f"turn{turn}")
            self.translate(source.path, self.flags(source), into)
            if digest(into) != expected:
                return "failed: other bytes"
            shutil.rmtree(into)
        return "ok"


def digest_file(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
