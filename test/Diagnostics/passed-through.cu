// tessera-nvcc gives a file that Clang cannot parse to the compiler as it is.
// RUN: %tessera-nvcc echo -c %s -o %t.o > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --input-file=%t.out --check-prefix=COMMAND
// COMMAND: {{^}}-c {{.*}}passed-through.cu -o {{.*}}.o{{$}}
// RUN: %tessera-nvcc echo -Xtessera --no-warnings=passed-through -c %s \
// RUN:   2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: warning
// CHECK: passed-through.cu:[[@LINE+1]]:21: warning: the compiler gets this file as it is: use of undeclared identifier 'size' [tessera-passed-through]
int main() { return size; }
