//===- FindLanes.cpp - Reads of several elements at once ------------------===//
#include "normal/Patterns.h"
#include "normal/threads/Lanes.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

static bool isSame(const PerThread &Next) {
  return Next.Known && Next.Elements == 0;
}

bool pointsToVectors(TypePtr T) {
  return T->isPointer() && !T->Volatile && T->Element->isVector();
}

ExprPtr pointerOf(const Expr &Read, ExprPtr &Index) {
  if (!Read.Ty->isVector())
    return nullptr;
  if (Read.O == Op::Element && pointsToVectors(Read.Args[0]->Ty)) {
    Index = Read.Args.size() > 1 ? Read.Args[1] : nullptr;
    return Read.Args[0];
  }
  return Read.is(Op::Call, "__ldg") && Read.Args.size() == 1 &&
                 pointsToVectors(Read.Args[0]->Ty)
             ? Read.Args[0]
             : nullptr;
}

/// Whether \p E may be written as often as there are lanes: it changes nothing
/// and reads no memory, but may tell where that is.
static bool isRepeatable(const ExprPtr &E) {
  if (!E)
    return true;
  if (E->O == Op::Address)
    return llvm::all_of(E->Args[0]->Args, isRepeatable);
  if (E->is(Op::Cast))
    return isRepeatable(E->Args[0]);
  if (E->O == Op::Binary)
    return llvm::all_of(E->Args, isRepeatable);
  return isArithmetic(E);
}

bool comparesPointers(const Expr &E) {
  return E.O == Op::Binary && E.Ty->K == Type::Kind::Bool &&
         pointsToVectors(E.Args[0]->Ty) && pointsToVectors(E.Args[1]->Ty);
}

/// Candidates: local pointers and objects that nobody else knows of.
void LaneFinder::findVariables() {
  std::map<VarId, unsigned> Declared;
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals) {
      if (L.Scalar && pointsToVectors(K.Scalars[*L.Scalar].Ty) &&
          !K.Scalars[*L.Scalar].Escapes)
        Pointers.insert(*L.Scalar);
      if (L.Other && K.Others[*L.Other].Ty->isVector() &&
          !K.Others[*L.Other].Escapes) {
        Objects.insert(*L.Other);
        if (L.IsReference)
          References[*L.Other] = L.Init;
        if (++Declared[*L.Other] > 1)
          References[*L.Other] = nullptr; // two elements, or a value and one
      }
      if (!L.Scalar || !L.Init || K.Scalars[*L.Scalar].Escapes)
        continue;
      if (isSetOnce(K, *L.Scalar))
        Values[*L.Scalar] = L.Init;
      else if (!Firsts.try_emplace(*L.Scalar, L.Init).second)
        Firsts[*L.Scalar] = nullptr; // declared twice
    }
    return true;
  });
  for (const auto &[Object, Count] : Declared)
    if (Count > 1)
      Objects.erase(Object);
}

/// `n / 4`, `n >> 2`: what \p E, of a number of 32 bits, is divided by.
static int64_t divisorOf(const ExprPtr &E) {
  if (!E->is(Op::Binary) || E->Ty->Bytes != 4 || E->Args[1]->O != Op::Number)
    return 1;
  const int64_t By = E->Args[1]->Value;
  if (E->Word == "/")
    return By;
  return E->Word == ">>" && By > 0 && By < 31 ? int64_t(1) << By : 1;
}

