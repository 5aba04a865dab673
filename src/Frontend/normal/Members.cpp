//===- Members.cpp - Objects as one variable for each member --------------===//
//
//   Place p = {x, y};                int p_x = x;
//   p.x += 2;                   =>   int p_y = y;
//   const Place q = p;               p_x += 2;
//   c[q.y * n + q.x] = v;            const int q_x = p_x;
//                                    const int q_y = p_y;
//                                    c[q_y * n + q_x] = v;
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

class MemberNamer {
public:
  explicit MemberNamer(Kernel &K) : K(K) {}

  StmtPtr run();

private:
  bool isObject(const Expr &E) const;
  const Expr *objectSet(const Stmt &S) const;
  const Expr *memberSet(const Stmt &S) const;
  bool isFixed(const Expr &E) const;
  bool isValue(const ExprPtr &E) const;
  void findObjects();
  void dropIn(const Stmt &S);
  void dropNamed(const ExprPtr &E);
  void dropInValue(const ExprPtr &Value);
  void nameIn(const Stmt &S);
  bool name(VarId Object, unsigned Field);
  bool nameOf(VarId Object, const ExprPtr &Value);
  bool needsCopies(VarId Object, const ExprPtr &Value) const;

  ExprPtr member(const ExprPtr &Value, unsigned Field);
  ExprPtr split(const ExprPtr &E);
  void split(const StmtPtr &S, Statements &Into);
  StmtPtr splitBelow(const StmtPtr &S);
  bool isChanged(VarId Object, llvm::ArrayRef<StmtPtr> In) const;
  void findSame(const Stmt &Block);
  bool isFixedName(const ExprPtr &E, TypePtr As) const;

  Kernel &K;
  std::set<VarId> Objects;
  std::map<VarId, std::map<unsigned, VarId>> Names; ///< by object and field
  std::map<VarId, std::map<unsigned, ExprPtr>>
      Fixed;                     ///< of those that have none
  std::map<VarId, ExprPtr> Same; ///< of objects: others that they are copies of
  bool Changed = false;          ///< in this round of a search
};

} // namespace

static unsigned fieldNamed(const Type &Of, llvm::StringRef Name) {
  return llvm::find_if(Of.Fields,
                       [&](const auto &Each) { return Each.Name == Name; }) -
         Of.Fields.begin();
}

bool MemberNamer::isObject(const Expr &E) const {
  return E.O == Op::Name && E.IsLocal && Objects.count(E.Scalar);
}

/// The object that \p S gives another value as a whole; null if it does
/// something else.
const Expr *MemberNamer::objectSet(const Stmt &S) const {
  if (S.K != Stmt::Kind::Eval || !S.Exprs[0]->is(Op::Assign, "="))
    return nullptr;
  const Expr &To = *S.Exprs[0]->Args[0];
  return isObject(To) ? &To : nullptr;
}

/// `p.x = v;` or `p.x += v;`, which may be left out if nothing reads the
/// member: that; null if
/// \p S does something else.
const Expr *MemberNamer::memberSet(const Stmt &S) const {
  if (S.K != Stmt::Kind::Eval || S.Exprs[0]->O != Op::Assign)
    return nullptr;
  const Expr &Sets = *S.Exprs[0], &To = *Sets.Args[0];
  return To.O == Op::Member && isObject(*unconverted(To.Args[0])) &&
                 (Sets.Args.size() == 1 || isPure(Sets.Args[1]))
             ? &To
             : nullptr;
}

/// Whether the members of \p E, of what an object is set to, are known.
bool MemberNamer::isValue(const ExprPtr &E) const {
  const Expr &Of = *unconverted(E);
  if (Of.O == Op::Select)
    return isArithmetic(Of.Args[0]) && isValue(Of.Args[1]) &&
           isValue(Of.Args[2]);
  return Of.O == Op::Make || isObject(Of) || isFixed(Of);
}

/// Whether \p E is a parameter that nothing changes.
bool MemberNamer::isFixed(const Expr &E) const {
  return E.O == Op::Name && E.IsLocal && E.Pure && E.Ty->isPlain() &&
         K.Others[E.Scalar].IsParameter;
}

/// Candidates, which are declared once.
void MemberNamer::findObjects() {
  std::set<VarId> Twice;
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.Other && K.Others[*L.Other].Ty->isPlain() && !L.IsReference &&
          !K.Others[*L.Other].Escapes && !Objects.insert(*L.Other).second)
        Twice.insert(*L.Other);
    return true;
  });
  for (VarId V : Twice)
    Objects.erase(V);
}

