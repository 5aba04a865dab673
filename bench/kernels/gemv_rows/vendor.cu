// cuBLAS, without tensor cores: it takes the matrix by columns.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

void gemv_rows(const float *A, const float *x, float *y, int m, int n) {
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
  if (cublasSgemv(handle, CUBLAS_OP_T, n, m, &one, A, n, x, 1, &zero, y, 1) !=
      CUBLAS_STATUS_SUCCESS)
    exit(EXIT_FAILURE);
}
