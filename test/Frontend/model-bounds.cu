// Bounds that are the least or greatest of several: one is the loop's, and all
// are in a guard.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
#define MIN(a, b) ((a) < (b) ? (a) : (b))

// CHECK-LABEL: kernel bounds
__global__ void bounds(const float *in, float *out, int n, int r, unsigned u) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  // That of the thread is the loop's.
  // CHECK-DAG: loop 0: k: from Bx * bx + tx - 3 while < Bx * bx + tx + 4 step 1
  // CHECK-DAG: guard [[#]]: (k >= 0 and n - k - 1 >= 0)
  for (int k = max(0, i - 3); k <= min(n - 1, i + 3); k++)
    s += in[k];
  // The same, as choices.
  // CHECK-DAG: loop 1: k_2: from Bx * bx + tx - r while < Bx * bx + r + tx step 1
  // CHECK-DAG: guard [[#]]: (k_2 >= 0 and n - k_2 - 1 >= 0)
  for (int k = i < r ? 0 : i - r; k < MIN(n, i + r); k++)
    s += in[k];
  // Constants of such values, of three.
  // CHECK-DAG: loop 2: k_3: from Bx * bx + tx while < n step 1
  // CHECK-DAG: guard [[#]]: (k_3 - 5 >= 0 and k_3 - r >= 0)
  const int first = max(max(r, 5), i);
  for (int k = first; k < n; k++)
    s += in[k];
  // Downwards.
  // CHECK-DAG: loop 3: k_4: from Bx * bx + tx + 3 while > -1 step -1
  // CHECK-DAG: guard [[#]]: (n - k_4 - 1 >= 0)
  for (int k = min(n - 1, i + 3); k >= 0; k--)
    s += in[k];
  // A known length counts for more than where it ends.
  // CHECK-DAG: loop 4: t: from 0 while < n step 16
  // CHECK-DAG: loop 5: k_5: from t while < t + 16 step 1
  // CHECK-DAG: guard [[#]]: (n - k_5 - 1 >= 0)
  for (int t = 0; t < n; t += 16)
    for (int k = t; k < min(t + 16, n); k++)
      s += in[k];
  // The second of two bounds.
  // CHECK-DAG: loop 6: k_6: from 0 while < n step 1
  // CHECK-DAG: guard [[#]]: (Bx * bx + tx - k_6 >= 0 and r - k_6 >= 0)
  for (int k = 0; k < n && k <= min(i, r); k++)
    s += in[k];
  // Steps from another beginning are other steps.
  // CHECK-DAG: loop 7: k_7: opaque
  for (int k = max(0, i - 3); k < n; k += 2)
    s += in[k];
  // The wrong one of the two.
  // CHECK-DAG: loop 8: k_8: opaque
  for (int k = min(0, i - 3); k < n; k++)
    s += in[k];
  // CHECK-DAG: loop 9: k_9: opaque
  for (int k = i < r ? 0 : i - r - 1; k < n; k++)
    s += in[k];
  // Without a sign, i - 3 may be the greatest of all.
  // CHECK-DAG: loop 10: k_10: opaque
  for (unsigned k = max(0u, i - 3); k < u; k++)
    s += in[k];
  // CHECK-DAG: loop 11: k_11: from 0 while < Bx * bx + tx step 1
  for (unsigned k = 0; k < min(u, blockIdx.x * blockDim.x + threadIdx.x); k++)
    s += in[k];
  // Another value by the time of the loop.
  int last = min(n, i + 3);
  last += 1;
  // CHECK-DAG: loop 12: k_12: opaque
  for (int k = 0; k < last; k++)
    s += in[k];
  out[i] = s;
}

int main() {}
