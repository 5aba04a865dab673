//===- Directives.cpp - Comments and pragmas that speak to this tool ------===//
//
//   // tessera: off          the line of the comment has no code: what follows
//   __global__ void k(..)
//
//   k<<<g, b>>>(a); // tessera: off        it has: what that is
//
//   __global__ void k(float *a, int n) {
//     // tessera: assume n >= 1            else: the kernel around it
//
//===----------------------------------------------------------------------===//
#include "source/Directives.h"
#include "FrontendContext.h"
#include "kernel/KernelParts.h"
#include "launch/AssumedLaunches.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace tessera {

namespace {

/// Where directives stand, in the user's file.
struct DirectiveText {
  std::string Text;    ///< behind `tessera:`
  unsigned Begin = 0;  ///< of the comment or pragma
  unsigned Line = 0;   ///< where the code before it in its line begins, if any
  unsigned Behind = 0; ///< where the code behind it begins
  bool hasCodeBefore() const { return Line < Begin; }
};

/// \p Text in one line, without what continues lines.
std::string inOneLine(llvm::StringRef Text) {
  std::string Line;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    llvm::StringRef Part;
    std::tie(Part, Rest) = Rest.split('\n');
    Line += (Line.empty() ? "" : " ") + Part.trim().rtrim('\\').rtrim().str();
  }
  return Line;
}

/// The text of a comment that speaks to this tool.
std::optional<std::string> textOfComment(llvm::StringRef Comment) {
  if (Comment.consume_front("/*"))
    Comment.consume_back("*/");
  else
    Comment.consume_front("//");
  Comment = Comment.trim();
  if (!Comment.consume_front("tessera:"))
    return std::nullopt;
  return inOneLine(Comment);
}

/// The same of the line of the preprocessor that \p Text begins with.
std::optional<std::string> textOfPragma(llvm::StringRef Text) {
  size_t End = 0; // the line may go on
  do
    End = Text.find('\n', End + 1);
  while (End != Text.npos && Text.take_front(End).rtrim('\r').ends_with("\\"));
  const std::string Whole = inOneLine(Text.take_front(End));
  llvm::StringRef Line = Whole;
  for (const char *Word : {"#", "pragma", "tessera"}) {
    Line = Line.ltrim();
    if (!Line.consume_front(Word))
      return std::nullopt;
  }
  if (!Line.empty() && clang::isAsciiIdentifierContinue(Line.front()))
    return std::nullopt;
  return Line.split("//").first.split("/*").first.trim().str();
}

/// Finds them in what is compiled of the main file.
std::vector<DirectiveText> collectTexts(const FrontendContext &C) {
  std::vector<DirectiveText> Found;
  const llvm::StringRef Buffer = C.buffer();
  Lexer Raw(C.SM.getLocForStartOfFile(C.SM.getMainFileID()),
            C.AST.getLangOpts(), Buffer.begin(), Buffer.begin(), Buffer.end());
  Raw.SetCommentRetentionState(true);
  size_t Open = 0; // these have no code behind them yet
  unsigned Line = 0;
  bool HasCode = false, InPragma = false;
  auto Add = [&](std::optional<std::string> Text, unsigned At) {
    const bool Skipped = llvm::any_of(C.Facts.Skipped, [&](SourceRange S) {
      return S.Begin <= At && At < S.End;
    });
    if (Text && !Skipped)
      Found.push_back({*Text, C.Edits.toUser(At),
                       C.Edits.toUser(HasCode ? Line : At), ~0u});
  };
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(T);
    const unsigned At = C.SM.getFileOffset(T.getLocation());
    if (T.isAtStartOfLine())
      HasCode = InPragma = false;
    if (T.is(tok::comment)) {
      Add(textOfComment(Buffer.substr(At, T.getLength())), At);
    } else if (T.is(tok::hash) && T.isAtStartOfLine()) {
      InPragma = true;
      Add(textOfPragma(Buffer.substr(At)), At);
    } else if (!InPragma) {
      for (; Open < Found.size(); ++Open)
        Found[Open].Behind = C.Edits.toUser(At);
      Line = HasCode ? Line : At;
      HasCode = true;
    }
  }
  return Found;
}