void LaneFinder::findCounters() {
  // What all threads move alike.
  eachExpr(K.Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Assign && Each.Args[0]->O == Op::Scalar &&
          (Each.Word == "=" ||
           (Each.Args.size() > 1 && !isSame(perThread(Each.Args[1])))))
        Firsts.erase(Each.Args[0]->Scalar);
      return true;
    });
  });
  for (auto At = Firsts.begin(); At != Firsts.end();)
    At = At->second ? std::next(At) : Firsts.erase(At);
  walk(K.Body, [&](const Stmt &S) {
    if (S.K != Stmt::Kind::For || !S.Body[0] || !S.Exprs[0] || !S.Exprs[1] ||
        S.Body[0]->K != Stmt::Kind::Declare || S.Body[0]->Locals.size() != 1 ||
        !S.Body[0]->Locals[0].Scalar || !S.Body[0]->Locals[0].Init)
      return true;
    const Local &Start = S.Body[0]->Locals[0];
    const VarId V = *Start.Scalar;
    std::optional<Assignment> Next = assignmentOf(K, S.Exprs[1]);
    ExprPtr By = Next && Next->To == V ? addendIn(Next->Value, V) : nullptr;
    if (!By || assigns(S.body(), V) || K.Scalars[V].Escapes)
      return true;
    const ExprPtr &First = unconverted(Start.Init);
    const ExprPtr &Test = S.Exprs[0];
    By = withoutWidening(By);
    if (!Test->is(Op::Binary, "<") ||
        !unconverted(Test->Args[0])->isScalar(V) || By->O != Op::Number ||
        By->Value < 1 || First->O != Op::Number || First->Value < 0 ||
        K.Scalars[V].Ty->K != Type::Kind::Int || K.Scalars[V].Ty->Bytes != 4)
      return true;
    ExprPtr End = unconverted(Test->Args[1]);
    if (End->O == Op::Scalar && Values.count(End->Scalar))
      End = unconverted(Values[End->Scalar]);
    Room[V] =
        End->O == Op::Number && End->Value < (1 << 24) ? 16 : divisorOf(End);
    return true;
  });
}

PerThread LaneFinder::perThread(const ExprPtr &E) const {
  const PerThread Same{true, 0}, Unknown{false, std::nullopt};
  switch (E->O) {
  case Op::Number:
  case Op::Name:
  case Op::Member:
    return Same;
  case Op::Builtin:
    return PerThread{true, E->Word == "tx"};
  case Op::Cast:
    return perThread(E->Args[0]);
  case Op::Address:
    return E->Args[0]->O == Op::Element ? perThread(E->Args[0]) : Unknown;
  case Op::Element: { // where it is
    PerThread Sum = perThread(E->Args[0]);
    if (E->Args.size() < 2)
      return Sum;
    const PerThread Index = perThread(E->Args[1]);
    Sum.Known &= Index.Known;
    if (Sum.Elements && Index.Elements)
      Sum.Elements = *Sum.Elements + *Index.Elements;
    else
      Sum.Elements.reset();
    return Sum;
  }
  case Op::Scalar: {
    auto At = Values.find(E->Scalar);
    if (At == Values.end()) {
      At = Firsts.find(E->Scalar);
      if (At == Firsts.end())
        return K.Scalars[E->Scalar].IsParameter ? Same : Unknown;
    }
    // Not known, or made of itself.
    if (!At->second || !Asked.insert(E->Scalar).second)
      return Unknown;
    const PerThread Value = perThread(At->second);
    Asked.erase(E->Scalar);
    return Value;
  }
  case Op::Binary: {
    const PerThread A = perThread(E->Args[0]), B = perThread(E->Args[1]);
    if (!A.Known || !B.Known)
      return Unknown;
    if (isSame(A) && isSame(B))
      return Same;
    if (E->Word == "+" || E->Word == "-") {
      if (!A.Elements || !B.Elements)
        return PerThread{true, std::nullopt};
      return PerThread{true, E->Word == "+" ? *A.Elements + *B.Elements
                                            : *A.Elements - *B.Elements};
    }
    if (E->Word != "*" || (A.Elements != 0 && B.Elements != 0))
      return Unknown;
    const bool Left = A.Elements != 0;
    const ExprPtr &Factor = unconverted(E->Args[Left]);
    const std::optional<int64_t> &Of = Left ? A.Elements : B.Elements;
    if (Of && Factor->O == Op::Number)
      return PerThread{true, *Of * Factor->Value};
    return PerThread{true, std::nullopt};
  }
  default:
    return Unknown;
  }
}

