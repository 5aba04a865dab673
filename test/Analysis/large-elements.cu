// Elements of many megabytes fit no tile, and their bytes are not counted one by
// one.
// RUN: %tessera --cuda-path=none --time-limit=%20-seconds %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
struct Points {
  float x[1 << 24], y[1 << 24];
};

__global__ void move(Points *from, Points *to, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: :[[@LINE+1]]:{{.*}} 'from' not staged: its elements have 134217728 bytes each, and what the arrays inside them hold is not told apart
    float x = from->x[i], y = from->y[i];
    to->x[i] = x + 10;
    to->y[i] = y + 20;
  }
}

int main() {
  Points *from, *to;
  cudaMalloc(&from, sizeof(Points));
  cudaMalloc(&to, sizeof(Points));
  move<<<(1 << 24) / 128, 128>>>(from, to, 1 << 24);
}
