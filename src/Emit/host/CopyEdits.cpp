//===- CopyEdits.cpp - Moved and removed copies as edits ------------------===//
#include "tessera/Emit/CopyEdits.h"
#include "host/PageLock.h"
#include "layout/Insertions.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// \p Text on one line.
static std::string joinLines(llvm::StringRef Text) {
  std::string Joined;
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    Joined +=
        (Joined.empty() || llvm::StringRef(Joined).ends_with("(") ? "" : " ") +
        Line.trim().str();
  return Joined;
}

/// What stands for a copy that is not made, in all the lines that it had.
static TextEdit removal(llvm::StringRef Source, const Insertions &Layout,
                        const CopyRemoval &R) {
  if (R.Waits)
    return {R.Call, "cudaDeviceSynchronize()", "a wait without a copy"};
  if (!R.Instead.empty())
    return {R.Statement, R.Instead, "no copy"};
  if (!R.InBraces)
    return {R.Statement, "{}", "no copy"};
  unsigned End = Layout.behindComment(R.Statement.End);
  llvm::StringRef Before = Source.take_front(R.Statement.Begin).rtrim(" \t");
  llvm::StringRef After = Source.drop_front(End).ltrim(" \t\r");
  if (!Before.ends_with("\n") || !After.starts_with("\n"))
    return {R.Statement, "", "no copy"};
  unsigned Next = Source.size() - After.size() + 1;
  return {{unsigned(Before.size()), Next}, "", "no copy"};
}

std::vector<TextEdit>
declareConstants(const Program &P, const std::vector<OwnConstant> &Constants) {
  Insertions Declarations(P.Source);
  std::map<CodePosition, std::vector<std::string>> Places;
  for (const OwnConstant &C : Constants)
    Places[C.Where].push_back(C.Declaration);
  for (auto &[Where, Lines] : Places) {
    bool Behind = Where.S == CodePosition::Side::After;
    Lines.insert(Lines.begin(), "// All threads read the same element.");
    Lines.insert(Behind ? Lines.begin() : Lines.end(), "");
    Declarations.add(Where, std::move(Lines), "constant memory");
  }
  return Declarations.edits();
}

std::vector<TextEdit> collectCopyEdits(const Program &P, const CopyPlan &Plan) {
  llvm::StringRef Source = P.Source;
  Insertions Statements(Source);
  std::vector<TextEdit> Result;
  for (const CopyRemoval &R : Plan.Removals)
    Result.push_back(removal(Source, Statements, R));
  const CopyMove *Last = nullptr;
  for (const CopyMove &M : Plan.Moves) {
    bool Behind = M.To.S == CodePosition::Side::After;
    std::vector<std::string> Lines;
    if (!Last || Last->To != M.To)
      Lines.push_back(!M.Instead.empty() ? "// The same in constant memory."
                      : Behind           ? "// The last values are enough."
                                         : "// The same in each round.");
    SourceRange Call = M.Call;
    if (M.Instead.empty())
      Call = {M.Statement.Begin, M.Statement.Begin};
    std::string Text =
        joinLines((Source.slice(M.Statement.Begin, Call.Begin) + M.Instead +
                   Source.slice(Call.End, M.Statement.End))
                      .str());
    bool Block = Text.back() == '}';
    if (!Block && Text.back() != ';') // a macro's
      Text += ";";
    if (M.Declares || (Block && !M.OnlyIf.empty()))
      Text = "{ " + Text + " }";
    Lines.push_back(M.OnlyIf.empty() ? Text : "if (" + M.OnlyIf + ") " + Text);
    Statements.add(M.To, std::move(Lines), "moved copies");
    Last = &M;
  }
  for (const CopyLock &L : Plan.Locks) {
    std::string Enough;
    if (L.AtLeast > 0)
      Enough =
          L.Bytes + " >= " + std::to_string(L.AtLeast >> 20) + " << 20 && ";
    Statements.add(
        L.Where,
        {L.Ends ? "// No more copies." : PageLockComment.str(),
         L.Ends ? pageUnlock(L.Pointer) : pageLock(L.Pointer, L.Bytes, Enough)},
        "page-locks");
  }
  for (TextEdit &E : Statements.edits())
    Result.push_back(std::move(E));
  return Result;
}

} // namespace tessera
