//===- LeaveWrong.cpp - Kernels whose changes turn out wrong --------------===//
#include "steps/LeaveWrong.h"
#include "steps/CheckOutput.h"
#include "tessera/Emit/Format.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Rewriter = llvm::function_ref<llvm::Expected<Translation>(
    const Program &, const LeftKernels &)>;

namespace {

/// A result that was not written, and whose changes may be the reason.
class WrongKernels : public llvm::ErrorInfo<WrongKernels> {
public:
  static char ID;
  WrongKernels(std::string Why, std::set<KernelId> Changed,
               std::set<KernelId> Suspects)
      : Why(std::move(Why)), Changed(std::move(Changed)),
        Suspects(std::move(Suspects)) {}

  void log(llvm::raw_ostream &OS) const override { OS << Why; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  std::string Why;
  std::set<KernelId> Changed, Suspects;
};

char WrongKernels::ID = 0;

/// So many kernels are left one by one to find the one that is wrong.
constexpr size_t MostTrials = 8;

} // namespace

void leave(Program &P, const LeftKernels &Left) {
  for (const auto &[Kernel, Why] : Left)
    P.Kernels[Kernel.Index].Refusals.push_back(Why);
}

/// The kernels that the text at \p Where, of the user, defines or launches.
static std::set<KernelId> kernelsAt(const Program &P, SourceRange Where) {
  std::set<KernelId> Result;
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (P.Kernels[I].Definition.contains(Where))
      Result.insert({I});
  for (const LaunchModel &L : P.Launches)
    if (L.Source.contains(Where) || L.Statement.contains(Where))
      Result.insert(L.Kernel);
  return Result;
}

/// The kernels whose text \p Wrong is about.
static std::set<KernelId> suspects(const Program &P,
                                   const std::vector<TextEdit> &Edits,
                                   llvm::StringRef Text,
                                   const WrongText &Wrong) {
  if (Wrong.Kernel)
    return {*Wrong.Kernel};
  if (!Wrong.Where.isKnown())
    return {};
  const unsigned At = Wrong.Where.Offset;
  if (std::optional<size_t> Edit = editAt(P.Source, Edits, Text, At))
    return kernelsAt(P, Edits[*Edit].Where);
  const unsigned Origin = originOf(P.Source, Edits, Text, At).value_or(0);
  return kernelsAt(P, {Origin, Origin});
}

llvm::Expected<CheckedText> checkedText(const Program &P,
                                        const std::vector<TextEdit> &Edits,
                                        const std::vector<KernelPlan> &Plans,
                                        const Options &Opts) {
  std::set<KernelId> Changed;
  for (const KernelPlan &Plan : Plans)
    Changed.insert(Plan.Kernel);
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return llvm::make_error<WrongKernels>(toString(Edited.takeError()), Changed,
                                          std::set<KernelId>());
  CheckedText New = {{formatNewText(P.File, P.Source, *Edited), {}}, {}};
  if (Edits.empty())
    return New;
  New.Lines = lineOrigins(P.Source, Edits, New.Text);
  llvm::Expected<std::vector<VersionLines>> Made =
      checkResult(P, New, Plans, Opts);
  if (Made) {
    New.Versions = std::move(*Made);
    return New;
  }
  return llvm::handleErrors(
      Made.takeError(), [&](const WrongText &Wrong) -> llvm::Error {
        return llvm::make_error<WrongKernels>(
            Wrong.Why, Changed, suspects(P, Edits, New.Text, Wrong));
      });
}

bool hasLeftKernels(const Translation &T) {
  return llvm::any_of(T.Messages, [](const Diagnostic &D) {
    return D.Kind == DiagKind::InternalError;
  });
}

namespace {

/// Finds the kernels without which \p Rewrite has a result.
class Search {
public:
  Search(const Program &P, Rewriter Rewrite) : P(P), Rewrite(Rewrite) {}

  llvm::Expected<Translation> run() {
    LeftKernels Left;
    while (true) {
      llvm::Expected<Translation> Result = attempt(Left);
      std::optional<WrongKernels> Wrong;
      llvm::Error Other = take(Result, Wrong);
      if (Other)
        return std::move(Other);
      if (!Wrong)
        return Result;
      std::set<KernelId> New = among(Wrong->Suspects, *Wrong, Left);
      if (New.empty() && !among(Wrong->Changed, *Wrong, Left).empty())
        return oneByOne(std::move(Left), *Wrong);
      if (New.empty())
        return reject(DiagKind::InternalError, SourcePlace::nowhere(),
                      Wrong->Why);
      add(New, *Wrong, Left);
    }
  }

private:
  llvm::Expected<Translation> attempt(const LeftKernels &Left) const {
    if (Left.empty())
      return Rewrite(P, Left);
    Program Without = P;
    leave(Without, Left);
    return Rewrite(Without, Left);
  }

  /// Moves what is wrong with kernels out of \p Result.
  static llvm::Error take(llvm::Expected<Translation> &Result,
                          std::optional<WrongKernels> &Into) {
    if (Result)
      return llvm::Error::success();
    return llvm::handleErrors(Result.takeError(),
                              [&](const WrongKernels &W) { Into = W; });
  }

  /// Those of \p Kernels that changed, and are not left so far.
  static std::set<KernelId> among(const std::set<KernelId> &Kernels,
                                  const WrongKernels &Wrong,
                                  const LeftKernels &Left) {
    std::set<KernelId> Result;
    for (KernelId K : Kernels)
      if (Wrong.Changed.count(K) && !Left.count(K))
        Result.insert(K);
    return Result;
  }

  /// Leaves \p Kernels, with the other instances of their templates.
  void add(const std::set<KernelId> &Kernels, const WrongKernels &Wrong,
           LeftKernels &Left) const {
    for (KernelId Kernel : Kernels)
      for (unsigned I = 0; I < P.Kernels.size(); ++I) {
        const KernelModel &K = P.Kernels[I];
        if (K.Definition == P.kernel(Kernel).Definition)
          Left.try_emplace(
              KernelId{I},
              Diagnostic{DiagKind::InternalError,
                         K.NamePlace,
                         {"'" + K.Name + "' is left as it is: " + Wrong.Why}});
      }
  }

  /// \p Wrong says nothing of which kernel it is.
  llvm::Expected<Translation> oneByOne(LeftKernels Left,
                                       const WrongKernels &Wrong) const {
    const std::set<KernelId> All = among(Wrong.Changed, Wrong, Left);
    if (All.size() > 1 && All.size() <= MostTrials)
      for (KernelId Kernel : All) {
        LeftKernels With = Left;
        add({Kernel}, Wrong, With);
        llvm::Expected<Translation> Result = attempt(With);
        if (Result)
          return Result;
        llvm::consumeError(Result.takeError());
      }
    add(All, Wrong, Left);
    llvm::Expected<Translation> Result = attempt(Left);
    std::optional<WrongKernels> Still;
    if (llvm::Error Other = take(Result, Still))
      return std::move(Other);
    if (Still)
      return reject(DiagKind::InternalError, SourcePlace::nowhere(), Wrong.Why);
    return Result;
  }

  const Program &P;
  const Rewriter Rewrite;
};

} // namespace

llvm::Expected<Translation> withoutWrongKernels(const Program &P,
                                                Rewriter Rewrite) {
  return Search(P, Rewrite).run();
}

} // namespace tessera
