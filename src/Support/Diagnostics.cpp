//===- Diagnostics.cpp - Messages with an identity ------------------------===//
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

char Reject::ID = 0;

namespace {

struct Entry {
  DiagKind Kind;
  llvm::StringLiteral Identity;
  DiagLevel Level;
  llvm::StringLiteral Format;
};

constexpr Entry Entries[] = {
#define DIAG(NAME, IDENTITY, LEVEL, FORMAT)                                    \
  {DiagKind::NAME, IDENTITY, DiagLevel::LEVEL, FORMAT},
#include "tessera/Support/Diagnostics.def"
#undef DIAG
};

const Entry &entry(DiagKind Kind) {
  return Entries[static_cast<unsigned>(Kind)];
}

} // namespace

llvm::StringRef identity(DiagKind Kind) { return entry(Kind).Identity; }

DiagLevel level(DiagKind Kind) { return entry(Kind).Level; }

llvm::ArrayRef<DiagKind> allDiagKinds() {
  static const std::vector<DiagKind> Kinds = [] {
    std::vector<DiagKind> All;
    for (const Entry &E : Entries)
      All.push_back(E.Kind);
    return All;
  }();
  return Kinds;
}

std::string Diagnostic::message() const {
  llvm::StringRef Format = entry(Kind).Format;
  std::string Text;
  while (!Format.empty()) {
    auto [Before, Rest] = Format.split('{');
    Text += Before;
    if (Rest.empty())
      break;
    unsigned Index = Rest.front() - '0';
    Text += Index < Arguments.size() ? Arguments[Index] : "?";
    Format = Rest.drop_front(2);
  }
  if (!Instance.empty())
    Text += ", in '" + Instance + "'";
  return Text;
}

llvm::Error takeRejects(llvm::Error Err, std::vector<Diagnostic> &Into) {
  return llvm::handleErrors(
      std::move(Err), [&](const Reject &R) { Into.push_back(R.diagnostic()); });
}

} // namespace tessera
