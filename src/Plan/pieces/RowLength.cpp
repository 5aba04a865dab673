//===- RowLength.cpp ------------------------------------------------------===//
#include "pieces/RowLength.h"
#include "launches/LaunchValues.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static const LaunchArgument *argumentFor(const Program &P, const LaunchModel &L,
                                         llvm::StringRef Symbol) {
  const KernelModel &K = P.kernel(L.Kernel);
  for (unsigned I = 0; I < K.Parameters.size() && I < L.Arguments.size(); ++I)
    if (K.Parameters[I].Symbol == Symbol)
      return &L.Arguments[I];
  return nullptr;
}

std::optional<std::string> rowText(const Program &P, const LaunchModel &L,
                                   const Polynomial &Row) {
  for (const std::string &Symbol : Row.symbols()) {
    const LaunchArgument *A = argumentFor(P, L, Symbol);
    if (!A || !A->IsInteger || !A->Repeatable || A->Text.empty())
      return std::nullopt;
  }
  std::string Text = toCExpression(Row, [&](llvm::StringRef Symbol) {
    return valueOf(*argumentFor(P, L, Symbol));
  });
  return Row.terms().size() == 1 ? Text : "(" + Text + ")";
}

std::optional<Polynomial> rowValue(const Program &P, const LaunchModel &L,
                                   const Polynomial &Row) {
  bool Known = true;
  Polynomial Value =
      Row.substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        const LaunchArgument *A = argumentFor(P, L, Symbol);
        Known &= A && A->Value && A->Value->Divisor == 1;
        return Known ? std::optional(A->Value->Numerator) : std::nullopt;
      });
  return Known ? std::optional(Value) : std::nullopt;
}

/// `Value / By`, rounded down.
static int64_t dividedDown(int64_t Value, int64_t By) {
  return Value / By - (Value % By < 0);
}

std::optional<BlockRange> inRows(const Program &P, const LaunchModel &L,
                                 const SharedVariable &V, BlockRange Range) {
  int64_t Elements = rowElements(V);
  if (!Range.rowsAreElements()) {
    std::optional<Polynomial> Length = rowValue(P, L, Range.Row);
    if (!Length || V.Extents.size() > 1)
      return std::nullopt;
    Range.Row = *Length;
    return Range;
  }
  if (Range.Stride % Elements != 0)
    return std::nullopt;
  return BlockRange{Range.Stride / Elements, dividedDown(Range.First, Elements),
                    dividedDown(Range.Last, Elements), Elements};
}

int64_t rowElements(const SharedVariable &V) {
  int64_t Elements = 1;
  for (int64_t Extent : llvm::drop_begin(V.Extents, V.Extents.empty() ? 0 : 1))
    Elements *= Extent;
  return Elements;
}

std::optional<HostValue> rowCount(const SharedVariable &V,
                                  const Polynomial &Length) {
  std::optional<HostValue> Bytes =
      V.Pointer ? V.Pointer->Size : HostValue{V.bytes()};
  if (!Bytes)
    return std::nullopt;
  if (std::optional<int64_t> Constant = Length.constant())
    return HostValue{Bytes->Numerator,
                     Bytes->Divisor * V.ElementBytes * *Constant};
  Division Rows = divide(Bytes->Numerator,
                         Length * (Bytes->Divisor * int64_t(V.ElementBytes)));
  return Rows.Remainder.isZero() ? std::optional(HostValue{Rows.Quotient})
                                 : std::nullopt;
}

std::string sizeText(const Polynomial &Value) {
  auto Name = [](llvm::StringRef Symbol) {
    return Symbol.split('@').first.str();
  };
  std::string Plain = toCExpression(Value, Name);
  return isName(Plain) ? Plain : toCExpression(Value, Name, "(size_t)");
}

} // namespace tessera
