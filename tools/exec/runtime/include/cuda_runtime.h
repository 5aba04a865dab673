//===- cuda_runtime.h - Everything that nvcc includes unasked -------------===//
#pragma once

// In the reading as CUDA a kernel may call the C library. Not so the C++
// library: its constexpr functions suffice, and its wrappers of C's headers
// must not be read inside the pragma.
#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end
#endif

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "cuda_runtime_api.h"
#include "device_functions.h"
#include "math_functions.h"
#include "tessera_run/launch.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
