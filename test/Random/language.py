#!/usr/bin/env python3
"""Random programs full of what the language allows and few people write.

Many of them go into one file, each in a namespace of its own: to start the
tools takes longer than one program. A program starts kernels of
language_kernel.py with numbers of language_values.py, and reads and writes
their arrays in callbacks of language_calls.py; language_places.py has the names
of variables and elements. Each construct has a name.
"""

import argparse
import random

import language_calls
import language_places
from language_host import HostMaker
from language_kernel import KernelMaker

HEAD = """#define N 256
#define M 4352

static unsigned seen = 1;
static void note(unsigned value) { seen = (seen * 31 + value) % 65521; }
static void look(const unsigned *p, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    note(p[i]);
}
""" + language_places.HELPERS + """struct Bits {
  unsigned low : 9, high : 23;
};
struct Base {
  unsigned char first;
};
struct Heir : Base {
  unsigned char second, third, fourth;
};
template <class T> __host__ __device__ void put_first(T &to, unsigned v) { to.first = v; }
template <class T> __host__ __device__ void put_first_at(T *to, unsigned v) {
  put_first(*to, v);
  (*to).third = to->first;
}
__host__ __device__ inline unsigned second_of(const Heir &of) { return of.second; }
__host__ __device__ inline unsigned second_at(const Heir *of) { return second_of(of[0]); }
__host__ __device__ inline unsigned by_const(unsigned &) { return 1; }
__host__ __device__ inline unsigned by_const(const unsigned &) { return 2; }
__host__ __device__ inline unsigned by_const(unsigned *) { return 3; }
__host__ __device__ inline unsigned by_const(const unsigned *) { return 5; }
union Word {
  unsigned whole;
  unsigned char part[4];
};
enum Byte : unsigned char {};
template <class T> T *same_pointer(T *p) { return p; }

"""

DIALECTS = ["simple"] * 5 + ["managed", "pointers", "cuda", "cuda"]


class Program(language_places.Places):
    """One program: its parts, and what it has."""

    def __init__(self, seed, without=()):
        self.seed, self.without = seed, set(without)
        self.random = random.Random(f"language {seed}")
        self.constructs = set()
        self.names = 0
        self.yes = "seen != 70000"
        self.dialect = self.one(DIALECTS)
        self.odd = self.one([0.1, 0.2, 0.4, 0.6])
        self.light = self.chance(0.75)  # has no headers that are long
        self.threads = (not self.light and self.dialect != "simple"
                        and self.chance(0.5))
        self.small = list("ABC"[:self.random.randint(2, 3)])
        self.wide = list("UVW")
        self.types, self.functions = [], []
        maker = KernelMaker(self)
        self.kernels = [maker.kernel(f"k{n}")
                        for n in range(self.random.randint(1, 2))]
        host = HostMaker(self)
        self.types += host.kept_variables()
        self.main = host.body()

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, choices):
        return self.random.choice(choices)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def has(self, name):
        """Whether a construct is wanted; then the program has it."""
        if name in self.without:
            return False
        self.constructs.add(("kernel: " if self.device else "") + name)
        return True

    def truth(self):
        """What always holds."""
        return self.yes

    def arrays(self):
        return ([(name, "N") for name in self.small]
                + [(name, "M") for name in self.wide])

    def declarations(self):
        word = {"simple": "static __global__ unsigned {}[{}];",
                "managed": "static __managed__ unsigned {}[{}];",
                "cuda": "static unsigned {0}[{1}], *d_{0};",
                "pointers": "static unsigned *{};"}[self.dialect]
        return [word.format(*array) for array in self.arrays()]

    def text(self):
        begin, end = [], []
        for name, size in self.arrays():
            place = "d_" + name if self.dialect == "cuda" else name
            allocate = {"cuda": "cudaMalloc", "pointers": "cudaMallocManaged"}
            if self.dialect in allocate:
                begin.append(f"{allocate[self.dialect]}(&{place}, {size} * "
                             "sizeof(unsigned));")
                end.append(f"cudaFree({place});")
            begin.append(f"for (unsigned i = 0; i < {size}; i++)")
            begin.append(f"  {name}[i] = (i * 7 + {len(begin)}) % 101;")
        end = (["look(%s, %s);" % array for array in self.arrays()]
               + [f'printf("{self.seed} %u\\n", seen);'] + end)
        main = (["seen = 1;"] + begin + list(lines_of(self.main)) + end)
        # A number has another name in each program, for what tells them apart.
        return "\n".join([f"namespace p{self.seed} {{"] + self.declarations()
                         + [kernel.text() for kernel in self.kernels]
                         + self.types + self.functions
                         + ["static void run(int argc) {"]
                         + ["  " + line for line in main] + ["}", "}", ""])


def lines_of(block):
    """The lines of nested lists of lines."""
    for part in block:
        if isinstance(part, str):
            yield from part.split("\n")
        else:
            yield from lines_of(part)


def emit(programs, comment=""):
    """One file of several programs."""
    calls = "".join(f"  p{program.seed}::run(argc);\n" for program in programs)
    headers = list(language_calls.HEADERS)
    if not all(program.light for program in programs):
        headers += language_calls.HEAVY_HEADERS
    return ((f"// {comment}\n" if comment else "")
            + "".join(f"#include <{name}>\n" for name in sorted(headers))
            + HEAD
            + "".join(program.text() for program in programs)
            + f"int main(int argc, char **) {{\n{calls}}}\n")


def generate(seed, without=()):
    return Program(seed, without)


def main():
    parser = argparse.ArgumentParser(description="prints a random program")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(emit([generate(options.seed)]), end="")


if __name__ == "__main__":
    main()