bool overlap(SourceRange A, SourceRange B) {
  return A.Begin < B.End && B.Begin < A.End;
}

class Applier {
public:
  explicit Applier(FrontendContext &C) : C(C), P(C.Result) {
    for (const auto &[F, Id] : C.Kernels)
      Functions[Id.Index] = F->getDefinition();
  }

  std::vector<Diagnostic> run() {
    struct Placed {
      Directive D;
      DirectiveText Where;
      std::optional<unsigned> End; ///< of what Off begins
    };
    std::vector<Placed> All;
    llvm::SmallVector<size_t> Begun;
    for (const DirectiveText &T : collectTexts(C)) {
      Current = &T;
      llvm::Expected<std::vector<Directive>> Parsed = parseDirectives(T.Text);
      if (!Parsed) {
        bad(T.Text, toString(Parsed.takeError()));
        continue;
      }
      for (const Directive &D : *Parsed) {
        if (D.K == Directive::Kind::On && Begun.empty())
          bad(D.Text, "no 'off' is before it");
        else if (D.K == Directive::Kind::On)
          All[Begun.pop_back_val()].End = T.Begin;
        else if (D.K == Directive::Kind::Off && D.Names.empty())
          Begun.push_back(All.size());
        if (D.K != Directive::Kind::On)
          All.push_back({D, T, std::nullopt});
      }
    }
    for (const Placed &Each : All) {
      Current = &Each.Where;
      apply(Each.D, Each.End);
    }
    refuseWithoutLaunches();
    llvm::sort(Wrong, [](const Diagnostic &A, const Diagnostic &B) {
      return std::tie(A.Where, A.Arguments) < std::tie(B.Where, B.Arguments);
    });
    return std::move(Wrong);
  }

private:
  void bad(const std::string &Text, std::string Why) {
    Wrong.push_back(
        {DiagKind::BadDirective, {Current->Begin}, {Text, std::move(Why)}});
  }

  void say(DiagKind Kind, std::vector<std::string> Arguments) {
    P.Warnings.push_back({Kind, {Current->Begin}, std::move(Arguments)});
  }

  std::string line(unsigned Offset) const {
    llvm::StringRef Before = llvm::StringRef(P.Source).take_front(Offset);
    return std::to_string(Before.count('\n') + 1);
  }
  std::string asked() const {
    return "the directive in line " + line(Current->Begin) + " asks for it";
  }

  void apply(const Directive &D, std::optional<unsigned> End) {
    if (D.K == Directive::Kind::OffFile) {
      P.SwitchedOff = true;
      say(DiagKind::SwitchedOff,
          {llvm::sys::path::filename(P.File).str(), asked()});
      return;
    }
    if (D.K == Directive::Kind::Off && D.Names.empty()) {
      std::optional<SourceRange> Range =
          End ? SourceRange{Current->Begin, *End} : range();
      if ((!Range || !switchOff(*Range)) && !C.OwnCopies)
        bad(D.Text, "no kernel, launch, copy or shared array follows it");
      return;
    }
    std::optional<SourceRange> Kernel = kernelRange();
    if (!Kernel)
      return bad(D.Text, "no kernel follows it");
    for (unsigned I = 0; I < P.Kernels.size(); ++I)
      if (P.Kernels[I].Definition == *Kernel)
        if (std::string Why = applyTo(P.Kernels[I], I, D); !Why.empty())
          return bad(D.Text, Why);
  }

  //===--- What a directive is about --------------------------------------===//

