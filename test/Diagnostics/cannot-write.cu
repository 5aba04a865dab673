// A result that cannot be written: exit code 1, and what was there stays.
// RUN: rm -rf %t && mkdir -p %t/folder.cu
// RUN: not %tessera --cuda-path=none %s -o %t/none/out.cu 2>&1 | FileCheck %s
// RUN: not %tessera --cuda-path=none %s -o %t/folder.cu 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: echo old > %t/file
// RUN: not %tessera --cuda-path=none %s --out-dir=%t/file 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: echo old | diff - %t/file
// CHECK: out.cu: error: cannot write '{{.*}}out.cu': {{.*}} [tessera-cannot-write]
// FOLDER: folder.cu: error: cannot write '{{.*}}folder.cu': {{.*}} [tessera-cannot-write]
// FILE: error: cannot write '{{.*}}cannot-write.cu': {{.*}} [tessera-cannot-write]
int main() { return 0; }
