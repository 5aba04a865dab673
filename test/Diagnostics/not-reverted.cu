// What cannot be reverted stays as it is, and a message tells the line.
// DEFINE: %{run} = not %tessera --cuda-path=none -q --revert
// DEFINE: %{edit} = %python %S/../Driver/Inputs/edit.py
// RUN: %{run} -o %t.out %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: not-reverted.cu: error: '{{.*}}' cannot be reverted: it does not keep its original, and there is no backup '{{.*}}not-reverted.cu.orig' [tessera-not-reverted]
// RUN: not ls %t.out
// RUN: %{run} --backup= %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: it does not keep its original, and there is no backup [tessera-not-reverted]

// An edit of what the translation changed, with a backup.
// RUN: rm -f %t.x.cu*
// RUN: cp %S/../Driver/Inputs/program.cu %t.x.cu
// RUN: %tessera --cuda-path=none -q -i %t.x.cu
// RUN: %{edit} %t.x.cu "* B_tile[k]" "+ B_tile[k]"
// RUN: cp %t.x.cu %t.edited
// RUN: %{run} -i %t.x.cu 2>&1 | FileCheck %s --check-prefix=BACKUP
// BACKUP:      x.cu:{{[0-9]+}}:1: error: '{{.*}}' cannot be reverted: this line is not what these options, which must be those of the translation, make of its backup '{{.*}}x.cu.orig' [tessera-not-reverted]
// BACKUP-NEXT:     sum += A_tile[threadIdx.y][k] + B_tile[k][threadIdx.x];
// RUN: diff %t.x.cu %t.edited
// RUN: ls %t.x.cu.orig
// So it is with other options, and with a backup that is wrong itself.
// RUN: %{edit} %t.x.cu "+ B_tile[k]" "* B_tile[k]"
// RUN: %{run} --no-tiles %t.x.cu 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: this line is not what these options, which must be those of the translation, make of its backup
// RUN: echo "int main( {" > %t.x.cu.orig
// RUN: %{run} %t.x.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: cannot be reverted: its backup '{{.*}}x.cu.orig' cannot be translated: main cannot be declared

// An edit above a comment that keeps the original, and edits of the comment.
// RUN: %tessera --cuda-path=none -q --keep-original \
// RUN:   %S/../Driver/Inputs/program.cu -o %t.kept.cu
// RUN: cp %t.kept.cu %t.k.cu
// RUN: %{edit} %t.k.cu "\n    sum += A_tile[threadIdx.y][k] *" "\n    sum += 2 *"
// RUN: %{run} %t.k.cu 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT:      k.cu:{{[0-9]+}}:1: error: '{{.*}}' cannot be reverted: this line was edited since, where the original has another text [tessera-not-reverted]
// KEPT-NEXT:     sum += 2 * B_tile[k][threadIdx.x];
// RUN: cp %t.kept.cu %t.k.cu
// RUN: %{edit} %t.k.cu "//+__global__ void matmul() {" "//+__global__ void m() {"
// RUN: %{run} %t.k.cu 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: cannot be reverted: what it keeps was edited [tessera-not-reverted]
// RUN: cp %t.kept.cu %t.k.cu
// RUN: %{edit} %t.k.cu "//+__global__ void matmul() {" "+__global__ void matmul() {"
// RUN: %{run} %t.k.cu 2>&1 | FileCheck %s --check-prefix=LINE
// LINE:      error: '{{.*}}' cannot be reverted: this line of what it keeps was edited [tessera-not-reverted]
// LINE-NEXT:   +__global__ void matmul() {
// RUN: cp %t.kept.cu %t.k.cu
// RUN: %{edit} %t.k.cu "\n// End of what tessera keeps." ""
// RUN: %{run} %t.k.cu 2>&1 | FileCheck %s --check-prefix=END
// END: cannot be reverted: this line of what it keeps was edited
int main() { return 0; }
