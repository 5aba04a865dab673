// The program's own code; 126 for a failed check; 2 for a wrong command line.
// RUN: sh -c '%tessera-run %s -- 7; echo exit $?' | FileCheck %s --check-prefix=OWN
// RUN: sh -c '%tessera-run %s; echo exit $?' 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: sh -c '%tessera-run; echo exit $?' 2>&1 | FileCheck %s --check-prefix=USAGE
// OWN: exit 7
// CHECKED: null pointer [out-of-bounds]
// CHECKED: exit 126
// USAGE: tessera-run: error: needed: FILE.cu
// USAGE: exit 2

__global__ void null(int *p) { *p = 1; }

int main(int argc, char **argv) {
  if (argc > 1)
    return atoi(argv[1]);
  null<<<1, 1>>>(nullptr);
}
