// Compiler flags reach Clang; warnings of the program are not the tool's, also
// where the flags make them errors.
// RUN: not %tessera --cuda-path=none %s 2>&1 | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DSIZE=64 -std=c++20 | diff %s -
// RUN: %tessera --cuda-path=none %s -- -DSIZE=64 -std=c++20 -Wall -Werror \
// RUN:   -O3 -g | diff %s -
// CHECK: error: use of undeclared identifier 'SIZE' [tessera-syntax]
__device__ int unused[SIZE];
template <typename T>
concept Any = true;
int main() { int x; }