/// Drops the objects that \p E uses as a whole.
void MemberNamer::dropNamed(const ExprPtr &E) {
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Member && isObject(*unconverted(Each.Args[0])))
      return false;
    if (isObject(Each))
      Changed |= Objects.erase(Each.Scalar) != 0;
    return true;
  });
}

/// The same of \p Value, whose members are known.
void MemberNamer::dropInValue(const ExprPtr &Value) {
  const Expr &Of = *unconverted(Value);
  if (Of.O == Op::Make)
    llvm::for_each(Of.Args, [&](const ExprPtr &Arg) { dropNamed(Arg); });
  if (Of.O != Op::Select)
    return;
  dropNamed(Of.Args[0]);
  dropInValue(Of.Args[1]);
  dropInValue(Of.Args[2]);
}

/// Drops the objects that \p S uses in another way than this step knows of.
void MemberNamer::dropIn(const Stmt &S) {
  auto Visit = [&](VarId Object, const ExprPtr &Value) {
    if (isValue(Value))
      return dropInValue(Value);
    Changed |= Objects.erase(Object) != 0;
    dropNamed(Value);
  };
  for (const Local &L : S.Locals) {
    if (L.Init && L.Other && Objects.count(*L.Other))
      Visit(*L.Other, L.Init);
    else if (L.Init && L.IsReference && L.Init->O != Op::Element)
      walk(L.Init, [&](const Expr &Each) {
        if (isObject(Each))
          Changed |= Objects.erase(Each.Scalar) != 0;
        return true;
      });
    else
      dropNamed(L.Init);
  }
  if (const Expr *To = objectSet(S))
    return Visit(To->Scalar, S.Exprs[0]->Args[1]);
  for (const ExprPtr &E : S.Exprs)
    dropNamed(E);
}

/// \returns whether that is new.
bool MemberNamer::name(VarId Object, unsigned Field) {
  auto Other = Same.find(Object);
  if (Other != Same.end())
    return isObject(*Other->second) && name(Other->second->Scalar, Field);
  if (Fixed[Object].count(Field))
    return false;
  const ir::Object Of = K.Others[Object];
  if (Names[Object].count(Field))
    return false;
  ir::Scalar S;
  S.Name = S.Stem = Of.Bindings.empty()
                        ? K.freshName(Of.Name + "_" + Of.Ty->Fields[Field].Name)
                        : Of.Bindings[Field];
  if (Of.Bindings.empty())
    S.Users = Of.Name + "." + Of.Ty->Fields[Field].Name;
  S.Type = Of.Ty->Fields[Field].Word;
  S.Ty = Of.Ty->Fields[Field].Ty;
  S.IsConst = Of.IsConst;
  K.Scalars.push_back(std::move(S));
  Names[Object][Field] = VarId(K.Scalars.size() - 1);
  return true;
}

/// Names the members of what \p Object is set to, as far as it has names, and
/// those that do something when they are computed.
bool MemberNamer::nameOf(VarId Object, const ExprPtr &Value) {
  const Expr &Of = *unconverted(Value);
  bool New = false;
  if (isObject(Of))
    for (auto [Field, V] : Names[Object])
      New |= name(Of.Scalar, Field);
  if (Of.O == Op::Make)
    for (unsigned I = 0; I != Of.Args.size(); ++I)
      if (!isPure(Of.Args[I]))
        New |= name(Object, I);
  if (Of.O == Op::Select)
    for (unsigned I : {1, 2})
      New |= nameOf(Object, Of.Args[I]);
  return New;
}

void MemberNamer::nameIn(const Stmt &S) {
  auto Members = [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Member && isObject(*unconverted(Each.Args[0]))) {
        const Expr &Of = *unconverted(Each.Args[0]);
        Changed |= name(Of.Scalar, fieldNamed(*Of.Ty, Each.Word));
      }
      return true;
    });
  };
  for (const Local &L : S.Locals) {
    Members(L.Init);
    if (L.Init && L.Other && Objects.count(*L.Other))
      Changed |= nameOf(*L.Other, L.Init);
  }
  if (memberSet(S)) {
    llvm::for_each(llvm::drop_begin(S.Exprs[0]->Args), Members);
    return;
  }
  for (const ExprPtr &E : S.Exprs)
    Members(E);
  if (const Expr *To = objectSet(S))
    Changed |= nameOf(To->Scalar, S.Exprs[0]->Args[1]);
}

