// Where the result goes.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %tessera --cuda-path=none -q %S/Inputs/program.cu > %t/expected.cu
// RUN: %tessera --cuda-path=none -q %S/Inputs/program.cu -o %t/o.cu
// RUN: diff %t/expected.cu %t/o.cu
// RUN: %tessera --cuda-path=none -q %S/Inputs/program.cu -o - | diff %t/expected.cu -
// RUN: %tessera --cuda-path=none -q %S/Inputs/program.cu %s --out-dir=%t/new/dir
// RUN: diff %t/expected.cu %t/new/dir/program.cu
// RUN: diff %s %t/new/dir/output.cu
// RUN: cp %S/Inputs/program.cu %t/i.cu
// RUN: %tessera --cuda-path=none -q -i %t/i.cu
// RUN: diff %t/expected.cu %t/i.cu

// --check writes nothing and tells by its exit code: 3 if there is work, 0 if
// not.
// RUN: cp %S/Inputs/program.cu %t/c.cu
// RUN: %python %S/../Diagnostics/Inputs/exits.py 3 \
// RUN:   %tessera --cuda-path=none -q --check %t/c.cu > %t/nothing
// RUN: count 0 < %t/nothing
// RUN: diff %S/Inputs/program.cu %t/c.cu
// RUN: %tessera --cuda-path=none -q --check %s | count 0

// --diff is a patch.
// RUN: %tessera --cuda-path=none -q --diff %S/Inputs/program.cu > %t/patch
// RUN: cp %S/Inputs/program.cu %t/p.cu
// RUN: patch -s %t/p.cu %t/patch
// RUN: diff %t/expected.cu %t/p.cu

// If one of several files is wrong, the others are still translated.
// RUN: echo "int main( {" > %t/wrong.cu
// RUN: %python %S/../Diagnostics/Inputs/exits.py 1 %tessera --cuda-path=none \
// RUN:   -q %t/wrong.cu %s --out-dir=%t/some 2> %t/err
// RUN: diff %s %t/some/output.cu
// RUN: not ls %t/some/wrong.cu
int main() { return 0; }
