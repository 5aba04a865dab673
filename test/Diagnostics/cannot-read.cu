// Input that is not there, or is no file; a plan that is not there.
// RUN: not %tessera --cuda-path=none %t.none.cu 2>&1 | FileCheck %s
// RUN: not %tessera --cuda-path=none %S 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not %tessera --cuda-path=none --plan=%t.none.yaml %s 2>&1 | FileCheck %s --check-prefix=PLAN
// CHECK: none.cu: error: cannot read '{{.*}}none.cu': {{[Nn]}}o such file or directory [tessera-cannot-read]
// FOLDER: error: cannot read '{{.*}}Diagnostics': {{[Ii]}}s a directory [tessera-cannot-read]
// PLAN: cannot-read.cu: error: cannot read '{{.*}}none.yaml': {{[Nn]}}o such file or directory [tessera-cannot-read]
int main() { return 0; }
