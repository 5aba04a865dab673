//===- UnusedNames.cpp - Names that nothing uses any more -----------------===//
#include "transfers/UnusedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
          std::vector<HostReplacement> &Replacements, llvm::StringRef NewCode)
      : P(P), Replacements(Replacements), Removed(Removed), NewCode(NewCode) {}

  void run() {
    std::set<const FragileName *> Done;
    for (bool Again = true; std::exchange(Again, false);)
      for (const FragileName &Name : P.Host.FragileNames)
        if (!Done.count(&Name) && isUnused(Name)) {
          Done.insert(&Name);
          Again = true;
          drop(Name);
        }
    for (const auto &[Statement, Names] : Shortened)
      shorten(Statement, Names);
    for (const auto &[Index, Names] : Kept)
      keep(Removed[Index], Names);
  }

private:
  static bool mentions(llvm::StringRef Code, llvm::StringRef Name) {
    const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    while (!Code.empty()) {
      Code = Code.drop_until(IsPart);
      const llvm::StringRef Word = Code.take_while(IsPart);
      if (!Word.empty() && Word == Name)
        return true;
      Code = Code.drop_front(Word.size());
    }
    return false;
  }

  bool isGone(SourcePlace Where) const {
    return llvm::any_of(Removed, [&](const RemovedText &R) {
      return R.Source.contains({Where.Offset, Where.Offset + 1});
    });
  }

  /// Whether nothing reads \p Name any more, and something did.
  bool isUnused(const FragileName &Name) const {
    return !isGone(Name.Declared) && !mentions(NewCode, Name.Name) &&
           llvm::any_of(Name.Uses,
                        [&](const auto &Use) { return isGone(Use.Where); }) &&
           llvm::all_of(Name.Uses, [&](const auto &Use) {
             return Use.OnlyWritten || isGone(Use.Where);
           });
  }

  void drop(const FragileName &Name) {
    const bool All = llvm::all_of(
        Name.Uses, [&](const auto &Use) { return isGone(Use.Where); });
    const std::optional<size_t> By = holder(Name);
    if (All && Name.Declaration.size() > 0) {
      if (!Name.Group.empty()) {
        if (By)
          Holders[Removed.size()] = *By;
        Removed.push_back({Name.Declaration, 0, Gone::Part});
        Shortened[Name.Statement].push_back(&Name);
        return;
      }
      Removed.push_back(
          {Name.Declaration, Replacements.size(), Gone::Statement});
      Replacements.push_back({wholeLines(P, Name.Declaration), ""});
    } else if (By) {
      Kept[*By].push_back((All ? "" : "&") + Name.Name);
    }
  }

  /// Takes the variables \p Dropped out of \p Statement, or all of it; a comma
  /// goes with each.
  void shorten(SourceRange Statement,
               const std::vector<const FragileName *> &Dropped) {
    const std::vector<SourceRange> &All = Dropped.front()->Group;
    if (Dropped.size() == All.size()) {
      Replacements.push_back({wholeLines(P, Statement), ""});
      return;
    }
    const auto Goes = [&](size_t I) {
      return llvm::any_of(Dropped, [&](const FragileName *Name) {
        return Name->Declaration == All[I];
      });
    };
    for (size_t First = 0; First < All.size(); ++First) {
      size_t End = First;
      while (End < All.size() && Goes(End))
        ++End;
      if (End == First)
        continue;
      if (First == 0)
        Replacements.push_back({{All[0].Begin, All[End].Begin}, ""});
      else
        Replacements.push_back({{All[First - 1].End, All[End - 1].End}, ""});
      First = End;
    }
  }

  /// The removed text in whose place \p Name may be used.
  std::optional<size_t> holder(const FragileName &Name) const {
    for (const FragileName::Use &Use : Name.Uses)
      for (size_t I = 0; I < Removed.size(); ++I)
        if (Removed[I].Source.contains(
                {Use.Where.Offset, Use.Where.Offset + 1})) {
          if (Removed[I].K != Gone::Part)
            return I;
          if (auto By = Holders.find(I); By != Holders.end())
            return By->second;
        }
    return std::nullopt;
  }

  /// Lets the text in the place of \p R use \p Names.
  void keep(const RemovedText &R, const std::vector<std::string> &Names) {
    HostReplacement &By = Replacements[R.Replacement];
    std::string Uses;
    for (const std::string &Name : Names)
      Uses += (Uses.empty() ? "(void)" : ", (void)") + Name;
    if (R.K == Gone::Statement)
      By = {R.Source, Uses + ";" + (By.Text.empty() ? "" : " " + By.Text)};
    else if (R.K == Gone::Effect)
      By.Text = Uses;
    else
      By.Text = "(" + Uses + ", " + By.Text + ")";
  }

  const Program &P;
  std::vector<HostReplacement> &Replacements;
  std::vector<RemovedText> Removed; ///< with declarations
  /// Of a part of a declaration: the removed text that used what it declares.
  std::map<size_t, size_t> Holders;
  /// The variables that go, by the declaration of several that has them.
  std::map<SourceRange, std::vector<const FragileName *>> Shortened;
  const llvm::StringRef NewCode;
  std::map<size_t, std::vector<std::string>> Kept; ///< by what is removed
};

} // namespace

void dropUnusedNames(const Program &P, const std::vector<RemovedText> &Removed,
                     std::vector<HostReplacement> &Replacements,
                     llvm::StringRef NewCode) {
  Dropper(P, Removed, Replacements, NewCode).run();
}

} // namespace tessera
