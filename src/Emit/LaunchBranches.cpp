//===- LaunchBranches.cpp - Launches that become one for each instance ----===//
#include "tessera/Emit/LaunchBranches.h"
#include "Insertions.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Lets the lines of \p Text behind the first, which begin with \p Indent,
/// begin with \p More.
static void deepen(std::string &Text, const std::string &Indent,
                   const std::string &More) {
  for (size_t At = 0; (At = Text.find('\n', At)) != Text.npos; ++At)
    if (llvm::StringRef(Text).substr(At + 1).starts_with(Indent))
      Text.insert(At + 1, More);
}

void LaunchBranches::add(const Program &P, const LaunchBranch &Of,
                         std::vector<TextEdit> Edits) {
  if (Edits.empty())
    return;
  const SourceRange At = Of.Statement;
  const Insertions Places(P.Source);
  for (TextEdit &E : Edits)
    E.Where = {E.Where.Begin - At.Begin, E.Where.End - At.Begin};
  Branch New = {
      Of.Test,
      llvm::cantFail(
          applyEdits(llvm::StringRef(P.Source).slice(At.Begin, At.End), Edits))
          .Text};
  deepen(New.Text, Places.indentation(At.Begin), Places.unit());
  std::vector<Branch> &All = Statements[At];
  if (!llvm::is_contained(All, New)) // by another instance of the function
    All.push_back(std::move(New));
}

std::vector<TextEdit> LaunchBranches::edits(const Program &P) const {
  const Insertions Places(P.Source);
  std::vector<TextEdit> Edits;
  for (const auto &[At, Branches] : Statements) {
    const std::string Line = "\n" + Places.indentation(At.Begin);
    const std::string Inner = Line + Places.unit();
    std::string Text;
    for (const Branch &B : Branches)
      Text += (Text.empty() ? "" : " else ") + ("if constexpr (" + B.Test) +
              ") {" + Inner + B.Text + Line + "}";
    std::string Users = P.Source.substr(At.Begin, At.End - At.Begin);
    deepen(Users, Places.indentation(At.Begin), Places.unit());
    Text += " else {" + Inner + Users + Line + "}";
    Edits.push_back({At, Text, "each instance starts versions of its own"});
  }
  return Edits;
}

} // namespace tessera
