// Vectors that fill tiles have the results of the user's: where rows are
// multiples of them, and where launches find that they are not.
// RUN: %translate -q --plan=%S/Inputs/copied_vectors.yaml %S/copies_ahead.cu -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 3 %S/copies_ahead.cu %t.cu -- 64 96 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %S/copies_ahead.cu %t.cu -- 36 4 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %S/copies_ahead.cu %t.cu -- 33 62 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %S/copies_ahead.cu %t.cu -- 33 95 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %S/copies_ahead.cu %t.cu -- 64 0 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code

// CHECK: float A_tile[4][32][36];
// CHECK: double in_tile[3][32][18];
// CHECK: in_tile{{.*}} = in_2.y;
// CHECK: __align__(16) float A_next[{{.*}}4];
// CHECK: = A_next{{.*}}[v];
// CHECK: n % 4 == 0
