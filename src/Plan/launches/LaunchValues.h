//===- LaunchValues.h - What a launch can compute -------------------------===//
//
// What a plan needs to know of a kernel's parameters, its launches can compute:
// the arguments are host expressions.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_LAUNCHES_LAUNCHVALUES_H
#define TESSERA_PLAN_LAUNCHES_LAUNCHVALUES_H

#include "tessera/Model/Program.h"

namespace tessera {

/// Whether \p L starts the kernel that it names, and no version: its text
/// starts other kernels, too, or nothing else can stand where it names the
/// kernel.
bool keepsKernel(const LaunchModel &L);

/// Whether \p Text is a name or a number.
bool isOperand(llvm::StringRef Text);

/// What the parameter gets of \p A, as an operand: `(unsigned int)n`.
std::string valueOf(const LaunchArgument &A);

/// One number of a grid or block, \p Text, at a launch.
std::string sizeAtLaunch(llvm::StringRef Text, bool IsScalar, char Axis);

/// `(n + 127u) / 128`: the blocks along \p Axis, where \p Other tells the
/// threads, of which each does the work of \p PerBlock.
std::string blocksFor(const OtherBlocks &Other, unsigned Axis,
                      int64_t PerBlock);

/// The blocks along \p Axis at \p L, as an operand.
std::string gridAtLaunch(const LaunchModel &L, unsigned Axis);

/// \p P at a launch, with 64 bits; nothing if its symbols have no text there.
std::optional<std::string>
valueAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L);

/// The same with the bits of its only symbol, if it has one.
std::optional<std::string>
shortAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L);

/// Whether `P >= 0` at \p L, which starts some block, follows from the
/// program's text.
bool isKnownAt(const Polynomial &P, const KernelModel &K, const LaunchModel &L);

/// The same whether \p P is a multiple of \p Of.
bool isMultipleAt(const Polynomial &P, int64_t Of, const KernelModel &K,
                  const LaunchModel &L);

/// Whether `P >= 0` follows from a single one of \p Given, which are not
/// negative: `m` from `m - 12`.
bool followsFrom(const Polynomial &P, llvm::ArrayRef<Polynomial> Given);

/// The test whether `P >= 0` at \p L; empty if the text tells that it is.
/// \returns nothing if it cannot be told, or is known to be false.
std::optional<std::string> testUnlessKnown(const Polynomial &P,
                                           const KernelModel &K,
                                           const LaunchModel &L);

/// The test whether the parameter \p Symbol is a multiple of \p Of at \p L, as
/// above.
std::optional<std::string> testMultiple(llvm::StringRef Symbol, int64_t Of,
                                        const KernelModel &K,
                                        const LaunchModel &L);

/// The same whether \p A, a parameter, begins on \p Bytes bytes.
std::optional<std::string> testAligned(const ArrayInfo &A, int64_t Bytes,
                                       const LaunchModel &L);

} // namespace tessera

#endif
