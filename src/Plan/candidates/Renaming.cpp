//===- Renaming.cpp - One kernel with the names of another ----------------===//
#include "candidates/Renaming.h"
#include "candidates/ChooseRegisters.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace tessera {

/// Symbols that the planner uses beside those of the kernel.
static std::vector<std::string> ownSymbols() {
  std::vector<std::string> Result = {"block", "element"};
  for (char Kind : llvm::StringRef("tbBGO"))
    for (char Axis : llvm::StringRef("xyz"))
      Result.push_back({Kind, Axis});
  for (const char *Counter : {"r", "c", "s", "r2", "c2", "s2"})
    for (const char *Part : {"", "_group", "_member"})
      Result.push_back(Counter + std::string(Part));
  for (unsigned D = 0; D < 4; ++D)
    for (const char *Cell : {"c", "coordinate"})
      Result.push_back(Cell + std::to_string(D));
  return Result;
}

Renaming::Renaming(const KernelModel &From, const std::string &FromName,
                   const KernelModel &To, const std::string &ToName,
                   const std::set<std::string> &File)
    : From(From), File(File), Name(FromName) {
  auto Pairs = [&](const auto &Old, const auto &New, auto &&Each) {
    Failed |= Old.size() != New.size();
    for (size_t I = 0; I < Old.size() && !Failed; ++I)
      Each(Old[I], New[I]);
  };
  Pairs(From.Parameters, To.Parameters, [&](auto &Old, auto &New) {
    pair(Old.Name, New.Name, false);
    pair(Old.Symbol, New.Symbol, true);
  });
  Pairs(From.Arrays, To.Arrays, [&](const ArrayInfo &Old, auto &New) {
    if (Old.K != ArrayInfo::Kind::Global)
      pair(Old.Name, New.Name, false);
  });
  Pairs(From.Scalars, To.Scalars,
        [&](auto &Old, auto &New) { pair(Old.Name, New.Name, false); });
  Pairs(From.Loops, To.Loops, [&](const LoopInfo &Old, const LoopInfo &New) {
    pair(Old.Name, New.Name, false);
    pair(Old.Symbol, New.Symbol, true);
    pair(Old.Base, New.Base, false);
    if (Old.Symbol != New.Symbol) // of strips, see Facts.h
      pair(Old.Symbol + "0", New.Symbol + "0", true);
  });
  // The kernel's own name is compared with nothing.
  Failed |= Words.count(Name) || Moved.count(Name) || Moved.count(ToName);
  Words[Name] = ToName;
  if (!changesNames())
    return;
  for (const std::string &Symbol : ownSymbols())
    Symbols.emplace(Symbol, Symbol);
}

void Renaming::pair(llvm::StringRef Old, llvm::StringRef New, bool IsSymbol) {
  Failed |= Old.empty() != New.empty();
  if (Old.empty() || Failed)
    return;
  if (!llvm::all_of(Old, isWordCharacter)) // a member: its object has a name
    return;
  Failed |= !llvm::all_of(New, isWordCharacter);
  auto [It, IsNew] = Words.emplace(Old, New);
  Failed |= It->second != New;
  if (IsSymbol)
    Symbols.emplace(Old, New);
  if (Old == New || !IsNew)
    return;
  Moved.insert({Old.str(), New.str()});
  for (const std::string &Symbol : ownSymbols())
    Failed |= IsSymbol && (Old == Symbol || New == Symbol);
}

//===--- Code -------------------------------------------------------------===//

void Renaming::rename(std::string &Code) {
  const llvm::StringRef Text = Code;
  std::string Result;
  for (size_t At = 0; At < Text.size();) {
    if (!isWordCharacter(Text[At])) {
      Result += Text[At++];
      continue;
    }
    llvm::StringRef Word = Text.drop_front(At).take_while(isWordCharacter);
    if (llvm::isDigit(Word.front())) // a number, perhaps `1.5f`
      Word = Text.drop_front(At).take_while(
          [](char C) { return isWordCharacter(C) || C == '.'; });
    const llvm::StringRef Before = Text.take_front(At).rtrim();
    const bool IsOther =
        llvm::isDigit(Word.front()) || Before.ends_with(".") ||
        Before.ends_with("->") || Before.ends_with("::") ||
        (At > 0 && llvm::StringRef("@#").contains(Text[At - 1]));
    At += Word.size();
    if (IsOther) {
      Result += Word;
      continue;
    }
    auto [It, IsNew] = Words.emplace(Word, Word);
    Failed |=
        IsNew && (Moved.count(Word.str()) || (InDecision && mayBeNew(Word)));
    Result += It->second;
  }
  Code = std::move(Result);
}

