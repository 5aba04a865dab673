//===- CarriedValues.cpp - What threads remember between phases -----------===//
#include "phases/KernelPhases.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// \p Text with blanks for its comments and literals.
static std::string code(llvm::StringRef Text) {
  std::string Result = Text.str();
  for (size_t I = 0; I < Result.size();) {
    llvm::StringRef Rest = llvm::StringRef(Result).drop_front(I);
    size_t Length = 0;
    if (Rest.starts_with("//"))
      Length = std::min(Rest.find('\n'), Rest.size());
    else if (Rest.starts_with("/*"))
      Length = std::min(Rest.find("*/", 2), Rest.size() - 2) + 2;
    else if (Rest[0] == '"' || Rest[0] == '\'')
      for (Length = 1; Length < Rest.size() && Rest[Length] != Rest[0];)
        Length += Rest[Length] == '\\' ? 2 : 1;
    if (Length == 0) {
      ++I;
      continue;
    }
    size_t End = std::min(I + Length, Result.size());
    std::fill(Result.begin() + I, Result.begin() + End, ' ');
    I = std::min(End + 1, Result.size());
  }
  return Result;
}

std::set<std::string> wordsOf(llvm::StringRef Text) {
  std::set<std::string> Words;
  const std::string Code = code(Text);
  llvm::StringRef Rest = Code;
  while (!Rest.empty()) {
    llvm::StringRef Word = Rest.take_while(isWordCharacter);
    if (!Word.empty() && !llvm::isDigit(Word[0]))
      Words.insert(Word.str());
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Words;
}

bool assignsNothing(llvm::StringRef Text) {
  const std::string Code = code(Text);
  llvm::StringRef All = Code;
  for (size_t At = 0; (At = All.find('=', At)) != All.npos; ++At) {
    char Before = At ? All[At - 1] : ' ', Behind = All.substr(At + 1, 1)[0];
    bool Shifts = At > 1 && (All.substr(At - 2, 2) == "<<" ||
                             All.substr(At - 2, 2) == ">>");
    if (Behind == '=')
      ++At;
    else if (Shifts || !llvm::is_contained("<>!", Before))
      return false;
  }
  return !All.contains("++") && !All.contains("--") && !All.contains("clock") &&
         !All.contains("timer");
}

std::set<AccessId> accessesOf(const KernelModel &K, const Node &N) {
  std::vector<AccessId> Holes = accessesIn(N);
  std::set<AccessId> Result(Holes.begin(), Holes.end());
  for (unsigned A = 0; A < K.Accesses.size(); ++A)
    if (K.Accesses[A].Function.empty() &&
        N.Source->contains(K.Accesses[A].Source))
      Result.insert({A});
  return Result;
}

std::vector<NodePtr> PhaseSlot::loops() const {
  std::vector<NodePtr> Loops;
  for (const NodePtr &N : Around)
    if (N->K == Node::Kind::Loop)
      Loops.push_back(N);
  return Loops;
}

/// The statement \p N as the user wrote it, as if it began its line.
std::string CarriedValues::textOf(const Node &N) const {
  llvm::StringRef Source = P.Source;
  llvm::StringRef Text = Source.slice(N.Source->Begin, N.Source->End);
  llvm::StringRef Line =
      Source.drop_front(Source.rfind('\n', N.Source->Begin) + 1);
  size_t Indentation = Line.size() - Line.ltrim(" \t").size();
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  std::string Result = Lines.front().str();
  for (llvm::StringRef Next : llvm::drop_begin(Lines)) {
    size_t Blank = Next.size() - Next.ltrim(" \t").size();
    Result += "\n" + Next.drop_front(std::min(Blank, Indentation)).str();
  }
  bool Ends = Text.ends_with(";") || Text.ends_with("}");
  return Result + (Ends ? "" : ";");
}

/// Whether nothing in the kernel writes \p Array, under any name.
bool CarriedValues::isReadOnly(ArrayId Array) const {
  const ArrayInfo &A = K.array(Array);
  if (A.K == ArrayInfo::Kind::Shared || A.Volatile || A.Reassigned ||
      isWritten(K, Array))
    return false;
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (isWritten(K, {I}) && !A.Constant && !areDistinct(P, Id, A, K.Arrays[I]))
      return false;
  return true;
}

/// Whether \p T, which makes \p Accesses, has the same value in each phase.
bool CarriedValues::isRepeatable(const Text &T,
                                 const std::set<AccessId> &Accesses) const {
  return assignsNothing(spell(T)) && llvm::all_of(Accesses, [&](AccessId A) {
           return K.access(A).K == AccessInfo::Kind::Read &&
                  isReadOnly(K.access(A).Array);
         });
}

bool CarriedValues::isRepeatable(const Node &N,
                                 const Node::Declarator &D) const {
  const ScalarInfo &S = K.Scalars[D.Scalar.Index];
  bool Refers = llvm::StringRef(D.Type).ends_with("&");
  if (Refers)
    return D.Harmless;
  bool Written = llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
    return A.K == ArrayInfo::Kind::Local && A.Name == S.Name &&
           isWritten(K, {unsigned(&A - K.Arrays.data())});
  });
  return !S.Reassigned && !Written && !D.Initializer.empty() &&
         !llvm::StringRef(D.Type).contains('(') &&
         isRepeatable(D.Initializer, accessesOf(K, N));
}

