// What atomic functions do, and the subscripts that their arguments may have.
// RUN: %tessera -q --cuda-path=none --print=model %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none --print=tree %s | FileCheck %s --check-prefix=TREE
__device__ int total;
__device__ unsigned table[4][8];
struct Bins {
  int *data;
  int n;
};
__noinline__ __device__ void tally(int *h, int x) { atomicAdd(&h[x], 1); }
__device__ int atomicTwice(int *h) { return 2 * *h; }
#define COUNT(x) atomicAdd(&h[x], 1)

// CHECK-LABEL: kernel kinds
__global__ void kinds(int *a, unsigned *u, long long *l, float *f, int v) {
  atomicAdd(&total, v);      // CHECK: atomic total[0], add int in [0, 0]
  atomicSub(&u[1], v);       // CHECK: atomic u[1], subtract unsigned int in [0, 1]
  atomicMin(l + 2, 1ll);     // CHECK: atomic l[2], min long long in [0, 2]
  atomicMax_block(a, 3);     // CHECK: atomic a[0], max int in [0, 0]
  atomicAnd_system(a, 3);    // CHECK: atomic a[0], and int in [0, 0] for the system
  atomicOr(&table[3][v], 1); // CHECK: atomic table[3][v], or unsigned int{{$}}
  (atomicXor(&a[0], 3));     // CHECK: atomic a[0], xor int in [0, 0]
  int old = atomicAdd(a, 1); // CHECK: atomic a[0], add int in [0, 0], result used
  v ? atomicAdd(a, 1) : 0;   // CHECK: atomic a[0]{{.*}}, result used
  atomicAdd(f, 1.f);         // CHECK: atomic f[0], add float in [0, 0]
  atomicExch(a, old);        // CHECK: atomic a[0]{{$}}
  atomicInc(u, 3);           // CHECK: atomic u[0]{{$}}
  atomicCAS(a, 3, 4);        // CHECK: atomic a[0]{{$}}
}

// CHECK-LABEL: kernel subscripts
__global__ void subscripts(int *h, const unsigned char *c, const int *d,
                           const unsigned *u, const short *s, int n) {
  int i = threadIdx.x;
  atomicAdd(&h[c[i]], 1);           // CHECK: [0, 255]
  atomicAdd(&h[c[i] >> 4], 1);      // CHECK: [0, 15]
  atomicAdd(&h[d[i] & 63], 1);      // CHECK: [0, 63]
  atomicAdd(&h[63 & c[i]], 1);      // CHECK: [0, 63]
  atomicAdd(&h[u[i] % 10], 1);      // CHECK: [0, 9]
  atomicAdd(&h[d[i] % 10], 1);      // CHECK: atomic h[?], add int{{$}}
  atomicAdd(&h[u[i] >> 24], 1);     // CHECK: [0, 255]
  atomicAdd(&h[d[i] >> 24], 1);     // CHECK: atomic h[?], add int{{$}}
  atomicAdd(&h[c[i] * 2 + 1], 1);   // CHECK: [0, 511]
  atomicAdd(h + c[i] / 16, 1);      // CHECK: [0, 15]
  atomicAdd(&h[16] + c[i], 1);      // CHECK: [0, 271]
  atomicAdd(&h[c[i]] - 1, 1);       // CHECK: atomic h[?], add int{{$}}
  atomicAdd(&h[d[i] < 5], 1);       // CHECK: [0, 1]
  atomicAdd(&h[d[i] > 0 ? 7 : c[i]], 1);       // CHECK: [0, 255]
  atomicAdd(&h[min(max(d[i], 0), 31)], 1);     // CHECK: [0, 31]
  atomicAdd(&h[min(d[i], 31)], 1);  // CHECK: atomic h[?], add int{{$}}
  atomicAdd(&h[s[i] + 32768], 1);   // CHECK: [0, 65535]
  atomicAdd(&h[(unsigned char)d[i]], 1);       // CHECK: [0, 255]
  atomicAdd(&h[c[i] - 1u], 1);      // CHECK: [0, 4294967295]
  atomicAdd(&h[i * 2], 1);          // CHECK: atomic h[tx * 2], add int by thread{{$}}
  int bin = c[i] & 7;
  atomicAdd(&h[bin], 1);            // CHECK: [0, 7]
  int changed = c[i];
  changed -= 300;
  atomicAdd(&h[changed], 1);        // CHECK: atomic h[?], add int{{$}}
}

// Those whose text cannot change are no less updates; a function of the
// program's own is none.
// CHECK-LABEL: kernel spellings
// TREE-LABEL: kernel spellings
__global__ void spellings(int *h, const int *d, Bins b) {
  int *alias = h + 3;
  tally(h, d[0] & 3);       // CHECK: atomic h[?], add int, result used
  atomicAdd(&b.data[2], 1); // CHECK: atomic b.data[2], add int in [0, 2]
                            // TREE: leaf {@{{[0-9]+}} atomicAdd(&{b.data}[2], {1})};
  COUNT(d[1] & 7);          // CHECK: atomic h[?], add int in [0, 7]
                            // TREE: leaf {COUNT({@{{[0-9]+}} d[1]} & 7) = {@{{[0-9]+}} atomicAdd(&{h}[{@{{[0-9]+}} d[1]} & 7], {1})}};
  atomicAdd(alias, 1);      // CHECK: atomic h[3], add int{{$}}
                            // TREE: leaf atomicAdd({alias}, 1);
  atomicTwice(h);           // CHECK: read h[0]{{$}}
}

int main() {}
