//===- MemoryEffect.h - What is done to memory that host code reaches -----===//
#ifndef TESSERA_FRONTEND_EFFECTS_MEMORYEFFECT_H
#define TESSERA_FRONTEND_EFFECTS_MEMORYEFFECT_H

#include "tessera/Model/HostStatement.h"
#include "clang/AST/Decl.h"
#include <map>
#include <set>

namespace tessera {

struct MemoryRoot {
  /// Object: the one that a method is called for.
  enum class Kind { Variable, Parameter, Object };
  Kind K = Kind::Variable;
  unsigned Index = 0;
  auto operator<=>(const MemoryRoot &) const = default;
};
using RootSet = std::set<MemoryRoot>;

/// Whether \p Roots is only what callers passed, and something.
bool isParameter(const RootSet &Roots);

/// What is done to the memory behind a pointer.
struct MemoryEffect {
  bool Reads = false;
  bool Writes = false;
  std::string Escapes;                            ///< where to, if it does
  bool DeviceReads = false, DeviceWrites = false; ///< by launches
  /// A function elsewhere that gets it, and may launch kernels with it.
  std::string HandedTo = {};
  bool ReadsMore = false; ///< than these
  std::vector<SharedElement> Elements = {};

  bool onDevice() const { return DeviceReads || DeviceWrites; }
  void add(const MemoryEffect &Other) {
    Reads |= Other.Reads;
    Writes |= Other.Writes;
    ReadsMore |= Other.ReadsMore || (Other.Reads && Other.Elements.empty());
    Elements.insert(Elements.end(), Other.Elements.begin(),
                    Other.Elements.end());
    DeviceReads |= Other.DeviceReads;
    DeviceWrites |= Other.DeviceWrites;
    if (Escapes.empty())
      Escapes = Other.Escapes;
    if (HandedTo.empty())
      HandedTo = Other.HandedTo;
  }
  bool operator==(const MemoryEffect &) const = default;
};

/// What plain uses of a value do to it.
namespace effects {
inline const MemoryEffect Nothing;
inline const MemoryEffect Read = {true, false, ""};
inline const MemoryEffect Write = {false, true, ""};
inline const MemoryEffect Update = {true, true, ""};
} // namespace effects

/// What one statement does.
struct HostEffect {
  std::map<MemoryRoot, MemoryEffect> Memory;
  std::vector<MemoryEvent> Events;
  std::vector<LaunchId> Launches;
  std::vector<const clang::FunctionDecl *> Calls; ///< defined in this file
  /// How often, at most; more than once if perhaps never.
  std::map<const clang::FunctionDecl *, unsigned> Times;
  bool CallsAway = false; ///< see HostStatement
  /// Calls that may use a member of another object: see HostStatement.
  std::set<std::pair<const clang::FunctionDecl *, SharedVarId>> OtherObjects;
  bool Observes = false; ///< see HostStatement
};

/// What callers have to know of a function.
struct FunctionSummary {
  std::vector<MemoryEffect> Parameters; ///< what it does through them
  MemoryEffect Object;                  ///< to the object it is called for
  /// What the pointer or reference that it returns may point into, besides its
  /// arguments.
  RootSet Returned;
  bool operator==(const FunctionSummary &) const = default;
};
using Summaries = std::map<const clang::FunctionDecl *, FunctionSummary>;

} // namespace tessera

#endif