/// The member \p Field of what an object is set to.
ExprPtr MemberNamer::member(const ExprPtr &Value, unsigned Field) {
  const ExprPtr &Of = unconverted(Value);
  if (Of->O == Op::Make)
    return split(Of->Args[Field]);
  const Type::Field &As = Of->Ty->Fields[Field];
  if (isObject(*Of) && Same.count(Of->Scalar))
    return member(Same[Of->Scalar], Field);
  if (isObject(*Of) && Fixed[Of->Scalar].count(Field))
    return ir::unwritten(Fixed[Of->Scalar][Field]);
  if (isObject(*Of))
    return scalar(Names[Of->Scalar].at(Field), As.Ty);
  if (Of->O == Op::Select) {
    const ExprPtr A = member(Of->Args[1], Field);
    const ExprPtr B = member(Of->Args[2], Field);
    if (equal(*A, *B))
      return A;
    auto Pick = std::make_shared<Expr>();
    Pick->O = Op::Select;
    Pick->Ty = As.Ty;
    Pick->Args = {split(Of->Args[0]), A, B};
    return Pick;
  }
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Member;
  Result->Ty = As.Ty;
  Result->Word = As.Name;
  Result->Pure = true;
  Result->Args = {Of};
  return Result;
}

ExprPtr MemberNamer::split(const ExprPtr &E) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->O != Op::Member || !isObject(*unconverted(Each->Args[0])))
      return nullptr;
    return member(Each->Args[0],
                  fieldNamed(*unconverted(Each->Args[0])->Ty, Each->Word));
  });
}

/// Whether \p Value, whose members are set one by one, needs some as they were
/// before.
bool MemberNamer::needsCopies(VarId Object, const ExprPtr &Value) const {
  bool Needs = false;
  if (!isObject(*unconverted(Value)))
    walk(Value, [&](const Expr &Each) {
      Needs |= isObject(Each) && Each.Scalar == Object;
      return !Needs;
    });
  return Needs;
}

/// \p S in as many statements as it takes.
void MemberNamer::split(const StmtPtr &S, Statements &Into) {
  Statements New;
  const bool Declares = llvm::any_of(S->Locals, [&](const Local &L) {
    return L.Other && Objects.count(*L.Other);
  });
  const Expr *To = objectSet(*S);
  if (Declares) {
    for (const Local &L : S->Locals) {
      if (L.Scalar) {
        New.push_back(declared(*L.Scalar, split(L.Init), gone(S)));
        continue;
      }
      for (auto [Field, V] : Names[*L.Other])
        New.push_back(
            declared(V, L.Init ? member(L.Init, Field) : nullptr, gone(S)));
    }
  } else if (To) {
    const ExprPtr &Value = S->Exprs[0]->Args[1];
    const std::map<unsigned, VarId> &Members = Names[To->Scalar];
    std::map<unsigned, ExprPtr> Values;
    for (auto [Field, V] : Members) {
      Values[Field] = member(Value, Field);
      if (!needsCopies(To->Scalar, Value))
        continue;
      const VarId Copy = K.freshScalar(V, /*IsConst=*/true);
      New.push_back(declared(Copy, Values[Field], gone(S)));
      Values[Field] = scalar(Copy, K.Scalars[V].Ty);
    }
    for (auto [Field, V] : Members)
      New.push_back(evaluated(
          assignment("=", scalar(V, K.Scalars[V].Ty), Values[Field])));
  } else {
    const Expr *Member = memberSet(*S);
    const VarId Of = Member ? unconverted(Member->Args[0])->Scalar : 0;
    if (!Member || Names[Of].count(fieldNamed(*K.Others[Of].Ty, Member->Word)))
      return Into.push_back(splitBelow(S));
  }
  placeFor(S, New, Into);
}

/// Whether \p In gives \p Object, or a member of it, another value.
bool MemberNamer::isChanged(VarId Object, llvm::ArrayRef<StmtPtr> In) const {
  bool Result = false;
  for (const StmtPtr &S : In)
    eachExpr(S, [&](const ExprPtr &E) {
      walk(E, [&](const Expr &Each) {
        if (Each.O != Op::Assign)
          return true;
        const Expr &To = *Each.Args[0];
        const Expr &Of = To.O == Op::Member ? *unconverted(To.Args[0]) : To;
        Result |= isObject(Of) && Of.Scalar == Object;
        return true;
      });
    });
  return Result;
}

