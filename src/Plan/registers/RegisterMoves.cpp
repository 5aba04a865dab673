//===- RegisterMoves.cpp - Who loads which cell of a window ---------------===//
#include "registers/RegisterMoves.h"

namespace tessera {

bool placeIn(llvm::ArrayRef<Polynomial> Origin, llvm::ArrayRef<Polynomial> Step,
             llvm::ArrayRef<Polynomial> At, WindowInstance &One) {
  std::vector<Polynomial> Difference(At.size());
  int64_t Row = 0, Column = 0;
  for (size_t D = 0; D < At.size(); ++D)
    Difference[D] = At[D] - Origin[D];
  for (size_t D = 0; D < At.size() && Row == 0; ++D)
    if (!Step[D].isZero()) {
      const auto &[M, By] = *Step[D].terms().rbegin();
      const int64_t Rows = Difference[D].coefficient(M);
      // Of a constant row, the nearest.
      const int64_t Half = M.empty() ? std::abs(By) / 2 : 0;
      Row = (Rows + (Rows < 0 ? -Half : Half)) / By;
    }
  for (size_t D = 0; D < At.size(); ++D) {
    std::optional<int64_t> Rest = (Difference[D] - Step[D] * Row).constant();
    if (!Rest || (D + 1 < At.size() && *Rest != 0))
      return false;
    Column = *Rest;
  }
  One.Row = Row;
  One.Column = Column;
  return true;
}

WindowCells cellsOf(llvm::ArrayRef<WindowInstance> Instances, int64_t Rows,
                    int64_t Columns) {
  WindowCells All;
  for (const WindowInstance &I : Instances)
    for (int64_t R = 0; R < Rows; ++R)
      for (int64_t C = 0; C < Columns; ++C)
        All[I.Row + R].insert(I.Column + C);
  return All;
}

/// Whether \p B is what \p A is for the output behind it.
static bool isNext(const RegisterMove &A, const RegisterMove &B) {
  RegisterMove Same = B;
  Same.First = A.First;
  Same.Outputs = A.Outputs;
  return Same == A && A.First + A.Outputs == B.First;
}

std::vector<RegisterMove> movesOf(llvm::ArrayRef<WindowInstance> Instances,
                                  const WindowCells &All, int64_t Rows,
                                  int64_t Columns, int64_t Vector,
                                  int64_t Phase) {
  // Pieces by row: the first column, and how many.
  std::map<int64_t, std::map<int64_t, int64_t>> Pieces;
  for (const auto &[Row, In] : All)
    for (auto It = In.begin(); It != In.end();) {
      const int64_t First = *It;
      int64_t Cells = 0;
      if ((First - Phase) % Vector == 0)
        while (Cells < Vector && In.count(First + Cells))
          ++Cells;
      const int64_t Width = Cells == Vector ? Vector : 1;
      Pieces[Row][First] = Width;
      std::advance(It, Width);
    }
  std::vector<RegisterMove> Moves;
  // Vectors where a first output begins them make the plainest text.
  for (bool Plain : {true, false})
    for (const WindowInstance &I : Instances)
      for (int64_t Member = 0; Member < Columns; ++Member)
        for (int64_t R = 0; R < Rows; ++R) {
          auto &Row = Pieces[I.Row + R];
          auto At = Row.find(I.Column + Member);
          if (At == Row.end() || (Plain && Member > 0 && At->second > 1))
            continue;
          CounterValues Counters;
          for (auto [L, Value] : I.Counters)
            Counters[L] = knownCounter(Value);
          RegisterMove Move{I.Access, R,     1,         Member,
                            Counters, I.Row, At->first, At->second};
          Row.erase(At);
          if (!Moves.empty() && isNext(Moves.back(), Move))
            ++Moves.back().Outputs;
          else
            Moves.push_back(std::move(Move));
        }
  return Moves;
}

} // namespace tessera
