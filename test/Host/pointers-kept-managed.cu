// Pointers that are not seen in full keep their managed memory.
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s -- | FileCheck %s
#include <stdio.h>
#include <utility>
#include <vector>

__global__ void next(float *a) { a[threadIdx.x] += 1; }

struct Box {
  float *p;
};
void boxed(Box b) { next<<<1, 32>>>(b.p); }
void fill(float *&p) { p[0] = 1; }
void both(float *p); // with two declarations it gets no more parameters
void both(float *p) {
  p[0] = 5;
  next<<<1, 32>>>(p);
}
void elsewhere(float *p);

// CHECK: transfer made: managed (a pointer to it is kept)
float *make() {
  float *made;
  cudaMallocManaged(&made, 128);
  return made;
}

// CHECK: transfer in_struct: managed (a pointer to it is kept)
// CHECK: transfer alias: managed (a launch gets it through another pointer)
// CHECK: transfer by_reference: managed (it has its address taken)
// CHECK: transfer captured: managed (a lambda uses it)
// CHECK: transfer in_vector: managed (a pointer to it is kept)
// CHECK: transfer mixed: managed (it is exchanged with a pointer to other memory)
// CHECK: transfer filled: managed (it is passed to 'cudaMemcpy')
// CHECK: transfer moved: managed (the pointer is moved)
// CHECK: transfer streamed: managed (a launch that uses it has a stream of its own)
// CHECK: transfer outside: managed (it is passed to 'elsewhere', which is not in this file)
// CHECK: transfer helper: managed (a function uses its parameter on the host and on the device)
// CHECK: transfer assigned: managed (another pointer is assigned to it)
// CHECK: transfer sometimes: managed (the control flow around its launches is not followed)
// CHECK: transfer odd: managed (it is exchanged with 'moved2', which needs managed memory)
// CHECK: transfer moved2: managed (the pointer is moved)
// CHECK: transfer unused: managed{{$}}
int main(int argc, char **argv) {
  float *in_struct, *alias, *by_reference, *captured, *in_vector, *mixed,
      *filled, *moved, *streamed, *outside, *helper, *assigned, *sometimes,
      *odd, *moved2, *unused;
  cudaMallocManaged(&in_struct, 128);
  boxed({in_struct});
  cudaMallocManaged(&alias, 128);
  float *other = nullptr;
  other = alias;
  next<<<1, 32>>>(other);
  cudaMallocManaged(&by_reference, 128);
  fill(by_reference);
  next<<<1, 32>>>(by_reference);
  cudaMallocManaged(&captured, 128);
  auto launch = [&] { next<<<1, 32>>>(captured); };
  launch();
  cudaMallocManaged(&in_vector, 128);
  std::vector<float *> all = {in_vector};
  next<<<1, 32>>>(in_vector);
  cudaMallocManaged(&mixed, 128);
  float *theirs = make();
  std::swap(mixed, theirs);
  next<<<1, 32>>>(mixed);
  cudaMallocManaged(&filled, 128);
  cudaMemcpy(filled, argv, 8, (cudaMemcpyKind)argc);
  next<<<1, 32>>>(filled);
  cudaMallocManaged(&moved, 128);
  moved += 1;
  next<<<1, 31>>>(moved);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&streamed, 128);
  next<<<1, 32, 0, stream>>>(streamed);
  cudaMallocManaged(&outside, 128);
  elsewhere(outside);
  next<<<1, 32>>>(outside);
  cudaMallocManaged(&helper, 128);
  both(helper);
  cudaMallocManaged(&assigned, 128);
  assigned = theirs;
  next<<<1, 32>>>(assigned);
  if (argc > 1)
    cudaMallocManaged(&sometimes, 128);
  if (argc > 1)
    next<<<1, 32>>>(sometimes);
  cudaMallocManaged(&odd, 128);
  cudaMallocManaged(&moved2, 128);
  std::swap(odd, moved2);
  moved2++;
  next<<<1, 31>>>(odd);
  cudaMallocManaged(&unused, 128);
  unused[0] = 1;
}

// A macro that goes on after a failure.
// CHECK: transfer skipped: managed (the program goes on if there is no memory for it)
// CHECK: transfer second: managed (the program goes on if there is no memory for it)
// What a statement does on some paths.
// CHECK: transfer perhaps: managed (it is allocated, freed or exchanged on some paths of a statement)
#define TRY(call)                                                              \
  if (ok)                                                                      \
  ok = (call) == cudaSuccess
void macros() {
  bool ok = true;
  float *skipped, *second;
  TRY(cudaMallocManaged(&skipped, 128));
  if (ok && cudaMallocManaged(&second, 128) == cudaSuccess)
    next<<<1, 32>>>(second);
  next<<<1, 32>>>(skipped);
  float *perhaps;
  ok && (cudaMallocManaged(&perhaps, 128), true);
  next<<<1, 32>>>(perhaps);
}

// CHECK: transfer in_template: managed ('use', which uses it, is a template or a macro, or initialises members with it)
static float *in_template;
void passed(float *p) { next<<<1, 32>>>(p); }
template <class T> void use(T value) {
  in_template[0] = value;
  passed(in_template);
}
void templates() {
  cudaMallocManaged(&in_template, 128);
  use(1);
  use(2.0f);
}
