// cuBLAS: it has tensor cores for this type, and takes the matrices by columns.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

void dgemm(const double *A, const double *B, double *C, int m, int n, int k) {
  static cublasHandle_t handle = [] {
    cublasHandle_t created;
    if (cublasCreate(&created) != CUBLAS_STATUS_SUCCESS) {
      fprintf(stderr, "cuBLAS does not start\n");
      exit(EXIT_FAILURE);
    }
    return created;
  }();
  const double one = 1, zero = 0;
  if (cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, B, n, A, k,
                  &zero, C, n) != CUBLAS_STATUS_SUCCESS)
    exit(EXIT_FAILURE);
}
