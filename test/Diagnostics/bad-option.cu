// Wrong usage: one sentence, exit code 2, nothing written.
// RUN: rm -f %t.cu
// RUN: %python %S/Inputs/exits.py 2 %tessera  2>&1 \
// RUN:   | FileCheck %s --check-prefix=C0
// C0: tessera: error: no input file [tessera-bad-option]
// C0-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -i -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C1
// C1: tessera: error: -o, -i and --out-dir exclude each other [tessera-bad-option]
// C1-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --check -i %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C2
// C2: tessera: error: --check writes nothing: it excludes -o, -i and --out-dir [tessera-bad-option]
// C2-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -o %t.cu %s %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C3
// C3: tessera: error: -o takes one input file; use --out-dir for several [tessera-bad-option]
// C3-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --out-dir=%t %s %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C4
// C4: tessera: error: --out-dir would write 'bad-option.cu' twice [tessera-bad-option]
// C4-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --print=plan --check %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C5
// C5: tessera: error: --print prints a stage: it excludes --check and --diff [tessera-bad-option]
// C5-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -MF %t.d %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C6
// C6: tessera: error: -MF needs -MD [tessera-bad-option]
// C6-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -MD %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C7
// C7: tessera: error: -MD names what it is for: it needs -o, -i or --out-dir [tessera-bad-option]
// C7-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --plan=%t.yaml --no-tiles %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C8
// C8: tessera: error: --plan and --no-tiles exclude each other [tessera-bad-option]
// C8-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --kernel=( %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C9
// C9: tessera: error: --kernel: parentheses not balanced [tessera-bad-option]
// C9-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --assume=k:grid=4 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=A1
// A1: tessera: error: --assume takes a kernel and its block, as in KERNEL:block=16,16, not 'k:grid=4' [tessera-bad-option]
// A1-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --assume=k:block=64,64 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=A2
// A2: tessera: error: --assume takes a block of one to three sizes, at most 1024 threads, not 'k:block=64,64' [tessera-bad-option]
// A2-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --array=a %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C10
// C10: tessera: error: --array takes NAME:shared or NAME:global, not 'a' [tessera-bad-option]
// C10-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --report=%t.pdf %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C11
// C11: tessera: error: --report: the format '.pdf' is not known [tessera-bad-option]
// C11-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --gpu=sm_1 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C12
// C12: tessera: error: --gpu: no device 'sm_1'; known: {{.*}} [tessera-bad-option]
// C12-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --cuda-path=%S %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C13
// C13: tessera: error: --cuda-path: '{{.*}}' is no CUDA Toolkit: it has no include/cuda_runtime.h [tessera-bad-option]
// C13-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --unknown %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C14
// C14: tessera: error: unknown command line argument '--unknown' [tessera-bad-option]
// C14-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C15
// C15: tessera: for the -o option: requires a value!
// C15-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --print=nothing %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C16
// C16: tessera: error: --print takes normal, model, tree, round-trip, facts, plan, candidates, edits, source, managed, index, not 'nothing' [tessera-bad-option]
// C16-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera %s -- --options-file none.rsp 2>&1 \
// RUN: | FileCheck %s --check-prefix=C17
// C17: tessera: error: compiler flags: cannot read 'none.rsp': No such file or directory [tessera-bad-option]
// C17-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera %s -- other.cu 2>&1 \
// RUN: | FileCheck %s --check-prefix=C18
// C18: tessera: error: compiler flags: 'other.cu' is none; input files come before '--' [tessera-bad-option]
// C18-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --pieces=0 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C19
// C19: tessera: error: --pieces takes a positive number [tessera-bad-option]
// C19-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --gpus=all --no-transfers %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C20
// C20: tessera: error: --pieces and --gpus place transfers, which --no-transfers excludes [tessera-bad-option]
// C20-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --improve-copies --no-transfers %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C21
// C21: tessera: error: --improve-copies and --no-transfers exclude each other [tessera-bad-option]
// C21-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C22
// C22: tessera: error: --tune writes to its folder only: it excludes other output [tessera-bad-option]
// C22-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d %s other.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C23
// C23: tessera: error: --tune takes one input file [tessera-bad-option]
// C23-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune-candidates=4 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C24
// C24: tessera: error: --tune-candidates needs --tune [tessera-bad-option]
// C24-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d --tune-candidates=1 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C25
// C25: tessera: error: --tune-candidates takes a number from 2 to 1000 [tessera-bad-option]
// C25-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d --graphs %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C26
// C26: tessera: error: --tune times launches, which --graphs captures [tessera-bad-option]
// C26-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d --plan=%t.yaml %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C27
// C27: tessera: error: --tune excludes --no-tiles and --plan [tessera-bad-option]
// C27-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune-results=%t.json %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C28
// C28: tessera: error: --tune-results takes results only, and writes with -o [tessera-bad-option]
// C28-NOT: {{.}}
// What is nearly an option, or a value, is named.
// RUN: %python %S/Inputs/exits.py 2 %tessera --remaks=all %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C29
// C29: tessera: error: unknown command line argument '--remaks=all'; the nearest is '--remarks=all' [tessera-bad-option]
// C29-NOT: {{.}}
// `--out` is not -o with a value.
// RUN: %python %S/Inputs/exits.py 2 %tessera --out-dirs=x %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C35
// C35: {{^}}tessera: error: unknown command line argument '--out-dirs=x'; the nearest is '--out-dir=x' [tessera-bad-option]
// C35-NOT: {{.}}
// What is a compiler's has another place.
// RUN: not %tessera -std=c++20 %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-std=c++20
// RUN: not %tessera --std=c++20 %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=--std=c++20
// RUN: not %tessera -I. %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-I.
// RUN: not %tessera -I %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-I
// RUN: not %tessera -arch=sm_90 %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-arch=sm_90
// RUN: not %tessera -O3 %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-O3
// RUN: not %tessera -lineinfo %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-lineinfo
// RUN: not %tessera -DX=1 %s 2>&1 | FileCheck %s --check-prefix=FLAG -DFLAG=-DX=1
// FLAG: tessera: error: unknown command line argument '[[FLAG]]'; compiler flags stand behind '--' [tessera-bad-option]
// RUN: %python %S/Inputs/exits.py 2 %tessera --coarsen=alway %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C30
// C30: tessera: error: --coarsen takes never, large, always, not 'alway'; the nearest is 'always' [tessera-bad-option]
// C30-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera --pieces=two %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C31
// C31: tessera: error: --pieces takes a number, not 'two' [tessera-bad-option]
// C31-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -q=yes %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C32
// C32: tessera: error: -q takes true or false, not 'yes' [tessera-bad-option]
// C32-NOT: {{.}}
// RUN: %python %S/Inputs/exits.py 2 %tessera -i - < %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C33
// C33: tessera: error: -i needs a file's name, and '-' has none [tessera-bad-option]
// C33-NOT: {{.}}
// RUN: echo "__global__ void k(float *a) { a[threadIdx.x] = 0; }" > %t.part.cu
// RUN: %python %S/Inputs/exits.py 2 %tessera --tune=%t.d %t.part.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C34
// C34: tessera: error: --tune: '{{.*}}.part.cu' has no main, and what is timed is a program: tune a file that has one, and includes this file [tessera-bad-option]
// C34-NOT: {{.}}

// RUN: not ls %t.cu %t.d
int main() { return 0; }
