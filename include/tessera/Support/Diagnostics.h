//===- Diagnostics.h - Messages with an identity --------------------------===//
//
// Every message of the tool is an entry of Diagnostics.def. Layers make
// Diagnostic values, or return a Reject; only the driver prints them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_SUPPORT_DIAGNOSTICS_H
#define TESSERA_SUPPORT_DIAGNOSTICS_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class DiagKind : unsigned {
#define DIAG(NAME, IDENTITY, LEVEL, FORMAT) NAME,
#include "tessera/Support/Diagnostics.def"
#undef DIAG
};

/// Remark: something was done. Missed: something was not done, and why.
/// Analysis: a fact worth knowing. Note: belongs to the message before it.
enum class DiagLevel { Remark, Missed, Analysis, Note, Warning, Error };

/// What the user sees between brackets, without the tool's name.
llvm::StringRef identity(DiagKind Kind);
DiagLevel level(DiagKind Kind);
/// All kinds, in the order of Diagnostics.def.
llvm::ArrayRef<DiagKind> allDiagKinds();

/// One message about one place.
struct Diagnostic {
  DiagKind Kind;
  SourcePlace Where;
  std::vector<std::string> Arguments;
  /// The instance of a template that it is about, if others have another one.
  std::string Instance = {};

  /// The sentence, arguments filled in, without place and identity.
  std::string message() const;
  bool operator==(const Diagnostic &) const = default;
};

/// This kernel, array or program cannot or should not be transformed: a normal
/// outcome with a reason, as opposed to a failure of the tool.
class Reject : public llvm::ErrorInfo<Reject> {
public:
  static char ID;
  explicit Reject(Diagnostic Why) : Why(std::move(Why)) {}
  Reject(DiagKind Kind, SourcePlace Where, std::vector<std::string> Arguments)
      : Why{Kind, Where, std::move(Arguments)} {}

  const Diagnostic &diagnostic() const { return Why; }
  void log(llvm::raw_ostream &OS) const override { OS << Why.message(); }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Diagnostic Why;
};

/// Shorthand for a Reject error.
template <typename... Arguments>
llvm::Error reject(DiagKind Kind, SourcePlace Where, Arguments &&...Args) {
  return llvm::make_error<Reject>(
      Kind, Where,
      std::vector<std::string>{std::string(std::forward<Arguments>(Args))...});
}

/// Moves the Reject out of \p Err into \p Into. Any other error is returned.
llvm::Error takeRejects(llvm::Error Err, std::vector<Diagnostic> &Into);

} // namespace tessera

#endif
