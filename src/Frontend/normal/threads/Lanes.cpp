//===- Lanes.cpp - Wide reads as those of elements ------------------------===//
//
//   const float4 *row =                     const float *row = a + y * n;
//       (const float4 *)(a + y * n);
//   for (int k = 0; k < n / 4; ++k) {       for (int k = 0; k < n / 4; ++k) {
//     float4 v = row[k];               =>     float v_x = row[4 * k];
//     ..                                      ..
//     s += v.x + v.y;                         s += v_x + v_y;
//
// Not so where the threads of a warp read neighbours, which is what wide reads
// are best at.
//
//===----------------------------------------------------------------------===//
#include "normal/threads/Lanes.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

class Splitter : LaneFinder {
public:
  using LaneFinder::LaneFinder;

  StmtPtr run();

private:
  TypePtr elements(TypePtr Pointer);
  ExprPtr pointer(const ExprPtr &P);
  ExprPtr scaled(const ExprPtr &Index, unsigned Lanes);
  ExprPtr lane(const ExprPtr &Object, unsigned Lane);
  bool isSplit(const ExprPtr &P) const;
  ExprPtr split(const ExprPtr &E);
  void split(const StmtPtr &S, Statements &Into);
  void splitDeclaration(const StmtPtr &S, Statements &Into);
  bool splitAssignment(const StmtPtr &S, Statements &Into);
  ExprPtr moved(const ExprPtr &E);
  StmtPtr splitBelow(const StmtPtr &S);
  void nameLanes();
  void nameLane(VarId Object, unsigned Lane);

  std::map<VarId, std::map<unsigned, VarId>> Lanes; ///< of Objects
};

} // namespace

static unsigned laneNamed(const Type &Vector, llvm::StringRef Field) {
  return llvm::find_if(Vector.Fields,
                       [&](const auto &Each) { return Each.Name == Field; }) -
         Vector.Fields.begin();
}

void Splitter::nameLane(VarId Object, unsigned Lane) {
  const ir::Object Of = K.Others[Object];
  if (Lanes[Object].count(Lane))
    return;
  ir::Scalar S;
  S.Name = S.Stem = K.freshName(Of.Name + "_" + Of.Ty->Fields[Lane].Name);
  S.Users = Of.Name + "." + Of.Ty->Fields[Lane].Name;
  S.Type = Of.Ty->Fields[Lane].Word;
  S.Ty = Of.Ty->Element;
  S.IsConst = Of.IsConst;
  K.Scalars.push_back(std::move(S));
  Lanes[Object][Lane] = VarId(K.Scalars.size() - 1);
}

/// Names those that something is done with.
void Splitter::nameLanes() {
  auto NameAll = [&](const ExprPtr &E) {
    const ExprPtr &Of = unconverted(E);
    if (Of->O == Op::Name && Of->IsLocal && Objects.count(Of->Scalar))
      for (unsigned I = 0; I != Of->Ty->Fields.size(); ++I)
        nameLane(Of->Scalar, I);
  };
  eachExpr(K.Body, [&](const ExprPtr &E) {
    NameAll(E); // a copy
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Assign && Each.Args[0]->O == Op::Name &&
          unconverted(Each.Args[1])->O == Op::Name)
        for (const ExprPtr &Arg : Each.Args)
          NameAll(Arg);
      if (Each.O != Op::Member || !Each.Args[0]->Ty->isVector())
        return true;
      const ExprPtr &Of = unconverted(Each.Args[0]);
      if (Of->O == Op::Name && Of->IsLocal && Objects.count(Of->Scalar))
        nameLane(Of->Scalar, laneNamed(*Of->Ty, Each.Word));
      return true;
    });
  });
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.Other && Objects.count(*L.Other) && L.Init &&
          unconverted(L.Init)->O == Op::Name)
        for (unsigned I = 0; I != K.Others[*L.Other].Ty->Fields.size(); ++I)
          nameLane(*L.Other, I);
    return true;
  });
}

/// \p Index in elements.
ExprPtr Splitter::scaled(const ExprPtr &Index, unsigned Lanes) {
  const ExprPtr E = split(Index);
  const ExprPtr &Of = unconverted(E);
  const TypePtr Wide =
      K.Of->get({Type::Kind::Int, 8, E->Ty->Signed || E->Ty->Bytes < 8});
  if (Of->O == Op::Number && Of->Value >= 0 && Of->Value < (1 << 24))
    return number(Of->Value * Lanes, K.Of->get({Type::Kind::Int, 4, true}));
  auto Fits = Of->O == Op::Scalar ? Room.find(Of->Scalar) : Room.end();
  if (Fits != Room.end() && Lanes <= Fits->second)
    return binary("*", number(Lanes, Of->Ty), Of, Of->Ty);
  return binary("*", number(Lanes, Wide), E, Wide);
}