  /// Whether what begins at \p Begin is what follows: specifiers may be before.
  bool follows(unsigned Begin) const {
    if (Current->hasCodeBefore() || Begin < Current->Behind)
      return false;
    return llvm::StringRef(P.Source)
               .slice(Current->Behind, Begin)
               .find_first_of(";{}") == llvm::StringRef::npos;
  }

  /// Whether \p Head has some of the code before the directive in its line.
  bool isInLine(SourceRange Head) const {
    return Current->hasCodeBefore() &&
           overlap(Head, {Current->Line, Current->Begin});
  }

  static SourceRange headOf(const KernelModel &K) {
    return K.Body && K.Body->Source
               ? SourceRange{K.Definition.Begin, K.Body->Source->Begin + 1}
               : K.Definition;
  }

  std::optional<SourceRange> kernelRange() const {
    for (const KernelModel &K : P.Kernels)
      if (follows(K.Definition.Begin) || isInLine(headOf(K)) ||
          K.Definition.contains({Current->Begin, Current->Begin}))
        return K.Definition;
    return std::nullopt;
  }

  /// The outermost statement that begins where the code behind does.
  std::optional<SourceRange> statement(const HostStatement &S) const {
    if (!Current->hasCodeBefore() && S.Source.Begin == Current->Behind)
      return S.Source;
    for (const HostStatement &Child : S.Children)
      if (std::optional<SourceRange> Found = statement(Child))
        return Found;
    return std::nullopt;
  }

  std::optional<SourceRange> range() const {
    for (const LaunchModel &L : P.Launches)
      if (isInLine(L.Source))
        return L.Source;
    for (const SharedVariable &V : P.Host.Variables)
      if (isInLine(V.Declaration) || follows(V.Declaration.Begin))
        return V.Declaration;
    if (std::optional<SourceRange> Kernel = kernelRange())
      return Kernel;
    for (const HostFunction &F : P.Host.Functions)
      if (follows(F.Source.Begin))
        return F.Source;
    for (const HostFunction &F : P.Host.Functions)
      if (std::optional<SourceRange> Found = statement(F.Body))
        return Found;
    if (Current->hasCodeBefore())
      return SourceRange{Current->Line, Current->Begin}; // a copy, if anything
    return std::nullopt;
  }

  //===--- Off ------------------------------------------------------------===//

  /// Leaves all in \p Range alone; whether there is something.
  bool switchOff(SourceRange Range) {
    bool Any = false;
    for (KernelModel &K : P.Kernels)
      if (overlap(K.Definition, Range)) {
        K.Refusals.push_back(
            {DiagKind::SwitchedOff, K.NamePlace, {K.Name, asked()}});
        Any = true;
      }
    for (LaunchModel &L : P.Launches)
      if (Range.contains(L.Source)) {
        L.SwitchedOff = Any = true;
        P.Warnings.push_back({DiagKind::SwitchedOff,
                              {L.Source.Begin},
                              {P.kernel(L.Kernel).Name,
                               "this launch starts it as it is: " + asked()}});
      }
    for (SharedVariable &V : P.Host.Variables)
      if (overlap(V.Declaration, Range)) {
        V.Obstacle = "a directive asks for it";
        P.Warnings.push_back(
            {DiagKind::SwitchedOff, {V.NameRange.Begin}, {V.Name, asked()}});
        Any = true;
      }
    for (HostFunction &F : P.Host.Functions)
      Any |= keepCopies(F.Body, Range);
    return Any;
  }

  static bool keepCopies(HostStatement &S, SourceRange Range) {
    bool Any = false;
    if (overlap(S.Source, Range))
      for (HostCopy &Copy : S.Copies)
        Copy.Obstacle = "a directive asks for it";
    for (const HostOperation &O : S.Operations)
      Any |= overlap(S.Source, Range) && O.K == HostOperation::Kind::Copy;
    for (HostStatement &Child : S.Children)
      Any |= keepCopies(Child, Range);
    return Any;
  }

