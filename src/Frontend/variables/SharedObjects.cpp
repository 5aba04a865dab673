//===- SharedObjects.cpp - Shared variables that have constructors --------===//
#include "tessera/Frontend/SharedObjects.h"
#include "kernel/KernelVariables.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include <optional>
#include <set>

using namespace clang;

namespace tessera {

bool isSharedObject(const VarDecl *V) {
  return llvm::any_of(V->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) {
                        return A->getAnnotation() == SharedObjectNote;
                      });
}

std::map<unsigned, std::string>
respellSharedObject(llvm::StringRef Text, unsigned Name, llvm::StringRef Word) {
  LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = true;
  const SourceLocation Start = SourceLocation::getFromRawEncoding(1);
  const std::string Ended = Text.str(); // a lexer wants a zero behind it
  Lexer Raw(Start, Options, Ended.data(), Ended.data(),
            Ended.data() + Ended.size());
  std::set<std::string> Specifiers = {"__shared__"};
  std::string Defined;      // the macro of the directive
  unsigned OfDirective = 0; // tokens of it so far
  bool InDirective = false;
  std::optional<unsigned> First; // of the statement's specifiers
  unsigned Behind = 0;
  bool HasShared = false;
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(T);
    const unsigned At =
        T.getLocation().getRawEncoding() - Start.getRawEncoding();
    if (T.is(tok::eof) || At >= Name)
      break;
    const std::string Spelled =
        T.is(tok::raw_identifier) ? T.getRawIdentifier().str() : "";
    if (T.isAtStartOfLine()) {
      InDirective = T.is(tok::hash);
      OfDirective = 0;
    }
    if (InDirective) { // `# define NAME .. __shared__ ..`
      if (++OfDirective == 3)
        Defined = Spelled;
      else if (OfDirective > 3 && Specifiers.count(Spelled))
        Specifiers.insert(Defined);
      continue;
    }
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      First.reset();
      HasShared = false;
    }
    const bool IsShared = Specifiers.count(Spelled);
    if (!IsShared && Spelled != "static")
      continue;
    HasShared |= IsShared;
    First = First.value_or(At);
    Behind = At + T.getLength();
  }
  if (!HasShared)
    return {};
  return {{*First, "/*"}, {Behind, "*/ " + Word.str()}};
}

} // namespace tessera
