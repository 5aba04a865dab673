// A report has the facts of --print=facts, the halo and the shape of a
// footprint, and all candidates.
// RUN: %tessera -q --cuda-path=none %s --gpu=sm_13 --report=%t.json -o %t.cu
// RUN: %tessera -q --cuda-path=none --print=facts %s > %t.facts
// RUN: %python %S/Inputs/compare_facts.py %t.json %t.facts | FileCheck %s
// RUN: %tessera -q --cuda-path=none %S/../EndToEnd/matmul.cu --report=%t.mm.json -o %t.cu
// RUN: %tessera -q --cuda-path=none --print=facts %S/../EndToEnd/matmul.cu > %t.facts
// RUN: %python %S/Inputs/compare_facts.py %t.mm.json %t.facts
// CHECK: 6 lines of 6
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// Of the cross the corners are not touched. The blocks write from the second
// element on: one cell of each side is their neighbours'.
// JSON:      "at": "kernel start",
// JSON:      "cells": [
// JSON-NEXT:   ".########.",
// JSON-NEXT:   "##########",
// JSON:        ".########."
// JSON-NEXT: ],
// JSON-NEXT: "dimensions": [
// JSON-NEXT:   {
// JSON-NEXT:     "cells": 6,
// JSON-NEXT:     "extent": "6",
// JSON-NEXT:     "halo": [
// JSON-NEXT:       1,
// JSON-NEXT:       1
// JSON-NEXT:     ],
// JSON-NEXT:     "origin": "by * 4",
// JSON:          "cells": 10,
// JSON:          "origin": "bx * 8",
// JSON:      "frequency": 2.8571428571428572,
// JSON:      "goes": [
// JSON-NEXT:   "tile"
// JSON-NEXT: ],
// JSON-NEXT: "name": "in",
// JSON:      "candidates": [
// JSON:        "what": "start:in,out"
// JSON:      "tiles": [
// JSON:        "array": "in",
// JSON:        "bytes": 240,
// JSON:        "pitch": 10,

__global__ void smooth(const float *in, float *out) {
  int x = blockIdx.x * 8 + threadIdx.x + 1;
  int y = blockIdx.y * 4 + threadIdx.y + 1;
  out[y * 258 + x] = in[y * 258 + x] + in[y * 258 + x - 1] +
                     in[y * 258 + x + 1] + in[(y - 1) * 258 + x] +
                     in[(y + 1) * 258 + x];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 258 * 258 * sizeof(float));
  cudaMallocManaged(&out, 258 * 258 * sizeof(float));
  smooth<<<dim3(32, 64), dim3(8, 4)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
