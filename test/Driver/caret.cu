// The caret stands below its place: a column is a byte, but é and 中, of two
// and three bytes, are one and two characters wide.
// RUN: %tessera --cuda-path=none %s 2>&1 > %t | FileCheck %s \
// RUN:   --strict-whitespace
__global__ void kernel(const float *in, float *out) {
	/* é中 */	out[int(in[threadIdx.x])] = 1;
}
// CHECK:      caret.cu:6:22: remark: 'in' not staged:
// CHECK-NEXT: {{^}}  	/* é中 */	out[int(in[threadIdx.x])] = 1;{{$}}
// CHECK-NEXT: {{^}}  	         	        ^{{$}}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  kernel<<<1, 64>>>(in, out);
}
