//===- LaunchEditor.h - Launches that choose among versions ---------------===//
#ifndef TESSERA_EMIT_KERNELS_LAUNCHEDITOR_H
#define TESSERA_EMIT_KERNELS_LAUNCHEDITOR_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// The white space that the line of \p Offset begins with.
std::string lineIndentation(llvm::StringRef Source, unsigned Offset);

constexpr llvm::StringLiteral AllowSharedComment =
    "// The kernel needs more shared memory than every launch may have.";

/// Makes the launches start the versions.
class LaunchEditor {
public:
  /// \param Used names in host functions; new ones are added.
  LaunchEditor(const Program &P, const KernelModel &K,
               std::set<std::string> &Used, std::vector<TextEdit> &Edits)
      : P(P), K(K), Edits(Edits), Used(Used) {
    Used.insert(K.Identifiers.begin(), K.Identifiers.end());
  }

  /// A version that a launch may start.
  using Version = std::pair<const LaunchChoice *, const KernelPlan *>;

  /// Lets one launch start the first of \p Versions whose test is true.
  void edit(llvm::ArrayRef<Version> Versions);
  /// The same for \p Launch, a statement of \p Code that names the instance by
  /// the template arguments \p Arguments; grid and block are of type dim3.
  void edit(llvm::ArrayRef<Version> Versions, const LaunchModel &Launch,
            llvm::StringRef Code, const std::string &Arguments);

private:
  /// A version's test.
  struct Tested {
    std::string Name;               ///< of its value, or the test itself
    std::vector<std::string> Parts; ///< what it is a conjunction of
    bool implies(const Tested &Other) const;
  };
  using TextOf =
      llvm::function_ref<std::string(const LaunchChoice &, const KernelPlan &)>;

  void start(llvm::ArrayRef<Version> Versions, const LaunchModel &Launch,
             llvm::StringRef Text, const std::string &Arguments);
  void choose(llvm::ArrayRef<Version> Versions);
  void nameTests(llvm::ArrayRef<Version> Versions);
  std::string chosen(llvm::ArrayRef<Version> Versions, std::string Users,
                     TextOf Text) const;
  std::string freshName(const std::string &Wanted);
  std::string named(const LaunchChoice &Choice, const std::string &Type,
                    const std::string &Wanted, const std::string &Value);
  void allowShared(llvm::ArrayRef<Version> Versions, const std::string &Bytes);
  void before(llvm::StringRef Lines, const char *Why);
  void declare(const std::string &Type, const std::string &Name,
               const std::string &Value);

  const Program &P;
  const KernelModel &K;
  LaunchModel L;         ///< the launch at hand
  llvm::StringRef Code;  ///< that it stands in
  std::string Qualifier; ///< before names of kernels there
  std::string Instance;  ///< the template arguments that it names
  bool HasDim3 = false;  ///< its grid and its block are of that type
  std::vector<TextEdit> &Edits;
  std::set<std::string> &Used;
  std::vector<Tested> Tests; ///< of the launch at hand
};

} // namespace tessera

#endif
