//===- cutil_inline.h - Helpers of the first samples -*- C++ -*-===//
#ifndef TESSERA_CUTIL_INLINE_H
#define TESSERA_CUTIL_INLINE_H

#include "cutil.h"

#endif