/// Whether \p N is `Name = ..` with another right side.
static bool assigns(const Node &N, llvm::StringRef Name) {
  std::string Text = code(spell(N.Head));
  llvm::StringRef Rest = llvm::StringRef(Text).trim();
  if (N.K == Node::Kind::Loop) {
    if (!Rest.consume_front("for"))
      return false;
    Rest = Rest.ltrim();
    Rest.consume_front("(");
    Rest = Rest.split(';').first.trim();
  } else if (N.K != Node::Kind::Leaf || N.Leaf != Node::LeafKind::Expression) {
    return false;
  }
  if (!Rest.consume_front(Name))
    return false;
  Rest = Rest.ltrim();
  return Rest.consume_front("=") && !Rest.starts_with("=") &&
         !wordsOf(Rest).count(Name.str());
}

/// Gathers what one phase needs, from its statements backwards.
class CarriedValues::Collector {
public:
  Collector(const CarriedValues &C, const PhaseExtent &Phase)
      : C(C), Phase(Phase) {
    for (First = Phase.Begin; First < Phase.End; ++First)
      if (C.Slots[First].loops() == Phase.Loops)
        break;
  }

  Needs run() {
    for (unsigned I = First; I < Phase.End; ++I)
      if (isInside(I))
        add(C.Slots[I].Words);
    if (First < Phase.End)
      for (const NodePtr &N : C.Slots[First].Around)
        if (N->K == Node::Kind::If)
          open(N);
    for (unsigned I = First; I-- > 0;)
      slot(I);
    parameters();
    for (auto &[At, Line] : Lines)
      Result.Prologue.push_back(std::move(Line));
    return std::move(Result);
  }

private:
  /// Slots of the text that run less often are before the phase.
  bool isInside(unsigned I) const { return C.Slots[I].loops() == Phase.Loops; }

  void add(const std::set<std::string> &Words) {
    Result.Words.insert(Words.begin(), Words.end());
  }

  void fail(const std::string &Why) {
    if (Result.Problems++ == 0)
      Result.Why = Why;
  }

  void line(const Node &N, std::string Text, bool Opens = false) {
    Lines.emplace(N.Source->Begin, RepeatedLine{std::move(Text), Opens});
  }

  void require(const Text &Condition, const Node &N) {
    std::string Text = spell(Condition);
    std::set<AccessId> Accesses = accessesOf(C.K, N);
    for (AccessId A : accessesOf(C.K, *N.Children.front()))
      Accesses.erase(A);
    if (!C.isRepeatable(Condition, Accesses))
      fail("the condition '" + Text +
           "' may be another one when a later phase begins");
    std::set<std::string> Words = wordsOf(Text);
    add(Words);
    Again.insert(Words.begin(), Words.end());
  }

  /// The `if` \p N is around the phase: it is in the phase's text, or before.
  void open(const NodePtr &N) {
    bool Before = Phase.Begin > 0 &&
                  llvm::is_contained(C.Slots[Phase.Begin - 1].Around, N);
    bool AroundLoop = llvm::any_of(Phase.Loops, [&](const NodePtr &Loop) {
      return N->Source->contains(*Loop->Source);
    });
    if (Before || AroundLoop)
      require(N->Condition, *N);
    add(wordsOf(spell(N->Condition)));
    if (Before)
      line(*N, spell(N->Head) + " {", /*Opens=*/true);
  }

  void slot(unsigned I) {
    const PhaseSlot &S = C.Slots[I];
    const Node &N = *S.N;
    if (S.K == PhaseSlot::Kind::Exit) {
      require(N.Condition, N);
      if (I < Phase.Begin)
        line(N, isEarlyExit(N) ? C.textOf(N) : spell(N.Head) + " return;");
    } else if (S.K == PhaseSlot::Kind::Declaration && isVisible(S)) {
      declaration(I, N);
    }
  }

  bool isVisible(const PhaseSlot &S) const {
    if (First == Phase.End)
      return false;
    const std::vector<NodePtr> &There = C.Slots[First].Around;
    return S.Around.size() <= There.size() &&
           std::equal(S.Around.begin(), S.Around.end(), There.begin());
  }

