//===- OtherMacros.cpp - Macros that may have other values ----------------===//
#include "OtherMacros.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tessera {

void collectTested(FrontendContext &C) {
  std::vector<MacroSetting> &Settings = C.Result.Settings;
  auto IsHeld = [&](const std::string &Name) {
    return llvm::any_of(Settings, [&](const MacroSetting &S) {
      return S.Name == Name && !S.InCode && S.Value != "0";
    });
  };
  for (const auto &[Name, ByFlags] : C.Facts.Tested) {
    const IdentifierInfo *Identifier = C.Facts.PP->getIdentifierInfo(Name);
    bool IsDefined = Identifier && Identifier->hasMacroDefinition();
    if (ByFlags ? !C.Facts.ChangedMacros.count(Name) && !IsHeld(Name)
                : !C.Facts.Macros.count(Name) && !IsDefined)
      Settings.push_back({"defined(" + Name + ")", ByFlags ? "1" : "0"});
  }
}

} // namespace tessera
