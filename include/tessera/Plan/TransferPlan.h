//===- TransferPlan.h - Where shared variables live, and when they move ---===//
//
// The complete decision for the host side: places of variables, new calls, and
// changes of kernels and launches. The emitter adds nothing to it but text.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_TRANSFERPLAN_H
#define TESSERA_PLAN_TRANSFERPLAN_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/KernelTransfers.h"
#include "tessera/Plan/PieceLoop.h"
#include "tessera/Plan/PinningThreshold.h"
#include "tessera/Plan/Spread.h"
#include "tessera/Plan/StreamPlan.h"
#include "tessera/Plan/VariablePlan.h"

namespace tessera {

/// A place next to, or inside, a statement of the host model.
struct CodePosition {
  enum class Side { AtStart, Before, After, AtEnd };
  Side S = Side::Before;
  SourceRange Statement;
  bool Unbraced = false; ///< see HostStatement::Unbraced
  auto operator<=>(const CodePosition &) const = default;
};

/// One call to insert.
struct TransferAction {
  /// In the order in which actions at one place stand, but for SaveBytes.
  enum class Kind {
    CheckLaunch, ///< the launch that ends here did start
    Synchronize, ///< wait for it
    SaveBytes,   ///< of a pointer, before its memory is allocated
    FindGpus,    ///< several of them
    Allocate,
    Exchange, ///< two pointers' device copies, as the user does the pointers
    Register, ///< page-lock the host's memory
    OnStream, ///< TransferPlan::Calls, `Step`
    Clear,    ///< the device copy becomes zeros, as the host's still is
    Upload,
    CopyOnDevice, ///< of `Other`'s copy there, which has the same contents
    Readback,
    ReadElement, ///< one element for the host, whose copy stays invalid
    MarkHost,    ///< the flag of the host's copy becomes `Valid`
    MarkDevice,
    Unregister,
    Free,
    AllowShared, ///< a kernel may have this much dynamic shared memory
  };
  Kind K = Kind::Upload;
  /// None for AllowShared, CheckLaunch, Synchronize and FindGpus.
  SharedVarId Variable;
  CodePosition Where;
  /// Of Allocate: only if that was not done before. Of CheckLaunch: there may
  /// be no blocks, which the program did not mind.
  bool IfNeeded = false;
  std::optional<SharedVarId> Other = {}; ///< of Exchange and CopyOnDevice
  /// Of SaveBytes the value, of ReadElement it, of AllowShared the call.
  std::string Text = {};
  SourceRange Name = {};  ///< of ReadElement: where Text names the variable
  unsigned Step = 0;      ///< order of Exchange and OnStream at a place
  bool IfInvalid = false; ///< of transfers: only if the flag says so
  bool Valid = false;     ///< of MarkHost, MarkDevice
  std::string Test = {};  ///< of AllowShared: only if so; empty: always
  bool WithTests =
      false; ///< of AllowShared: LaunchChoice::AllowedBy is the macro
  auto operator<=>(const TransferAction &) const = default;
};

/// New text for a part of a host statement that has to do with a pointer.
struct HostReplacement {
  SourceRange Source;
  std::string Text;
};

struct HostNote {
  CodePosition Where;
  std::string Text; ///< a comment of its own
};

struct TransferPlan {
  std::vector<VariablePlan> Variables; ///< by SharedVarId
  std::vector<TransferAction> Actions;
  std::vector<LaunchPlan> Launches;
  std::vector<KernelTransfers> Kernels;
  std::vector<HostReplacement> Replacements;
  std::vector<HostNote> Notes;
  std::vector<PieceLoop> Pieces;
  std::optional<SpreadPlan> Spread; ///< over several GPUs
  std::vector<StreamBlock> Streams;
  std::vector<GraphLoop> Graphs;
  std::vector<StreamCall> Calls;
  std::string CheckMacro;         ///< a name nobody uses
  std::string LaunchError;        ///< another one, of a function
  std::string DeviceMalloc;       ///< another one, of a function
  std::vector<Diagnostic> Errors; ///< variables that cannot be placed at all
};

/// Decides how host and device copies of the shared variables are kept equal
/// where they are used.
///
/// Every launch finds its variables on the device and every host statement
/// finds them on the host, on every path. Variables whose uses are not all
/// known go to managed memory, where that holds by itself.
TransferPlan planTransfers(const Program &P, const PinningThreshold &Pin = {});

/// Puts actions in the order of TransferPlan::Actions: by place, then by kind.
/// What saves a size, and allocates so much, comes last: copies before it bring
/// what it reads.
void sortByPlace(std::vector<TransferAction> &Actions);

/// Where statements run right after \p Launch, before anything that may notice
/// what it does: nothing if there is no such place.
std::optional<CodePosition> placeBehind(const Program &P, LaunchId Launch);
/// Why there is none, as a sentence.
std::string whyNoPlaceBehind(const Program &P, LaunchId Launch);
/// The same for a statement of its own.
std::optional<CodePosition> placeBehind(const Program &P,
                                        SourceRange Statement);

/// \p Wanted, with a number behind it if the program has that name.
std::string unusedName(const Program &P, const std::string &Wanted);

/// A pointer to the elements or rows of \p V: `int *x`, `int (*x)[N]`.
std::string declarePointer(const SharedVariable &V, llvm::StringRef Type,
                           llvm::StringRef Name);

/// The number of elements of \p V, which is on the device, as an expression.
std::string elementsText(const SharedVariable &V, const VariablePlan &Place);

/// A remark or reason per variable, in order of declaration.
std::vector<Diagnostic> describe(const TransferPlan &Plan, const Program &P);

/// Prints the plan with line numbers of \p P.
void print(llvm::raw_ostream &OS, const TransferPlan &Plan, const Program &P);

} // namespace tessera

#endif
