# How lit runs the tests below this folder; see CMakeLists.txt for the suites.
import os
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "Tessera"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs", "Random", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tessera_binary_root, "test")

tools = os.path.join(config.tessera_binary_root, "bin")
# Clang as the frontend runs it, without a toolkit.
headers = os.path.join(config.tessera_binary_root, "lib", "tessera", "cuda")
config.substitutions.append(
    (
        "%clang_cuda",
        os.path.join(config.llvm_tools, "clang++")
        + " -x cuda --cuda-host-only -nocudainc -nocudalib -isystem "
        + headers
        + " -include "
        + os.path.join(headers, "tessera_prelude.h"),
    )
)
# Longer names first: one is a prefix of the others.
for name in ("tessera-verify", "tessera-nvcc", "tessera-run", "tessera"):
    config.substitutions.append(("%" + name, os.path.join(tools, name)))

config.substitutions.append(("%python", sys.executable))
# What is emitted has the expectations of its test in it, as comments.
config.substitutions.append(
    (
        r"\bFileCheck\b",
        "bash " + os.path.join(config.test_source_root, "file_check.sh"),
    )
)
# A program prints the same after translation: see meaning.py.
config.substitutions.append(
    (
        "%meaning",
        sys.executable
        + " "
        + os.path.join(config.test_source_root, "meaning.py")
        + " --tools "
        + tools,
    )
)
# Limits of time are longer where the programs are slower.
for seconds in (20, 40):
    limit = str(seconds * config.tessera_slower)
    config.substitutions.append((f"%{seconds}-seconds", limit))
config.substitutions.append(("%build", config.tessera_binary_root))

path = [config.llvm_tools, os.environ.get("PATH", "")]
# A toolkit where tessera itself looks for one.
for toolkit in (os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
    if toolkit:
        path.append(os.path.join(toolkit, "bin"))
config.environment["PATH"] = os.pathsep.join(path)

for program, feature in (
    ("nvcc", "nvcc"),
    ("clang-format-22", "clang-format"),
    ("make", "make"),
    ("ccache", "ccache"),
    ("dpkg-shlibdeps", "dpkg-dev"),
    ("groff", "groff"),
    ("zsh", "zsh"),
    ("pandoc", "pandoc"),
    ("linkchecker", "linkchecker"),
    ("codespell", "codespell"),
):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(feature)

# Whether folders can be hidden from a command: Build/Inputs/without.py.
if shutil.which("unshare") and not subprocess.run(
    ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt"],
    capture_output=True,
).returncode:
    config.available_features.add("mounts")

# The toolkit that tessera finds; nvcc may be a script somewhere else.
version = subprocess.run(
    [os.path.join(tools, "tessera"), "--version"], capture_output=True, text=True
)
if toolkit := re.search(r"^ *CUDA .* at (.+)$", version.stdout, re.MULTILINE):
    config.substitutions.append(("%toolkit", toolkit[1]))
    config.available_features.add("toolkit")

# The headers of PyTorch, where Debian's libtorch-dev has them.
torch = "/usr/include/torch/csrc/api/include"
if os.path.exists(torch):
    config.substitutions.append(("%torch", "-I" + torch))
    config.available_features.add("torch")

# The headers of thrust 1, where Debian's libthrust-dev has them, or where
# TESSERA_THRUST says.
thrust = os.environ.get("TESSERA_THRUST", "/usr/include")
if os.path.exists(os.path.join(thrust, "thrust", "device_vector.h")):
    config.substitutions.append(("%thrust", "-I" + thrust))
    config.available_features.add("thrust")

# Reports are checked against their schema, and looked at in a browser.
try:
    import jsonschema  # noqa: F401

    config.available_features.add("jsonschema")
except ImportError:
    pass
if shutil.which("chromium") and shutil.which("chromedriver"):
    config.available_features.add("chromium")

# No test may hang; lit can see to that where psutil is installed.
try:
    import psutil  # noqa: F401

    lit_config.maxIndividualTestTime = 240 * config.tessera_slower
except ImportError:
    pass
