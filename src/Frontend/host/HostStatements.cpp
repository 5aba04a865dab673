//===- HostStatements.cpp - Host functions as structured statements -------===//
#include "host/HostStatements.h"
#include "calls/CalledFunctions.h"
#include "effects/StatementFacts.h"
#include "host/HostOperations.h"
#include "launch/BehindLaunches.h"
#include "source/Semicolons.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace tessera {
namespace {

using Kind = HostStatement::Kind;

/// Builds the statements of one function.
class StatementBuilder {
public:
  StatementBuilder(FrontendContext &C, const FunctionDecl *F,
                   const Summaries &Known, CertainWrites &Writes)
      : C(C), F(F), Known(Known), Effects(C, F, Known), Writes(Writes),
        Copies(C, F) {}

  HostStatement build(const Stmt *S) {
    HostStatement N;
    N.Source = range(S);
    if ((S->getBeginLoc().isMacroID() && !isa<CompoundStmt>(S) &&
         !isHeadOfBlock(S)) ||
        Copies.together(S))
      return leaf(S, std::move(N));
    switch (S->getStmtClass()) {
    case Stmt::CompoundStmtClass:
      return sequence(cast<CompoundStmt>(S), std::move(N));
    case Stmt::IfStmtClass:
      return branch(cast<IfStmt>(S), std::move(N));
    case Stmt::ForStmtClass:
      return loop(S, cast<ForStmt>(S)->getBody(), std::move(N));
    case Stmt::WhileStmtClass:
      return loop(S, cast<WhileStmt>(S)->getBody(), std::move(N));
    case Stmt::DoStmtClass:
      return loop(S, cast<DoStmt>(S)->getBody(), std::move(N));
    case Stmt::CXXForRangeStmtClass:
      return loop(S, cast<CXXForRangeStmt>(S)->getBody(), std::move(N));
    case Stmt::ReturnStmtClass:
      N = leaf(S, std::move(N));
      N.MayReturn = false; // that is what it is
      N.K = Kind::Return;
      return N;
    case Stmt::BreakStmtClass:
    case Stmt::ContinueStmtClass:
      N.K = Kind::Jump;
      N.Continues = isa<ContinueStmt>(S);
      return N;
    case Stmt::SwitchStmtClass:
      return choice(cast<SwitchStmt>(S), std::move(N));
    case Stmt::CXXTryStmtClass:
      return tried(cast<CXXTryStmt>(S), std::move(N));
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::LabelStmtClass:
      return opaque(S, std::move(N));
    default:
      N = leaf(S, std::move(N));
      N.CertainWrites = Writes.of(F, S);
      return N;
    }
  }

  /// Adds what the member initialisers of \p F do.
  void addInitialisers(HostStatement &Body, const CXXConstructorDecl *F) {
    for (const CXXCtorInitializer *Member : F->inits())
      if (Member->getInit())
        add(Body, Effects.ofMember(Member->getInit()));
  }

private:
  /// Whether \p S is a loop whose head a macro makes, and whose block is in the
  /// file: `FOR(i, n) { .. }`.
  static bool isHeadOfBlock(const Stmt *S) {
    const Stmt *Body = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(S))
      Body = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Body = While->getBody();
    else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
      Body = Range->getBody();
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    return Block && Block->getLBracLoc().isFileID() &&
           Block->getRBracLoc().isFileID();
  }

  /// The statement's bytes, with the `;` that ends it.
  SourceRange range(const Stmt *S) {
    std::optional<SourceRange> Parsed = C.parsedRange(S->getSourceRange());
    if (!Parsed)
      return {};
    // Clang's range of a directive is the pragma alone.
    if (const auto *Parallel = dyn_cast<OMPExecutableDirective>(S);
        Parallel && Parallel->hasAssociatedStmt()) {
      const Stmt *Inner = Parallel->getRawStmt();
      Parsed->End = std::max(
          Parsed->End,
          C.parsedRange(Inner->getSourceRange()).value_or(SourceRange()).End);
    }
    bool Ended = Parsed->size() > 0 && C.buffer()[Parsed->End - 1] == ';';
    bool Block = isa<CompoundStmt>(S) && !S->getBeginLoc().isMacroID();
    if (!Ended && !Block)
      Parsed->End = behindSemicolon(C, Parsed->End).value_or(Parsed->End);
    return C.toUser(*Parsed);
  }

