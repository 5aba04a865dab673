//===- SplicedSource.h - A program and its own headers in one text --------===//
//
//   main.cu    #include "k.cuh"        #pragma tessera_header_begin "src/k.cuh"
//              int main() {..}         __global__ void k() {..}
//   k.cuh      __global__ void k()..   #pragma tessera_header_end
//                                      int main() {..}
//
// The text is read and changed like a program of one file. The directives,
// which mean nothing to compilers, tell where to take it apart again.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_SPLICEDSOURCE_H
#define TESSERA_FRONTEND_SPLICEDSOURCE_H

#include "tessera/Frontend/Frontend.h"
#include <optional>

namespace tessera {

/// A header whose text is in a program's.
struct SplicedHeader {
  std::string Path;      ///< as Clang finds it
  std::string Text;      ///< its own text, those of others taken out
  std::string Directive; ///< the lines that include it, line breaks included
  /// The header, into SplitSource::Headers, that has the directive; nothing:
  /// the program's own text.
  std::optional<unsigned> Includer = {};
  unsigned At = 0; ///< the offset of the directive in that text
  /// The directive finds that the text was read before; it has none here.
  bool Again = false;
};

/// A program with headers, file by file.
struct SplitSource {
  std::string Main;
  /// In the order of their directives; a header that is included again has
  /// several.
  std::vector<SplicedHeader> Headers;
};

/// A place in one of these files.
struct SplitPlace {
  std::optional<unsigned> Header; ///< into SplitSource::Headers
  SourcePlace Where;
};

/// A line of one of these files, from 1.
struct SplitLine {
  std::optional<unsigned> Header; ///< into SplitSource::Headers
  unsigned Number = 1;
};

struct SplicedProgram {
  std::optional<std::string> Text; ///< nothing if no header is taken
  /// The headers that are not, by the path that Clang finds them at.
  std::map<std::string, LeftHeader> Left;
};

/// \p Source, the bytes of \p File, with the texts of the project's headers
/// that have something of CUDA in place of what includes them.
///
/// These headers are read once, are none of the system, and are below the
/// nearest folder above \p File that has a `.git`, a `.tessera` or a
/// compile_commands.json; where there is none, below the folder of \p File, or
/// below a folder of `-I` that is beside one that has \p File. Nothing if
/// \p Source is not preprocessed without errors. Those of \p Options'
/// LeftHeaders are left out.
SplicedProgram spliceHeaders(llvm::StringRef File, llvm::StringRef Source,
                             const FrontendOptions &Options);

/// The paths of the headers whose texts are in \p Text.
std::vector<std::string> splicedHeaders(llvm::StringRef Text);

/// Takes \p Text apart again.
SplitSource split(llvm::StringRef Text);

/// Where \p Where in \p Text is in \ref split of it.
SplitPlace placeInFile(llvm::StringRef Text, SourcePlace Where);

/// What each line of \p Text is in \ref split of it; a directive around a
/// header's text is the line that includes it.
std::vector<SplitLine> linesOfFiles(llvm::StringRef Text);

/// For \ref split of \p After, the program's own text and then each header:
/// the line of the same file in \ref split of \p Before, from 1, that each line
/// comes from. \p Lines says so of the whole texts; empty: each from itself.
std::vector<std::vector<unsigned>> splitLines(llvm::StringRef Before,
                                              llvm::StringRef After,
                                              llvm::ArrayRef<unsigned> Lines);

/// Whether two places in \p Text are in one file.
bool areInOneFile(llvm::StringRef Text, SourcePlace A, SourcePlace B);

/// Whether \p Line is the directive behind the text of a header.
bool endsHeader(llvm::StringRef Line);

/// The text of \p Header between the directives that let it be taken out again.
std::string spliced(const SplicedHeader &Header);

} // namespace tessera

#endif
