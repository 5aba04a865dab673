//===- Ids.h - Typed numbers for the things of a program ------------------===//
//
// The model refers to loops, arrays, accesses and so on by number: an id is an
// index into the vector that owns the thing.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_SUPPORT_IDS_H
#define TESSERA_SUPPORT_IDS_H

#include "llvm/Support/raw_ostream.h"
#include <compare>

namespace tessera {

/// An index that only compares with ids of the same kind.
template <typename Tag> struct Id {
  unsigned Index = 0;
  auto operator<=>(const Id &) const = default;
};

template <typename Tag>
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Id<Tag> I) {
  return OS << Tag::Prefix << I.Index;
}

struct KernelTag {
  static constexpr const char *Prefix = "kernel";
};
struct LaunchTag {
  static constexpr const char *Prefix = "launch";
};
struct LoopTag {
  static constexpr const char *Prefix = "loop";
};
struct GuardTag {
  static constexpr const char *Prefix = "guard";
};
struct ArrayTag {
  static constexpr const char *Prefix = "array";
};
struct AccessTag {
  static constexpr const char *Prefix = "access";
};
struct ScalarTag {
  static constexpr const char *Prefix = "scalar";
};
struct SharedVarTag {
  static constexpr const char *Prefix = "shared";
};

using KernelId = Id<KernelTag>;
using LaunchId = Id<LaunchTag>;
using LoopId = Id<LoopTag>;
using GuardId = Id<GuardTag>;
using ArrayId = Id<ArrayTag>;
using AccessId = Id<AccessTag>;
using ScalarId = Id<ScalarTag>;
/// An array or scalar that host and device share (dialects 1 and 2).
using SharedVarId = Id<SharedVarTag>;

} // namespace tessera

#endif
