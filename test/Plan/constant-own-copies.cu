// A plan wants memory of cudaMalloc in constant memory: where that is right it
// is there, too, and elsewhere a remark says why not.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/plan.yaml %t/main.cu -o %t/out.cu 2> %t/err
// RUN: FileCheck %s < %t/err
// RUN: FileCheck %s --check-prefix=CODE < %t/out.cu
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/plan.yaml --print=plan -q %t/main.cu | FileCheck %s --check-prefix=PLAN
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
//
// The planner's own choice, of memory that is read again, is the same.
// RUN: %tessera --cuda-path=none --improve-copies -q %t/main.cu -o %t/own.cu
// RUN: FileCheck %s --check-prefix=CODE < %t/own.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/own.cu
// Without the option the copies are not looked at.
// RUN: %tessera --cuda-path=none -q %t/main.cu | not grep __constant__
//
// What stands against all memory of a program.
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/one.yaml %t/one.cu -- -DDEVICES 2>&1 >/dev/null | FileCheck %s --check-prefix=DEVICES
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/one.yaml %t/one.cu -- -DTEMPLATE 2>&1 >/dev/null | FileCheck %s --check-prefix=TEMPLATE
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/plan.yaml %t/out.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=TWICE
// RUN: %tessera --cuda-path=none --improve-copies --plan=%t/one.yaml %t/one.cu -- -DCATCHES 2>&1 >/dev/null | FileCheck %s --check-prefix=CATCHES
// RUN: %tessera --cuda-path=none --improve-copies -q %t/one.cu | grep 'static __constant__ float w_const\[4\];'
// CHECK-DAG: remark: 'right' is placed in constant memory: all threads of a block read the same of its 16 bytes [tessera-placed-in-constant]
// CHECK-DAG: remark: 'prefix' is placed in constant memory: all threads of a block read the same of its 16 bytes [tessera-placed-in-constant]
// CHECK-DAG: remark: 'filled' is not placed in constant memory: line 242 writes it, and not by a copy from the host that can be repeated
// CHECK-DAG: remark: 'moved' is not placed in constant memory: line 244 writes it, and not by
// CHECK-DAG: remark: 'inner' is not placed in constant memory: line 247 writes it, and not by
// CHECK-DAG: remark: 'kept' is not placed in constant memory: line 249 writes it, and not by
// CHECK-DAG: remark: 'swapped' is not placed in constant memory: line 253 writes it, and not by
// CHECK-DAG: remark: 'chosen' is not placed in constant memory: line 257 writes it, and not by
// CHECK-DAG: remark: 'later' is not placed in constant memory: it is passed to 'cudaMemcpyAsync'
// CHECK-DAG: remark: 'through' is not placed in constant memory: a function that launches gets it in a way
// CHECK-DAG: remark: 'handed' is not placed in constant memory: the parameter 'to' may be it
// CHECK-DAG: remark: 'again' is not placed in constant memory: it is allocated at several places
// CHECK-DAG: remark: 'inLoop' is not placed in constant memory: line 272 may allocate it more than once
// CHECK-DAG: remark: 'unknown' is not placed in constant memory: its size is not known before run time
// CHECK-DAG: remark: 'large' is not placed in constant memory: it is larger than the cache of constant memory
// CHECK-DAG: remark: 'uneven' is not placed in constant memory: it is not known to have whole numbers of one type as elements
// CHECK-DAG: remark: 'sometimes' is not placed in constant memory: a launch of 'useSometimes' passes a part of it, or other memory
// CHECK-DAG: remark: 'streamed' is not placed in constant memory: a launch that uses it has a stream of its own
// CHECK-DAG: remark: 'written' is not placed in constant memory: 'useWritten' writes it
// CHECK-DAG: remark: 'lanes' is not placed in constant memory: threads of 'useLanes' read different elements at once
// CHECK-DAG: remark: 'fixed' is not placed in constant memory: a parameter of 'useFixed' cannot be changed
// CHECK-DAG: remark: 'asked' is not placed in constant memory: 'useAsked' writes it or hands it on
// CHECK-DAG: remark: 'general' is not placed in constant memory: 'useGeneral' is a template
// CHECK-DAG: remark: 'scoped' is not placed in constant memory: 'useScoped' is not declared at file scope
// CHECK-DAG: remark: 'early' is not placed in constant memory: line 6 writes it, and not by
//
// CODE: // All threads read the same element.
// CODE-NEXT: static {{__constant__}} float right_const[4];
// CODE: void useRight(
// CODE-NEXT: w = right_const;
// CODE: static {{__constant__}} float prefix_const[4];
// CODE: void usePrefix(
// CODE-NEXT: w = prefix_const;
// CODE-NOT: _const;
// CODE: cudaMemcpy(right, h, 16, cudaMemcpyHostToDevice);
// CODE-NEXT: // The same in constant memory.
// CODE-NEXT: cudaMemcpyToSymbol(right_const, h, 16);
// CODE-NEXT: useRight<<<1, 32>>>(right, out);
// CODE-NEXT: cudaMemcpy(prefix, h, 16, cudaMemcpyHostToDevice);
// CODE-NEXT: // The same in constant memory.
// CODE-NEXT: cudaMemcpyToSymbol(prefix_const, h, 16);
// CODE-NEXT: cudaMemcpy(prefix, g, 8, cudaMemcpyHostToDevice);
// CODE-NEXT: // The same in constant memory.
// CODE-NEXT: cudaMemcpyToSymbol(prefix_const, g, 8);
// CODE-NOT: cudaMemcpyToSymbol
//
// PLAN: kernels:
// PLAN: - kernel: useRight
// PLAN-NEXT: constant:
// PLAN-NEXT: - right
// PLAN-NEXT: - kernel: usePrefix
// PLAN-NEXT: constant:
// PLAN-NEXT: - prefix
// PLAN-NOT: constant:
//
// DEVICES: 'w_dev' is not placed in constant memory: the program chooses among devices
// TEMPLATE: 'w_dev' is not placed in constant memory: a launch in a template may use it
// TWICE: 'right' is not placed in constant memory: the program has constant memory of its own
// CATCHES: 'w_dev' is not placed in constant memory: exceptions are caught
//--- main.cu
#include <stdio.h>
#include <utility>

