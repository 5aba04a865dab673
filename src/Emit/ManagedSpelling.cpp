//===- ManagedSpelling.cpp - The program in plain managed CUDA ------------===//
#include "Insertions.h"
#include "tessera/Emit/HostEdits.h"

namespace tessera {

/// The statement at \p Where, to know whether it needs braces.
static bool isUnbraced(const HostStatement &S, SourceRange Where) {
  if (S.Source == Where && S.K == HostStatement::Kind::Leaf)
    return S.Unbraced;
  for (const HostStatement &Child : S.Children)
    if (Child.Source.contains(Where) && isUnbraced(Child, Where))
      return true;
  return false;
}

llvm::Expected<std::string> toManagedSpelling(const Program &P) {
  std::vector<TextEdit> Edits;
  std::set<SourceRange> Seen;
  for (const SharedVariable &V : P.Host.Variables)
    if (V.D == SharedVariable::Dialect::SimpleModel &&
        Seen.insert(V.Specifier).second)
      Edits.push_back({V.Specifier, "__managed__", "managed memory"});
  Insertions Statements(P.Source);
  for (const LaunchModel &L : P.Launches) {
    for (const LaunchArgument &A : L.Arguments)
      if (A.IsPointer && A.Text != llvm::StringRef(P.Source).slice(
                                       A.Source.Begin, A.Source.End))
        Edits.push_back({A.Source, A.Text, "argument"});
    if (L.Statement.size() == 0)
      continue;
    bool Unbraced = false;
    for (const HostFunction &F : P.Host.Functions)
      Unbraced |= isUnbraced(F.Body, L.Statement);
    Statements.add({CodePosition::Side::After, L.Statement, Unbraced},
                   {"cudaDeviceSynchronize();"}, "synchronisation");
  }
  for (TextEdit &E : Statements.edits())
    Edits.push_back(std::move(E));
  return applyEdits(P.Source, Edits);
}

} // namespace tessera
