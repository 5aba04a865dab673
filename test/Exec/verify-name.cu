// Both programs are told the same name, which they may print.
// RUN: cp %s %t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
int main(int argc, char **argv) { printf("%s starts\n", argv[0]); }