/// Whether \p Word may have been made of a name that changes.
bool Renaming::mayBeNew(llvm::StringRef Word) const {
  return !File.count(Word.str()) &&
         llvm::any_of(Moved, [&](const std::string &Stem) {
           return Word.size() > Stem.size() && Word.starts_with(Stem) &&
                  (Word[Stem.size()] == '_' ||
                   llvm::isDigit(Word[Stem.size()]));
         });
}

void Renaming::symbol(std::string &Symbol) {
  const std::string Old = Symbol;
  rename(Symbol);
  if (!Old.empty()) // what has none is no integer
    Symbols.emplace(Old, Symbol);
}

void Renaming::rename(Polynomial &P) {
  P = P.substitute([&](llvm::StringRef Old) -> std::optional<Polynomial> {
    std::string New = Old.str();
    symbol(New);
    return Polynomial::symbol(New);
  });
}

void Renaming::rename(std::optional<Polynomial> &P) {
  if (P)
    rename(*P);
}

void Renaming::rename(std::map<std::string, int64_t> &Of) {
  std::map<std::string, int64_t> Result;
  for (auto [Symbol, Value] : Of) {
    std::string New = Symbol;
    symbol(New);
    Result[New] = Value;
  }
  Of = std::move(Result);
}

void Renaming::rename(Text &T) {
  for (Piece &P : T) {
    if (P.K == Piece::Kind::Verbatim || P.K == Piece::Kind::Scalar)
      rename(P.Spelling);
    rename(P.Parts);
    rename(P.Expanded);
  }
}

//===--- The kernel -------------------------------------------------------===//

void Renaming::rename(Condition &C) {
  rename(C.Value);
  for (Condition &Operand : C.Operands)
    rename(Operand);
}

void Renaming::rename(LoopInfo &L) {
  symbol(L.Symbol);
  if (L.Scales) {
    rename(L.Scales->First);
    rename(L.Scales->Bound);
  }
  for (Polynomial *P : {&L.Lower, &L.Upper, &L.Ahead, &L.Distance})
    rename(*P);
  rename(L.Stride);
  for (std::string *Code : {&L.Name, &L.Base, &L.StepText})
    rename(*Code);
  for (Text *T : {&L.StrideText, &L.LowerText, &L.UpperText, &L.SecondBound})
    rename(*T);
}

void Renaming::rename(KernelModel &K) {
  for (ParameterInfo &P : K.Parameters) {
    rename(P.Name);
    symbol(P.Symbol);
  }
  for (ArrayInfo &A : K.Arrays) {
    const std::string Old = A.Name;
    rename(A.Name);
    Arrays.emplace(Old, A.Name);
    std::set<std::string> Apart;
    for (std::string Other : A.ApartFrom) {
      rename(Other);
      Apart.insert(Other);
    }
    A.ApartFrom = std::move(Apart);
    rename(A.CarvedAt);
  }
  for (ScalarInfo &S : K.Scalars) {
    rename(S.Name);
    rename(S.Value);
  }
  for (LoopInfo &L : K.Loops)
    rename(L);
  for (GuardInfo &G : K.Guards)
    rename(G.When);
  for (AccessInfo &A : K.Accesses)
    for (auto *Polynomials : {&A.Subscripts, &A.Value.On})
      for (Polynomial &P : *Polynomials)
        rename(P);
  for (Polynomial &P : K.Assumed.NotNegative)
    rename(P);
  for (auto &[P, Of] : K.Assumed.Multiples)
    rename(P);
  for (auto &[Array, Shared] : K.Requests.Arrays)
    rename(Array);
  for (Polynomial &P : K.MustNotBeNegative)
    rename(P);
}

NodePtr Renaming::renamed(const Node &N) {
  Node Result = N;
  for (Text *T : {&Result.Head, &Result.Middle, &Result.Condition})
    rename(*T);
  for (Node::Declarator &D : Result.Declared) {
    rename(D.Name);
    rename(D.Initializer);
  }
  for (NodePtr &Child : Result.Children)
    Child = renamed(*Child);
  return std::make_shared<const Node>(std::move(Result));
}

//===--- New names --------------------------------------------------------===//

bool Renaming::isInFile(llvm::StringRef Prefix) const {
  auto It = File.lower_bound(Prefix.str());
  return It != File.end() && llvm::StringRef(*It).starts_with(Prefix);
}

/// \p Old, which is new in the kernel, is \p New in the other one.
void Renaming::newPair(const std::string &Old, const std::string &New) {
  if (Old.empty())
    return;
  // What follows from names that are taken says a number at the end.
  for (const std::string &Name : {Old, New})
    Failed |= Old != New && isInFile(llvm::StringRef(Name).rtrim("23456789"));
  auto [It, IsNew] = Words.emplace(Old, New);
  Failed |= It->second != New;
}

