// What the host does, as written and as translated, in the order of the text.
// RUN: %tessera -q --cuda-path=none %s --report=%t.json -o %t.cu
// RUN: %python %S/Inputs/host_steps.py %t.json \
// RUN:   | FileCheck %s --match-full-lines -D#M=56
// RUN: %tessera -q --cuda-path=none --no-transfers %s --report=%t.json -o %t.cu
// RUN: %python %S/Inputs/host_steps.py %t.json \
// RUN:   | FileCheck %s --check-prefix=ALONE
// RUN: %tessera -q --cuda-path=none --improve-copies \
// RUN:   %S/../EndToEnd/own_copies.cu --report=%t.json -o %t.cu
// RUN: %python %S/Inputs/host_steps.py %t.json | FileCheck %s --check-prefix=OWN

// CHECK:      before:
// CHECK-NEXT: {{ +}}[[#M+2]] host allocate managed a 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+3]] host allocate managed b 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+5]] host touch writes a in loops [[#M+4]]
// CHECK-NEXT: {{ +}}[[#M+7]] kernel launch step reads a writes b in loops [[#M+6]]
// CHECK-NEXT: {{ +}}[[#M+9]] host wait in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+10]] host touch reads b writes a in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+13]] host free a
// CHECK-NEXT: {{ +}}[[#M+14]] host free b
// CHECK-NEXT: after:
// CHECK-NEXT: {{ +}}[[#M+2]] host allocate host a 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+2]] host allocate device a 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+3]] host allocate host b 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+3]] host allocate device b 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+5]] host touch writes a in loops [[#M+4]]
// CHECK-NEXT: {{ +}}[[#M+6]] copy clear b 16384 bytes
// CHECK-NEXT: {{ +}}[[#M+7]] copy upload a 16384 bytes in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+7]] kernel launch step reads a writes b in loops [[#M+6]]
// CHECK-NEXT: {{ +}}[[#M+7]] host check launch in loops [[#M+6]]
// CHECK-NEXT: {{ +}}[[#M+9]] host wait in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+10]] copy read element b 4 bytes in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+10]] host touch reads b writes a in loops [[#M+6]] sometimes
// CHECK-NEXT: {{ +}}[[#M+13]] host free a
// CHECK-NEXT: {{ +}}[[#M+13]] host free device a
// CHECK-NEXT: {{ +}}[[#M+14]] host free b
// CHECK-NEXT: {{ +}}[[#M+14]] host free device b

// Without a plan there is nothing to tell of the result.
// ALONE: before:
// ALONE: after:
// ALONE-NOT: {{.}}

// The program's own copies, which leave the loop.
// OWN:      copy upload d_rate rate 4096 bytes by the program in loops 23
// OWN:      after:
// OWN-NOT:  d_rate rate 4096 bytes by the program
// OWN:      23 copy upload d_rate rate 4096 bytes moved{{$}}
// OWN-NEXT: 26 kernel launch diffuse in loops 23

__global__ void step(const float *from, float *to) {
  int i = blockIdx.x * 64 + threadIdx.x;
  to[i] = from[i] + 1;
}

int main(int count, char **arguments) {
  float *a, *b;
  cudaMallocManaged(&a, 64 * 64 * sizeof(float));
  cudaMallocManaged(&b, 64 * 64 * sizeof(float));
  for (int i = 0; i < 64 * 64; i++)
    a[i] = i;
  for (int round = 0; round < 9; round++) {
    step<<<64, 64>>>(a, b);
    if (count > 1) {
      cudaDeviceSynchronize();
      a[0] = b[0];
    }
  }
  cudaFree(a);
  cudaFree(b);
}
