//===- ChooseRegisters.h - Which elements stay in registers ---------------===//
//
// The compiler keeps an element in a register itself where it knows that
// nothing else touches it. So a kernel that gets no tile is told that, by
// `__restrict__`, if that suffices. Barriers of tiles, and arrays that are no
// parameters, need a register in the text.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_CHOOSEREGISTERS_H
#define TESSERA_PLAN_CANDIDATES_CHOOSEREGISTERS_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// What may be done to one kernel.
struct RegisterChoice {
  /// Elements that gain by a register in a kernel with tiles.
  std::vector<PrivateElement> Registers;
  /// Without tiles: which of them the compiler does not keep itself.
  std::set<unsigned> Needed;
  /// Parameters that would let it do so.
  std::vector<RestrictedPointer> Restricted;
  /// Why that is not possible for some needed element; empty if it is.
  std::string WhyNotRestricted;
  bool Forced = false; ///< by a plan: all of it is done
};

/// \param Messages gets a message for each element that cannot be kept.
/// \returns Reject(BadPlan) if a forced plan names something else than an
///          element or parameter of the kernel.
llvm::Expected<RegisterChoice>
chooseRegisters(const Program &P, KernelId Kernel, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages);

/// \p P as if the registers were in the kernel already.
Program withRegisters(Program P, KernelId Kernel,
                      const std::vector<PrivateElement> &Registers);

/// What the register for \p E, of \p Array, is called if that is new: `c_i` for
/// `c[i]`.
std::string registerName(const PrivateElement &E, const std::string &Array);

/// Adds what is done of \p Choice to the plans of \p D.
void applyChoice(const Program &P, const RegisterChoice &Choice,
                 PlanDecision &D);

} // namespace tessera

#endif