std::string Renaming::stemOf(ArrayId Array) const {
  return From.array(Array).stem();
}

/// \p Name may be one that begins with \p Stem.
void Renaming::newName(const std::string &Name, std::string Stem,
                       char Separator) {
  if (Name.empty() || File.count(Name))
    return;
  llvm::StringRef Rest = Name;
  if (!Rest.consume_front(Stem) || Rest.empty() || Rest.front() != Separator) {
    newPair(Name, Name);
    return;
  }
  rename(Stem);
  newPair(Name, Stem + Rest.str());
}

void Renaming::newName(const PrivateElement &E) {
  PrivateElement Other = E;
  rename(Other.Element);
  std::string Array = From.array(E.Array).Name;
  const std::string Old = registerName(E, Array);
  rename(Array);
  llvm::StringRef Rest = E.Name;
  Failed |= !Rest.consume_front(Old) || !llvm::all_of(Rest, llvm::isDigit);
  newPair(E.Name, registerName(Other, Array) + Rest.str());
}

void Renaming::newNames(const KernelPlan &Plan) {
  // These follow from the file's names alone.
  for (const Coarsening &C : Plan.Coarsen)
    for (const char *Part : {"", "_group", "_member"})
      newPair(C.Counter + Part, C.Counter + Part);
  if (Plan.Persistent)
    newPair(Plan.Persistent->Counter, Plan.Persistent->Counter);
  for (const PrivateElement &E : Plan.Registers)
    newName(E);
  for (const StagePoint &Point : Plan.Points) {
    for (const std::string *Step : {&Point.StepName, &Point.StepSymbol})
      if (Point.Loop && Point.Loop->Index < From.Loops.size())
        newName(*Step, From.loop(*Point.Loop).Name, '0');
    for (const TileStage &T : Point.Tiles) {
      newPair(T.Buffer, T.Buffer);
      newName(T.Name, stemOf(T.Array));
      newName(T.Next, stemOf(T.Array));
      for (const RedirectedAccess &R : T.Redirected)
        newName(R.Registers, stemOf(T.Array));
    }
  }
  for (const PrivateCopy &C : Plan.Copies) {
    newName(C.Name, stemOf(C.Array));
    newName(C.Register, stemOf(C.Array));
  }
  if (Plan.Interior)
    for (const RegisterWindow &W : Plan.Interior->Windows)
      newName(W.Name, stemOf(W.Array));
  newName(Plan.DynamicName, Name);
}

//===--- The decision -----------------------------------------------------===//

/// What stands between quotes in \p Prose is code: `it may overlap 'a'`.
std::string Renaming::quoted(llvm::StringRef Prose) {
  std::string Result;
  for (size_t At = 0; At < Prose.size();) {
    const bool Opens =
        Prose[At] == '\'' && (At == 0 || !isWordCharacter(Prose[At - 1]));
    const size_t End = Opens ? Prose.find('\'', At + 1) : Prose.npos;
    if (End != Prose.npos) {
      std::string Code = Prose.slice(At + 1, End).str();
      rename(Code);
      Result += "'" + Code + "'";
      At = End + 1;
      continue;
    }
    const llvm::StringRef Word =
        Prose.drop_front(At).take_while(isWordCharacter);
    auto It = Words.find(Word.str());
    // It may be a name, and it may be a word.
    Failed |= It != Words.end() && It->second != It->first;
    Result += Prose.substr(At, std::max<size_t>(1, Word.size()));
    At += std::max<size_t>(1, Word.size());
  }
  return Result;
}

void Renaming::rename(Diagnostic &D) {
  Diagnostic Marked = D;
  for (size_t I = 0; I < D.Arguments.size(); ++I)
    Marked.Arguments[I] = std::string("\1") + char('0' + I);
  const std::string Message = Marked.message();
  for (size_t I = 0; I < D.Arguments.size(); ++I) {
    const std::string Mark = Marked.Arguments[I];
    if (llvm::StringRef(Message).contains("'" + Mark + "'"))
      rename(D.Arguments[I]);
    else
      D.Arguments[I] = quoted(D.Arguments[I]);
  }
}

void Renaming::rename(KernelRequest &R) {
  rename(R.Kernel);
  for (auto *Names : {&R.Registers, &R.Restrict, &R.Constant, &R.Privatise})
    for (std::string &Code : *Names)
      rename(Code);
  for (StageRequest &Stage : R.Stages) {
    symbol(Stage.Loop);
    for (TileRequest &Tile : Stage.Tiles)
      rename(Tile.Array);
  }
}

