// Configuration files that cannot be used: the message has their line, and no
// output is written, for no input file.
// RUN: split-file %s %t
// RUN: echo old > %t/out.cu
// RUN: not %tessera --cuda-path=none --config=%t/key %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not %tessera --cuda-path=none --config=%t/twice %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %tessera --cuda-path=none --config=%t/gpu %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not %tessera --cuda-path=none --config=%t/kernel %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not %tessera --cuda-path=none --config=%t/array %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not %tessera --cuda-path=none --config=%t/coarsen %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=COARSEN
// RUN: not %tessera --cuda-path=none --config=%t/bool %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not %tessera --cuda-path=none --config=%t/flags %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not %tessera --cuda-path=none --config=%t/yaml %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=YAML
// RUN: not %tessera --cuda-path=none --config=%t/text %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not %tessera --cuda-path=none --config=%t/both %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %tessera --cuda-path=none --config=%t/missing %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: echo old | diff - %t/out.cu
// RUN: not %tessera --cuda-path=none %t/main.cu %t/folder/other.cu --out-dir %t/written 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not ls %t/written

// KEY: key:2:1: error: unknown key 'grphs' [tessera-bad-configuration]
// KEY-NEXT: grphs: true
// KEY-NEXT: {{^  \^$}}
// TWICE: twice:2:1: error: duplicated mapping key 'gpu' [tessera-bad-configuration]
// GPU: gpu:1:6: error: no device 'abacus'; known: {{.*}}H200 (sm_90){{.*}} [tessera-bad-configuration]
// KERNEL: kernel:1:9: error: '*(' is no regular expression: {{.*}} [tessera-bad-configuration]
// ARRAY: array:1:13: error: an array is shared or global [tessera-bad-configuration]
// COARSEN: coarsen:1:10: error: 'coarsen' takes never, large or always [tessera-bad-configuration]
// BOOL: bool:1:9: error: true or false is expected [tessera-bad-configuration]
// FLAGS: flags:1:8: error: a list is expected: '[-DN=1, -Iinclude]' [tessera-bad-configuration]
// YAML: yaml:1:{{[0-9]+}}: error: could not find closing ] [tessera-bad-configuration]
// TEXT: text:1:1: error: keys with values are expected: 'tiles: false' [tessera-bad-configuration]
// BOTH: both: error: with the command line: --graphs and --no-transfers exclude each other [tessera-bad-configuration]
// MISSING: missing: error: cannot read it: No such file or directory [tessera-bad-configuration]
// FOLDER: .tessera:1:9: error: 'pieces' takes a positive number [tessera-bad-configuration]
//--- main.cu
__global__ void kernel(float *out) { out[threadIdx.x] = 1; }
int main() { kernel<<<8, 64>>>(nullptr); }
//--- folder/other.cu
int x;
//--- folder/.tessera
pieces: 0
//--- key
gpu: sm_90
grphs: true
//--- twice
gpu: sm_90
gpu: sm_80
//--- gpu
gpu: abacus
//--- kernel
kernel: "*("
//--- array
arrays: {a: local}
//--- coarsen
coarsen: sometimes
//--- bool
graphs: maybe
//--- flags
flags: -DN=1
//--- yaml
flags: [
//--- text
hello
//--- both
graphs: true
transfers: false
