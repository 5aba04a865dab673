//===- Evaluation.cpp - How the parts of a statement are evaluated --------===//
#include "effects/EvaluatedParts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace tessera {

Use ofWhole(Use How) { return How == Use::Write ? Use::Update : How; }

static const Stmt *declared(const VarDecl *V, const DeclStmt *S) {
  return V ? S : nullptr;
}

/// \param P where the parts go; only the class counts if \p S is null.
/// \returns whether statements of the class are known.
static bool describe(Stmt::StmtClass C, const Stmt *S, EvaluatedParts *P) {
#define OF(Name)                                                               \
  if (!P)                                                                      \
    return true;                                                               \
  const auto *E = cast<Name>(S);
#define ONE(Name, Part, How)                                                   \
  case Stmt::Name##Class:                                                      \
    if (P)                                                                     \
      P->add(cast<Name>(S)->Part, How);                                        \
    return true;
  switch (C) {
  case Stmt::NoStmtClass:
    return false;

  //===--- Statements -----------------------------------------------------===//
  case Stmt::NullStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::GotoStmtClass:
    return true;
  case Stmt::CompoundStmtClass: {
    OF(CompoundStmt)
    P->all(E, Use::Discard);
    return true;
  }
  case Stmt::DeclStmtClass: {
    OF(DeclStmt)
    P->declaration(E);
    return true;
  }
    ONE(AttributedStmt, getSubStmt(), Use::Discard)
    ONE(LabelStmt, getSubStmt(), Use::Discard)
    ONE(CaseStmt, getSubStmt(), Use::Discard)
    ONE(DefaultStmt, getSubStmt(), Use::Discard)
  case Stmt::IfStmtClass: {
    OF(IfStmt)
    P->add(E->getInit(), Use::Discard);
    P->add(E->getConditionVariableDeclStmt(), Use::Discard);
    P->add(E->getCond(), Use::Value);
    P->add(E->getThen(), Use::Discard, Times::Sometimes);
    P->add(E->getElse(), Use::Discard, Times::Sometimes);
    return true;
  }
  case Stmt::SwitchStmtClass: {
    OF(SwitchStmt)
    P->add(E->getInit(), Use::Discard);
    P->add(E->getConditionVariableDeclStmt(), Use::Discard);
    P->add(E->getCond(), Use::Value);
    P->add(E->getBody(), Use::Discard, Times::Sometimes);
    return true;
  }
  case Stmt::ForStmtClass: {
    OF(ForStmt)
    P->add(E->getInit(), Use::Discard);
    P->add(
        declared(E->getConditionVariable(), E->getConditionVariableDeclStmt()),
        Use::Discard, Times::Any);
    P->add(E->getCond(), Use::Value, Times::Any);
    P->add(E->getBody(), Use::Discard, Times::Any);
    P->add(E->getInc(), Use::Discard, Times::Any);
    return true;
  }
  case Stmt::WhileStmtClass: {
    OF(WhileStmt)
    P->add(E->getConditionVariableDeclStmt(), Use::Discard, Times::Any);
    P->add(E->getCond(), Use::Value, Times::Any);
    P->add(E->getBody(), Use::Discard, Times::Any);
    return true;
  }
  case Stmt::DoStmtClass: {
    OF(DoStmt)
    P->add(E->getBody(), Use::Discard, Times::Any);
    P->add(E->getCond(), Use::Value, Times::Any);
    return true;
  }
  case Stmt::CXXForRangeStmtClass: {
    OF(CXXForRangeStmt)
    P->add(E->getInit(), Use::Discard);
    P->add(E->getRangeStmt(), Use::Discard);
    P->add(E->getBeginStmt(), Use::Discard);
    P->add(E->getEndStmt(), Use::Discard);
    P->add(E->getCond(), Use::Value, Times::Any);
    P->add(E->getLoopVarStmt(), Use::Discard, Times::Any);
    P->add(E->getBody(), Use::Discard, Times::Any);
    P->add(E->getInc(), Use::Discard, Times::Any);
    return true;
  }
    ONE(ReturnStmt, getRetValue(), Use::Return)
    ONE(IndirectGotoStmt, getTarget(), Use::Value)
  case Stmt::CXXTryStmtClass: {
    OF(CXXTryStmt)
    P->add(E->getTryBlock(), Use::Discard);
    for (unsigned I = 0; I < E->getNumHandlers(); ++I)
      P->add(E->getHandler(I), Use::Discard, Times::Sometimes);
    return true;
  }
    ONE(CXXCatchStmt, getHandlerBlock(), Use::Discard)
    ONE(CapturedStmt, getCapturedStmt(), Use::Discard)

  //===--- Expressions without parts
  //---------------------------------------===//
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::FixedPointLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::EmbedExprClass:
  case Stmt::DeclRefExprClass: // the walker's
  case Stmt::CXXThisExprClass: // the walker's
  case Stmt::AddrLabelExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::NoInitExprClass:
  case Stmt::ArrayInitIndexExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXUuidofExprClass:
  case Stmt::CXXInheritedCtorInitExprClass: // passes on what its own gets
    return true;

    //===--- Expressions that stand for another
    //-------------------------------===//
    ONE(ParenExpr, getSubExpr(), Use::Same)
    ONE(ConstantExpr, getSubExpr(), Use::Same)
    ONE(ExprWithCleanups, getSubExpr(), Use::Same)
    ONE(CXXBindTemporaryExpr, getSubExpr(), Use::Same)
    ONE(MaterializeTemporaryExpr, getSubExpr(), Use::Value)
    ONE(SubstNonTypeTemplateParmExpr, getReplacement(), Use::Same)
    ONE(CXXDefaultArgExpr, getExpr(), Use::Same)
    ONE(CXXDefaultInitExpr, getExpr(), Use::Same)
    ONE(CXXRewrittenBinaryOperator, getSemanticForm(), Use::Same)
  case Stmt::ChooseExprClass: {
    OF(ChooseExpr)
    if (E->isConditionDependent())
      P->unknown(E);
    else
      P->add(E->getChosenSubExpr(), Use::Same);
    return true;
  }
  case Stmt::GenericSelectionExprClass: {
    OF(GenericSelectionExpr)
    if (E->isResultDependent())
      P->unknown(E);
    else
      P->add(E->getResultExpr(), Use::Same);
    return true;
  }
  case Stmt::PackIndexingExprClass: {
    OF(PackIndexingExpr)
    if (E->isInstantiationDependent())
      P->unknown(E);
    else
      P->add(E->getSelectedExpr(), Use::Same);
    return true;
  }
  case Stmt::OpaqueValueExprClass: {
    OF(OpaqueValueExpr)
    P->add(E->getSourceExpr(), Use::Same, Times::Never);
    return true;
  }
  case Stmt::PseudoObjectExprClass: {
    OF(PseudoObjectExpr)
    for (const Expr *Each : E->semantics()) {
      if (const auto *Named = dyn_cast<OpaqueValueExpr>(Each))
        P->add(Named->getSourceExpr(), Use::Discard);
      P->add(Each, Each == E->getResultExpr() ? Use::Same : Use::Discard);
    }
    return true;
  }

  //===--- Operators
  //--------------------------------------------------------===//
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::BuiltinBitCastExprClass: {
    OF(CastExpr)
    P->cast(E);
    return true;
  }
  case Stmt::UnaryOperatorClass: {
    OF(UnaryOperator)
    P->unary(E);
    return true;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    OF(BinaryOperator)
    P->binary(E);
    return true;
  }
  case Stmt::ConditionalOperatorClass: {
    OF(ConditionalOperator)
    P->add(E->getCond(), Use::Value);
    P->choice(E->getTrueExpr(), E->getFalseExpr());
    return true;
  }
  case Stmt::BinaryConditionalOperatorClass: {
    OF(BinaryConditionalOperator)
    P->add(E->getCommon(), Use::Discard);
    P->add(E->getCond(), Use::Value);
    P->choice(E->getTrueExpr(), E->getFalseExpr());
    return true;
  }
  case Stmt::ArraySubscriptExprClass: {
    OF(ArraySubscriptExpr)
    P->subscript(E->getBase(), E->getIdx());
    return true;
  }
  case Stmt::MatrixSingleSubscriptExprClass: {
    OF(MatrixSingleSubscriptExpr)
    P->subscript(E->getBase(), E->getRowIdx());
    return true;
  }
  case Stmt::MatrixSubscriptExprClass: {
    OF(MatrixSubscriptExpr)
    P->subscript(E->getBase(), E->getRowIdx());
    P->add(E->getColumnIdx(), Use::Value);
    return true;
  }
  case Stmt::MemberExprClass: {
    OF(MemberExpr)
    P->member(E->getBase(), E->isArrow());
    return true;
  }
  case Stmt::ExtVectorElementExprClass: {
    OF(ExtVectorElementExpr)
    P->member(E->getBase(), E->isArrow());
    return true;
  }
  case Stmt::MSPropertyRefExprClass: { // a call that a PseudoObjectExpr shows
    OF(MSPropertyRefExpr)
    P->member(E->getBaseExpr(), E->isArrow());
    return true;
  }
  case Stmt::ConvertVectorExprClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::AsTypeExprClass:
  case Stmt::OffsetOfExprClass: {
    OF(Expr)
    P->all(E, Use::Value);
    return true;
  }
  case Stmt::UnaryExprOrTypeTraitExprClass: {
    OF(UnaryExprOrTypeTraitExpr)
    // Only arrays of variable length have a size that is computed.
    const QualType Type = E->getTypeOfArgument();
    if (!Type->isDependentType() && Type->isVariablyModifiedType())
      P->all(E, Use::Value);
    return true;
  }
  case Stmt::CXXTypeidExprClass: {
    OF(CXXTypeidExpr)
    if (!E->isTypeOperand() && E->isPotentiallyEvaluated())
      P->add(E->getExprOperand(), Use::Read);
    return true;
  }

  //===--- Initialisers
  //-----------------------------------------------------===//
  case Stmt::InitListExprClass: {
    OF(InitListExpr)
    P->initialisers(E);
    return true;
  }
  case Stmt::CXXParenListInitExprClass: {
    OF(CXXParenListInitExpr)
    for (const Expr *Init : E->getInitExprs())
      P->initialise(Init);
    P->initialise(E->getArrayFiller(), nullptr, Times::Any);
    return true;
  }
  case Stmt::DesignatedInitUpdateExprClass: {
    OF(DesignatedInitUpdateExpr)
    P->add(E->getBase(), Use::Value);
    P->add(E->getUpdater(), Use::Value);
    return true;
  }
  case Stmt::CompoundLiteralExprClass: {
    OF(CompoundLiteralExpr)
    P->initialise(E->getInitializer());
    return true;
  }
    ONE(CXXStdInitializerListExpr, getSubExpr(), Use::Bind)
  case Stmt::ArrayInitLoopExprClass: {
    OF(ArrayInitLoopExpr)
    P->add(E->getCommonExpr(), Use::Discard);
    P->add(E->getSubExpr(), Use::Value, Times::Any);
    return true;
  }

  //===--- Calls
  //------------------------------------------------------------===//
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    OF(CallExpr)
    P->call(E);
    return true;
  }
  case Stmt::CUDAKernelCallExprClass: {
    OF(CUDAKernelCallExpr)
    for (const Expr *Argument : E->getConfig()->arguments())
      P->add(Argument, Use::Give);
    P->call(E);
    return true;
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    OF(CXXConstructExpr)
    P->arguments(E->getArgs(), E->getArgs() + E->getNumArgs(),
                 E->getConstructor());
    return true;
  }
  case Stmt::CXXNewExprClass: {
    OF(CXXNewExpr)
    P->create(E);
    return true;
  }
    ONE(CXXDeleteExpr, getArgument(), Use::Give)
    ONE(CXXPseudoDestructorExpr, getBase(), Use::Discard)
    ONE(CXXThrowExpr, getSubExpr(), Use::Value)
  case Stmt::LambdaExprClass: {
    OF(LambdaExpr)
    P->lambda(E);
    return true;
  }
  case Stmt::StmtExprClass: {
    OF(StmtExpr)
    P->statements(E);
    return true;
  }

  //===--- OpenMP
  //-----------------------------------------------------------===//
#define STMT(Name, Base)
#define ABSTRACT_STMT(Name)
#define OMPEXECUTABLEDIRECTIVE(Name, Base) case Stmt::Name##Class:
#include "clang/AST/StmtNodes.inc"
    {
      OF(OMPExecutableDirective)
      P->parallel(E);
      return true;
    }

  //===--- Not understood
  //---------------------------------------------------===//
  // Text for the machine.
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
  // Coroutines.
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
  case Stmt::DependentCoawaitExprClass:
  // What a template's parameters decide.
  case Stmt::CXXDependentScopeMemberExprClass:
  case Stmt::CXXUnresolvedConstructExprClass:
  case Stmt::CXXFoldExprClass:
  case Stmt::DependentScopeDeclRefExprClass:
  case Stmt::FunctionParmPackExprClass:
  case Stmt::PackExpansionExprClass:
  case Stmt::ParenListExprClass:
  case Stmt::SubstNonTypeTemplateParmPackExprClass:
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::UnresolvedMemberExprClass:
  case Stmt::DesignatedInitExprClass:
  case Stmt::MSDependentExistsStmtClass:
  case Stmt::MSPropertySubscriptExprClass:
  // Errors.
  case Stmt::RecoveryExprClass:
  // Arguments of unknown types; blocks; atomic operations of C.
  case Stmt::VAArgExprClass:
  case Stmt::BlockExprClass:
  case Stmt::AtomicExprClass:
  // Other languages, and extensions that CUDA programs do not have.
  case Stmt::DeferStmtClass:
  case Stmt::SEHTryStmtClass:
  case Stmt::SEHExceptStmtClass:
  case Stmt::SEHFinallyStmtClass:
  case Stmt::SEHLeaveStmtClass:
  case Stmt::ArraySectionExprClass:
  case Stmt::HLSLOutArgExprClass:
  case Stmt::SYCLKernelCallStmtClass:
  case Stmt::SYCLUniqueStableNameExprClass:
  case Stmt::OMPArrayShapingExprClass:
  case Stmt::OMPIteratorExprClass:
  case Stmt::OMPCanonicalLoopClass:
  case Stmt::ObjCArrayLiteralClass:
  case Stmt::ObjCAtCatchStmtClass:
  case Stmt::ObjCAtFinallyStmtClass:
  case Stmt::ObjCAtSynchronizedStmtClass:
  case Stmt::ObjCAtThrowStmtClass:
  case Stmt::ObjCAtTryStmtClass:
  case Stmt::ObjCAutoreleasePoolStmtClass:
  case Stmt::ObjCAvailabilityCheckExprClass:
  case Stmt::ObjCBoolLiteralExprClass:
  case Stmt::ObjCBoxedExprClass:
  case Stmt::ObjCBridgedCastExprClass:
  case Stmt::ObjCDictionaryLiteralClass:
  case Stmt::ObjCEncodeExprClass:
  case Stmt::ObjCForCollectionStmtClass:
  case Stmt::ObjCIndirectCopyRestoreExprClass:
  case Stmt::ObjCIsaExprClass:
  case Stmt::ObjCIvarRefExprClass:
  case Stmt::ObjCMessageExprClass:
  case Stmt::ObjCPropertyRefExprClass:
  case Stmt::ObjCProtocolExprClass:
  case Stmt::ObjCSelectorExprClass:
  case Stmt::ObjCStringLiteralClass:
  case Stmt::ObjCSubscriptRefExprClass:
  case Stmt::OpenACCAsteriskSizeExprClass:
  case Stmt::OpenACCAtomicConstructClass:
  case Stmt::OpenACCCacheConstructClass:
  case Stmt::OpenACCCombinedConstructClass:
  case Stmt::OpenACCComputeConstructClass:
  case Stmt::OpenACCDataConstructClass:
  case Stmt::OpenACCEnterDataConstructClass:
  case Stmt::OpenACCExitDataConstructClass:
  case Stmt::OpenACCHostDataConstructClass:
  case Stmt::OpenACCInitConstructClass:
  case Stmt::OpenACCLoopConstructClass:
  case Stmt::OpenACCSetConstructClass:
  case Stmt::OpenACCShutdownConstructClass:
  case Stmt::OpenACCUpdateConstructClass:
  case Stmt::OpenACCWaitConstructClass:
    if (P)
      P->unknown(S);
    return false;
  }
#undef OF
#undef ONE
  return false;
}

Evaluation evaluationOf(const Stmt *S) {
  EvaluatedParts P;
  describe(S->getStmtClass(), S, &P);
  return std::move(P.Result);
}

bool isEvaluationKnown(Stmt::StmtClass C) {
  return describe(C, nullptr, nullptr);
}

} // namespace tessera
