//===- Insertions.h - New statements in the user's layout -----------------===//
#ifndef TESSERA_EMIT_LAYOUT_INSERTIONS_H
#define TESSERA_EMIT_LAYOUT_INSERTIONS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/TransferPlan.h"
#include <map>

namespace tessera {

/// Collects lines to put next to statements, and lays them out: at the
/// indentation of the statement, with braces where the statement is a body that
/// has none, behind comments that end its line.
///
/// Before:  for (i = 0; i < N; i++)
///            k<<<g, b>>>(a);  // row i
/// After:   for (i = 0; i < N; i++) {
///            k<<<g, b>>>(a);  // row i
///            CUDA_CHECK(cudaGetLastError());
///          }
class Insertions {
public:
  explicit Insertions(llvm::StringRef Source);

  /// Adds \p Lines behind those that \p Where already has.
  void add(const CodePosition &Where, std::vector<std::string> Lines,
           llvm::StringRef Why);

  std::vector<TextEdit> edits() const;

  /// One level of indentation.
  const std::string &unit() const { return Unit; }
  /// The white space that \p Offset's line starts with.
  std::string indentation(unsigned Offset) const;
  /// \p End, or the end of its line if only a comment follows.
  unsigned behindComment(unsigned End) const;
  /// \p Begin, or where the comments and pragmas right above it start: they
  /// belong to the statement.
  unsigned beforeComments(unsigned Begin) const;

private:
  struct Block {
    std::vector<std::string> Lines;
    std::string Why;
  };
  struct Around {
    bool Unbraced = false;
    Block AtStart, Before, After, AtEnd;
  };

  void open(SourceRange Statement, const Around &A,
            std::vector<TextEdit> &Into) const;
  void close(SourceRange Statement, const Around &A,
             std::vector<TextEdit> &Into) const;
  void atStart(SourceRange Statement, const Block &B,
               std::vector<TextEdit> &Into) const;
  void atEnd(SourceRange Statement, const Block &B,
             std::vector<TextEdit> &Into) const;
  std::string innerIndentation(SourceRange Statement) const;
  /// What is no code at \p Offset: a comment or a literal; null if it is code.
  const SourceRange *around(unsigned Offset) const;
  bool isLineComment(SourceRange R) const;
  unsigned logicalLine(unsigned Offset) const;
  bool startsLine(unsigned Offset) const;

  llvm::StringRef Source;
  std::string Unit;                 ///< one level of indentation
  std::vector<SourceRange> Uncoded; ///< comments and literals, in order
  std::map<SourceRange, Around> Places;
};

} // namespace tessera

#endif
