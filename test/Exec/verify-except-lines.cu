// Lines of output that match a regular expression are not compared.
// RUN: not %tessera-verify %s %S/Inputs/verify-except-lines.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --except-lines='^time: [0-9]+$' %s %S/Inputs/verify-except-lines.cu | FileCheck %s --check-prefix=SAME
// RUN: not %tessera-verify --except-lines=result %s %S/Inputs/verify-except-lines.cu 2>&1 | FileCheck %s
// RUN: sh -c '%tessera-verify --except-lines="(" %s %s; echo exit $?' 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: line 1 of the output is "time: 1" in the original and "time: 2" in the rewritten program
// SAME: same: output
// WRONG: tessera-verify: error: --except-lines:
// WRONG: exit 2
#include <stdio.h>

int main() { printf("time: 1\nresult: 5\n"); }
