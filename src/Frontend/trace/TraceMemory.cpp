//===- TraceMemory.cpp - The memory that a thread touches -----------------===//
#include "trace/ThreadTracer.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace tessera {

using Kind = TracedValue::Kind;

std::optional<unsigned> ThreadTracer::arrayOf(const VarDecl *V) {
  if (V->hasLocalStorage() && !V->hasAttr<CUDASharedAttr>())
    return std::nullopt;
  if (auto At = L.Arrays.find(V); At != L.Arrays.end())
    return At->second;
  const bool OnChip = V->hasAttr<CUDASharedAttr>();
  if (!OnChip && !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<HIPManagedAttr>())
    return std::nullopt;
  const bool Dynamic = OnChip && V->hasExternalStorage();
  if (Dynamic && L.Dynamic)
    return L.Arrays[V] = *L.Dynamic;
  TracedArray New;
  New.Name = V->getNameAsString();
  New.OnChip = OnChip;
  QualType T = V->getType();
  New.Unordered = T.isVolatileQualified();
  while (const ConstantArrayType *Each = C.AST.getAsConstantArrayType(T)) {
    New.Extents.push_back(Each->getSize().getZExtValue());
    T = Each->getElementType();
  }
  if (const auto *Open = C.AST.getAsIncompleteArrayType(T))
    T = Open->getElementType();
  else if (!V->getType()->isIncompleteType())
    New.Bytes = C.AST.getTypeSizeInChars(V->getType()).getQuantity();
  New.Unordered |= T.isVolatileQualified();
  New.MayChange = !OnChip;
  if (!T->isIncompleteType())
    New.ElementBytes = C.AST.getTypeSizeInChars(T).getQuantity();
  if (Dynamic)
    New.Bytes = L.DynamicBytes;
  L.Trace.Arrays.push_back(std::move(New));
  const unsigned Id = L.Trace.Arrays.size() - 1;
  if (Dynamic)
    L.Dynamic = Id;
  return L.Arrays[V] = Id;
}

void ThreadTracer::record(TracedAccess::Kind K, const TracedValue &Place,
                          const Expr *E, std::optional<int64_t> Value) {
  const bool Writes = K != TracedAccess::Kind::Read;
  if (!Place.isPointer()) {
    if (Writes && Place.K == Kind::Unknown)
      for (TracedArray &A : L.Trace.Arrays)
        A.MayChange = true;
    return;
  }
  TracedArray &A = L.Trace.Arrays[Place.Array];
  if (E->getType().isVolatileQualified())
    A.Unordered = true;
  if (!Place.AtKnown || E->getType()->isIncompleteType()) {
    A.MayChange |= Writes;
    return;
  }
  TracedAccess New;
  New.K = K;
  New.Sure = isSure();
  New.Array = Place.Array;
  New.Thread = Thread;
  New.At = Place.Number;
  New.Bytes = C.AST.getTypeSizeInChars(E->getType()).getQuantity();
  New.Epoch = Epoch;
  New.WarpEpoch = WarpEpoch;
  New.Where = where(E);
  New.Loop = Loop;
  New.Round = Round;
  New.Value = Value;
  if (New.Sure) {
    auto Report = [&](unsigned Dim, int64_t Extent,
                      llvm::SmallVector<int64_t, 3> Subscripts) {
      L.Trace.Outside.push_back(
          {Place.Array, Thread, New.Where, Dim, Extent, std::move(Subscripts)});
    };
    // `a[0][i]` is how some walk through all rows.
    bool Walks = true, Found = false;
    for (unsigned D = 0;
         D < Place.Subscripts.size() && D < A.Extents.size() && !Found; ++D) {
      const int64_t At = Place.Subscripts[D];
      if ((Found = (D == 0 || !Walks) && (At < 0 || At >= A.Extents[D])))
        Report(D, A.Extents[D], Place.Subscripts);
      Walks &= At == 0;
    }
    if (!Found && A.Bytes > 0 && A.ElementBytes > 0 &&
        (New.At < 0 || New.At + New.Bytes > A.Bytes)) {
      const int64_t Last = New.At < 0 ? New.At : New.At + New.Bytes - 1;
      Report(0, A.Bytes / A.ElementBytes,
             {Last < 0 ? -((-Last + A.ElementBytes - 1) / A.ElementBytes)
                       : Last / A.ElementBytes});
    }
  }
  L.Trace.Accesses.push_back(std::move(New));
}

TracedValue ThreadTracer::load(const TracedValue &Place, const Expr *E) {
  if (Place.K == Kind::Variable) {
    auto At = Values.find(Place.Local);
    return At == Values.end() ? TracedValue{} : At->second;
  }
  record(TracedAccess::Kind::Read, Place, E);
  return {};
}

