//===- HostForms.cpp - How host code evaluates each class of statement ----===//
#include "HostForms.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace tessera {

// No default: a class that a new version of Clang brings is an error here.
HostForm hostFormOf(Stmt::StmtClass Class) {
  switch (Class) {
  case Stmt::NoStmtClass:
  // Literals, and what only asks about types.
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::FixedPointLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::EmbedExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXUuidofExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::AddrLabelExprClass:
  // Values without parts; names, whose uses count.
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::NoInitExprClass:
  case Stmt::ArrayInitIndexExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::DeclRefExprClass:
  // Evaluated where it is bound.
  case Stmt::OpaqueValueExprClass:
  // Control flow is followed elsewhere.
  case Stmt::NullStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::GotoStmtClass:
    return HostForm::Nothing;

  case Stmt::ParenExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::CXXDefaultArgExprClass:
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::GenericSelectionExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::PackIndexingExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return HostForm::Wrapper;

  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::DesignatedInitUpdateExprClass:
  case Stmt::ConvertVectorExprClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::AsTypeExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::MatrixSubscriptExprClass:
  case Stmt::MatrixSingleSubscriptExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::AtomicExprClass:
  case Stmt::VAArgExprClass:
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXPseudoDestructorExprClass:
    return HostForm::Values;

  case Stmt::CompoundStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::CXXTryStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::OMPCanonicalLoopClass:
    return HostForm::Parts;

  case Stmt::DeclStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::CXXCatchStmtClass:
  case Stmt::GCCAsmStmtClass:
#define STMT(Type, Base)
#define ABSTRACT_STMT(Type)
#define OMPEXECUTABLEDIRECTIVE(Type, Base) case Stmt::Type##Class:
#include "clang/AST/StmtNodes.inc"
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXInheritedCtorInitExprClass:
  case Stmt::CXXNewExprClass:
  case Stmt::CXXDeleteExprClass:
  case Stmt::InitListExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::ArrayInitLoopExprClass:
  case Stmt::LambdaExprClass:
  case Stmt::StmtExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return HostForm::Own;

  // Coroutines go on where somebody resumes them.
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
  case Stmt::DependentCoawaitExprClass:
  // Other languages, and extensions of other compilers.
  case Stmt::BlockExprClass:
  case Stmt::CapturedStmtClass:
  case Stmt::DeferStmtClass:
  case Stmt::PseudoObjectExprClass:
  case Stmt::MSAsmStmtClass:
  case Stmt::MSDependentExistsStmtClass:
  case Stmt::MSPropertyRefExprClass:
  case Stmt::MSPropertySubscriptExprClass:
  case Stmt::SEHTryStmtClass:
  case Stmt::SEHExceptStmtClass:
  case Stmt::SEHFinallyStmtClass:
  case Stmt::SEHLeaveStmtClass:
  case Stmt::SYCLKernelCallStmtClass:
  case Stmt::SYCLUniqueStableNameExprClass:
  case Stmt::HLSLOutArgExprClass:
  case Stmt::ArraySectionExprClass:
  case Stmt::OMPArrayShapingExprClass:
  case Stmt::OMPIteratorExprClass:
  case Stmt::OpenACCAsteriskSizeExprClass:
#define STMT(Type, Base)
#define ABSTRACT_STMT(Type)
#define OPENACCCONSTRUCTSTMT(Type, Base) case Stmt::Type##Class:
#include "clang/AST/StmtNodes.inc"
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
  // Only in templates, whose instances count, or in code with errors.
  case Stmt::CXXDependentScopeMemberExprClass:
  case Stmt::CXXFoldExprClass:
  case Stmt::CXXUnresolvedConstructExprClass:
  case Stmt::DependentScopeDeclRefExprClass:
  case Stmt::DesignatedInitExprClass:
  case Stmt::FunctionParmPackExprClass:
  case Stmt::PackExpansionExprClass:
  case Stmt::ParenListExprClass:
  case Stmt::RecoveryExprClass:
  case Stmt::SubstNonTypeTemplateParmPackExprClass:
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::UnresolvedMemberExprClass:
    return HostForm::Unknown;
  }
  llvm_unreachable("every class has a case");
}

} // namespace tessera
