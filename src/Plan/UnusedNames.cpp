//===- UnusedNames.cpp - Names that nothing uses any more -----------------===//
#include "UnusedNames.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

SourceRange wholeLines(const Program &P, SourceRange R) {
  llvm::StringRef Source = P.Source;
  llvm::StringRef Before = Source.take_front(R.Begin).rtrim(" \t");
  llvm::StringRef After = Source.drop_front(R.End).ltrim(" \t\r");
  if (!Before.ends_with("\n") || !After.starts_with("\n"))
    return R;
  return {unsigned(Before.size()), unsigned(Source.size() - After.size() + 1)};
}

namespace {

class Dropper {
public:
  Dropper(const Program &P, const std::vector<RemovedText> &Removed,
          TransferPlan &Plan)
      : P(P), Plan(Plan), Removed(Removed) {}

  void run() {
    std::set<const NameInCalls *> Done;
    for (bool Again = true; std::exchange(Again, false);)
      for (const NameInCalls &Name : P.Host.NamesInCalls)
        if (!Done.count(&Name) && isUnused(Name)) {
          Done.insert(&Name);
          Again = true;
          drop(Name);
        }
    for (const auto &[Index, Names] : Kept)
      keep(Removed[Index], Names);
  }

private:
  bool isGone(SourcePlace Where) const {
    return llvm::any_of(Removed, [&](const RemovedText &R) {
      return R.Source.contains({Where.Offset, Where.Offset + 1});
    });
  }

  /// Whether nothing reads \p Name any more, and something did.
  bool isUnused(const NameInCalls &Name) const {
    return llvm::any_of(Name.Uses,
                        [&](const auto &Use) { return isGone(Use.Where); }) &&
           llvm::all_of(Name.Uses, [&](const auto &Use) {
             return Use.OnlyWritten || isGone(Use.Where);
           });
  }

  void drop(const NameInCalls &Name) {
    const bool All = llvm::all_of(
        Name.Uses, [&](const auto &Use) { return isGone(Use.Where); });
    if (All && Name.Declaration.size() > 0) {
      Removed.push_back(
          {Name.Declaration, Plan.Replacements.size(), Gone::Statement});
      Plan.Replacements.push_back({wholeLines(P, Name.Declaration), ""});
      return;
    }
    for (const NameInCalls::Use &Use : Name.Uses)
      for (size_t I = 0; I < Removed.size(); ++I)
        if (Removed[I].K != Gone::Part &&
            Removed[I].Source.contains(
                {Use.Where.Offset, Use.Where.Offset + 1})) {
          Kept[I].push_back((All ? "" : "&") + Name.Name);
          return;
        }
  }

  /// Lets the text in the place of \p R use \p Names.
  void keep(const RemovedText &R, const std::vector<std::string> &Names) {
    HostReplacement &By = Plan.Replacements[R.Replacement];
    std::string Uses;
    for (const std::string &Name : Names)
      Uses += (Uses.empty() ? "(void)" : ", (void)") + Name;
    if (R.K == Gone::Statement)
      By = {R.Source, Uses + ";"};
    else if (R.K == Gone::Effect)
      By.Text = Uses;
    else
      By.Text = "(" + Uses + ", " + By.Text + ")";
  }

  const Program &P;
  TransferPlan &Plan;
  std::vector<RemovedText> Removed;                ///< with declarations
  std::map<size_t, std::vector<std::string>> Kept; ///< by what is removed
};

} // namespace

void dropUnusedNames(const Program &P, const std::vector<RemovedText> &Removed,
                     TransferPlan &Plan) {
  Dropper(P, Removed, Plan).run();
}

} // namespace tessera
