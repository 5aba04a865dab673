// Reports for people and for programs.
// RUN: %tessera --cuda-path=none %S/Inputs/program.cu --report=%t.json \
// RUN:   > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.json
// RUN: %tessera --cuda-path=none -q %S/Inputs/program.cu --report=%t.txt > %t.cu
// RUN: diff %t.txt %t.err
// CHECK:      "files": [
// CHECK:          "changed": true,
// CHECK-NEXT:     "file": "{{.*}}program.cu",
// A kernel names its messages by their places in the list of all.
// CHECK:      "kernels": [
// CHECK:          "messages": [
// CHECK-NEXT:     {{ *[0-9]+,?$}}
// CHECK:          "messages": [
// CHECK:              "id": "staged",
// CHECK-NEXT:         "level": "remark",
// CHECK-NEXT:         "line": 9,
// CHECK-NEXT:         "message": "staged 'A' in shared memory: {{[0-9]+}} bytes per block"
// CHECK:        "version": 2
int main() { return 0; }
