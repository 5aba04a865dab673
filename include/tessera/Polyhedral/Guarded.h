//===- Guarded.h - Bounded isl computations -------------------------------===//
//
// isl throws when something is wrong and may take exponential time. All isl
// work of one file runs inside `guarded`, which bounds the number of operations
// and turns exceptions into errors: the only `catch` of the project. Functions
// of isl's C interface return false, -1 or null instead, which may pass for a
// result: `guarded` asks the context at the end whether one has failed.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_GUARDED_H
#define TESSERA_POLYHEDRAL_GUARDED_H

#include "llvm/Support/Error.h"
#include <isl/cpp.h>
#include <string>
#include <type_traits>

namespace tessera {

/// isl did not finish a computation: too many operations, or a number too
/// large. Callers make a Reject(TooComplex) of it.
class IslGaveUp : public llvm::ErrorInfo<IslGaveUp> {
public:
  static char ID;
  explicit IslGaveUp(std::string Why) : Why(std::move(Why)) {}

  void log(llvm::raw_ostream &OS) const override { OS << Why; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Why;
};

/// Owns the isl context of one file and thread. Outlives every isl object made
/// from it.
class IslContext {
public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;

  operator isl::ctx() const { return Context; }

private:
  isl_ctx *Context;
};

/// Operations of isl that one guarded computation may take; the worst case
/// stays well below a second.
inline constexpr unsigned long DefaultIslQuota = 500'000;

/// Operations that all computations of a context may take together: a kernel
/// with hundreds of hard ones still ends within seconds.
inline constexpr unsigned long IslBudget = 3'200'000;

/// Bounds the operations of a context while it lives. Inside another bound it
/// does nothing: the outermost one counts.
class IslQuota {
public:
  IslQuota(isl::ctx Context, unsigned long Operations);
  ~IslQuota();
  IslQuota(const IslQuota &) = delete;
  IslQuota &operator=(const IslQuota &) = delete;

private:
  isl_ctx *Context;
  bool Outermost;
};

namespace detail {
template <typename T> struct ExpectedOf {
  using Type = llvm::Expected<T>;
};
template <typename T> struct ExpectedOf<llvm::Expected<T>> {
  using Type = llvm::Expected<T>;
};
template <> struct ExpectedOf<llvm::Error> {
  using Type = llvm::Error;
};
inline llvm::Error errorOf(llvm::Error Result) { return Result; }
template <typename T> llvm::Error errorOf(llvm::Expected<T> Result) {
  return Result.takeError();
}
} // namespace detail

/// Runs \p Compute with a bound on the operations of isl.
///
/// \param Compute returns a value, an Expected or an Error.
/// \returns its result, or IslGaveUp if isl failed.
template <typename F>
typename detail::ExpectedOf<std::invoke_result_t<F>>::Type
guarded(isl::ctx Context, F &&Compute,
        unsigned long Operations = DefaultIslQuota) {
  using Result = typename detail::ExpectedOf<std::invoke_result_t<F>>::Type;
  IslQuota Quota(Context, Operations);
  try {
    Result Computed = std::forward<F>(Compute)();
    if (isl_ctx_last_error(Context.get()) == isl_error_none)
      return Computed;
    llvm::consumeError(detail::errorOf(std::move(Computed)));
    isl::exception::throw_last_error(Context);
  } catch (const isl::exception &Exception) {
    return llvm::make_error<IslGaveUp>(Exception.what());
  }
}

} // namespace tessera

#endif
