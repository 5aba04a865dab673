// Pitfall 10: two dependent loops made one before they became a kernel: there
// is no race with one thread, but another result.
// RUN: sh -c '%tessera-verify %s %S/Inputs/fused-host-loops.cu; echo exit $?' 2>&1 | FileCheck %s
// CHECK: tessera-verify: error: 'b'[1] is 1 in the original and 0 in the rewritten program
// CHECK: exit 1

__managed__ float a[16], b[16];

int main() {
  for (int i = 0; i < 16; i++)
    a[i] = i + 1;
  for (int i = 1; i < 15; i++)
    b[i] = a[i + 1] - a[i - 1] - 1;
}
