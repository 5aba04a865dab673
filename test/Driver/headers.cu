// An error in a header is reported where the program includes it, with the
// place in the header.
// RUN: split-file %s %t
// RUN: cd %t && not %tessera --cuda-path=none main.cu 2>&1 | FileCheck %s
// RUN: cd %t && not %tessera --cuda-path=none missing.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: cd %t && not %tessera --cuda-path=none nested.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED
// CHECK: main.cu:2:10: error: in wrong.h:1:9: expected expression [tessera-syntax]
// MISSING: missing.cu:1:10: error: 'nowhere.h' file not found [tessera-syntax]
// NESTED: nested.cu:1:10: error: in wrong.h:1:9: expected expression [tessera-syntax]
//--- main.cu
int first;
#include "wrong.h"
int main() { return 0; }
//--- wrong.h
int x = ;
//--- nested.h
#include "wrong.h"
//--- missing.cu
#include "nowhere.h"
int main() { return 0; }
//--- nested.cu
#include "nested.h"
int main() { return 0; }
