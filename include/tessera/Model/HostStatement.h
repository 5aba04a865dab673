//===- HostStatement.h - A statement of a host function -------------------===//
#ifndef TESSERA_MODEL_HOSTSTATEMENT_H
#define TESSERA_MODEL_HOSTSTATEMENT_H

#include "tessera/Model/CertainWrite.h"
#include "tessera/Model/HostCopy.h"
#include "tessera/Model/HostOperation.h"
#include "tessera/Model/MemoryEvent.h"
#include <set>

namespace tessera {

struct HostStatement {
  enum class Kind {
    Sequence, ///< a compound statement
    Leaf,     ///< one statement without control flow
    Loop,     ///< any loop; Children: header (a Leaf or none), body
    If,       ///< Children: condition (a Leaf), then, else or none
    Switch,   ///< Children: condition (a Leaf), then what is behind each label
    Return,
    Jump,   ///< break, continue
    Try,    ///< Children: what is tried, then the handlers
    Opaque, ///< goto, labels: control flow is not followed
  };
  Kind K = Kind::Leaf;
  SourceRange Source; ///< `;` included
  /// Accesses made by this statement itself, not by its children. Those that a
  /// callee makes through a pointer argument belong to the call; those that it
  /// makes by name do not.
  std::vector<SharedAccess> Accesses;
  /// Of a loop, with its body, or a statement without control flow.
  std::vector<CertainWrite> CertainWrites;
  std::vector<MemoryEvent> Events;
  std::vector<LaunchId> Launches;
  std::vector<unsigned> Calls;   ///< indices into HostModel::Functions
  std::set<unsigned> CalledOnce; ///< of these: once, and always
  /// It exchanges pointers of the shared variables, or is a part of that, and
  /// does nothing else.
  bool OnlyExchanges = false;
  bool CallsAway = false; ///< what is not in this file and may use the device
  /// Calls that may use a member of another object than their function knows.
  std::set<std::pair<unsigned, SharedVarId>> OtherObjects;
  std::vector<HostStatement> Children;
  /// The first child is a condition, or the header of a loop.
  bool hasHeader() const {
    return K == Kind::Loop || K == Kind::If || K == Kind::Switch;
  }
  /// Where the program's own copies are looked at: those it makes.
  std::vector<HostCopy> Copies;
  /// Of a Leaf or a Return, in order.
  std::vector<HostOperation> Operations;
  /// It may notice whether the device is still at work: by a clock, or in a
  /// function of another file.
  bool Observes = false;
  bool MayReturn = false; ///< of a Leaf: a macro hides a return in it
  bool MayJump = false;   ///< the same of break and continue
  /// Of a loop: its body runs at least once.
  bool RunsOnce = false;
  /// Of a loop: a test that holds behind it, too, if its body ran; or empty.
  std::string EntryTest;
  /// The statement is the body of a loop or branch without braces around it.
  bool Unbraced = false;
  bool Continues = false;  ///< a Jump that is `continue`
  bool HasDefault = false; ///< a Switch
};

} // namespace tessera

#endif
