//===- Names.h - Names in emitted text ------------------------------------===//
#ifndef TESSERA_TRANSFORM_NAMES_H
#define TESSERA_TRANSFORM_NAMES_H

#include "tessera/Model/KernelModel.h"
#include <map>

namespace tessera {

/// Names that are in use, and new ones that are not.
class NameScope {
public:
  explicit NameScope(std::set<std::string> Used) : Used(std::move(Used)) {}
  bool isFree(llvm::StringRef Name) const { return !Used.count(Name.str()); }
  /// \p Wanted if it is free, else with a number behind it.
  std::string fresh(llvm::StringRef Wanted);

private:
  std::set<std::string> Used;
};

/// The C text of the symbols of polynomials in one kernel.
class SymbolNames {
public:
  explicit SymbolNames(const KernelModel &Kernel);

  /// Gives a symbol that transformations introduced its text.
  void define(std::string Symbol, std::string Text) {
    Texts[std::move(Symbol)] = std::move(Text);
  }
  /// The same for one that may have 64 bits, as \p Like has.
  void define(const std::string &Symbol, std::string Text,
              llvm::StringRef Like) {
    if (Long.count(Like))
      Long.insert(Symbol);
    define(Symbol, std::move(Text));
  }
  /// An operand of `*`.
  std::string spell(llvm::StringRef Symbol) const;
  /// \p P as an expression. \p Wide: computed with 64 bits. So are differences
  /// with a variable of 64 bits, as ids have 32 bits and no sign.
  std::string expression(const Polynomial &P, bool Wide = false) const;
  /// \p P as an operand of `*`.
  std::string factor(const Polynomial &P, bool Wide = false) const;

private:
  std::map<std::string, std::string, std::less<>> Texts;
  std::set<std::string, std::less<>> Long; ///< symbols with perhaps 64 bits
};

} // namespace tessera

#endif
