// A plan that cannot be read, or that asks for what the program does not have.
// RUN: split-file %s %t
// RUN: echo old > %t/out.cu
// RUN: not %tessera --cuda-path=none --plan=%t/kernel %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not %tessera --cuda-path=none --plan=%t/block %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not %tessera --cuda-path=none --plan=%t/array %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not %tessera --cuda-path=none --plan=%t/loop %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not %tessera --cuda-path=none --plan=%t/steps %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not %tessera --cuda-path=none --plan=%t/many %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %tessera --cuda-path=none --plan=%t/padding %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=PADDING
// RUN: not %tessera --cuda-path=none --plan=%t/twice %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %tessera --cuda-path=none --plan=%t/place %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not %tessera --cuda-path=none --plan=%t/yaml %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=YAML
// RUN: not %tessera --cuda-path=none --plan=%t/key %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not %tessera --cuda-path=none --plan=%t/empty %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: echo old | diff - %t/out.cu

// KERNEL: main.cu: error: the plan does not fit the program: no kernel 'colonel' [tessera-bad-plan]
// BLOCK: main.cu:1:17: error: the plan does not fit the program: kernel 'kernel': no launch with blocks of 8x8x1 [tessera-bad-plan]
// ARRAY: main.cu:1:17: error: {{.*}}: kernel 'kernel': no array 'inn' [tessera-bad-plan]
// LOOP: main.cu:1:17: error: {{.*}}: kernel 'kernel': no loop 'j' accesses an array [tessera-bad-plan]
// STEPS: main.cu: error: {{.*}}steps:4:9: a stage in a loop needs 'steps', at least 1 [tessera-bad-plan]
// MANY: main.cu: error: {{.*}}many:4:9: 'steps' is more than any shared memory holds [tessera-bad-plan]
// PADDING: main.cu: error: {{.*}}padding:5:13: 'padding' is a number of cells [tessera-bad-plan]
// TWICE: main.cu:1:17: error: {{.*}}: kernel 'kernel': array 'in' is staged twice [tessera-bad-plan]
// PLACE: main.cu:1:17: error: {{.*}}: kernel 'kernel': two stages at one place [tessera-bad-plan]
// YAML: main.cu: error: {{.*}}yaml:1:{{[0-9]+}}: {{.*}} [tessera-bad-plan]
// KEY: main.cu: error: {{.*}}key:3:5: unknown key 'colour' [tessera-bad-plan]
// EMPTY: main.cu: error: {{.*}}empty: not a plan [tessera-bad-plan]
//--- main.cu
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
//--- kernel
kernels:
  - kernel: colonel
//--- block
kernels:
  - kernel: kernel
    block: [8, 8, 1]
//--- array
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: inn
//--- loop
kernels:
  - kernel: kernel
    stages:
      - loop: j
        steps: 4
        tiles:
          - array: in
//--- steps
kernels:
  - kernel: kernel
    stages:
      - loop: k
        steps: 0
        tiles:
          - array: in
//--- many
kernels:
  - kernel: kernel
    stages:
      - loop: k
        steps: 99999999999999
        tiles:
          - array: in
//--- padding
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: in
            padding: -4
//--- twice
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: in
          - array: in
//--- place
kernels:
  - kernel: kernel
    stages:
      - loop: k
        steps: 4
        tiles:
          - array: in
      - loop: k
        steps: 8
        tiles:
          - array: in
//--- yaml
kernels: [[[
//--- key
kernels:
  - kernel: kernel
    colour: red
//--- empty