/// Whether something may be gained by knowing the elements of this read.
bool LaneFinder::isWanted(const ExprPtr &Pointer, const ExprPtr &Index,
                          unsigned Lanes) const {
  // Pointers to elements move by these.
  auto Distance = [&](const ExprPtr &P) -> PerThread {
    PerThread Result{true, 0};
    auto Add = [&](const PerThread &More, int64_t Times) {
      Result.Known &= More.Known;
      if (Result.Elements && More.Elements)
        Result.Elements = *Result.Elements + *More.Elements * Times;
      else
        Result.Elements.reset();
    };
    if (Index)
      Add(perThread(Index), Lanes);
    ExprPtr At = P;
    for (unsigned Steps = 0; At && Steps < 64; ++Steps) {
      if (At->O == Op::Scalar && pointsToVectors(At->Ty)) {
        auto Value = Values.find(At->Scalar);
        auto First = Firsts.find(At->Scalar);
        if (Value != Values.end())
          At = Value->second;
        else if (First != Firsts.end())
          At = First->second;
        else
          return K.Scalars[At->Scalar].IsParameter
                     ? Result
                     : PerThread{false, std::nullopt};
      } else if (At->is(Op::Cast)) {
        At = At->Args[0];
      } else if (At->O == Op::Binary && pointsToVectors(At->Ty)) {
        const bool Right = At->Args[1]->Ty->isPointer();
        Add(perThread(At->Args[!Right]), Lanes);
        At = At->Args[Right];
      } else if (At->O == Op::Address && pointsToVectors(At->Ty)) {
        const Expr &Element = *At->Args[0];
        if (Element.Args.size() > 1)
          Add(perThread(Element.Args[1]), Lanes);
        At = Element.Args[0];
      } else {
        Add(perThread(At), 1);
        return Result;
      }
    }
    return PerThread{false, std::nullopt};
  };
  const PerThread Next = Distance(Pointer);
  return Next.Known && !(Next.Elements && (*Next.Elements == Lanes ||
                                           *Next.Elements == -int64_t(Lanes)));
}

/// Whether \p P, which points to vectors, can point to elements.
bool LaneFinder::visitPointer(const ExprPtr &P) {
  if (P->O == Op::Scalar && Pointers.count(P->Scalar))
    return true;
  if (P->is(Op::Cast) && P->Args[0]->Ty->isPointer()) {
    const ExprPtr &Of = P->Args[0];
    if (Of->Ty->Element == P->Ty->Element)
      return visitPointer(Of);
    if (Of->Ty->Element == P->Ty->Element->Element && !Of->Ty->Volatile) {
      visit(Of);
      return true;
    }
  }
  if (P->O == Op::Binary && (P->Word == "+" || P->Word == "-")) {
    const bool Right = P->Args[1]->Ty->isPointer();
    if (P->Args[!Right]->Ty->isInteger()) {
      visit(P->Args[!Right]);
      return visitPointer(P->Args[Right]);
    }
  }
  ExprPtr Index;
  if (P->O == Op::Address && P->Args[0]->O == Op::Element)
    if (ExprPtr Of = pointerOf(*P->Args[0], Index)) {
      if (Index)
        visit(Index);
      return visitPointer(Of);
    }
  visit(P);
  return false;
}

bool LaneFinder::visitRead(const ExprPtr &E) {
  ExprPtr Index;
  const ExprPtr P = pointerOf(*E, Index);
  if (!P || !isRepeatable(P) || !isRepeatable(Index) ||
      !isWanted(P, Index, E->Ty->Fields.size())) {
    visit(E);
    return false;
  }
  if (Index)
    visit(Index);
  if (!visitPointer(P))
    return false;
  Reads.insert(E.get());
  ReadsInLoop |= InLoop;
  return true;
}

/// Whether \p E is an object whose lanes have names.
bool LaneFinder::visitObject(const ExprPtr &E) {
  const ExprPtr &Of = unconverted(E);
  if (Of->O == Op::Name && Of->IsLocal)
    return Objects.count(Of->Scalar);
  return visitRead(Of);
}

/// Whether \p Object can have the value \p E lane by lane.
bool LaneFinder::visitValue(VarId Object, const ExprPtr &E) {
  const ExprPtr &Of = unconverted(E);
  bool MentionsItself = false;
  walk(Of, [&](const Expr &Each) {
    MentionsItself |=
        Each.O == Op::Name && Each.IsLocal && Each.Scalar == Object;
    return true;
  });
  return Of->Ty == K.Others[Object].Ty && visitObject(Of) && !MentionsItself;
}

