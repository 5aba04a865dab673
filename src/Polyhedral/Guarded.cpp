//===- Guarded.cpp - Bounded isl computations -----------------------------===//
#include "tessera/Polyhedral/Guarded.h"
#include <isl/ctx.h>
#include <isl/options.h>

namespace tessera {

char IslGaveUp::ID = 0;

IslContext::IslContext() : Context(isl_ctx_alloc()) {
  // Errors become exceptions; isl itself prints nothing.
  isl_options_set_on_error(Context, ISL_ON_ERROR_CONTINUE);
}

IslContext::~IslContext() { isl_ctx_free(Context); }

IslQuota::IslQuota(isl::ctx Context, unsigned long Operations)
    : Context(Context.get()),
      Outermost(isl_ctx_get_max_operations(this->Context) == 0) {
  if (!Outermost)
    return;
  isl_ctx_reset_operations(this->Context);
  isl_ctx_set_max_operations(this->Context, Operations);
}

IslQuota::~IslQuota() {
  if (!Outermost)
    return;
  isl_ctx_set_max_operations(Context, 0);
  isl_ctx_reset_operations(Context);
  isl_ctx_reset_error(Context);
}

} // namespace tessera
