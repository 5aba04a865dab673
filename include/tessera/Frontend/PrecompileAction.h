//===- PrecompileAction.h - Headers in the form that Clang loads ----------===//
#ifndef TESSERA_FRONTEND_PRECOMPILEACTION_H
#define TESSERA_FRONTEND_PRECOMPILEACTION_H

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"

namespace tessera {

/// Writes the precompiled form of the file that it parses.
class PrecompileAction : public clang::GeneratePCHAction {
public:
  explicit PrecompileAction(llvm::StringRef Output) : Output(Output) {}

private:
  bool BeginInvocation(clang::CompilerInstance &CI) override {
    CI.getFrontendOpts().OutputFile = Output;
    return GeneratePCHAction::BeginInvocation(CI);
  }

  std::string Output;
};

} // namespace tessera

#endif
