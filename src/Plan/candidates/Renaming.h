//===- Renaming.h - One kernel with the names of another ------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_RENAMING_H
#define TESSERA_PLAN_CANDIDATES_RENAMING_H

#include "tessera/Model/KernelModel.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// The names of a kernel, each with what another kernel has at its place: of
/// the kernel, its parameters, arrays, variables and loops.
///
/// What is decided depends on names by their order: as symbols of polynomials,
/// and in lists of names. And new names must be new. A renaming that changes
/// any of that, or may, has failed.
class Renaming {
public:
  /// \param File all identifiers of the file.
  Renaming(const KernelModel &From, const std::string &FromName,
           const KernelModel &To, const std::string &ToName,
           const std::set<std::string> &File);

  /// Whether some name but the kernel's changes.
  bool changesNames() const { return !Moved.empty(); }
  bool hasFailed() const { return Failed; }

  void rename(std::string &Code);
  void rename(Polynomial &P);
  void rename(Text &T);
  void rename(KernelModel &K);
  NodePtr renamed(const Node &N);

  /// Renames all of \p D but its launches.
  void rename(PlanDecision &D);
  /// What stands between quotes in the message is code.
  void rename(Diagnostic &D);

  /// Whether all that was renamed is in the same order as before.
  bool keepsOrder() const;

private:
  void pair(llvm::StringRef Old, llvm::StringRef New, bool IsSymbol);
  void symbol(std::string &Symbol);
  void rename(std::optional<Polynomial> &P);
  void rename(Condition &C);
  void rename(LoopInfo &L);
  void rename(KernelRequest &R);
  void rename(KernelPlan &Plan);
  void rename(StagePoint &Point);
  void rename(CounterValues &Counters) {
    for (auto &[Loop, Value] : Counters) {
      rename(Value.Value);
      rename(Value.Spelled);
    }
  }
  void rename(std::vector<RegisterMove> &Moves) {
    for (RegisterMove &M : Moves)
      rename(M.Counters);
  }
  void rename(InteriorPath &Path);
  void rename(std::map<std::string, int64_t> &Symbols);
  std::string quoted(llvm::StringRef Prose);

  std::string stemOf(ArrayId Array) const;
  void newNames(const KernelPlan &Plan);
  void newName(const std::string &Name, std::string Stem, char Separator = '_');
  void newName(const PrivateElement &E);
  void newPair(const std::string &Old, const std::string &New);
  bool mayBeNew(llvm::StringRef Word) const;
  bool isInFile(llvm::StringRef Prefix) const;

  const KernelModel &From;
  const std::set<std::string> &File;
  std::string Name;                         ///< the kernel's
  std::map<std::string, std::string> Words; ///< all that were seen
  std::set<std::string> Moved;              ///< those that change, old and new
  std::map<std::string, std::string> Symbols, Arrays, Elements;
  bool InDecision = false;
  bool Failed = false;
};

} // namespace tessera

#endif
