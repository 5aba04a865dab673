// A file that two targets compile, with flags that matter to its translation.
// RUN: rm -rf %t && split-file %s %t && cd %t && sed -i "s,DIR,%t," */compile_commands.json
// RUN: echo old > out.cu
// RUN: not %tessera --cuda-path=none -p differ main.cu -o out.cu 2>&1 | FileCheck %s
// RUN: echo old | diff - out.cu
// CHECK: main.cu: error: nothing is written: what becomes of the file differs between the 2 commands that compile it: -DN=64 | -DN=128 [tessera-differs-by-target]
// Flags that do not matter: the result is that of each command.
// RUN: %tessera --cuda-path=none -q -p same main.cu -o out.cu
// RUN: %tessera --cuda-path=none -q main.cu -- -DN=64 | diff - out.cu
// What is given behind `--` counts alone.
// RUN: %tessera --cuda-path=none -q -p differ main.cu -o out.cu -- -DN=64
// RUN: %tessera --cuda-path=none -q main.cu -- -DN=64 | diff - out.cu
//--- main.cu
__global__ void window(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * N);
  cudaMalloc(&out, 4096);
  window<<<16, 64>>>(in, out);
}
//--- differ/compile_commands.json
[{"directory": "DIR", "command": "nvcc -DN=64 -c main.cu -o a.o", "file": "main.cu"},
 {"directory": "DIR", "command": "nvcc -DN=128 -c main.cu -o b.o", "file": "main.cu"}]
//--- same/compile_commands.json
[{"directory": "DIR", "command": "nvcc -DN=64 -DX=1 -c main.cu -o a.o", "file": "main.cu"},
 {"directory": "DIR", "command": "nvcc -DN=64 -O2 -c main.cu -o b.o", "file": "main.cu"}]
