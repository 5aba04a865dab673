//===- FirstStep.h - Changes that come before the translation -------------===//
#ifndef TESSERA_DRIVER_STEPS_FIRSTSTEP_H
#define TESSERA_DRIVER_STEPS_FIRSTSTEP_H

#include "tessera/Driver/Pipeline.h"
#include "tessera/Emit/Edits.h"

namespace tessera {

/// A program that is changed, and then read and translated like a user's.
struct FirstStep {
  const Program &P;
  std::vector<TextEdit> Edits; ///< of the user's text
  std::string Text;            ///< what they make of it
  std::vector<unsigned> Lines; ///< of the user's text, for each of its lines

  /// \returns Reject(InternalError) if \p Edits cannot be made.
  static llvm::Expected<FirstStep> take(const Program &P,
                                        std::vector<TextEdit> Edits);

  /// The translation of `Text`. Where that is no program, nothing, and what
  /// \p Messages say of the kind \p Taken, whose first \p Kept arguments stay,
  /// is of the kind \p NotTaken: \p What "is no program", and why.
  std::optional<Translation>
  translated(const Options &Opts, DiagKind Taken, DiagKind NotTaken,
             unsigned Kept, llvm::StringRef What,
             std::vector<Diagnostic> &Messages) const;

  /// Makes \p Result, the translation of `Text`, one of the user's text. Its
  /// messages and kernels get their places there; those of new text have none
  /// and go, and \p Messages join them. What the step changed is part of what
  /// \p Opts asks to print, after \p Plan, the step as text.
  void finish(Translation &Result, std::vector<Diagnostic> Messages,
              const Options &Opts, llvm::StringRef Plan) const;
};

} // namespace tessera

#endif
