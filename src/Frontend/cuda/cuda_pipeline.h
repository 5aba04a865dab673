//===- cuda_pipeline.h - The primitives; the C++ interface is libcu++ -----===//
#include "cuda_pipeline_primitives.h"
