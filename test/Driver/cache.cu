// What --cache has kept is taken from there: the same bytes, messages and
// dependencies. A header or an option that changed makes another entry.
// RUN: rm -rf %t && mkdir -p %t/changed && cd %t
// RUN: printf '#define N 64\n' > size.h && printf '#define N 48\n' > changed/size.h
// RUN: cp %s a.cu
// RUN: %tessera --cuda-path=none a.cu -o none.cu -MD -MT x -- -I. 2> none.txt
// RUN: %tessera --cuda-path=none --cache=kept a.cu -o miss.cu -MD -MT x -- -I. 2> miss.txt
// RUN: ls kept > one
// RUN: env TESSERA_CACHE=kept %tessera --cuda-path=none a.cu -o hit.cu -MD -MT x -- -I. 2> hit.txt
// RUN: ls kept | diff one -
// RUN: diff none.cu miss.cu && diff none.txt miss.txt && diff none.cu.d miss.cu.d
// RUN: diff none.cu hit.cu && diff none.txt hit.txt && diff none.cu.d hit.cu.d
// RUN: FileCheck %s --input-file=hit.txt
// CHECK: 64 bytes{{.*}}[tessera-staged]
//
// RUN: cp changed/size.h size.h
// RUN: %tessera --cuda-path=none --cache=kept a.cu -o header.cu -- -I. 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: 48 bytes{{.*}}[tessera-staged]
// RUN: %tessera --cuda-path=none --cache=kept --no-tiles a.cu -o option.cu -- -I.
// RUN: not diff header.cu option.cu > %t/difference
//
// A style file is read, too.
// RUN: printf 'BasedOnStyle: GNU\nIndentWidth: 8\n' > .clang-format
// RUN: %tessera -q --cuda-path=none --cache=kept a.cu -o style.cu -- -I.
// RUN: %tessera -q --cuda-path=none a.cu -- -I. | diff - style.cu
// RUN: not diff header.cu style.cu > %t/difference
//
// A folder that may not be written is only read.
// RUN: ls kept > before && chmod 555 kept
// RUN: %python %S/Inputs/obeying_modes.py %tessera --cuda-path=none --cache=kept a.cu -o read.cu -- -I.
// RUN: diff style.cu read.cu
// RUN: %python %S/Inputs/obeying_modes.py %tessera -q --cuda-path=none --cache=kept --coarsen=never a.cu -o missed.cu -- -I.
// RUN: %tessera -q --cuda-path=none --coarsen=never a.cu -- -I. | diff - missed.cu
// RUN: %python %S/Inputs/obeying_modes.py %tessera -q --cuda-path=none --cache=kept/inner --coarsen=never a.cu -o inner.cu -- -I.
// RUN: diff missed.cu inner.cu
// RUN: ls kept | diff before - && chmod 755 kept
//
// What is no folder is an error, before anything is written.
// RUN: touch file
// RUN: not %tessera --cuda-path=none --cache=file/kept a.cu -o no.cu 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot write 'file/kept': {{.*}} [tessera-cannot-write]
// RUN: not %tessera --cuda-path=none --cache=file a.cu -o no.cu 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot write 'file': {{.*}} [tessera-cannot-write]
// RUN: not ls no.cu
// RUN: not %tessera --cache-size=huge a.cu 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: --cache-size takes a number of bytes, as 500M or 2G, not 'huge'
#include "size.h"
__global__ void sums(const int *a, int *s) {
  for (int i = 0; i < N / 4; ++i)
    s[threadIdx.x] += a[i] * i;
}
int main() {
  int *a, *s;
  cudaMalloc(&a, N * sizeof(int));
  cudaMalloc(&s, 256 * sizeof(int));
  sums<<<1, 256>>>(a, s);
  return 0;
}
