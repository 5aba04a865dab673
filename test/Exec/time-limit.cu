// A run can be limited in time.
// RUN: sh -c '%tessera-run --timeout=1 %s; echo exit $?' 2>&1 | FileCheck %s
// CHECK: runs for more than 1 seconds [time-limit]
// CHECK: exit 126

__global__ void wait(volatile int *flag) {
  while (!*flag)
    ;
}

int main() {
  int *flag;
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
}
