"""Kernels that are equal but for names: what becomes of each is what becomes of it
where it is the only one.

near_equal.py            prints one of the programs
near_equal.py TESSERA    translates them, and each kernel alone; compares texts
                         and messages
"""
import re
import subprocess
import sys

# Names of the kernel's own are between braces; F is a number.
KINDS = {
    "product": """
__global__ void {K}(const float *{A}, const float *{B}, float *{C}, int {N}) {{
  int {I} = blockIdx.y * blockDim.y + threadIdx.y;
  int {J} = blockIdx.x * blockDim.x + threadIdx.x;
  if ({I} < {N} && {J} < {N}) {{
    float sum = {F}.5f;
    for (int {L} = 0; {L} < {N}; ++{L})
      sum += {A}[{I} * {N} + {L}] * {B}[{L} * {N} + {J}];
    {C}[{I} * {N} + {J}] = sum;
  }}
}}
""",
    "rows": """
__global__ void {K}(const float *{A}, float *{B}, float *{C}, int {N}) {{
  int {I} = (blockIdx.y * 16 + threadIdx.y) * 16 + threadIdx.x;
  for (int {J} = 0; {J} < {N}; ++{J})
    for (int {L} = 0; {L} < 128; ++{L})
      {C}[{I}] += {A}[{J} * 128 + {L}] * {B}[{I}] + {F}.25f;
}}
""",
    "count": """
__global__ void {K}(const int *{A}, int *{B}, float *{C}, int {N}) {{
  int {I} = (blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x;
  if ({I} < {N})
    atomicAdd(&{B}[{A}[{I}] & 63], 1);
  for (int {J} = 0; {J} < 4; ++{J})
    for (int {L} = 0; {L} < 4; ++{L})
      {C}[{I} * 16 + {J} * 4 + {L}] = {F}.125f;
}}
""",
    "blur": """
__global__ void {K}(const float *{A}, float *{B}, const float *{C}, int {N}) {{
  int {I} = blockIdx.y * blockDim.y + threadIdx.y;
  int {J} = blockIdx.x * blockDim.x + threadIdx.x;
  if ({I} > 0 && {J} > 0 && {I} < {N} - 1 && {J} < {N} - 1) {{
    float sum = {F}.5f;
    for (int {L} = -1; {L} <= 1; ++{L})
      sum += {A}[({I} + {L}) * {N} + {J}] + {A}[{I} * {N} + {J} + {L}];
    {B}[{I} * {N} + {J}] = sum * {C}[0];
  }}
}}
""",
}
# Files of kernels with such names: that stay in order or change it, are words, or
# clash with what is generated.
FILES = [
    [
        "a b c n i j k",
        "a1 b1 c1 n1 i1 j1 k1",
        "a10 b1 c1 n i j l",
        "p q s m i j k",
        "s q p n k j i",
        "in of out size first last step",
    ],
    [
        "A B C N I J L",
        "A_tile A A_next A_reg A_own L L0",
        "block tile buffer warp row r c",
        "tx ty bx Bx Ox c0 c1",
        "k0 k1 k2 k k3 k4 k5",
    ],
]


def program(file, only=None):
    number = 0
    kernels, launches = [], []
    for kind, text in KINDS.items():
        for names in file:
            shown = only in (None, number)
            values = dict(zip("ABCNIJL", names.split()), F=number)
            values["K"] = f"{kind}{number}"
            lines = text.format(**values)
            begin, end = ("// begin", "// end") if shown else ("#if 0", "#endif //")
            kernels.append(f"{begin}{lines}{end} {number}\n")
            arguments = "(const int *)a, (int *)b" if kind == "count" else "a, b"
            launches.append(
                f"{begin}\n"
                f"  {values['K']}<<<grid, block>>>({arguments}, c, n);\n{end}\n"
            )
            number += 1
    return number, (
        "namespace here {\n"
        + "".join(kernels)
        + "void run(const float *a, float *b, float *c, int n) {\n"
        + "  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);\n"
        + "".join(launches)
        + "}\n}\n"
    )


def translate(tessera, text):
    done = subprocess.run([tessera, "--cuda-path=none", "-"], input=text, text=True,
                          capture_output=True, check=True)
    kernels = {}
    for part in re.split(r"(?:// begin|#if 0)\n", done.stdout):
        if found := re.search(r"// (?:end )?(\d+)\n", part):
            kernels[int(found.group(1))] = part[: found.start()]
    return kernels, done.stderr.splitlines()


def about(messages, lines):
    """The messages about `lines`."""
    return [m for m in messages
            if (at := re.match(r"[^:]*:(\d+):", m)) and int(at.group(1)) in lines]


def differ(tessera, file):
    """How many kernels there are, and how many differ."""
    count, text = program(file)
    together, messages = translate(tessera, text)
    wrong = 0
    ends = [text[: text.index(f"// end {n}\n")].count("\n") for n in range(count)]
    for n in range(count):
        alone, own = translate(tessera, program(file, n)[1])
        lines = range(ends[n - 1] + 1 if n else 0, ends[n] + 2)
        if alone[n] != together[n]:
            print(f"kernel {n}: other text\n{alone[n]}---\n{together[n]}")
            wrong += 1
        if about(own, lines) != about(messages, lines):
            print(f"kernel {n}: other messages", *about(own, lines), "---",
                  *about(messages, lines), sep="\n")
            wrong += 1
    return count, wrong


def main():
    if len(sys.argv) < 2:
        print(program(FILES[0])[1], end="")
        return 0
    counts, wrong = zip(*(differ(sys.argv[1], file) for file in FILES))
    print(f"{sum(counts)} kernels, {sum(wrong)} differ")
    return sum(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