  void add(HostStatement &N, HostEffect Effect) {
    for (auto &[Root, Memory] : Effect.Memory) {
      if (Root.K != MemoryRoot::Kind::Variable)
        continue;
      SharedVariable &V = C.Result.Host.Variables[Root.Index];
      if (V.Obstacle.empty())
        V.Obstacle = Memory.Escapes;
      if (V.Obstacle.empty() && (V.Pointer || C.OwnCopies))
        V.Obstacle = Memory.HandedTo;
      if (Memory.Reads || Memory.Writes)
        N.Accesses.push_back({{Root.Index},
                              Memory.Reads,
                              Memory.Writes,
                              Memory.ReadsMore ? std::vector<SharedElement>()
                                               : Memory.Elements});
    }
    N.Observes |= Effect.Observes;
    N.Events.insert(N.Events.end(), Effect.Events.begin(), Effect.Events.end());
    N.CallsAway |= Effect.CallsAway;
    N.Launches.insert(N.Launches.end(), Effect.Launches.begin(),
                      Effect.Launches.end());
    for (const FunctionDecl *Callee : Effect.Calls) {
      auto Index = C.HostFunctions.find(Callee);
      if (Index == C.HostFunctions.end())
        continue;
      bool Again = llvm::is_contained(N.Calls, Index->second);
      if (!Again)
        N.Calls.push_back(Index->second);
      if (!Again && Effect.Times[Callee] == 1)
        N.CalledOnce.insert(Index->second);
      else
        N.CalledOnce.erase(Index->second);
    }
    for (auto [Callee, Id] : Effect.OtherObjects)
      if (auto Index = C.HostFunctions.find(Callee);
          Index != C.HostFunctions.end())
        N.OtherObjects.insert({Index->second, Id});
  }

  HostStatement leaf(const Stmt *S, HostStatement N) {
    return S ? leaf(llvm::ArrayRef(S), std::move(N)) : N;
  }

  /// \p Statements, which follow each other, as one.
  HostStatement leaf(llvm::ArrayRef<const Stmt *> Statements, HostStatement N) {
    for (const Stmt *S : Statements) {
      add(N, Effects.of(S));
      HiddenJumps Hidden = hiddenJumps(S);
      N.MayReturn |= Hidden.Returns;
      N.MayJump |= Hidden.Jumps;
      C.Result.Host.HasTry |= Hidden.Tries;
      llvm::append_range(N.Operations, operationsOf(C, F, Known, S));
    }
    if (!N.Launches.empty())
      noteFollowed(C, Statements);
    std::vector<HostCopy> Made = Copies.of(Statements);
    bool Leaves = llvm::any_of(
        Made, [](const HostCopy &Copy) { return Copy.LeavesOnFailure; });
    for (MemoryEvent &E : N.Events)
      E.OnFailure |= Leaves && E.K == MemoryEvent::Kind::Free;
    llvm::append_range(N.Copies, Made);
    return N;
  }

  /// The statements right below \p S that only exchange our pointers.
  std::set<const Stmt *> rotations(const CompoundStmt *S) const {
    std::set<const Stmt *> All;
    for (const PointerRotation &R : findRotations(S)) {
      if (!llvm::all_of(R.Pointers,
                        [&](const ValueDecl *V) { return C.held(V); }))
        continue;
      All.insert(R.Save);
      All.insert(R.Assignments.begin(), R.Assignments.end());
    }
    return All;
  }

  bool isSwap(const Stmt *S) const {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && Callee->getIdentifier() && Callee->getName() == "swap" &&
           Callee->isInStdNamespace() && Call->getNumArgs() == 2 &&
           C.held(namedPointer(Call->getArg(0))) &&
           C.held(namedPointer(Call->getArg(1)));
  }

  HostStatement sequence(const CompoundStmt *S, HostStatement N) {
    N.K = Kind::Sequence;
    unsigned Last = 0;
    std::set<const Stmt *> Rotating = rotations(S);
    std::vector<const Stmt *> Body(S->body_begin(), S->body_end());
    for (size_t I = 0, From = 0; I < Body.size(); ++I) {
      const Stmt *Child = Body[I];
      const size_t Here = I;
      if (isa<NullStmt>(Child))
        continue; // perhaps behind a macro's block
      if (Copies.together(llvm::ArrayRef(Body).drop_front(I)) > 1) {
        HostStatement Both;
        Both.Source = {range(Child).Begin, range(Body[I + 1]).End};
        N.Children.push_back(leaf({Child, Body[I + 1]}, std::move(Both)));
        ++I;
      } else {
        N.Children.push_back(build(Child));
      }
      N.Children.back().OnlyExchanges = Rotating.count(Child) || isSwap(Child);
      if (N.Children.back().Source.Begin < Last) {
        // A macro that makes several statements is one.
        N.Children.pop_back();
        HostStatement All;
        All.Source = {N.Children.back().Source.Begin,
                      std::max(Last, range(Body[I]).End)};
        N.Children.back() = leaf(llvm::ArrayRef(Body).slice(From, I + 1 - From),
                                 std::move(All));
      } else {
        From = Here;
      }
      Last = N.Children.back().Source.End;
    }
    if (endsInCalls(S))
      N.Operations.emplace_back();
    return N;
  }

  HostStatement body(const Stmt *S) {
    HostStatement N = build(S);
    N.Unbraced = !isa<CompoundStmt>(S);
    // What a label stands before is the body's last part.
    for (HostStatement *At = &N; !At->Children.empty();) {
      if (const auto *Label = dyn_cast<LabelStmt>(S))
        S = Label->getSubStmt();
      else if (const auto *Case = dyn_cast<SwitchCase>(S))
        S = Case->getSubStmt();
      else
        break;
      At = &At->Children.back();
      At->Unbraced = !isa<CompoundStmt>(S);
    }
    return N;
  }

