// A kernel's messages are also those at a place outside of it, where something
// else is done with its name.
// RUN: %tessera --cuda-path=none -q %s --report=%t.json > %t.cu
// RUN: %python -c "import json; f = json.load(open(r'%t.json'))['files'][0]; print(*(k['name'] + ': ' + ' '.join(f['messages'][n]['id'] for n in k['messages']) for k in f['kernels']), sep='\n')" | FileCheck %s
// CHECK: {{^}}taken: no-visible-launch address-escapes
// CHECK-NEXT: {{^}}taken: no-visible-launch{{$}}
// CHECK-NEXT: {{^}}started: no-reuse
__global__ void taken(float *x) { x[threadIdx.x] += 1; }
__global__ void taken(int *x) { x[threadIdx.x] += 1; }
__global__ void started(float *x) { x[threadIdx.x] += 1; }
void use(void (*kernel)(float *));
void run(float *x) {
  use(taken);
  started<<<1, 32>>>(x);
}
