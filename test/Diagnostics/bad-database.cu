// A compilation database that cannot be used. No output is written.
// RUN: rm -rf %t && split-file %s %t && echo old > %t/out.cu && cd %t && sed -i "s,DIR,%t," options/compile_commands.json
// RUN: not %tessera --cuda-path=none -p broken main.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not %tessera --cuda-path=none -p other main.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %tessera --cuda-path=none -p options main.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: echo old | diff - out.cu
// The one that is found above a file counts, too, but it need not have the file.
// RUN: not %tessera --cuda-path=none broken/sub/main.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: %tessera --cuda-path=none broken/sub/main.cu -- | diff main.cu -
// RUN: %tessera --cuda-path=none other/sub/main.cu | diff main.cu -
// A folder that is not there is wrong usage.
// RUN: %python %S/Inputs/exits.py 2 %tessera --cuda-path=none -p missing main.cu 2>&1 | FileCheck %s --check-prefix=MISSING

// BROKEN: main.cu: error: '{{.*}}broken/compile_commands.json' is no compilation database: {{.*}} [tessera-bad-database]
// OTHER: main.cu: error: 'other/compile_commands.json' has no command for 'main.cu' [tessera-bad-database]
// OPTIONS: main.cu: error: 'options/compile_commands.json': compiler flags: cannot read 'nothing.rsp': No such file or directory [tessera-bad-database]
// MISSING: tessera: error: -p: there is no 'missing' [tessera-bad-option]
//--- main.cu
int main() { return 0; }
//--- broken/compile_commands.json
[{"directory": "/", "command":
//--- broken/sub/main.cu
int main() { return 0; }
//--- other/compile_commands.json
[{"directory": "/", "command": "nvcc -c other.cu", "file": "other.cu"}]
//--- other/sub/main.cu
int main() { return 0; }
//--- options/compile_commands.json
[{"directory": "DIR", "command": "nvcc --options-file nothing.rsp -c main.cu", "file": "main.cu"}]