void LaneFinder::visit(const ExprPtr &E) {
  if (!E)
    return;
  if (E->O == Op::Member && E->Args[0]->Ty->isVector()) {
    visitObject(E->Args[0]);
    return;
  }
  if (comparesPointers(*E)) {
    const bool Left = visitPointer(E->Args[0]),
               Right = visitPointer(E->Args[1]);
    if (Left != Right)
      visit(E->Args[Left ? 0 : 1]); // elements are not compared with vectors
    return;
  }
  // Whatever else is done with them.
  if (E->O == Op::Scalar && Pointers.erase(E->Scalar))
    Failed = true;
  if (E->O == Op::Name && E->IsLocal && Objects.erase(E->Scalar))
    Failed = true;
  for (const ExprPtr &Arg : E->Args)
    visit(Arg);
}

/// Whether one of \p All gives something that \p E is made of another value.
static bool changes(const Kernel &K, llvm::ArrayRef<StmtPtr> All,
                    const ExprPtr &E) {
  bool Result = false;
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Scalar)
      Result |= K.Scalars[Each.Scalar].Escapes ||
                llvm::any_of(All, [&](const StmtPtr &S) {
                  return assigns(S, Each.Scalar);
                });
    return true;
  });
  return Result;
}

void LaneFinder::visit(const StmtPtr &S, bool IsInLoop, bool InBlock) {
  if (!S)
    return;
  if (S->K == Stmt::Kind::Block)
    for (auto [I, Child] : llvm::enumerate(S->Body))
      for (const Local &L : Child->Locals)
        if (L.IsReference && L.Other && L.Init &&
            changes(K, llvm::ArrayRef(S->Body).drop_front(I + 1), L.Init))
          References[*L.Other] = nullptr;
  InLoop = IsInLoop;
  for (const Local &L : S->Locals) {
    const bool IsPointer = L.Scalar && Pointers.count(*L.Scalar);
    const bool IsObject = L.Other && Objects.count(*L.Other);
    if (!IsPointer && !IsObject) {
      visit(L.Init);
      continue;
    }
    bool Splits = InBlock && S->K == Stmt::Kind::Declare;
    // What is declared with it is declared anew.
    for (const Local &Other : S->Locals)
      Splits &= Other.Scalar || (Other.Other && Objects.count(*Other.Other));
    if (L.Init)
      Splits &= IsPointer ? visitPointer(L.Init) : visitValue(*L.Other, L.Init);
    if (Splits && IsObject && L.IsReference)
      Splits = L.Init && References[*L.Other];
    if (Splits)
      continue;
    Failed = true;
    if (IsPointer)
      Pointers.erase(*L.Scalar);
    if (IsObject)
      Objects.erase(*L.Other);
  }
  for (unsigned I = 0; I != S->Exprs.size(); ++I) {
    const ExprPtr &E = S->Exprs[I];
    if (!E)
      continue;
    InLoop = IsInLoop || S->isLoop();
    const bool Alone =
        S->K == Stmt::Kind::Eval || (S->K == Stmt::Kind::For && I == 1);
    if (Alone && E->O == Op::Assign) {
      const ExprPtr &To = E->Args[0];
      if (To->O == Op::Scalar && Pointers.count(To->Scalar) &&
          (E->Word != "=" || visitPointer(E->Args[1]))) {
        if (E->Args.size() > 1 && E->Word != "=")
          visit(E->Args[1]);
        continue;
      }
      if (To->O == Op::Name && To->IsLocal && Objects.count(To->Scalar) &&
          InBlock && S->K == Stmt::Kind::Eval && E->Word == "=" &&
          !References.count(To->Scalar) && visitValue(To->Scalar, E->Args[1]))
        continue;
    }
    visit(E);
  }
  for (const StmtPtr &Child : S->Body)
    visit(Child, IsInLoop || S->isLoop(), S->K == Stmt::Kind::Block);
}

bool LaneFinder::find() {
  findVariables();
  findCounters();
  do {
    Failed = false;
    Reads.clear();
    ReadsInLoop = false;
    visit(K.Body, /*IsInLoop=*/false, /*InBlock=*/false);
  } while (Failed);
  // Coordinates are numbers, whatever holds them together.
  const bool Counts =
      Reads.empty() && Pointers.empty() && llvm::any_of(Objects, [&](VarId V) {
        const Type &Of = *K.Others[V].Ty->Element;
        return Of.K == Type::Kind::Int && Of.Bytes >= 4;
      });
  return ReadsInLoop || Counts;
}

} // namespace tessera