/// The type of a pointer to what vectors, \p Pointer to which is one, have.
TypePtr Splitter::elements(TypePtr Pointer) {
  Type To = *Pointer;
  To.Const = true;
  To.Element = Pointer->Element->Element;
  return K.Of->get(To);
}

/// \p P as a pointer to elements.
ExprPtr Splitter::pointer(const ExprPtr &P) {
  const unsigned Lanes = P->Ty->Element->Fields.size();
  const TypePtr Ty = elements(P->Ty);
  if (P->O == Op::Scalar)
    return scalar(P->Scalar, Ty);
  if (P->is(Op::Cast))
    return P->Args[0]->Ty->Element == P->Ty->Element ? pointer(P->Args[0])
                                                     : split(P->Args[0]);
  if (P->O == Op::Binary) {
    const bool Right = P->Args[1]->Ty->isPointer();
    return binary(P->Word, pointer(P->Args[Right]),
                  scaled(P->Args[!Right], Lanes), Ty);
  }
  const Expr &Element = *P->Args[0];
  const ExprPtr Base = pointer(Element.Args[0]);
  return Element.Args.size() < 2
             ? Base
             : binary("+", Base, scaled(Element.Args[1], Lanes), Ty);
}

/// One lane of an object, or of one that is read.
ExprPtr Splitter::lane(const ExprPtr &Object, unsigned Lane) {
  const ExprPtr &Of = unconverted(Object);
  if (Of->O == Op::Name) {
    auto At = References.find(Of->Scalar);
    if (At != References.end())
      return lane(At->second, Lane);
    return scalar(Lanes[Of->Scalar].at(Lane), Of->Ty->Element);
  }
  ExprPtr Index;
  ExprPtr Base = pointer(pointerOf(*Of, Index));
  const unsigned Count = Of->Ty->Fields.size();
  const TypePtr Ty = Of->Ty->Element;
  const TypePtr Int = K.Of->get({Type::Kind::Int, 4, true});
  ExprPtr At = Index ? scaled(Index, Count) : number(0, Int);
  // `(&a[i])[1]`, of a vector that is at `&a[i]`.
  const ExprPtr &Shown = unconverted(Base);
  if (Shown->O == Op::Address && Shown->Args[0]->Args.size() == 2 &&
      At->isNumber(0)) {
    At = Shown->Args[0]->Args[1];
    Base = Shown->Args[0]->Args[0];
  }
  // `(p + n)[1]`, of a number that does not wrap.
  while (Base->is(Op::Binary, "+") && Base->Args[0]->Ty->isPointer() &&
         Base->Args[1]->Ty->Bytes == 8 && Base->Args[1]->Ty->Signed) {
    At = binary("+", Base->Args[1], At, Base->Args[1]->Ty);
    Base = Base->Args[0];
  }
  auto Element = std::make_shared<Expr>();
  Element->O = Op::Element;
  Element->Ty = Ty;
  Element->Args = {Base, binary("+", At, number(Lane, Int), At->Ty)};
  if (At->isNumber(0))
    Element->Args[1] = number(Lane, Int);
  if (At->O == Op::Number)
    Element->Args[1] = number(At->Value + Lane, At->Ty);
  if (Of->O == Op::Element)
    return Element;
  auto Address = std::make_shared<Expr>();
  Address->O = Op::Address;
  Address->Ty = Base->Ty;
  Address->Args = {std::move(Element)};
  auto Call = std::make_shared<Expr>(*Of);
  Call->Ty = Ty;
  Call->Text = {};
  Call->Args = {std::move(Address)};
  return Call;
}

/// Whether the pointer that \p P begins with is split.
bool Splitter::isSplit(const ExprPtr &P) const {
  bool Result = false;
  walk(P, [&](const Expr &Each) {
    Result |= Each.O == Op::Scalar && Pointers.count(Each.Scalar);
    return true;
  });
  return Result;
}

ExprPtr Splitter::split(const ExprPtr &E) {
  if (!E)
    return E;
  if (E->O == Op::Member && E->Args[0]->Ty->isVector()) {
    const ExprPtr &Of = unconverted(E->Args[0]);
    if (Of->O == Op::Name ? Of->IsLocal && Objects.count(Of->Scalar)
                          : Reads.count(Of.get()))
      return lane(Of, laneNamed(*Of->Ty, E->Word));
  }
  const bool Pair = comparesPointers(*E) && isSplit(E->Args[0]);
  ExprPtr Result = E;
  for (unsigned I = 0; I != E->Args.size(); ++I)
    Result = with(Result, I, Pair ? pointer(E->Args[I]) : split(E->Args[I]));
  return Result;
}