  /// Kernels all of whose launches are switched off are.
  void refuseWithoutLaunches() {
    for (unsigned I = 0; I < P.Kernels.size(); ++I) {
      KernelModel &K = P.Kernels[I];
      const std::vector<const LaunchModel *> Launches = P.launchesOf({I});
      auto IsOff = [](const LaunchModel *L) { return L->SwitchedOff; };
      if (!Launches.empty() && llvm::all_of(Launches, IsOff) &&
          llvm::none_of(K.Refusals, [](const Diagnostic &D) {
            return D.Kind == DiagKind::SwitchedOff;
          }))
        K.Refusals.push_back({DiagKind::SwitchedOff,
                              K.NamePlace,
                              {K.Name, "all its launches are switched off"}});
    }
  }

  //===--- Kernels --------------------------------------------------------===//

  /// \returns what is wrong, or nothing.
  std::string applyTo(KernelModel &K, unsigned Index, const Directive &D) {
    for (const std::string &Name : D.Names)
      if (!hasArray(K, Index, Name))
        return "'" + K.Name + "' has no array '" + Name + "' in global memory";
    switch (D.K) {
    case Directive::Kind::Off:
    case Directive::Kind::Shared:
      for (const std::string &Name : D.Names)
        K.Requests.Arrays.emplace_back(Name, D.K == Directive::Kind::Shared);
      return "";
    case Directive::Kind::Coarsen:
      K.Requests.Outputs = D.Outputs;
      return "";
    case Directive::Kind::AllowReassociation:
      K.Requests.AllowReassociation = true;
      return "";
    case Directive::Kind::NoAlias:
      setApart(K, D.Names);
      break;
    case Directive::Kind::Aligned:
      for (ArrayInfo &A : K.Arrays)
        if (isGlobal(A) && A.Name == D.Names.front())
          A.AlignedTo = std::max(A.AlignedTo, D.Bytes);
      break;
    case Directive::Kind::Assume:
      if (std::string Why = assume(K, Index, D.Condition); !Why.empty())
        return Why;
      break;
    case Directive::Kind::Block: // which the kernel will test
      assumeLaunch(C, {Index}, D.Sizes);
      return "";
    case Directive::Kind::On:
    case Directive::Kind::OffFile:
      return "";
    }
    say(DiagKind::Assumed, {llvm::StringRef(D.Text).drop_front(6).trim().str() +
                            ", in all launches of '" + K.Name + "'"});
    return "";
  }

  static bool isGlobal(const ArrayInfo &A) {
    return A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global;
  }

