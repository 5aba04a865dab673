//===- HostObjects.cpp - The objects whose members host functions use -----===//
//
// An object is known to a function if one name leads to it wherever the
// function is: `this`, a parameter that keeps its value, a variable of the file
// or of the function's outermost block, or a member of one of these. What a
// call uses is known if its argument is.
//
//===----------------------------------------------------------------------===//
#include "effects/Changes.h"
#include "variables/MemberPointers.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {
namespace {

/// A name for an object in one function.
struct Object {
  bool Known = false;
  const VarDecl *Root = nullptr; ///< or `this`
  std::vector<const FieldDecl *> Path;
  std::string Prefix; ///< before the name of a member: `sim->grid.`

  bool operator==(const Object &Other) const {
    return std::tie(Known, Root, Path) ==
           std::tie(Other.Known, Other.Root, Other.Path);
  }
};

/// The objects of one member in one function.
struct Objects {
  std::vector<Object> Direct; ///< that the function itself names
  std::vector<Object> Called; ///< that it calls functions for

  /// The one that transfers can be placed for; unknown if there is none. Calls
  /// for others are taken for uses of this one by the host.
  Object one() const {
    if (!Direct.empty())
      return Direct.size() == 1 ? Direct.front() : Object();
    Object Best;
    for (const Object &O : Called)
      if (O.Known && (!Best.Known || (Best.Root && !O.Root)))
        Best = O;
    return Best;
  }
};

/// What one function does with objects.
class ObjectFinder : public DynamicRecursiveASTVisitor {
public:
  ObjectFinder(FrontendContext &C, const FunctionDecl *F) : C(C), F(F) {
    ShouldVisitTemplateInstantiations = ShouldVisitImplicitCode = true;
    Mutated = changedIn(F->getBody());
    for (const ParmVarDecl *P : F->parameters())
      ++Names[P->getNameAsString()];
    TraverseDecl(const_cast<FunctionDecl *>(F));
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (!isa<ParmVarDecl>(V))
      ++Names[V->getNameAsString()];
    if (const auto *Make = dyn_cast_or_null<CXXConstructExpr>(V->getInit()))
      Made[Make] = V;
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (C.held(E->getMemberDecl()))
      Members.push_back(E);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    Calls.emplace_back(E, E->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    Calls.emplace_back(E, E->getConstructor());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override {
    Deletes |= E->getDestroyedType()->isRecordType();
    return true;
  }

  /// The object that \p E is, or points to.
  Object object(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *This = dyn_cast<CXXThisExpr>(E)) {
      const auto *Method = dyn_cast<CXXMethodDecl>(F);
      if (!Method || isLambdaCallOperator(Method))
        return {};
      return {true, nullptr, {}, This->isImplicit() ? "" : "this->"};
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary &&
        (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
      return object(Unary->getSubExpr());
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      return variable(dyn_cast<VarDecl>(Use->getDecl()));
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || !Field->getType()->isRecordType())
      return {};
    return member(object(Member->getBase()), Field);
  }

  static Object member(Object Of, const FieldDecl *Field) {
    Of.Path.push_back(Field);
    Of.Prefix += Field->getNameAsString() + ".";
    return Of;
  }

  Object variable(const VarDecl *V) const {
    if (!V || (isa<ParmVarDecl>(V) && V->getDeclContext() != F))
      return {};
    std::string Name = V->getNameAsString();
    auto Hidden = Names.find(Name);
    if (Hidden != Names.end() &&
        Hidden->second > unsigned(V->isLocalVarDeclOrParm()))
      return {};
    QualType Type = V->getType();
    bool Refers = Type->isPointerType() || Type->isReferenceType();
    if (Refers &&
        (!isa<ParmVarDecl>(V) || (Type->isPointerType() && Mutated.count(V))))
      return {};
    if (!Type.getNonReferenceType()->isRecordType() &&
        !(Type->isPointerType() && Type->getPointeeType()->isRecordType()))
      return {};
    if (V->isLocalVarDecl() && !isOutermost(V))
      return {};
    return {true,
            V->getCanonicalDecl(),
            {},
            Name + (Type->isPointerType() ? "->" : ".")};
  }

  FrontendContext &C;
  const FunctionDecl *F;
  std::vector<const MemberExpr *> Members;
  std::vector<std::pair<const Expr *, const FunctionDecl *>> Calls;
  std::map<const Expr *, const VarDecl *> Made; ///< by constructor calls
  std::map<std::string, unsigned> Names;        ///< of variables
  bool Deletes = false;

private:
  bool isOutermost(const VarDecl *V) const {
    const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
    return Body && !V->isStaticLocal() &&
           llvm::any_of(Body->body(), [&](const Stmt *S) {
             const auto *Declares = dyn_cast<DeclStmt>(S);
             return Declares && llvm::is_contained(Declares->decls(), V);
           });
  }

  std::set<const VarDecl *> Mutated;
};

/// Finds the objects of all functions.
class ObjectCollector {
public:
  explicit ObjectCollector(FrontendContext &C) : C(C) {
    for (auto [F, Index] : C.HostFunctions)
      Functions.emplace(Index, ObjectFinder(C, F));
    for (auto [Pointer, Id] : C.Pointers)
      if (const auto *Field = dyn_cast<FieldDecl>(Pointer))
        Fields[Id] = Field;
  }

  void collect() {
    for (auto [Id, Field] : Fields)
      collect(Id, Field);
    for (auto [Id, Field] : Fields)
      for (unsigned Other : C.ExchangedWith[Id.Index])
        if (Fields.count({Other}))
          compare(Id, {Other});
  }

private:
  HostFunction &function(unsigned Index) {
    return C.Result.Host.Functions[Index];
  }

  static bool add(std::vector<Object> &Into, const Object &O) {
    for (Object &Old : Into)
      if (Old == O) { // `this->` where it was needed once
        Old.Prefix = std::max(Old.Prefix, O.Prefix);
        return false;
      }
    Into.push_back(O);
    return true;
  }

  void collect(SharedVarId Id, const FieldDecl *Field) {
    std::map<unsigned, Objects> &Found = All[Id];
    for (auto &[Index, Find] : Functions) {
      for (const MemberExpr *Use : Find.Members)
        if (Use->getMemberDecl() == Field)
          add(Found[Index].Direct, named(Find, Use, Field));
      if (Find.Deletes)
        add(Found[Index].Direct, {}); // it may be that one
    }
    for (bool Changed = true; std::exchange(Changed, false);)
      for (auto &[Index, Find] : Functions)
        for (auto [Call, Callee] : Find.Calls)
          if (std::optional<Object> O = ofCall(Find, Call, Callee, Found))
            Changed |= add(Found[Index].Called, *O);
    for (auto &[Index, Find] : Functions) {
      Object Own = Found.count(Index) ? Found[Index].one() : Object();
      if (Own.Known)
        function(Index).Objects[Id] = Own.Prefix;
      bool IsLocal = Own.Root && Own.Root->isLocalVarDecl();
      if (!Own.Known || IsLocal || function(Index).CalledUnseen)
        function(Index).UnknownToCallers.insert(Id);
    }
    for (auto &[Index, Find] : Functions)
      for (auto [Call, Callee] : Find.Calls)
        if (std::optional<Object> O = ofCall(Find, Call, Callee, Found)) {
          Object Own = Found[Index].one();
          if (Own.Known && *O == Own)
            C.BoundCalls.insert({Call, Id});
          bool Names = !Found[Index].Direct.empty() ||
                       (mayName(Find.F, Field) &&
                        llvm::all_of(Own.Path, [&](const FieldDecl *Outer) {
                          return mayName(Find.F, Outer);
                        }));
          if (!(Own.Known && *O == Own) || !Names)
            function(*indexOf(Callee)).UnknownToCallers.insert(Id);
        }
  }

  Object named(const ObjectFinder &Find, const MemberExpr *Use,
               const FieldDecl *Field) const {
    Object O = Find.object(Use->getBase());
    if (O.Prefix.empty() && Find.Names.count(Field->getNameAsString()))
      O.Prefix = "this->";
    return O;
  }

  std::optional<unsigned> indexOf(const FunctionDecl *Callee) const {
    const FunctionDecl *Definition = nullptr;
    if (!Callee || !Callee->hasBody(Definition))
      return std::nullopt;
    auto Index = C.HostFunctions.find(Definition);
    return Index == C.HostFunctions.end() ? std::nullopt
                                          : std::optional(Index->second);
  }

  /// The object that \p Call uses the member of, by a name of the caller;
  /// nothing if it does not use it, or not of an object that callers have.
  std::optional<Object> ofCall(const ObjectFinder &Find, const Expr *Call,
                               const FunctionDecl *Callee,
                               std::map<unsigned, Objects> &Found) const {
    std::optional<unsigned> Index = indexOf(Callee);
    if (!Index || !Found.count(*Index))
      return std::nullopt;
    Object Inner = Found[*Index].one();
    if (!Inner.Known)
      return Object();
    Object O;
    if (!Inner.Root) {
      if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
        O = Find.object(Member->getImplicitObjectArgument());
      else if (auto Made = Find.Made.find(Call); Made != Find.Made.end())
        O = Find.variable(Made->second);
    } else if (const auto *P = dyn_cast<ParmVarDecl>(Inner.Root)) {
      const auto *Plain = dyn_cast<CallExpr>(Call);
      unsigned At = P->getFunctionScopeIndex();
      if (Plain && !isa<CXXOperatorCallExpr>(Plain) && At < Plain->getNumArgs())
        O = Find.object(Plain->getArg(At));
    } else if (!Inner.Root->isLocalVarDecl()) {
      O = Find.variable(Inner.Root);
    } else {
      return std::nullopt;
    }
    for (const FieldDecl *Field : Inner.Path)
      O = ObjectFinder::member(std::move(O), Field);
    return O.Known ? O : Object();
  }

  /// Whether \p Field is for \p F to use.
  static bool mayName(const FunctionDecl *F, const FieldDecl *Field) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    return Field->getAccess() == AS_public ||
           (Method &&
            declaresSameEntity(Method->getParent(), Field->getParent()));
  }

  /// Pointers that exchange their memory are of one object.
  void compare(SharedVarId A, SharedVarId B) {
    for (auto &[Index, Find] : Functions) {
      Object OfA = All[A][Index].one(), OfB = All[B][Index].one();
      std::string &Obstacle = C.Result.Host.Variables[A.Index].Obstacle;
      if (OfA.Known && OfB.Known && !(OfA == OfB) && Obstacle.empty())
        Obstacle = "it is exchanged with a pointer to other memory";
    }
  }

  FrontendContext &C;
  std::map<unsigned, ObjectFinder> Functions;
  std::map<SharedVarId, const FieldDecl *> Fields;
  std::map<SharedVarId, std::map<unsigned, Objects>> All;
};

} // namespace

void findObjects(FrontendContext &C) {
  if (llvm::any_of(C.Pointers, [](auto &P) { return isa<FieldDecl>(P.first); }))
    ObjectCollector(C).collect();
}

} // namespace tessera