void ThreadTracer::store(const TracedValue &Place, const Expr *E,
                         const TracedValue &New, bool Updates) {
  if (Place.K == Kind::Variable) {
    if (Place.Local && Place.Local->getType()->isScalarType())
      Values[Place.Local] = New;
    return;
  }
  record(Updates ? TracedAccess::Kind::Update : TracedAccess::Kind::Write,
         Place, E, New.isNumber() ? std::optional(New.Number) : std::nullopt);
}

TracedValue ThreadTracer::moved(TracedValue Pointer, const TracedValue &By,
                                QualType Pointee, bool Back) const {
  Pointer.Subscripts.clear();
  if (Pointer.K == Kind::Variable) { // in the thread's own memory
    if (Pointer.Local && !Pointer.Local->getType()->isArrayType())
      Pointer.Local = nullptr;
    return Pointer;
  }
  if (!Pointer.isPointer())
    return {};
  if (!By.isNumber() || Pointee->isIncompleteType() ||
      Pointee->isFunctionType()) {
    Pointer.AtKnown = false;
    return Pointer;
  }
  const __int128 Bytes =
      C.AST.getTypeSizeInChars(Pointee).getQuantity() * __int128(By.Number);
  const __int128 To = Back ? Pointer.Number - Bytes : Pointer.Number + Bytes;
  Pointer.Number = int64_t(To);
  Pointer.AtKnown &= To == Pointer.Number;
  return Pointer;
}

TracedValue ThreadTracer::element(const ArraySubscriptExpr *E) {
  TracedValue Base = value(E->getBase());
  const TracedValue Index = value(E->getIdx());
  const auto *Decay = dyn_cast<ImplicitCastExpr>(E->getBase()->IgnoreParens());
  const bool Declared =
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay &&
      C.AST.getAsConstantArrayType(Decay->getSubExpr()->getType());
  llvm::SmallVector<int64_t, 3> Subscripts = Base.Subscripts;
  TracedValue Result = moved(Base, Index, E->getType(), false);
  if (Declared && Index.isNumber() && Result.isPointer()) {
    Subscripts.push_back(Index.Number);
    Result.Subscripts = std::move(Subscripts);
  }
  return Result;
}

TracedValue ThreadTracer::named(const Expr *E) {
  return isa<DeclRefExpr>(E->IgnoreParens()) ? place(E) : TracedValue{};
}

TracedValue ThreadTracer::place(const Expr *E) {
  E = E->IgnoreParens();
  if (!spend())
    return {};
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V)
      return {};
    TracedValue Result;
    if (std::optional<unsigned> Array = arrayOf(V)) {
      Result.K = Kind::Pointer;
      Result.AtKnown = true;
      Result.Array = *Array;
      return Result;
    }
    if (!V->hasLocalStorage())
      return {};
    if (V->getType()->isReferenceType()) { // what it was bound to
      auto At = Values.find(V);
      return At == Values.end() ? TracedValue{} : At->second;
    }
    Result.K = Kind::Variable;
    Result.Local = V;
    return Result;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return element(Subscript);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref) {
      TracedValue To = value(Unary->getSubExpr());
      return To;
    }
    if (Unary->isPrefix() && Unary->isIncrementDecrementOp()) {
      unary(Unary);
      return named(Unary->getSubExpr());
    }
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    TracedValue Of =
        Member->isArrow() ? value(Member->getBase()) : place(Member->getBase());
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    Of.Subscripts.clear();
    if (!Of.isPointer() || !Field || Field->isBitField() ||
        Field->getType()->isReferenceType()) {
      TracedValue Result;
      if (Of.K == Kind::Variable) { // a part of the thread's own
        Result.K = Kind::Variable;
        Result.Local = Of.Local;
      }
      return Result;
    }
    const ASTRecordLayout &Layout =
        C.AST.getASTRecordLayout(Field->getParent());
    Of.Number +=
        C.AST.toCharUnitsFromBits(Layout.getFieldOffset(Field->getFieldIndex()))
            .getQuantity();
    return Of;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_NoOp && Cast->getSubExpr()->isGLValue()
               ? place(Cast->getSubExpr())
               : (children(E), TracedValue{});
  if (const auto *Assign = dyn_cast<BinaryOperator>(E);
      Assign && Assign->isAssignmentOp()) {
    binary(Assign);
    return named(Assign->getLHS());
  }
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E))
    return either(Pick->getCond(), Pick->getTrueExpr(), Pick->getFalseExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
    value(Temporary->getSubExpr());
    TracedValue Result;
    Result.K = Kind::Variable; // of nobody else's
    return Result;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    call(Call);
    return {};
  }
  children(E);
  return {};
}

void ThreadTracer::handOn(const Expr *E) {
  const TracedValue V = E->isGLValue() ? place(E) : value(E);
  if (V.isPointer()) {
    L.Trace.Arrays[V.Array].Unordered = true;
    L.Trace.Arrays[V.Array].MayChange = true;
  } else if (V.K == Kind::Variable && V.Local) {
    Values.erase(V.Local);
  }
}

} // namespace tessera