  /// Whether it may be named, also if \p K does nothing with it.
  bool hasArray(const KernelModel &K, unsigned Index,
                llvm::StringRef Name) const {
    for (const ParmVarDecl *Parameter : Functions.at(Index)->parameters())
      if (Parameter->getName() == Name)
        return Parameter->getType()->isPointerType();
    return llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
      return isGlobal(A) && A.Name == Name;
    });
  }

  static void setApart(KernelModel &K, const std::vector<std::string> &Names) {
    auto IsMeant = [&](const ArrayInfo &A) {
      return isGlobal(A) &&
             (Names.empty() || llvm::is_contained(Names, A.Name));
    };
    for (ArrayInfo &A : K.Arrays)
      for (const ArrayInfo &Other : K.Arrays)
        if (&A != &Other && IsMeant(A) && IsMeant(Other))
          A.ApartFrom.insert(Other.Name);
  }

  std::string assume(KernelModel &K, unsigned Index,
                     const std::string &Condition) {
    Assumptions Facts;
    llvm::Error Err = parseAssumption(
        Condition, [&](llvm::StringRef Name) { return value(K, Index, Name); },
        Facts);
    if (Err)
      return toString(std::move(Err));
    for (const LaunchModel *L : P.launchesOf({Index}))
      if (isFalse(Facts, K, *L))
        return "the launch in line " + line(L->Source.Begin) +
               " makes it false";
    if (K.Parameters.empty()) // it is left alone as a whole
      return "";
    llvm::append_range(K.Assumed.NotNegative, Facts.NotNegative);
    llvm::append_range(K.Assumed.Multiples, Facts.Multiples);
    return "";
  }

  /// Whether the constants that \p L passes contradict \p Facts.
  static bool isFalse(const Assumptions &Facts, const KernelModel &K,
                      const LaunchModel &L) {
    auto Known = [&](const Polynomial &Fact) {
      return Fact
          .substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
            for (unsigned I = 0; I < K.Parameters.size(); ++I)
              if (K.Parameters[I].Symbol == S && I < L.Arguments.size() &&
                  L.Arguments[I].Constant)
                return Polynomial(*L.Arguments[I].Constant);
            return std::nullopt;
          })
          .constant();
    };
    return llvm::any_of(Facts.NotNegative,
                        [&](const Polynomial &Fact) {
                          return Known(Fact).value_or(0) < 0;
                        }) ||
           llvm::any_of(Facts.Multiples, [&](const auto &Fact) {
             return Known(Fact.first).value_or(0) % Fact.second != 0;
           });
  }

  /// What \p Name is in \p K: a parameter, or a constant.
  llvm::Expected<Polynomial> value(const KernelModel &K, unsigned Index,
                                   llvm::StringRef Name) const {
    for (const ParameterInfo &Parameter : K.Parameters)
      if (Parameter.Name == Name) {
        if (!Parameter.Symbol.empty())
          return Polynomial::symbol(Parameter.Symbol);
        return llvm::createStringError(
            Parameter.IsInteger ? "'" + Name + "' changes in '" + K.Name + "'"
                                : "'" + Name + "' is no integer");
      }
    const FunctionDecl *F = Functions.at(Index);
    for (const ParmVarDecl *Parameter : F->parameters())
      if (Parameter->getName() == Name)
        return Polynomial::symbol(Name);
    if (std::optional<int64_t> Known = constant(F, Name.str()))
      return Polynomial(*Known);
    return llvm::createStringError("'" + K.Name + "' has no parameter '" +
                                   Name + "', nor is it an integer constant");
  }

  std::optional<int64_t> constant(const FunctionDecl *F,
                                  const std::string &Name) const {
    if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
      for (auto [Parameter, Argument] :
           llvm::zip(*Template->getTemplateParameters(),
                     F->getTemplateSpecializationArgs()->asArray()))
        if (Parameter->getName() == Name &&
            Argument.getKind() == TemplateArgument::Integral)
          return Argument.getAsIntegral().tryExtValue();
    if (F->getDescribedFunctionTemplate())
      return 1; // any: no instance of it is looked at
    if (std::optional<int64_t> Macro = macroValue(C, Name))
      return Macro;
    for (const NamedDecl *D :
         C.AST.getTranslationUnitDecl()->lookup(&C.AST.Idents.get(Name))) {
      if (const auto *E = dyn_cast<EnumConstantDecl>(D))
        return E->getInitVal().tryExtValue();
      const auto *V = dyn_cast<VarDecl>(D);
      Expr::EvalResult Known;
      if (V && V->getType().isConstQualified() && V->getAnyInitializer() &&
          !V->getAnyInitializer()->isValueDependent() &&
          V->getAnyInitializer()->EvaluateAsInt(Known, C.AST))
        return Known.Val.getInt().tryExtValue();
    }
    return std::nullopt;
  }

  FrontendContext &C;
  Program &P;
  std::map<unsigned, const FunctionDecl *> Functions; ///< by kernel
  const DirectiveText *Current = nullptr;
  std::vector<Diagnostic> Wrong;
};

} // namespace

std::vector<Diagnostic> applyDirectives(FrontendContext &C) {
  return Applier(C).run();
}

} // namespace tessera