/// `const Place q = p;`: finds in \p Block what is the same as another object
/// from its declaration on.
void MemberNamer::findSame(const Stmt &Block) {
  std::set<VarId> Here;
  for (auto [At, S] : llvm::enumerate(Block.Body))
    for (const Local &L : S->Locals) {
      if (!L.Other || !Objects.count(*L.Other))
        continue;
      Here.insert(*L.Other);
      const ExprPtr Of = L.Init ? unconverted(L.Init) : nullptr;
      const auto Behind = llvm::ArrayRef(Block.Body).drop_front(At);
      if (!Of || isChanged(*L.Other, Behind))
        continue;
      if (isFixed(*Of) || (isObject(*Of) && Here.count(Of->Scalar) &&
                           !isChanged(Of->Scalar, Behind)))
        Same[*L.Other] = Of;
      if (Of->O == Op::Make)
        for (auto [I, Arg] : llvm::enumerate(Of->Args))
          if (isFixedName(unconverted(Arg), Of->Ty->Fields[I].Ty))
            Fixed[*L.Other][I] = unconverted(Arg);
    }
}

/// Whether \p E is a short name, and always the same, of a value of \p As.
bool MemberNamer::isFixedName(const ExprPtr &E, TypePtr As) const {
  const bool Is = E->Ty == As || (E->Ty->isPointer() && As->isPointer() &&
                                  E->Ty->Element == As->Element);
  return Is && (E->O == Op::Builtin || (E->O == Op::Member && E->Pure) ||
                (E->O == Op::Scalar && isSetOnce(K, E->Scalar)));
}

StmtPtr MemberNamer::splitBelow(const StmtPtr &S) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I, split(S->Exprs[I]));
  for (unsigned I = 0; I != S->Locals.size(); ++I)
    Result = withInit(Result, I, split(S->Locals[I].Init));
  if (S->K == Stmt::Kind::Block) {
    Statements All;
    for (const StmtPtr &Child : S->Body)
      split(Child, All);
    return withStatements(Result, std::move(All));
  }
  for (unsigned I = 0; I != S->Body.size(); ++I) {
    Statements All;
    if (S->Body[I])
      split(S->Body[I], All);
    // `if (c) p = q;`
    if (All.size() > 1 || (!All.empty() && All[0]->K == Stmt::Kind::Empty &&
                           S->Body[I]->K != Stmt::Kind::Empty)) {
      auto Block = std::make_shared<Stmt>();
      Block->K = Stmt::Kind::Block;
      Block->Body = std::move(All);
      Result = withBody(Result, I, Block);
    } else if (!All.empty()) {
      Result = withBody(Result, I, All[0]);
    }
  }
  return Result;
}

StmtPtr MemberNamer::run() {
  findObjects();
  // Where loops begin there is room for one declaration.
  walk(K.Body, [&](const Stmt &S) {
    if (S.K == Stmt::Kind::For && S.Body[0])
      for (const Local &L : S.Body[0]->Locals)
        if (L.Other)
          Objects.erase(*L.Other);
    if (S.K == Stmt::Kind::For && S.Body[0])
      if (const Expr *To = objectSet(*S.Body[0]))
        Objects.erase(To->Scalar);
    // All variables of a declaration, or none.
    for (const Local &L : S.Locals)
      if (!L.Scalar && !(L.Other && Objects.count(*L.Other)))
        for (const Local &Other : S.Locals)
          if (Other.Other)
            Objects.erase(*Other.Other);
    return true;
  });
  auto Repeat = [&](llvm::function_ref<void(const Stmt &)> Visit) {
    Changed = true;
    while (Changed && !Objects.empty()) {
      Changed = false;
      walk(K.Body, [&](const Stmt &S) {
        Visit(S);
        return true;
      });
    }
  };
  Repeat([&](const Stmt &S) { dropIn(S); });
  if (Objects.empty())
    return K.Body;
  walk(K.Body, [&](const Stmt &S) {
    if (S.K == Stmt::Kind::Block)
      findSame(S);
    return true;
  });
  Repeat([&](const Stmt &S) { nameIn(S); });
  return splitBelow(K.Body);
}

StmtPtr nameMembers(Kernel &K) { return MemberNamer(K).run(); }

} // namespace tessera