  void declaration(unsigned I, const Node &N) {
    bool InText = I >= Phase.Begin;
    std::vector<std::string> Texts;
    bool Whole = true;
    for (const Node::Declarator &D : llvm::reverse(N.Declared)) {
      const std::string &Name = C.K.Scalars[D.Scalar.Index].Name;
      if (!Result.Words.count(Name)) {
        Whole = false;
        continue;
      }
      std::string Declared = D.Type.empty() ? D.Name : D.Type + " " + D.Name;
      if (isSetFirst(Name)) {
        Texts.push_back(Declared + ";");
        Whole = false;
        continue;
      }
      if (!C.isRepeatable(N, D))
        fail("'" + Name + "' has a value of an earlier phase");
      Texts.push_back(Declared + " = " + spell(D.Initializer) + ";");
      std::set<std::string> Words =
          wordsOf(Declared + " " + spell(D.Initializer));
      add(Words);
      Again.insert(Words.begin(), Words.end());
    }
    if (N.Declared.empty()) { // a type, or shared memory
      std::set<std::string> Words = wordsOf(spell(N.Head));
      if (llvm::none_of(Words, [&](const std::string &Word) {
            return Result.Words.count(Word) && names(N, Word);
          }))
        return;
      add(Words);
      if (!InText)
        line(N, C.textOf(N));
      return;
    }
    if (InText || Texts.empty())
      return;
    std::reverse(Texts.begin(), Texts.end());
    if (Whole)
      line(N, C.textOf(N));
    else
      for (std::string &Text : Texts)
        line(N, std::move(Text));
  }

  /// Whether \p N, which declares no variable of a thread, declares \p Word.
  bool names(const Node &N, const std::string &Word) const {
    bool Shared = false, Named = false;
    for (const ArrayInfo &A : C.K.Arrays)
      if (A.K == ArrayInfo::Kind::Shared && N.Source->Begin <= A.Where.Offset &&
          A.Where.Offset < N.Source->End) {
        Shared = true;
        Named |= A.Name == Word;
      }
    return Shared ? Named : true;
  }

  /// Whether the phase sets the variable \p Name before it looks at it.
  bool isSetFirst(const std::string &Name) const {
    if (Again.count(Name))
      return false;
    for (unsigned I = First; I < Phase.End; ++I)
      if (isInside(I) && C.Slots[I].Words.count(Name))
        return C.Slots[I].Around == C.Slots[First].Around &&
               assigns(*C.Slots[I].N, Name);
    return false;
  }

  /// Those that change do not change for later phases.
  void parameters() {
    for (const ScalarInfo &S : C.K.Scalars)
      if (S.IsParameter && S.Reassigned && Result.Words.count(S.Name))
        fail("the parameter '" + S.Name + "' changes");
    for (const ArrayInfo &A : C.K.Arrays)
      if (A.K == ArrayInfo::Kind::Parameter && A.Reassigned &&
          Result.Words.count(A.Name))
        fail("the parameter '" + A.Name + "' changes");
  }

  const CarriedValues &C;
  const PhaseExtent &Phase;
  unsigned First; ///< the first slot inside
  Needs Result;
  std::set<std::string> Again;                 ///< what repeated text mentions
  std::multimap<unsigned, RepeatedLine> Lines; ///< by place
};

CarriedValues::Needs CarriedValues::of(const PhaseExtent &Phase) const {
  return Collector(*this, Phase).run();
}

std::string
CarriedValues::sharedObstacle(const std::vector<PhaseExtent> &Phases) const {
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    const ArrayInfo &Array = K.Arrays[A];
    if (Array.K != ArrayInfo::Kind::Shared)
      continue;
    // Pieces of one allocation count as one array.
    bool Pieces = Array.Carved || Array.isDynamic();
    auto Uses = [&](AccessId Access) {
      const ArrayInfo &Other = K.array(K.access(Access).Array);
      return K.access(Access).Array.Index == A ||
             (Pieces && (Other.Carved || Other.isDynamic()));
    };
    std::set<unsigned> Using; // phases; behind them: what comes before rounds
    bool InRounds = false;
    for (unsigned I = 0; I < Phases.size(); ++I)
      for (unsigned S = Phases[I].Begin; S < Phases[I].End; ++S)
        if (llvm::any_of(Slots[S].Accesses, Uses)) {
          bool Inside = Slots[S].loops() == Phases[I].Loops;
          Using.insert(Inside ? I : Phases.size() + I);
          InRounds |= Inside && !Phases[I].Loops.empty();
        }
    if (Using.size() > 1 || InRounds)
      return "shared memory '" + Array.Name +
             "' may hold values of an earlier phase";
  }
  return "";
}

} // namespace tessera
