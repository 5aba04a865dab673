//===- Guarded.cpp - Bounded isl computations -----------------------------===//
#include "tessera/Polyhedral/Guarded.h"
#include "NumberMemory.h"
#include <algorithm>
#include <cstdlib>
#include <isl/ctx.h>
#include <isl/options.h>

namespace tessera {

char IslGaveUp::ID = 0;

static isl_ctx *newContext() {
  static const bool Kept = (keepNumberMemory(), true);
  (void)Kept;
  return isl_ctx_alloc();
}

IslContext::IslContext() : Context(newContext()) {
  // Errors become exceptions; isl itself prints nothing.
  isl_options_set_on_error(Context, ISL_ON_ERROR_CONTINUE);
}

IslContext::~IslContext() { isl_ctx_free(Context); }

/// The operations of \p Context so far: isl has no function that tells. Every
/// allocation is one, and fails beyond the bound.
static unsigned long operationsOf(isl_ctx *Context) {
  unsigned long Low = 0, High = IslBudget;
  while (Low < High) {
    unsigned long Middle = Low + (High - Low) / 2;
    isl_ctx_set_max_operations(Context, Middle + 1);
    void *Memory = isl_malloc_or_die(Context, 1);
    Memory ? High = Middle : Low = Middle + 1;
    std::free(Memory);
  }
  isl_ctx_set_max_operations(Context, 0);
  isl_ctx_reset_error(Context);
  return Low;
}

IslQuota::IslQuota(isl::ctx Context, unsigned long Operations)
    : Context(Context.get()),
      Outermost(isl_ctx_get_max_operations(this->Context) == 0) {
  if (!Outermost)
    return;
  unsigned long Last = operationsOf(this->Context) + Operations;
  isl_ctx_set_max_operations(this->Context, std::min(Last, IslBudget));
}

IslQuota::~IslQuota() {
  if (!Outermost)
    return;
  isl_ctx_set_max_operations(Context, 0);
  isl_ctx_reset_error(Context);
}

} // namespace tessera
