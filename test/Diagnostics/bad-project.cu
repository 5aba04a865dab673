// An index that lacks the file: see Project/index.test for all that can be wrong.
// RUN: rm -rf %t && mkdir %t && cp %s %t/other.cu
// RUN: %tessera --cuda-path=none --index=%t/index.json %t/other.cu --
// RUN: not %tessera --cuda-path=none --project=%t/index.json %s -o %t/out.cu -- 2>&1 | FileCheck %s
// RUN: not ls %t/out.cu
// CHECK: bad-project.cu: error: the index does not have '{{.*}}bad-project.cu' [tessera-bad-project]
int main() {}