void Renaming::rename(StagePoint &Point) {
  symbol(Point.StepSymbol);
  rename(Point.StepName);
  for (TileStage &T : Point.Tiles) {
    for (std::string *Code :
         {&T.Name, &T.LoadTest, &T.StoreTest, &T.Buffer, &T.Next})
      rename(*Code);
    rename(T.DynamicOffset);
    for (TileDimension &D : T.Dimensions) {
      for (Polynomial *P : {&D.Origin, &D.Extent, &D.Threads, &D.Stride})
        rename(*P);
      rename(D.ThreadIndex);
    }
    for (RedirectedAccess &R : T.Redirected) {
      for (Polynomial &P : R.Index)
        rename(P);
      rename(R.Registers);
    }
  }
}

void Renaming::rename(InteriorPath &Path) {
  for (InteriorTest &Test : Path.Tests) {
    for (CornerTest &Corner : Test.OneOf) {
      rename(Corner.Condition);
      rename(Corner.Counters);
    }
    for (Polynomial &P : Test.NotNegative)
      rename(P);
  }
  for (auto &[Loop, Condition] : Path.Entered)
    rename(Condition);
  for (RegisterWindow &W : Path.Windows) {
    rename(W.Name);
    for (std::vector<RegisterMove> *Moves : {&W.Starts, &W.Loads, &W.Stores})
      rename(*Moves);
    for (RegisterUse &U : W.Uses) {
      rename(U.Row);
      rename(U.Column);
    }
  }
  rename(Path.Multiples);
}

void Renaming::rename(KernelPlan &Plan) {
  for (std::string *Code : {&Plan.Name, &Plan.DynamicName, &Plan.CalledBy})
    rename(*Code);
  for (PrivateElement &E : Plan.Registers) {
    rename(E.Name);
    const std::string Old = spell(E.Element);
    rename(E.Element);
    Elements.emplace(Old, spell(E.Element));
  }
  for (std::optional<Polynomial> &Extent : Plan.Extents)
    rename(Extent);
  for (StagePoint &Point : Plan.Points)
    rename(Point);
  for (PrivateCopy &C : Plan.Copies) {
    rename(C.Name);
    rename(C.Register);
  }
  for (Coarsening &C : Plan.Coarsen) {
    symbol(C.Counter);
    rename(C.Block);
    rename(C.Thread);
  }
  if (Plan.Interior)
    rename(*Plan.Interior);
  if (Plan.Persistent) {
    rename(Plan.Persistent->Counter);
    rename(Plan.Persistent->Extent);
  }
  for (Polynomial &P : Plan.Conditions)
    rename(P);
  rename(Plan.Multiples);
  for (GridChange &C : Plan.Grid)
    rename(C.Guarded);
  rename(Plan.DynamicBytes);
  // It tests in the kernel's own names.
  Failed |= Plan.Called && changesNames();
}

void Renaming::rename(PlanDecision &D) {
  InDecision = true;
  for (const KernelPlan *Plan : plansOf(D))
    newNames(*Plan);
  for (ShapeDecision &Shape : D.Shapes) {
    for (Candidate &C : Shape.Considered) {
      rename(C.Request);
      if (C.Obstacle)
        rename(*C.Obstacle);
    }
    for (KernelPlan *Plan : Shape.plans())
      rename(*Plan);
  }
  for (std::string &Element : D.Registers) {
    const std::string Old = Element;
    rename(Element);
    Elements.emplace(Old, Element);
  }
  if (D.WithoutTiles)
    rename(*D.WithoutTiles);
  for (std::string &Constant : D.Constants)
    rename(Constant);
  for (Diagnostic &Message : D.Messages)
    rename(Message);
}

//===--- Order ------------------------------------------------------------===//

/// How \p A and \p B compare, whatever follows them: their order, and where one
/// begins with the other the character behind it.
static std::pair<int, char> relation(llvm::StringRef A, llvm::StringRef B) {
  if (A.starts_with(B))
    return {1, A == B ? '\0' : A[B.size()]};
  if (B.starts_with(A))
    return {-1, B[A.size()]};
  return {A < B ? -1 : 1, '\0'};
}

bool Renaming::keepsOrder() const {
  for (const auto *Names : {&Symbols, &Arrays, &Elements})
    for (auto A = Names->begin(); A != Names->end(); ++A)
      for (auto B = Names->begin(); B != A; ++B)
        if ((A->first != A->second || B->first != B->second) &&
            relation(A->first, B->first) != relation(A->second, B->second))
          return false;
  std::set<std::string> New;
  for (const auto &[From, To] : Words)
    if (!New.insert(To).second)
      return false; // two that are one
  return true;
}

} // namespace tessera
