// What tessera-run does not have is named, with the line, and is exit code 125.
// RUN: sh -c '%tessera-run %s; echo exit $?' 2>&1 | FileCheck %s

int main() {
  // CHECK: unsupported.cu:[[@LINE+1]]:3: error: use of undeclared identifier 'cudaIpcOpenMemHandle'; tessera-run cannot run this [unsupported]
  cudaIpcOpenMemHandle(0, 0, 0);
  // CHECK-NEXT: exit 125
}
