// What nvcc knows before the first #include, and both dialects' variables.
// RUN: %clang_cuda -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %clang_cuda -fsyntax-only -Xclang -ast-dump \
// RUN:   -Xclang -ast-dump-filter=own_ %s 2>/dev/null | FileCheck %s

#define N 64

// WARN: [[@LINE+1]]:1: warning: 'global' attribute only applies to functions
__global__ int own_a[N][N];
// WARN-NOT: warning:
// WARN-NOT: error:

// CHECK: VarDecl {{.*}} own_m 'float[64]'
// CHECK-NEXT: AnnotateAttr {{.*}} "tessera.managed"
__managed__ float own_m[N];
// CHECK: VarDecl {{.*}} own_sum 'int'
// CHECK: AnnotateAttr {{.*}} "tessera.managed"
__device__ __managed__ int own_sum;

// CHECK: FunctionDecl {{.*}} own_kernel 'void ()'
// CHECK: MemberExpr {{.*}} 'const unsigned int' lvalue .x
// CHECK-NEXT: DeclRefExpr {{.*}} 'const uint3' {{.*}}'threadIdx'
__global__ void own_kernel() {
  own_m[threadIdx.x] = own_a[blockIdx.x][threadIdx.x];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  unsigned u = 3;
  size_t bytes = min(sizeof(own_m), (size_t)64);
  srand(time(NULL));
  char *text = new (malloc(8)) char[8];
  strcpy(text, "x");
  assert(max(n, 1) == min(N, n) && max(u, n) > 0 && max(1.0, 2.0f) > 1);
  own_kernel<<<1, n>>>();
  cudaThreadSynchronize();
  fprintf(stderr, "%f %zu %f\n", own_m[0], bytes, sqrt(min(2.0f, 3.0f)));
  return 0;
}