void Splitter::splitDeclaration(const StmtPtr &S, Statements &Into) {
  for (const Local &L : S->Locals) {
    if (L.Other && References.count(*L.Other))
      continue;
    if (L.Other) {
      for (auto [Lane, V] : Lanes[*L.Other])
        Into.push_back(
            declared(V, L.Init ? lane(L.Init, Lane) : nullptr, gone(S)));
      continue;
    }
    const bool IsPointer = Pointers.count(*L.Scalar);
    Into.push_back(declared(*L.Scalar,
                            !L.Init     ? nullptr
                            : IsPointer ? pointer(L.Init)
                                        : split(L.Init),
                            gone(S)));
  }
}

/// `p += n` of a pointer; null if \p E is none.
ExprPtr Splitter::moved(const ExprPtr &E) {
  if (!E || E->O != Op::Assign || E->Args[0]->O != Op::Scalar ||
      !Pointers.count(E->Args[0]->Scalar))
    return nullptr;
  const TypePtr Ty = E->Args[0]->Ty;
  const ExprPtr To = pointer(E->Args[0]);
  if (E->Word == "=")
    return assignment("=", To, pointer(E->Args[1]));
  const unsigned Count = Ty->Element->Fields.size();
  if (E->Args.size() > 1)
    return assignment(E->Word, To, scaled(E->Args[1], Count));
  return assignment(E->Word == "++" ? "+=" : "-=", To,
                    number(Count, K.Of->get({Type::Kind::Int, 4, true})));
}

bool Splitter::splitAssignment(const StmtPtr &S, Statements &Into) {
  const ExprPtr &E = S->Exprs[0];
  if (ExprPtr Moved = moved(E)) {
    Into.push_back(evaluated(Moved));
    return true;
  }
  if (E->O != Op::Assign || E->Args[0]->O != Op::Name || !E->Args[0]->IsLocal ||
      !Objects.count(E->Args[0]->Scalar))
    return false;
  for (auto [Lane, V] : Lanes[E->Args[0]->Scalar])
    Into.push_back(evaluated(
        assignment("=", scalar(V, K.Scalars[V].Ty), lane(E->Args[1], Lane))));
  return true;
}

/// \p S in as many statements as it takes.
void Splitter::split(const StmtPtr &S, Statements &Into) {
  Statements New;
  const bool Declares = llvm::any_of(S->Locals, [&](const Local &L) {
    return (L.Scalar && Pointers.count(*L.Scalar)) ||
           (L.Other && Objects.count(*L.Other));
  });
  if (Declares)
    splitDeclaration(S, New);
  else if (S->K != Stmt::Kind::Eval || !splitAssignment(S, New))
    return Into.push_back(splitBelow(S));
  placeFor(S, New, Into);
}

StmtPtr Splitter::splitBelow(const StmtPtr &S) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Exprs.size(); ++I) {
    const ExprPtr Moved = moved(S->Exprs[I]);
    Result = withExpr(Result, I, Moved ? Moved : split(S->Exprs[I]));
  }
  for (unsigned I = 0; I != S->Locals.size(); ++I) {
    ExprPtr Init = split(S->Locals[I].Init);
    if (Init == S->Locals[I].Init)
      continue;
    auto Copy = std::make_shared<Stmt>(*Result);
    Copy->Locals[I].Init = std::move(Init);
    Result = Copy;
  }
  if (S->K == Stmt::Kind::Block) {
    Statements All;
    for (const StmtPtr &Child : S->Body)
      split(Child, All);
    return withStatements(Result, std::move(All));
  }
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, splitBelow(S->Body[I]));
  return Result;
}

StmtPtr Splitter::run() {
  if (!find())
    return K.Body;
  for (auto At = References.begin(); At != References.end();)
    At = Objects.count(At->first) ? std::next(At) : References.erase(At);
  nameLanes();
  for (VarId V : Pointers) {
    ir::Scalar &Of = K.Scalars[V];
    const Type &Vector = *Of.Ty->Element;
    Of.Type =
        "const " + Vector.Fields[0].Word + " *"; // nothing is written by it
    Of.Ty = elements(Of.Ty);
  }
  return splitBelow(K.Body);
}

StmtPtr splitVectors(Kernel &K, const LaunchFacts &Facts) {
  // Kernels with tiles of their own have chosen how wide they read.
  return Facts.WorkTogether ? K.Body : Splitter(K).run();
}

} // namespace tessera
