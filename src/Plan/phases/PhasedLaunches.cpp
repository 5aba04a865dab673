//===- PhasedLaunches.cpp - The host starts phase after phase -------------===//
#include "phases/KernelPhases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// Decides for one launch.
class LaunchDecider {
public:
  LaunchDecider(const Program &P, const SplitKernel &Split, LaunchId Id)
      : P(P), K(P.kernel(Split.Kernel)), Split(Split), L(P.launch(Id)) {
    Result.Launch = Id;
  }

  /// \returns why not, or nothing.
  std::string run() {
    if (L.Statement.size() == 0 || L.Callee.size() == 0)
      return "a launch of it is a part of another statement, or of a macro";
    bool Plain = L.GridRepeatable && L.BlockIsRepeatable &&
                 isPlain(L.SharedBytesText) && isPlain(L.StreamText) &&
                 !namesShared(L.GridText) && !namesShared(L.BlockText);
    if (!Plain)
      return "the size or the stream of a launch may change between phases";
    for (unsigned I = 0; I < L.Arguments.size(); ++I)
      if (std::string Why = argument(I); !Why.empty())
        return Why;
    for (const PhaseRounds &R : Split.Rounds)
      if (std::string Why = header(K.loop(R.Loop)); !Why.empty())
        return Why;
    char Before = P.Source[L.Statement.Begin - 1];
    for (unsigned At = L.Statement.Begin; At > 0 && llvm::isSpace(Before);)
      Before = P.Source[--At];
    Result.Unbraced = !llvm::is_contained("{};", Before);
    return "";
  }

  PhasedLaunch Result;

private:
  bool namesShared(llvm::StringRef Text) const {
    std::set<std::string> Words = wordsOf(Text);
    return llvm::any_of(P.Host.Variables, [&](const SharedVariable &V) {
      return Words.count(V.Name) > 0;
    });
  }

  /// Whether \p Text calls nothing and looks at no memory that a kernel may
  /// change.
  bool isPlain(llvm::StringRef Text) const {
    if (Text.contains('[') || Text.contains("->") || Text.contains('&') ||
        !assignsNothing(Text) || namesShared(Text))
      return false;
    char Before = '(';
    for (size_t I = 0; I < Text.size(); ++I) {
      if (llvm::isSpace(Text[I]))
        continue;
      bool Operand = llvm::isAlnum(Before) || Before == '_' || Before == ')';
      if (Text[I] == '*' && !Operand)
        return false;
      bool Sizeof = Text.take_front(I).rtrim().ends_with("sizeof");
      if (Text[I] == '(' && Operand && !Sizeof)
        return false;
      Before = Text[I];
    }
    return true;
  }

  std::string argument(unsigned I) {
    const LaunchArgument &A = L.Arguments[I];
    if (A.Source.size() == 0) // a member of another one
      return "";
    if (A.IsPointer)
      return A.Repeatable ? "" : "an argument of a launch has an effect";
    if (!A.Repeatable || !isPlain(A.Text))
      save(I);
    return "";
  }

  std::string fresh(const std::string &Name) const {
    std::set<std::string> Taken = wordsOf(
        llvm::StringRef(P.Source).slice(L.Statement.Begin, L.Statement.End));
    for (const PhasedLaunch::Saved &S : Result.Arguments)
      Taken.insert(S.Name);
    Taken.insert(Result.Counters.begin(), Result.Counters.end());
    std::string Unique = Name;
    for (unsigned I = 2; Taken.count(Unique); ++I)
      Unique = Name + "_" + std::to_string(I);
    return Unique;
  }

  /// The variable with the value of argument \p I.
  std::string save(unsigned I) {
    for (const PhasedLaunch::Saved &S : Result.Arguments)
      if (S.Argument == I)
        return S.Name;
    const ParameterInfo &Parameter = K.Parameters[I];
    llvm::StringRef Type = Parameter.Type;
    Type.consume_front("const ");
    Result.Arguments.push_back({I, Type.str(), fresh(Parameter.Name)});
    return Result.Arguments.back().Name;
  }

