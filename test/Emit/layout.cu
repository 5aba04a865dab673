// New text looks like the user's: indentation, braces, comments, pragmas.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace

// Tabs.
// CHECK-LABEL: {{^}}__global__ void tabs(
// CHECK:      {{^	}}for (int k0 = 0; k0 < 64; k0 += 16)
// CHECK:      {{^		}}__syncthreads();
// CHECK-NEXT: {{^		}}for (int k = k0; k < k0 + 16; k++)
// CHECK-NEXT: {{^			}}sum += in_tile[k - k0];

// Four columns, and the comments where they were.
// CHECK-LABEL: {{^}}__global__ void four(
// CHECK:      {{^    }}// All elements.
// CHECK-NEXT: {{^    }}for (int k0 = 0; k0 < 64; k0 += 16) {
// CHECK:      {{^ *}}#pragma unroll 4
// CHECK-NEXT: {{^        }}for (int k = k0; k < k0 + 16; k++) {
// CHECK-NEXT: {{^            }}// Before.
// CHECK-NEXT: {{^            }}sum += in_tile[k - k0]; // Behind.
// CHECK-NEXT: {{^            }}/* Below. */
// CHECK-NEXT: {{^        }}}
// CHECK:      {{^    }}/* The result. */
// CHECK-NEXT: {{^    }}out[

// A comment behind the body of a loop stays with it.
// CHECK-LABEL: {{^}}__global__ void behind(
// CHECK:      {{^}}      sum += in_tile[k - k0]; // one element
// CHECK:      {{^}}  }
// CHECK-NEXT: {{^}}  out[
//--- main.cu
__global__ void tabs(const float *in, float *out) {
	float sum = 0;
	for (int k = 0; k < 64; k++)
		sum += in[k];
	out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void four(const float *in, float *out) {
    float sum = 0;
    // All elements.
#pragma unroll 4
    for (int k = 0; k < 64; k++) {
        // Before.
        sum += in[k]; // Behind.
        /* Below. */
    }
    /* The result. */
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void behind(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k]; // one element
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  tabs<<<4, 64>>>(in, out);
  four<<<4, 64>>>(in, out);
  behind<<<4, 64>>>(in, out);
}
//--- plan.yaml
kernels:
  - kernel: tabs
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: four
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: behind
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
