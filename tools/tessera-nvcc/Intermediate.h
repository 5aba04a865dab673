//===- Intermediate.h - Where translated sources are for a while ----------===//
#ifndef TESSERA_NVCC_INTERMEDIATE_H
#define TESSERA_NVCC_INTERMEDIATE_H

#include "tessera/Frontend/CompilerCommand.h"

namespace tessera::nvcc {

/// The folder of the translated sources of one command, `a.o.tessera` beside
/// its result: compilers write names of sources into what they make, so these
/// must be the same every time, and no other command may use them.
class Intermediates {
public:
  explicit Intermediates(const CompilerCommand &Command);
  /// Removes the folder, unless \p Keep was called.
  ~Intermediates();
  Intermediates(const Intermediates &) = delete;
  Intermediates &operator=(const Intermediates &) = delete;

  /// A path for what becomes of \p Source, under its own name.
  ///
  /// \returns an error if no folder can be made for it.
  llvm::Expected<std::string> pathFor(llvm::StringRef Source);
  void keep() { Kept = true; }
  const std::string &folder() const { return Folder; }

private:
  std::string Folder;
  /// The output is a device, beside which nothing can be.
  bool IsElsewhere = false;
  unsigned Count = 0;
  bool Kept = false;
};

/// Lets the dependency file \p File of the compiler name what \p Folder was
/// made from where it names files of that: what the dependency files \p Own, of
/// the translations, name.
///
/// \returns why that is not possible; empty if it is, or there is no file.
std::string nameSources(const std::string &File, const std::string &Folder,
                        const std::vector<std::string> &Own);

} // namespace tessera::nvcc

#endif