  static bool isName(llvm::StringRef Text) {
    return !Text.empty() && llvm::all_of(Text, [](char C) {
      return llvm::isAlnum(C) || C == '_';
    });
  }

  /// What the host calls \p P, a variable of the kernel. \p Alone: nothing is
  /// computed from it.
  std::optional<std::string> onHost(const Piece &Hole, bool Alone) {
    const ScalarInfo &S = K.Scalars[Hole.Id];
    for (unsigned R = 0; R < Result.Counters.size(); ++R)
      if (K.loop(Split.Rounds[R].Loop).Name == S.Name)
        return Result.Counters[R];
    if (!S.IsParameter || S.Reassigned || S.Parameter >= L.Arguments.size())
      return std::nullopt;
    const LaunchArgument &A = L.Arguments[S.Parameter];
    if (A.Source.size() == 0 || A.IsPointer)
      return std::nullopt;
    bool Saved = llvm::any_of(Result.Arguments, [&](const auto &Other) {
      return Other.Argument == S.Parameter;
    });
    if (Alone && A.IsInteger && A.ConvertedTo.empty() && isName(A.Text) &&
        !Saved)
      return A.Text;
    return save(S.Parameter);
  }

  /// A bound of a loop as the host computes it.
  std::optional<std::string> bound(const Text &T, bool Alone) {
    std::string Result;
    for (const Piece &Part : T) {
      if (Part.K == Piece::Kind::Scalar) {
        std::optional<std::string> Name = onHost(Part, Alone && T.size() == 1);
        if (!Name)
          return std::nullopt;
        Result += *Name;
        continue;
      }
      bool Known = Part.K == Piece::Kind::Verbatim ||
                   (Part.K == Piece::Kind::Macro &&
                    llvm::all_of(Part.Expanded, [](const Piece &Inner) {
                      return Inner.K == Piece::Kind::Verbatim;
                    }));
      std::string Spelled = spell({Part});
      std::set<std::string> Words = wordsOf(Spelled);
      auto Names = [&](const auto &Variable) {
        return Words.count(Variable.Name) > 0;
      };
      if (!Known || llvm::any_of(K.Scalars, Names) ||
          llvm::any_of(K.Arrays, Names) || llvm::any_of(K.Parameters, Names))
        return std::nullopt;
      Result += Spelled;
    }
    return Result;
  }

  std::string header(const LoopInfo &Loop) {
    bool FromZero = Loop.Lower.constant().value_or(-1) >= 0 && Loop.Step > 0;
    std::optional<std::string> Lower = bound(Loop.LowerText, false);
    std::optional<std::string> Upper = bound(Loop.UpperText, FromZero);
    if (!Lower || !Upper)
      return "how often the loop over '" + Loop.Name +
             "' runs is not known where it is launched";
    std::string Name = fresh(Loop.Name), Step;
    llvm::StringRef Rest = Loop.StepText;
    while (!Rest.empty()) {
      llvm::StringRef Word =
          Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (Word.empty())
        Word = Rest.take_front(1);
      Step += Word == Loop.Name ? Name : Word.str();
      Rest = Rest.drop_front(Word.size());
    }
    Result.Headers.push_back("for (" + Loop.Type + " " + Name + " = " + *Lower +
                             "; " + Name + " " + Loop.UpperOp + " " + *Upper +
                             "; " + Step + ")");
    Result.Counters.push_back(Name);
    return "";
  }

  const Program &P;
  const KernelModel &K;
  const SplitKernel &Split;
  const LaunchModel &L;
};

} // namespace

std::string planPhasedLaunches(const Program &P, SplitKernel &Split) {
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    if (P.Launches[I].Kernel != Split.Kernel)
      continue;
    LaunchDecider Decide(P, Split, {I});
    if (std::string Why = Decide.run(); !Why.empty())
      return Why;
    Split.Launches.push_back(std::move(Decide.Result));
  }
  return "";
}

} // namespace tessera
