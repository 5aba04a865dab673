//===- Untouched.cpp - What is known of a program before it is changed ----===//
#include "steps/Untouched.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static KnownNames namesOf(const Program &P) {
  KnownNames Names;
  for (const KernelModel &K : P.Kernels) {
    Names.Kernels.insert(K.Name);
    for (const ArrayInfo &A : K.Arrays)
      Names.Arrays.insert(A.Name);
  }
  return Names;
}

std::vector<FunctionPlace> functionsOf(const Program &P) {
  std::vector<FunctionPlace> Functions;
  for (const KernelModel &K : P.Kernels)
    if (!K.Elsewhere)
      Functions.push_back({K.Name, K.Definition});
  for (const HostFunction &F : P.Host.Functions)
    Functions.push_back({F.Name, F.Source});
  return Functions;
}

Translation untouched(const Program &P) {
  Translation Result;
  Result.Messages = P.Warnings;
  Result.Dependencies = P.Dependencies;
  Result.Names = namesOf(P);
  for (const SharedVariable &V : P.Host.Variables)
    if (V.D == SharedVariable::Dialect::SimpleModel)
      Result.SimpleVariables[V.Name] = {V.NameRange.Begin};
  return Result;
}

std::vector<SourceRange> inlineChanges(const Program &P,
                                       const std::vector<TextEdit> &Edits) {
  std::vector<SourceRange> Result;
  llvm::copy_if(P.InlineDefinitions, std::back_inserter(Result),
                [&](SourceRange Definition) {
                  return llvm::any_of(Edits, [&](const TextEdit &E) {
                    return E.Where.Begin < Definition.End &&
                           E.Where.End > Definition.Begin;
                  });
                });
  return Result;
}

} // namespace tessera
