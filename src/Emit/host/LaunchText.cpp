//===- LaunchText.cpp -----------------------------------------------------===//
#include "host/LaunchText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::vector<TextEdit> offsetBlockIds(llvm::StringRef Text,
                                     const BlockOffset &Offset) {
  std::vector<TextEdit> Edits;
  std::string Why = "the grid begins at " + Offset.First;
  std::vector<SourceRange> Ids = *findBuiltin(Text, "blockIdx", Offset.Axis);
  for (SourceRange Id : Ids)
    Edits.push_back(
        {Id,
         ("(" + Offset.First + " + " + Text.slice(Id.Begin, Id.End) + ")")
             .str(),
         Why});
  std::vector<SourceRange> Sizes = *findBuiltin(Text, "gridDim", Offset.Axis);
  for (SourceRange Size : Sizes)
    Edits.push_back({Size, Offset.All, Why});
  llvm::sort(Edits, [](const TextEdit &L, const TextEdit &R) {
    return L.Where.Begin < R.Where.Begin;
  });
  return Edits;
}

LaunchText::LaunchText(const Program &P, const LaunchModel &L,
                       SourceRange Statement, std::vector<TextEdit> &Edits)
    : P(P), L(L), Statement(Statement), Grid(L.GridText),
      GridIsScalar(L.GridIsScalar) {
  std::vector<TextEdit> Others;
  for (TextEdit &E : Edits) {
    bool AtEdge = E.Where.size() == 0 && (E.Where.Begin == Statement.Begin ||
                                          E.Where.End == Statement.End);
    if (!Statement.contains(E.Where) || AtEdge) {
      Others.push_back(std::move(E));
    } else if (E.Where == L.GridSource) {
      Grid = E.Replacement;
      GridIsScalar = false;
    } else {
      Inside.push_back(std::move(E));
    }
  }
  Edits = std::move(Others);
}

std::string LaunchText::nameGrid(llvm::StringRef Name) {
  bool Named =
      llvm::all_of(Grid, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  if (Named || GridIsScalar)
    return "";
  std::string Declaration = ("const dim3 " + Name + " = " + Grid + ";").str();
  Grid = Name.str();
  return Declaration;
}

std::string LaunchText::blocks(unsigned Axis) const {
  return GridIsScalar ? Grid : Grid + "." + "xyz"[Axis];
}

std::string LaunchText::part(unsigned Axis, llvm::StringRef Number,
                             llvm::StringRef Stream,
                             llvm::StringRef Arguments) const {
  std::vector<TextEdit> All = Inside;
  auto Add = [&](SourceRange Where, std::string Text) {
    All.push_back({Where, std::move(Text), "part of a launch"});
  };
  std::string Sizes;
  for (unsigned Other = 0; Other < 3 && !GridIsScalar; ++Other)
    if (Other != Axis && (Other < Axis || L.Grid[Other] != 1))
      Sizes += (Sizes.empty() ? "" : ", ") + blocks(Other);
    else if (Other == Axis)
      Sizes += (Sizes.empty() ? "" : ", ") + Number.str();
  Add(L.GridSource, GridIsScalar ? Number.str() : "dim3(" + Sizes + ")");

  auto Inserts = [&](unsigned At) {
    return llvm::any_of(Inside, [&](const TextEdit &E) {
      return E.Where.size() == 0 && E.Where.Begin == At;
    });
  };
  unsigned End = L.Configuration.End, Close = L.Source.End - 1;
  if (!Stream.empty())
    Add({End, End},
        (L.SharedBytes.size() > 0 || Inserts(End) ? ", " : ", 0, ") +
            Stream.str());
  Add({Close, Close},
      (L.Arguments.empty() && !Inserts(Close) ? "" : ", ") + Arguments.str());

  for (TextEdit &E : All)
    E.Where = {E.Where.Begin - Statement.Begin, E.Where.End - Statement.Begin};
  llvm::StringRef Source = P.Source;
  std::string Text =
      llvm::cantFail(
          applyEdits(Source.slice(Statement.Begin, Statement.End), All))
          .Text;
  // Lines begin at the statement's own indentation.
  llvm::StringRef Line = Source.take_front(Statement.Begin).rsplit('\n').second;
  std::string Indent =
      "\n" +
      Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  for (size_t At = 0; (At = Text.find(Indent, At)) != Text.npos; ++At)
    Text.replace(At, Indent.size(), "\n");
  return Text;
}

} // namespace tessera
