//===- cutil_inline_runtime.h - Helpers of the first samples -*- C++ -*-===//
#ifndef TESSERA_CUTIL_INLINE_RUNTIME_H
#define TESSERA_CUTIL_INLINE_RUNTIME_H

#include "cutil.h"

#endif
