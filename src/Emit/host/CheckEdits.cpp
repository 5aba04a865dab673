//===- CheckEdits.cpp - Tests that the device makes, as edits -------------===//
#include "tessera/Emit/CheckEdits.h"
#include "layout/Insertions.h"
#include "tessera/Emit/HostEdits.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// The lines of \p Text, the first without its white space, the others without
/// what all of them start with.
std::vector<std::string> dedented(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.trim().split(Lines, '\n');
  size_t Common = llvm::StringRef::npos;
  for (llvm::StringRef Line : llvm::drop_begin(Lines))
    if (!Line.trim().empty())
      Common = std::min(Common, Line.size() - Line.ltrim(" \t").size());
  std::vector<std::string> Result = {Lines.front().rtrim().str()};
  for (llvm::StringRef Line : llvm::drop_begin(Lines))
    Result.push_back(
        Line.drop_front(std::min(Common, Line.size())).rtrim().str());
  return Result;
}

/// The edits of one test.
class CheckEmitter {
public:
  CheckEmitter(const Program &P, const DeferredCheck &D, Insertions &Statements,
               std::vector<TextEdit> &Result)
      : P(P), C(P.Host.Checks[D.Check]), D(D), Source(P.Source),
        Statements(Statements), Result(Result) {}

  void run() {
    declare();
    leave();
    launches();
    for (const DeferredCheck::Reader &R : D.Readers)
      reader(R);
    tester();
  }

private:
  void declare() {
    const SharedVariable &V = P.Host.variable(C.Array);
    unsigned At = Statements.behindComment(V.Declaration.End);
    std::string NewLine = "\n" + Statements.indentation(V.Declaration.Begin);
    Result.push_back(
        {{At, At},
         NewLine + "// 1 + the '" + C.Counter + "' at which the test of '" +
             C.Name + "' holds; 0: at none." + NewLine + "static " +
             (!P.DeclaringCalls.count(V.Specifier)
                  ? Source.slice(V.Specifier.Begin, V.Specifier.End).str()
                  : "__global__") +
             " int " + D.Stop + ";",
         "round that leaves"});
  }

  /// Takes \p Statement out, with the lines that it has for itself. Comments
  /// are kept for where it goes.
  void remove(SourceRange Statement, std::vector<std::string> &Comments) {
    unsigned Begin = Statements.beforeComments(Statement.Begin);
    unsigned End = Statements.behindComment(Statement.End);
    for (auto [From, To] :
         {std::pair(Begin, Statement.Begin), std::pair(Statement.End, End)})
      if (llvm::StringRef Text = Source.slice(From, To).trim(); !Text.empty())
        llvm::append_range(Comments, dedented(Text));
    llvm::StringRef Before = Source.take_front(Begin).rtrim(" \t");
    llvm::StringRef After = Source.drop_front(End).ltrim(" \t\r");
    if (Before.ends_with("\n") && After.starts_with("\n")) {
      Begin = Before.size();
      End = Source.size() - After.size() + 1;
    }
    Result.push_back({{Begin, End}, "", "test on the device"});
  }

  /// The host looks behind the loop, and does there what it did in it.
  void leave() {
    std::vector<std::string> Lines;
    remove(C.Value, Lines);
    remove(C.Branch, Lines);
    if (Lines.empty())
      Lines.push_back("// The test of '" + C.Name +
                      "', which the device has made.");
    const std::string Stop = P.Host.variable(C.Array).Qualifier + D.Stop;
    Lines.push_back("if (" + Stop + ") {");
    if (C.ExitUsesCounter)
      Lines.push_back(Statements.unit() + (C.DeclaresCounter ? "int " : "") +
                      C.Counter + " = " + Stop + " - 1;");
    llvm::StringRef Exit = Source.slice(C.Exit.Begin, C.Exit.End);
    if (Exit.starts_with("{"))
      Exit = Exit.drop_front().drop_back();
    for (const std::string &Line : dedented(Exit))
      Lines.push_back(Statements.unit() + Line);
    Lines.push_back("}");
    Statements.add(D.Behind, std::move(Lines), "test behind the loop");
  }

  void launches() {
    for (const LoopCheck::Use &Use : C.Uses)
      Result.push_back({P.launch(Use.Launch).Arguments[Use.Argument].Source,
                        "&" + C.Element, "place of the value"});
    std::string Text;
    if (!D.Pointer.empty())
      Text += ", &" + C.Element;
    Text += ", &" + P.Host.variable(C.Array).Qualifier + D.Stop;
    if (D.AddsRound)
      Text += ", " + C.Counter;
    for (LaunchId Id : C.Launches) {
      const LaunchModel &L = P.launch(Id);
      unsigned Close = L.Source.End - 1;
      if (L.Kernel == P.launch(D.Tester).Kernel)
        Result.push_back({{Close, Close},
                          L.Arguments.empty() ? Text.substr(2) : Text,
                          "round that leaves"});
    }
  }

  void atStart(const KernelModel &K, std::vector<std::string> Lines) {
    unsigned Open = Source.find('{', K.ParameterList.End);
    Statements.add({CodePosition::Side::AtStart, {Open, K.Definition.End}},
                   std::move(Lines), "value on the device");
  }

  void reader(const DeferredCheck::Reader &R) {
    const KernelModel &K = P.kernel(R.Kernel);
    SourceRange Parameter = K.Parameters[R.Parameter].Source;
    Result.push_back({Parameter, "const " + C.Type + " *" + R.Pointer,
                      "place of the value"});
    atStart(K, {Source.slice(Parameter.Begin, Parameter.End).str() + " = *" +
                R.Pointer + ";"});
  }

  void tester() {
    const LaunchModel &L = P.launch(D.Tester);
    const KernelModel &K = P.kernel(L.Kernel);
    KernelTransfers New = {L.Kernel, {}, {}};
    if (!D.Pointer.empty())
      New.Parameters.push_back("const " + C.Type + " *" + D.Pointer);
    New.Parameters.push_back("int *" + D.Stop);
    if (D.AddsRound)
      New.Parameters.push_back("int " + D.Round);
    Result.push_back(appendParameters(P, K.ParameterList, New));
    std::string Value = D.Pointer.empty()
                            ? K.Parameters[C.Uses.front().Argument].Name
                            : "*" + D.Pointer;
    atStart(K, {"// The host's test.", "if (" + test(Value) + ")",
                Statements.unit() + "atomicCAS(" + D.Stop + ", 0, " + D.Round +
                    " + 1);"});
  }

  /// The test, of what \p Name spells.
  std::string test(llvm::StringRef Name) const {
    std::string Text = C.Test;
    for (SourceRange R : llvm::reverse(C.Named))
      Text.replace(R.Begin, R.size(), Name.str());
    return Text;
  }

  const Program &P;
  const LoopCheck &C;
  const DeferredCheck &D;
  llvm::StringRef Source;
  Insertions &Statements;
  std::vector<TextEdit> &Result;
};

} // namespace

std::vector<TextEdit> collectCheckEdits(const Program &P,
                                        const CheckPlan &Plan) {
  Insertions Statements(P.Source);
  std::vector<TextEdit> Result;
  for (const DeferredCheck &D : Plan.Checks)
    CheckEmitter(P, D, Statements, Result).run();
  for (TextEdit &E : Statements.edits())
    Result.push_back(std::move(E));
  return Result;
}

} // namespace tessera
