//===- cudaTypedefs.h - Types of the driver's functions -------------------===//
#ifndef TESSERA_CUDA_CUDATYPEDEFS_H
#define TESSERA_CUDA_CUDATYPEDEFS_H

#include "cuda.h"

typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled_v12000;
typedef PFN_cuTensorMapEncodeTiled_v12000 PFN_cuTensorMapEncodeTiled;

#endif
