//===- PrintStages.h - Stages before any decision, as text ----------------===//
#ifndef TESSERA_DRIVER_STEPS_PRINTSTAGES_H
#define TESSERA_DRIVER_STEPS_PRINTSTAGES_H

#include "tessera/Model/Program.h"

namespace tessera {

/// The program with its kernels in their normal form, behind the names of the
/// steps that lead to them.
void printNormalForm(llvm::raw_ostream &OS, const Program &P);

void printModel(llvm::raw_ostream &OS, const Program &P);

/// The statements of all kernels.
void printTrees(llvm::raw_ostream &OS, const Program &P);

/// The program with every kernel spelled from its tree: the same bytes.
llvm::Expected<std::string> spellTrees(const Program &P);

/// The facts about every kernel, once for each shape of its launches.
void printFacts(llvm::raw_ostream &OS, const Program &P);

} // namespace tessera

#endif
