//===- FirstOutputs.cpp - Outputs counted from a thread's first -----------===//
#include "threads/FirstOutputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tessera {

/// Whether sums with a value of \p Type have that type, or more bits.
static bool isWideInteger(llvm::StringRef Type) {
  return llvm::StringSwitch<bool>(Type)
      .Cases({"auto", "int", "unsigned", "unsigned int", "uint"}, true)
      .Cases({"long", "unsigned long", "long long", "unsigned long long"}, true)
      .Cases({"size_t", "ptrdiff_t", "std::size_t", "std::ptrdiff_t"}, true)
      .Cases({"int32_t", "uint32_t", "int64_t", "uint64_t"}, true)
      .Cases({"std::int32_t", "std::uint32_t"}, true)
      .Cases({"std::int64_t", "std::uint64_t"}, true)
      .Default(false);
}

/// \p Value, of \p Type, without what is the same for all outputs; nothing if
/// it does not grow by constants, and by parameters of the same type: others
/// would give the sum another one.
static std::optional<Polynomial> differenceOf(const Polynomial &Value,
                                              llvm::StringRef Type,
                                              const OutputText &Text) {
  std::set<std::string> Counters;
  for (const Coarsening &C : Text.Axes)
    for (std::optional<LoopId> L : {C.Groups, C.Members})
      if (L)
        Counters.insert(Text.K.loop(*L).Symbol);
  auto HasType = [&](const std::string &S) {
    return llvm::any_of(Text.K.Parameters, [&](const ParameterInfo &P) {
      llvm::StringRef Own = P.Type;
      Own.consume_front("const ");
      return P.Symbol == S && Own == Type;
    });
  };
  Polynomial Result;
  for (const auto &[Symbols, Factor] : Value.terms()) {
    const auto Depends = llvm::count_if(
        Symbols, [&](const std::string &S) { return Counters.count(S); });
    const auto Typed = llvm::count_if(Symbols, HasType);
    if (Depends == 0)
      continue;
    if (Depends != 1 || Depends + Typed != int64_t(Symbols.size()))
      return std::nullopt;
    Polynomial Term = Factor;
    for (const std::string &S : Symbols)
      Term = Term * Polynomial::symbol(S);
    Result += Term;
  }
  return Result;
}

FirstOutputs::FirstOutputs(const OutputText &Text,
                           const std::set<unsigned> &Visible, NameScope &Names)
    : Text(Text), Names(Names) {
  for (unsigned Id : Text.Order) {
    const OutputVariable &V = Text.Variables.at(Id);
    const std::optional<Polynomial> &Value = Text.K.Scalars[Id].Value;
    if (V.As != OutputRole::Index || !Value ||
        !isWideInteger(elementType(V.Declared)))
      continue;
    bool Reachable = true; // no counter of a loop, say
    Text.eachHole(V.Declared.Initializer, [&](const Piece &P) {
      Reachable &= P.K != Piece::Kind::Scalar ||
                   Text.K.Scalars[P.Id].IsParameter || Visible.count(P.Id) ||
                   has(P.Id);
    });
    if (std::optional<Polynomial> By =
            differenceOf(*Value, elementType(V.Declared), Text);
        By && Reachable)
      Differences.emplace(Id, *By);
  }
}

std::string FirstOutputs::nameOf(unsigned Scalar) {
  if (auto It = Used.find(Scalar); It != Used.end())
    return It->second;
  const OutputVariable &V = Text.Variables.at(Scalar);
  const std::string Name = Names.fresh(V.Declared.Name + "_first");
  OutputText First = Text;
  First.First = this;
  for (OutputRange &Range : First.Ranges)
    Range = {0, 1};
  const std::string Value = tidy(spell(First.fill(V.Declared.Initializer)));
  ToDeclare[Scalar] = serving(makeLeaf("const " + elementType(V.Declared) +
                                       " " + Name + " = " + Value + ";"),
                              V.Source);
  Used.emplace(Scalar, Name);
  return Name;
}

std::string FirstOutputs::value(unsigned Scalar, const OutputText &Outputs,
                                int64_t More) {
  const std::string First = nameOf(Scalar);
  const Polynomial By = Outputs.valueOf(Differences.at(Scalar)) + More;
  if (By.isZero())
    return First;
  const std::string Text = Outputs.Symbols.expression(By);
  return Text.front() == '-'
             ? First + " - " + Outputs.Symbols.factor(Polynomial(-1) * By)
             : First + " + " + Text;
}

std::vector<NodePtr> FirstOutputs::takeDeclarations() {
  std::vector<NodePtr> Lines;
  for (unsigned Id : Text.Order)
    if (auto It = ToDeclare.find(Id); It != ToDeclare.end())
      Lines.push_back(It->second);
  ToDeclare.clear();
  return Lines;
}

} // namespace tessera
