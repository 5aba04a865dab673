//===- Names.cpp - Names in emitted text ----------------------------------===//
#include "tessera/Transform/Names.h"

namespace tessera {

std::string NameScope::fresh(llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 2; !Used.insert(Name).second; ++I)
    Name = Wanted.str() + std::to_string(I);
  return Name;
}

/// Whether \p Type may have more than 32 bits.
static bool mayBeLong(llvm::StringRef Type) {
  Type.consume_front("const ");
  static const std::set<llvm::StringRef> Short = {
      "int",         "unsigned",      "unsigned int",
      "short",       "char",          "unsigned short",
      "signed char", "unsigned char", "bool"};
  return !Short.count(Type);
}

SymbolNames::SymbolNames(const KernelModel &Kernel) {
  for (char Axis : {'x', 'y', 'z'}) {
    std::string A(1, Axis);
    define("t" + A, "threadIdx." + A);
    define("b" + A, "blockIdx." + A);
    define("B" + A, "blockDim." + A);
    define("G" + A, "gridDim." + A);
    define("O" + A, "blockIdx." + A + " * blockDim." + A);
  }
  for (const ParameterInfo &P : Kernel.Parameters)
    if (!P.Symbol.empty()) {
      define(P.Symbol, P.Name);
      if (mayBeLong(P.Type))
        Long.insert(P.Symbol);
    }
  for (const LoopInfo &L : Kernel.Loops)
    if (!L.Name.empty()) {
      define(L.Symbol, L.symbolName());
      if (mayBeLong(L.Type))
        Long.insert(L.Symbol);
    }
}

std::string SymbolNames::spell(llvm::StringRef Symbol) const {
  auto It = Texts.find(Symbol);
  return It == Texts.end() ? Symbol.str() : It->second;
}

std::string SymbolNames::expression(const Polynomial &P, bool Wide) const {
  bool Subtracts = false, HasLong = false;
  for (const auto &[M, C] : P.terms()) {
    Subtracts |= C < 0 && !M.empty();
    for (const std::string &Symbol : M)
      HasLong |= Long.count(Symbol) > 0;
  }
  Wide |= Subtracts && HasLong;
  return toCExpression(
      P, [&](llvm::StringRef S) { return spell(S); },
      Wide ? "(long long)" : "");
}

std::string SymbolNames::factor(const Polynomial &P, bool Wide) const {
  std::string Text = expression(P, Wide);
  bool Sum =
      P.terms().size() > 1 || (!P.isZero() && P.terms().begin()->second < 0);
  return Sum ? "(" + Text + ")" : Text;
}

} // namespace tessera
