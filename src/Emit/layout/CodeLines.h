//===- CodeLines.h - Statements, a line each ------------------------------===//
#ifndef TESSERA_EMIT_LAYOUT_CODELINES_H
#define TESSERA_EMIT_LAYOUT_CODELINES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// Lines of code that stand in for a statement. Braces indent.
class CodeLines {
public:
  /// \param Indent of the statement; one level more is \p Unit.
  CodeLines(std::string Indent, llvm::StringRef Unit, std::string CheckMacro)
      : Indent(std::move(Indent)), Unit(Unit),
        CheckMacro(std::move(CheckMacro)) {}

  void line(llvm::StringRef Line) {
    if (Line.starts_with("}"))
      Indent.resize(Indent.size() - Unit.size());
    std::string Code = Line.str(); // perhaps of several lines
    for (size_t At = 0; (At = Code.find('\n', At)) != Code.npos; ++At)
      Code.insert(At + 1, Indent);
    Text += (Text.empty() ? "" : "\n" + Indent) + Code;
    if (Line.ends_with("{"))
      Indent += Unit;
  }
  /// The only statement of the line before.
  void inner(llvm::StringRef Line) {
    Indent += Unit;
    line(Line);
    Indent.resize(Indent.size() - Unit.size());
  }
  /// A CUDA call that must not fail.
  void checked(llvm::StringRef Call) {
    line(CheckMacro + "(" + Call.str() + ");");
  }

  std::string Text;

private:
  std::string Indent; ///< of the next line
  llvm::StringRef Unit;
  std::string CheckMacro;
};

} // namespace tessera

#endif
