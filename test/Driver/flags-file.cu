// Flags come from a file, too, one in each line, and before those of the
// command line. A line that begins with SHELL: has several.
// RUN: rm -rf %t && mkdir -p "%t/my folder" && cd %t
// RUN: printf '#define N M\n' > "my folder/n.h"
// RUN: printf -- '-I%t/my folder\n\n-DM=1\n-DTEXT="a b"\nSHELL:-DA=2 "-DB=3 + 4"\n' > flags
// RUN: %tessera -q --cuda-path=none --flags-file=flags %s -o out.cu -- -UM -DM=8
// RUN: not %tessera --flags-file=none %s 2>&1 | FileCheck %s
// CHECK: tessera: error: --flags-file: cannot read 'none': {{.*}} [tessera-bad-option]
// What a dependency file is about can be named.
// RUN: %tessera -q --cuda-path=none --flags-file=flags %s -o out.cu -MD -MT 'my stamp' -MF deps -- -UM -DM=8
// RUN: FileCheck %s --input-file=deps --check-prefix=NAMED
// NAMED: {{^}}my\ stamp: \
// RUN: not %tessera -MT x %s 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: -MT needs -MD
#include "n.h"
static_assert(N == 8 && A == 2 && B == 7 && sizeof(TEXT) == 4);
int main() { return 0; }