  HostStatement condition(tessera::SourceRange Source, const Stmt *Init,
                          const Stmt *Declares, const Stmt *Cond) {
    HostStatement N;
    N.Source = Source;
    for (const Stmt *Part : {Init, Declares ? Declares : Cond})
      N = leaf(Part, std::move(N));
    if (Init || Declares)
      for (SharedAccess &A : N.Accesses)
        A.Elements.clear(); // what names them may be declared there
    return N;
  }

  HostStatement branch(const IfStmt *S, HostStatement N) {
    N.K = Kind::If;
    N.Children.push_back(condition(N.Source, S->getInit(),
                                   S->getConditionVariableDeclStmt(),
                                   S->getCond()));
    N.Children.push_back(body(S->getThen()));
    if (S->getElse())
      N.Children.push_back(body(S->getElse()));
    return N;
  }

  HostStatement tried(const CXXTryStmt *S, HostStatement N) {
    N.K = Kind::Try;
    N.Children.push_back(build(S->getTryBlock()));
    for (unsigned I = 0; I < S->getNumHandlers(); ++I)
      N.Children.push_back(build(S->getHandler(I)->getHandlerBlock()));
    return N;
  }

  /// `[[fallthrough]];`, which nothing may follow before the label.
  static bool fallsThrough(const Stmt *S) {
    const auto *Attributed = dyn_cast<AttributedStmt>(S);
    return Attributed &&
           hasSpecificAttr<FallThroughAttr>(Attributed->getAttrs());
  }

  /// A switch whose labels are all right below it.
  HostStatement choice(const SwitchStmt *S, HostStatement N) {
    const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
    if (!Body || Body->body_empty() || !isa<SwitchCase>(*Body->body_begin()))
      return opaque(S, std::move(N));
    unsigned Labels = 0, Followed = 0, Last = 0;
    for (const SwitchCase *Label = S->getSwitchCaseList(); Label;
         Label = Label->getNextSwitchCase())
      ++Labels;
    HostStatement Result = N;
    Result.K = Kind::Switch;
    Result.Children.push_back(condition(N.Source, S->getInit(),
                                        S->getConditionVariableDeclStmt(),
                                        S->getCond()));
    for (const Stmt *Child : Body->body()) {
      while (const auto *Label = dyn_cast<SwitchCase>(Child)) {
        Result.HasDefault |= isa<DefaultStmt>(Label);
        Child = Label->getSubStmt();
        if (Followed++ == 0 || !Result.Children.back().Children.empty()) {
          Result.Children.emplace_back();
          Result.Children.back().K = Kind::Sequence;
        }
      }
      HostStatement &Arm = Result.Children.back();
      if (fallsThrough(Child) && !Arm.Children.empty())
        continue;
      Arm.Children.push_back(build(Child));
      tessera::SourceRange Part = Arm.Children.back().Source;
      // A macro that makes several statements, or labels.
      if (Part.size() == 0 || Part.Begin < Last)
        return opaque(S, std::move(N));
      Arm.Source = {Arm.Children.front().Source.Begin, Part.End};
      Last = Part.End;
    }
    return Followed == Labels ? Result : opaque(S, std::move(N));
  }

  HostStatement loop(const Stmt *S, const Stmt *Body, HostStatement N) {
    N.K = Kind::Loop;
    N.CertainWrites = Writes.of(F, S);
    Copies.describeEntry(S, N);
    HostStatement Header;
    Header.Source = N.Source;
    for (const Stmt *Part : S->children())
      if (Part && Part != Body)
        Header = leaf(Part, std::move(Header));
    for (SharedAccess &A : Header.Accesses)
      A.Elements.clear(); // they change from round to round
    N.Children.push_back(std::move(Header));
    N.Children.push_back(body(Body));
    return N;
  }

  /// Keeps the statements inside as children: launches among them get their
  /// transfers on the spot.
  HostStatement opaque(const Stmt *S, HostStatement N) {
    N.K = Kind::Opaque;
    for (const Stmt *Child : S->children()) {
      if (!Child)
        continue;
      if (isa<Expr>(Child) && !isa<LabelStmt, SwitchCase>(S))
        N = leaf(Child, std::move(N));
      else
        N.Children.push_back(build(Child));
    }
    return N;
  }

  FrontendContext &C;
  const FunctionDecl *F;
  const Summaries &Known;
  HostEffects Effects;
  CertainWrites &Writes;
  OwnCopies Copies;
};

/// Functions with labels or `goto`: nothing in them is placed by structure.
bool hasLabels(const Stmt *Body) {
  struct Watcher : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitLabelStmt(LabelStmt *) override { return !(Found = true); }
    bool VisitIndirectGotoStmt(IndirectGotoStmt *) override {
      return !(Found = true);
    }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  return Watch.Found;
}

} // namespace

HostStatement statementsOf(FrontendContext &C, const FunctionDecl *F,
                           const Summaries &Known, CertainWrites &Writes) {
  StatementBuilder Builder(C, F, Known, Writes);
  HostStatement Body = Builder.build(F->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    Builder.addInitialisers(Body, Constructor);
  if (hasLabels(F->getBody()))
    Body.K = Kind::Opaque;
  return Body;
}

} // namespace tessera