static float *early;
static void uploadEarly(const float *h) {
  cudaMemcpy(early, h, 16, cudaMemcpyHostToDevice); // early
}

static void upload(float *to, const float *from) {
  cudaMemcpy(to, from, 16, cudaMemcpyHostToDevice);
}

__global__ void useRight(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void usePrefix(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useFilled(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useMoved(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useInner(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useKept(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useSwapped(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useChosen(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useLater(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useThrough(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useHanded(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useAgain(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useInLoop(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useUnknown(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useLarge(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useUneven(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useSometimes(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useStreamed(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

__global__ void useWritten(float *w, float *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[k];
  __syncthreads();
  w[threadIdx.x] = 1;
}

__global__ void useLanes(const float *w, float *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[(threadIdx.x + k) % 4];
}

__global__ void useFixed(const float *const __restrict__ w, float *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[k];
}

__global__ void useAsked(const float *w, float *out) {
  if (w != nullptr)
    for (int k = 0; k < 4; k++)
      out[threadIdx.x] += w[k];
}

template <typename T> __global__ void useGeneral(const T *w, T *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[k];
}

namespace {
__global__ void useScoped(const float *w, float *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[k];
}
} // namespace

__global__ void useEarly(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k];
  out[threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float h[4] = {1, 2, 3, 4}, g[4] = {5, 6, 7, 8}, *out, total[32];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&out, sizeof(total));
  cudaMemset(out, 0, sizeof(total));
  float *right;
  float *prefix;
  float *filled;
  float *moved;
  float *inner;
  float *kept;
  float *swapped;
  float *chosen;
  float *later;
  float *through;
  float *handed;
  float *again;
  float *inLoop;
  float *unknown;
  float *large;
  float *uneven;
  float *sometimes;
  float *streamed;
  float *written;
  float *lanes;
  float *fixed;
  float *asked;
  float *general;
  float *scoped;
  float *partner;
  cudaMalloc(&right, 16);
  cudaMalloc(&prefix, 16);
  cudaMalloc(&filled, 16);
  cudaMalloc(&moved, 16);
  cudaMalloc(&inner, 16);
  cudaMalloc(&kept, 16);
  cudaMalloc(&swapped, 16);
  cudaMalloc(&partner, 16);
  cudaMalloc(&chosen, 16);
  cudaMalloc(&later, 16);
  cudaMalloc(&through, 16);
  cudaMalloc(&handed, 16);
  cudaMalloc(&again, 16);
  cudaMalloc(&unknown, 16 * argc);
  cudaMalloc(&large, 8196);
  cudaMalloc(&uneven, 18);
  cudaMalloc(&sometimes, 16);
  cudaMalloc(&streamed, 16);
  cudaMalloc(&written, 128);
  cudaMalloc(&lanes, 128);
  cudaMalloc(&fixed, 16);
  cudaMalloc(&asked, 16);
  cudaMalloc(&general, 16);
  cudaMalloc(&scoped, 16);
  cudaMalloc(&early, 16);
  cudaMemcpy(right, h, 16, cudaMemcpyHostToDevice);
  useRight<<<1, 32>>>(right, out);
  cudaMemcpy(prefix, h, 16, cudaMemcpyHostToDevice);
  cudaMemcpy(prefix, g, 8, cudaMemcpyHostToDevice);
  usePrefix<<<1, 32>>>(prefix, out);
  cudaMemset(filled, 0, 16); // filled
  useFilled<<<1, 32>>>(filled, out);
  cudaMemcpy(moved, right, 16, cudaMemcpyDeviceToDevice); // moved
  useMoved<<<1, 32>>>(moved, out);
  cudaMemcpy(inner, h, 16, cudaMemcpyHostToDevice);
  cudaMemcpy(inner + 1, h, 8, cudaMemcpyHostToDevice); // inner
  useInner<<<1, 32>>>(inner, out);
  cudaError_t error = cudaMemcpy(kept, h, 16, cudaMemcpyHostToDevice); // kept
  useKept<<<1, 32>>>(kept, out);
  cudaMemcpy(swapped, h, 16, cudaMemcpyHostToDevice);
  cudaMemcpy(partner, h, 16, cudaMemcpyHostToDevice);
  std::swap(swapped, partner); // swapped
  useSwapped<<<1, 32>>>(swapped, out);
  switch (h[0] > 0) {
  case 1:
    cudaMemcpy(chosen, h, 16, cudaMemcpyHostToDevice); // chosen
  }
  useChosen<<<1, 32>>>(chosen, out);
  cudaMemcpyAsync(later, h, 16, cudaMemcpyHostToDevice);
  useLater<<<1, 32>>>(later, out);
  float *other = through;
  cudaMemcpy(other, h, 16, cudaMemcpyHostToDevice);
  useThrough<<<1, 32>>>(through, out);
  upload(handed, h);
  useHanded<<<1, 32>>>(handed, out);
  cudaFree(again);
  cudaMalloc(&again, 16);
  cudaMemcpy(again, h, 16, cudaMemcpyHostToDevice);
  useAgain<<<1, 32>>>(again, out);
  for (int i = 0; i < 2; i++) {
    cudaMalloc(&inLoop, 16); // inLoop
    cudaMemcpy(inLoop, h, 16, cudaMemcpyHostToDevice);
  }
  useInLoop<<<1, 32>>>(inLoop, out);
  cudaMemcpy(unknown, h, 16, cudaMemcpyHostToDevice);
  useUnknown<<<1, 32>>>(unknown, out);
  cudaMemcpy(large, h, 16, cudaMemcpyHostToDevice);
  useLarge<<<1, 32>>>(large, out);
  cudaMemcpy(uneven, h, 16, cudaMemcpyHostToDevice);
  useUneven<<<1, 32>>>(uneven, out);
  cudaMemcpy(sometimes, h, 16, cudaMemcpyHostToDevice);
  useSometimes<<<1, 32>>>(partner, out);
  useSometimes<<<1, 32>>>(sometimes, out);
  cudaMemcpy(streamed, h, 16, cudaMemcpyHostToDevice);
  useStreamed<<<1, 32, 0, stream>>>(streamed, out);
  cudaMemcpy(written, h, 16, cudaMemcpyHostToDevice);
  useWritten<<<1, 32>>>(written, out);
  cudaMemcpy(lanes, h, 16, cudaMemcpyHostToDevice);
  useLanes<<<1, 32>>>(lanes, out);
  cudaMemcpy(fixed, h, 16, cudaMemcpyHostToDevice);
  useFixed<<<1, 32>>>(fixed, out);
  cudaMemcpy(asked, h, 16, cudaMemcpyHostToDevice);
  useAsked<<<1, 32>>>(asked, out);
  cudaMemcpy(general, h, 16, cudaMemcpyHostToDevice);
  useGeneral<float><<<1, 32>>>(general, out);
  cudaMemcpy(scoped, h, 16, cudaMemcpyHostToDevice);
  useScoped<<<1, 32>>>(scoped, out);
  uploadEarly(h);
  useEarly<<<1, 32>>>(early, out);
  cudaDeviceSynchronize();
  cudaMemcpy(total, out, sizeof(total), cudaMemcpyDeviceToHost);
  printf("%g %d\n", total[3], error);
  return 0;
}
//--- plan.yaml
kernels:
  - kernel: useRight
    constant: [ right, prefix, filled, moved, inner, kept, swapped, chosen,
       later, through, handed, again, inLoop, unknown, large, uneven,
       sometimes, streamed, written, lanes, fixed, asked, general, scoped,
       early ]
//--- one.cu
#include <stdio.h>

__global__ void use(const float *w, float *out) {
  for (int k = 0; k < 4; k++)
    out[threadIdx.x] += w[k];
}

#ifdef TEMPLATE
template <typename T> void start(const T *w, T *out) {
  use<<<1, 32>>>(w, out);
}
#endif

int main(int argc, char **argv) {
  float h[4] = {1, 2, 3, 4}, *w_dev, *out;
#ifdef DEVICES
  cudaSetDevice(argc - 1);
#endif
  cudaMalloc(&w_dev, sizeof(h));
  cudaMalloc(&out, 128);
  cudaMemcpy(w_dev, h, sizeof(h), cudaMemcpyHostToDevice);
  use<<<1, 32>>>(w_dev, out);
#ifdef TEMPLATE
  start(out, out);
#endif
#ifdef CATCHES
  try {
    use<<<1, 32>>>(w_dev, out);
  } catch (int) {
  }
#endif
  return 0;
}
//--- one.yaml
kernels:
  - kernel: use
    constant: [ w_dev ]
