//===- HostModel.h - What host code does with shared variables ------------===//
//
// Host functions as structured statements, reduced to what transfers depend on:
// which shared variables a statement reads and writes, which kernels it
// launches, which host functions it calls, and where control may go.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_HOSTMODEL_H
#define TESSERA_MODEL_HOSTMODEL_H

#include "tessera/Model/HostStatement.h"
#include "tessera/Model/LoopCheck.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/SharedNames.h"
#include <map>

namespace tessera {

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
  bool HasTryBody = false; ///< why it is not: `int main() try { .. }`
  SourceRange Source;
  HostStatement Body;
  std::vector<std::string> Parameters; ///< integers, as symbols
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
  /// Why no parameter can be added: "has default arguments"; or empty.
  std::string FixedParameters;
};

/// Something with a name that code uses which may be taken out, so that nothing
/// may use it behind that.
struct FragileName {
  struct Use {
    SourcePlace Where;
    bool OnlyWritten = false; ///< it gets a value there
  };
  std::string Name;
  SourcePlace Declared;
  /// What declares it and does nothing else: a statement, or one of several
  /// variables, without commas; empty if there is nothing such.
  SourceRange Declaration;
  std::vector<SourceRange> Group; ///< all of these variables, in order
  SourceRange Statement;          ///< that declares them
  std::vector<Use> Uses;          ///< without its declaration
};

struct HostModel {
  std::vector<SharedVariable> Variables;
  std::vector<HostFunction> Functions;
  std::vector<KernelUse> Kernels; ///< by KernelId
  std::vector<LoopCheck> Checks;
  std::vector<ConstantUse> Constants;
  std::vector<Diagnostic> Errors; ///< what cannot be translated at all
  std::vector<HostMemory> Memories;
  std::vector<FragileName> FragileNames;
  /// Where main chooses a device, or calls what does; nothing if that is always
  /// the one with number 0.
  std::vector<SourcePlace> DeviceChoices;
  /// Why a device may be chosen anywhere; empty if none is.
  std::string UnseenChoice;
  /// The bytes of the file's other static variables of the host.
  int64_t StaticBytes = 0;
  /// Some result of the CUDA library is looked at.
  bool ChecksResults = false;
  /// Some call of it may fail and leave an error that the program does not
  /// mind.
  bool MayHaveErrors = false;
  /// The same, or that results are looked at, may be so in another file.
  bool OthersMind = false;
  /// Whether checks that are not the program's may end it where it goes on.
  bool mindsChecks() const {
    return ChecksResults || MayHaveErrors || OthersMind;
  }
  /// The values of which a remainder is computed, as symbols.
  std::set<std::string> Remainders;

  /// Every identifier of the file and every macro of its own headers.
  SharedNames Identifiers;
  /// Functions and types of the C and CUDA libraries whose name a declaration
  /// of the program hides somewhere: the host code that we add says `::exit`.
  std::set<std::string> Hidden;
  std::set<std::string> Headers; ///< as included: `stdio.h`
  /// A place at file scope after the includes and before the first shared
  /// variable.
  SourcePlace AfterIncludes;
  /// Statements that launch one of several kernels.
  std::vector<SourceRange> Choices;
  /// A launch that has no LaunchId: it stands in a template, or another file
  /// defines its kernel; what that means for what it may use.
  std::optional<SourcePlace> UnseenLaunch;
  std::string WhyUnseen;
  /// Exceptions may be caught where no statement of the kind Try shows it.
  bool HasTry = false;
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
