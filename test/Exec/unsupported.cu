// What tessera-run does not have is named, with the line, and is exit code 125.
// RUN: sh -c '%tessera-run %s; echo exit $?' 2>&1 | FileCheck %s

int main() {
  // CHECK: unsupported.cu:[[@LINE+1]]:3: error: {{.*}}cudaGraphDestroy
  cudaGraphDestroy(0);
  // CHECK: tessera-run: error: {{.*}}unsupported.cu' is not CUDA that tessera-run knows
  // CHECK: exit 125
}
