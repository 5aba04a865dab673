// cuBLAS, without tensor cores: it takes the matrices by columns.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

void gemm_nt(const float *A, const float *B, float *C, int m, int n, int k) {
  static cublasHandle_t handle = [] {
    cublasHandle_t created;
    if (cublasCreate(&created) != CUBLAS_STATUS_SUCCESS ||
        cublasSetMathMode(created, CUBLAS_PEDANTIC_MATH) !=
            CUBLAS_STATUS_SUCCESS) {
      fprintf(stderr, "cuBLAS does not start\n");
      exit(EXIT_FAILURE);
    }
    return created;
  }();
  const float one = 1, zero = 0;
  if (cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, B, k, A, k,
                  &zero, C, n) != CUBLAS_STATUS_SUCCESS)
    exit(EXIT_FAILURE);
}
