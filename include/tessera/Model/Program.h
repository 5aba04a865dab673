//===- Program.h - A whole .cu file as a model ----------------------------===//
#ifndef TESSERA_MODEL_PROGRAM_H
#define TESSERA_MODEL_PROGRAM_H

#include "tessera/Model/HostModel.h"
#include "tessera/Model/KernelModel.h"
#include "tessera/Model/LaunchModel.h"
#include "tessera/Model/LaunchTrace.h"
#include "tessera/Model/NormalForm.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tessera {

/// A macro that flags of the compiler may set, by `-D` or because it has a
/// default under `#ifndef`, or one made from such a macro that is no integer
/// itself. The program was read with one value.
struct MacroSetting {
  /// Also `defined(NAME)`, if conditionals depend on that.
  std::string Name;
  std::string Value; ///< an integer, as `#if` and code spell it
  /// Where in the file it is known, a line's start; 0: from the beginning.
  unsigned Behind = 0;
  /// Only code has this value, not `#if`: with casts, `sizeof`, constants.
  bool InCode = false;
};

/// Answers about two arrays of a kernel, for the next who asks. A copy, which
/// may be changed, begins without.
class PairAnswers {
public:
  PairAnswers() = default;
  PairAnswers(PairAnswers &&) = default;
  PairAnswers(const PairAnswers &) {}
  PairAnswers &operator=(PairAnswers &&) = default;
  PairAnswers &operator=(const PairAnswers &) {
    Known.clear();
    return *this;
  }

  bool get(KernelId Kernel, ArrayId A, ArrayId B,
           llvm::function_ref<bool()> Compute) const {
    const std::tuple Key(Kernel.Index, A.Index, B.Index);
    auto It = Known.find(Key);
    return It != Known.end() ? It->second : Known[Key] = Compute();
  }

private:
  mutable std::map<std::tuple<unsigned, unsigned, unsigned>, bool> Known;
};

/// A whole `.cu` file.
struct Program {
  std::string File;   ///< as the user named it
  std::string Source; ///< its bytes; every SourceRange points into them
  std::vector<KernelModel> Kernels;
  /// Of kernels that are not in it as they stand.
  std::vector<NormalForm> NormalForms;
  std::string NormalText; ///< the file with these; empty if there are none
  /// Kernels without one since it would be no C++: what is wrong with it.
  std::map<std::string, std::string> WrongForms;
  /// Kernels with tiles of their own that they are planned with: where their
  /// bodies are, and why.
  std::vector<std::pair<SourceRange, Diagnostic>> TilesKept;
  std::vector<LaunchModel> Launches;
  /// Of some launches in this file, if FrontendOptions::Trace says so.
  std::vector<LaunchTrace> Traces;
  HostModel Host;
  std::vector<MacroSetting> Settings; ///< that the file uses
  /// What makes the source C++, by offset: `[0]` behind arrays of several
  /// dimensions that launches take for pointers.
  std::map<unsigned, std::string> Inserted;
  bool SwitchedOff = false;    ///< the user wants the file as it is
  bool HasConstexprIf = false; ///< it is C++17 or later
  /// Definitions that other files may have, too, of which a program has one in
  /// the end: templates, inline functions, members of classes.
  std::vector<SourceRange> InlineDefinitions;
  /// Kernels of any file, by OtherFiles' names, that it uses other than by
  /// launches that are seen. Only if there are other files.
  std::set<std::string> KernelsTaken;
  /// See OtherFiles::SimpleArray.
  std::string SimpleArrayElsewhere;
  std::vector<Diagnostic> Warnings;
  /// Every file the parse read, \ref File first, without the tool's own.
  std::vector<std::string> Dependencies;
  /// The calls of macros that expand to more of a declaration than `__global__`
  /// or `__managed__`, by SharedVariable::Specifier: what stands around these
  /// words.
  std::map<SourceRange, std::vector<std::string>> DeclaringCalls;
  PairAnswers Apart; ///< see mayBeApart

  /// What \p Specifier of a variable becomes if \p Word takes the word's place:
  /// the word itself, or what the macro's call expands to.
  std::string specifierAs(SourceRange Specifier, llvm::StringRef Word) const;

  /// How calls beside the launch \p L name its kernel, or a version of it:
  /// what stands before the name, as in `app::`.
  std::string qualifierAt(const LaunchModel &L) const;

  const KernelModel &kernel(KernelId Id) const { return Kernels[Id.Index]; }
  /// The launches of \p Kernel, in text order.
  std::vector<const LaunchModel *> launchesOf(KernelId Kernel) const {
    std::vector<const LaunchModel *> Found;
    for (const LaunchModel &L : Launches)
      if (L.Kernel == Kernel)
        Found.push_back(&L);
    return Found;
  }
  const LaunchModel &launch(LaunchId Id) const { return Launches[Id.Index]; }
};

/// Whether the accesses of \p K are all it does: nothing in it was skipped
/// while the model was made.
bool hasCompleteAccesses(const KernelModel &K);

/// What \p K does through its pointer parameter \p Index; both, if that is not
/// known.
MemoryUse parameterEffect(const KernelModel &K, unsigned Index);

/// What the kernel of \p L does through its pointer argument \p Index.
MemoryUse argumentEffect(const Program &P, const LaunchModel &L,
                         unsigned Index);

/// What \p Launch does to shared variables on the device, through its arguments
/// and by their own names. At most one entry per variable, ordered by variable.
/// A pointer that the kernel hands on, and a kernel whose accesses are not
/// complete, count as reading and writing.
std::vector<SharedAccess> launchEffects(const Program &P, LaunchId Launch);

} // namespace tessera

#endif
