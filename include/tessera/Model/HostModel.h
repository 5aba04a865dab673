//===- HostModel.h - What host code does with shared variables ------------===//
//
// Host functions as structured statements, reduced to what transfers depend on:
// which shared variables a statement reads and writes, which kernels it
// launches, which host functions it calls, and where control may go.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_HOSTMODEL_H
#define TESSERA_MODEL_HOSTMODEL_H

#include "tessera/Model/CertainWrite.h"
#include "tessera/Model/HostCopy.h"
#include "tessera/Model/LoopCheck.h"
#include "tessera/Support/Diagnostics.h"
#include <map>
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

struct HostFunction {
  std::string Name;
  bool IsMain = false;
  bool External = false; ///< other files may call it
  /// It may be called where no call is seen: through a pointer, as a destructor
  /// or virtually.
  bool CalledUnseen = false;
  bool BeforeMain = false; ///< an initialiser at file scope calls it
  /// Statements can be put into it: not so in a template or a macro.
  bool Editable = true;
  SourceRange Source;
  HostStatement Body;
  /// Of a member that it uses, of one object only: what to write before its
  /// name, `grid->`.
  std::map<SharedVarId, std::string> Objects;
  /// In order, if it does nothing else with shared memory, and if the
  /// statements that call it have these events, too.
  std::vector<MemoryEvent> OnlyExchanges;
  /// What each call passes to those parameters that are shared variables: what
  /// they may point into.
  std::vector<std::map<SharedVarId, std::set<SharedVarId>>> Passed;
  /// Members of an object that not all its callers know.
  std::set<SharedVarId> UnknownToCallers;
  /// What it writes before the name of \p Member, and of its copy.
  std::string objectOf(SharedVarId Member) const {
    auto Found = Objects.find(Member);
    return Found == Objects.end() ? "" : Found->second;
  }
  bool isDestructor() const { return !Name.empty() && Name.front() == '~'; }
};

/// A place where host code names a `__constant__` variable, its size aside.
struct ConstantUse {
  std::string Name;
  /// The call that copies to it from the host's memory and can be repeated;
  /// empty if it is anything else.
  SourceRange Copy;
};

/// What host code has to know of a kernel.
struct KernelUse {
  std::vector<SharedAccess> ByName; ///< shared variables it names itself
  /// Between the parentheses of its declarations other than the definition.
  std::vector<SourceRange> DeclaredParameters;
};

struct HostModel {
  std::vector<SharedVariable> Variables;
  std::vector<HostFunction> Functions;
  std::vector<KernelUse> Kernels; ///< by KernelId
  std::vector<LoopCheck> Checks;
  std::vector<ConstantUse> Constants;
  std::vector<Diagnostic> Errors; ///< what cannot be translated at all

  /// Every identifier of the file and every macro of its own headers.
  std::set<std::string> Identifiers;
  std::set<std::string> Headers; ///< as included: `stdio.h`
  /// A place at file scope after the includes and before the first shared
  /// variable.
  SourcePlace AfterIncludes;
  /// A launch that has no LaunchId: it stands in a template.
  std::optional<SourcePlace> UnseenLaunch;
  bool HasTry = false;         ///< exceptions may be caught
  bool ResetsDevice = false;   ///< calls cudaDeviceReset
  bool CallsElsewhere = false; ///< functions that other files define
  /// What lets the host see the device's work without a copy, or orders it in
  /// another way than statements: the function's name.
  std::string UnorderedCall;

  const SharedVariable &variable(SharedVarId Id) const {
    return Variables[Id.Index];
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HostModel &H);

} // namespace tessera

#endif
