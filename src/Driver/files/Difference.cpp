//===- Difference.cpp - What changed between two texts, by lines ----------===//
//
// Myers' algorithm in linear space: the middle of a shortest way from (0, 0) to
// (N, M), where a step to the right drops a line of the first text, one down
// adds a line of the second, and diagonals, which are free, keep lines; then
// the same for both halves.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Difference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

namespace tessera {

namespace {

using Lines = std::vector<llvm::StringRef>;

/// With their line breaks; only the last may have none.
Lines splitLines(llvm::StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Result.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Result;
}

/// One changed region: lines [A, A + CountA) become [B, B + CountB).
struct Change {
  size_t A, CountA, B, CountB;
};

class Comparison {
public:
  Comparison(const Lines &First, const Lines &Second)
      : Dropped(First.size()), Added(Second.size()) {
    llvm::StringMap<unsigned> Numbers;
    auto Number = [&](llvm::StringRef Line) {
      return Numbers.try_emplace(Line, Numbers.size()).first->second;
    };
    A.resize(First.size());
    B.resize(Second.size());
    llvm::transform(First, A.begin(), Number);
    llvm::transform(Second, B.begin(), Number);
    compare(A, B);
  }

  std::vector<Change> changes() const {
    std::vector<Change> Result;
    for (size_t I = 0, J = 0; I < A.size() || J < B.size(); ++I, ++J) {
      Change C{I, 0, J, 0};
      while (I < A.size() && Dropped[I])
        ++I, ++C.CountA;
      while (J < B.size() && Added[J])
        ++J, ++C.CountB;
      if (C.CountA || C.CountB)
        Result.push_back(C);
    }
    return Result;
  }

private:
  using Numbers = llvm::ArrayRef<unsigned>;
  struct Point {
    int X, Y;
  };

  void compare(Numbers First, Numbers Second) {
    while (!First.empty() && !Second.empty() &&
           First.front() == Second.front()) {
      First = First.drop_front();
      Second = Second.drop_front();
    }
    while (!First.empty() && !Second.empty() && First.back() == Second.back()) {
      First = First.drop_back();
      Second = Second.drop_back();
    }
    std::optional<Point> Middle;
    if (!First.empty() && !Second.empty())
      Middle = middle(First, Second);
    if (Middle) {
      compare(First.take_front(Middle->X), Second.take_front(Middle->Y));
      compare(First.drop_front(Middle->X), Second.drop_front(Middle->Y));
      return;
    }
    std::fill_n(Dropped.begin() + (First.data() - A.data()), First.size(),
                true);
    std::fill_n(Added.begin() + (Second.data() - B.data()), Second.size(),
                true);
  }

  /// How far ways of some number of steps come, on each diagonal x - y.
  class Front {
  public:
    Front(Numbers First, Numbers Second, bool Backward)
        : First(First), Second(Second), Backward(Backward),
          Reached(First.size() + Second.size() + 3, None) {
      at(1) = 0; // so that the way of no steps begins at (0, 0)
    }

    int at(int Diagonal) const {
      return Reached[Diagonal + int(Second.size()) + 1];
    }
    int &at(int Diagonal) { return Reached[Diagonal + int(Second.size()) + 1]; }

    /// One step more, on \p Diagonal. \returns whether that is possible.
    bool step(int Diagonal) {
      const int N = First.size(), M = Second.size();
      int Right = at(Diagonal - 1), Down = at(Diagonal + 1);
      Right = Right == None || Right == N ? None : Right + 1;
      if (Down != None && Down - Diagonal > M)
        Down = None;
      int X = std::max(Right, Down);
      if (X == None) {
        at(Diagonal) = None;
        return false;
      }
      for (int Y = X - Diagonal; X < N && Y < M && same(X, Y); ++Y)
        ++X;
      at(Diagonal) = X;
      return true;
    }

    static constexpr int None = -1;

  private:
    bool same(int X, int Y) const {
      return Backward
                 ? First[First.size() - 1 - X] == Second[Second.size() - 1 - Y]
                 : First[X] == Second[Y];
    }

    const Numbers First, Second;
    const bool Backward;
    std::vector<int> Reached;
  };

  /// A point on a shortest way, neither its begin nor its end; nothing if it
  /// would take too long to find. Both texts begin and end differently.
  static std::optional<Point> middle(Numbers First, Numbers Second) {
    constexpr int MostSteps = 10'000;
    const int N = First.size(), M = Second.size(), Delta = N - M;
    Front Forward(First, Second, /*Backward=*/false);
    Front Backward(First, Second, /*Backward=*/true);
    for (int D = 0; D <= std::min((N + M + 1) / 2, MostSteps); ++D) {
      // Diagonals outside of the table lead nowhere.
      const int Low = D <= M ? -D : -M + ((D - M) & 1);
      const int High = D <= N ? D : N - ((D - N) & 1);
      for (int K = Low; K <= High; K += 2)
        if (Forward.step(K) && (Delta & 1) && std::abs(Delta - K) < D &&
            Backward.at(Delta - K) != Front::None &&
            Forward.at(K) + Backward.at(Delta - K) >= N)
          return Point{Forward.at(K), Forward.at(K) - K};
      for (int K = Low; K <= High; K += 2)
        if (Backward.step(K) && !(Delta & 1) && std::abs(Delta - K) <= D &&
            Forward.at(Delta - K) != Front::None &&
            Backward.at(K) + Forward.at(Delta - K) >= N)
          return Point{N - Backward.at(K), M - (Backward.at(K) - K)};
    }
    return std::nullopt;
  }

  std::vector<unsigned> A, B; ///< equal lines have equal numbers
  std::vector<bool> Dropped, Added;
};

} // namespace

size_t Hunk::count(char Side) const {
  return llvm::count_if(Lines, [Side](const DiffLine &L) {
    return L.Mark == ' ' || L.Mark == Side;
  });
}

std::string Hunk::heading() const {
  // An empty range is named by the line before it.
  const size_t First = count('-'), Second = count('+');
  return llvm::formatv("@@ -{0},{1} +{2},{3} @@", Before + (First != 0), First,
                       After + (Second != 0), Second);
}

std::vector<Hunk> difference(llvm::StringRef Before, llvm::StringRef After,
                             size_t Around) {
  const Lines A = splitLines(Before), B = splitLines(After);
  const std::vector<Change> All = Comparison(A, B).changes();
  std::vector<Hunk> Hunks;
  for (size_t First = 0; First < All.size();) {
    size_t At = All[First].A - std::min(Around, All[First].A);
    Hunk H{At, All[First].B - (All[First].A - At), {}};
    auto Keep = [&](size_t End) {
      for (; At < End; ++At)
        H.Lines.push_back({' ', A[At].str()});
    };
    size_t I = First;
    do {
      Keep(All[I].A);
      for (; At < All[I].A + All[I].CountA; ++At)
        H.Lines.push_back({'-', A[At].str()});
      for (size_t L = 0; L < All[I].CountB; ++L)
        H.Lines.push_back({'+', B[All[I].B + L].str()});
      ++I;
    } while (I < All.size() && All[I].A - At <= 2 * Around);
    Keep(std::min(A.size(), At + Around));
    Hunks.push_back(std::move(H));
    First = I;
  }
  return Hunks;
}

void printHunks(llvm::raw_ostream &OS, const std::vector<Hunk> &Hunks) {
  for (const Hunk &H : Hunks) {
    OS << H.heading() << "\n";
    for (const DiffLine &L : H.Lines) {
      OS << L.Mark << L.Text;
      if (!llvm::StringRef(L.Text).ends_with("\n"))
        OS << "\n\\ No newline at end of file\n";
    }
  }
}

std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After) {
  const std::vector<Hunk> Hunks = difference(Before, After);
  if (Hunks.empty())
    return "";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  // What is behind the tab is a time, which may be missing.
  const llvm::StringRef Name = llvm::sys::path::relative_path(File);
  const llvm::StringRef End = Name.contains(' ') ? "\t\n" : "\n";
  OS << "--- a/" << Name << End << "+++ b/" << Name << End;
  printHunks(OS, Hunks);
  return Text;
}

void printDiff(llvm::raw_ostream &OS, llvm::StringRef Diff) {
  bool InHeader = true;
  while (!Diff.empty()) {
    auto [Line, Rest] = Diff.split('\n');
    Diff = Rest;
    InHeader &= !Line.starts_with("@@");
    auto Color = llvm::raw_ostream::SAVEDCOLOR;
    if (!InHeader)
      Color = Line.starts_with("@@")  ? llvm::raw_ostream::CYAN
              : Line.starts_with("-") ? llvm::raw_ostream::RED
              : Line.starts_with("+") ? llvm::raw_ostream::GREEN
                                      : Color;
    if (InHeader || Color != llvm::raw_ostream::SAVEDCOLOR)
      llvm::WithColor(OS, Color, /*Bold=*/InHeader) << Line;
    else
      OS << Line;
    OS << "\n";
  }
}

namespace {

/// The lines of the first text in a hunk, perhaps without some of the unchanged
/// ones at both ends.
struct Expectation {
  size_t Skipped; ///< at the begin
  llvm::ArrayRef<DiffLine> Hunk;
  Lines Old;

  Expectation(llvm::ArrayRef<DiffLine> All, size_t Skip) {
    auto Kept = [](const DiffLine &L) { return L.Mark == ' '; };
    Skipped =
        std::min<size_t>(Skip, llvm::find_if_not(All, Kept) - All.begin());
    Hunk = All.drop_front(Skipped);
    for (; Skip && !Hunk.empty() && Kept(Hunk.back()); --Skip)
      Hunk = Hunk.drop_back();
    for (const DiffLine &L : Hunk)
      if (L.Mark != '+')
        Old.push_back(L.Text);
  }

  /// How many lines of \p Text from \p At on are as expected.
  size_t matches(const Lines &Text, size_t At) const {
    size_t Count = 0;
    for (size_t I = 0; I < Old.size() && At + I < Text.size(); ++I)
      Count += Text[At + I] == Old[I];
    return Count;
  }

  /// The place, not before \p From, that has all of the lines, and is nearest
  /// to \p Wanted; if it has to be the only one, nothing if there are others.
  std::optional<size_t> find(const Lines &Text, size_t From, long Wanted,
                             bool Only) const {
    std::optional<size_t> Found;
    for (size_t At = From; At + Old.size() <= Text.size(); ++At) {
      if (!std::equal(Old.begin(), Old.end(), Text.begin() + At))
        continue;
      if (Found && Only)
        return std::nullopt;
      if (!Found ||
          std::abs(long(At) - Wanted) < std::abs(long(*Found) - Wanted))
        Found = At;
    }
    return Found;
  }

  /// The first line that is not as expected, where most of them are.
  size_t firstOther(const Lines &Text, size_t From, long Wanted) const {
    size_t Best = std::clamp(Wanted, long(From), long(Text.size()));
    for (size_t At = From; At < Text.size(); ++At)
      if (matches(Text, At) > matches(Text, Best))
        Best = At;
    for (size_t I = 0;
         I < Old.size() && Best < Text.size() && Text[Best] == Old[I]; ++I)
      ++Best;
    return Best;
  }
};

} // namespace

Patched applyHunks(llvm::StringRef Text, const std::vector<Hunk> &Hunks) {
  const Lines Old = splitLines(Text);
  Patched Result;
  size_t Done = 0;    // lines of Old
  long Displaced = 0; // how much further down the last hunk was found
  for (const Hunk &H : Hunks) {
    constexpr size_t MostSkipped = 3;
    const long Wanted = long(H.Before) + Displaced;
    std::optional<size_t> Found;
    std::optional<Expectation> Part; // of the hunk
    for (size_t Skip = 0; !Found && Skip <= MostSkipped; ++Skip) {
      Part.emplace(H.Lines, Skip);
      if (Skip && Part->Old.empty())
        break;
      Found = Part->find(Old, Done, Wanted + long(Part->Skipped),
                         /*Only=*/Skip > 0);
    }
    if (!Found) {
      Result.FailedAt = Expectation(H.Lines, 0).firstOther(Old, Done, Wanted);
      return Result;
    }
    for (; Done < *Found; ++Done)
      Result.Text += Old[Done];
    for (const DiffLine &L : Part->Hunk)
      if (L.Mark != '-')
        Result.Text += L.Text;
    Done += Part->Old.size();
    Displaced = long(*Found - Part->Skipped) - long(H.Before);
  }
  for (; Done < Old.size(); ++Done)
    Result.Text += Old[Done];
  return Result;
}

size_t lineOffset(llvm::StringRef Text, size_t Line) {
  size_t Offset = 0;
  for (; Line && Offset < Text.size(); --Line)
    Offset = std::min(Text.find('\n', Offset), Text.size() - 1) + 1;
  return Offset;
}

std::vector<Replacement> replacements(llvm::StringRef Before,
                                      llvm::StringRef After) {
  const Lines A = splitLines(Before);
  std::vector<unsigned> Offsets{0};
  for (llvm::StringRef Line : A)
    Offsets.push_back(Offsets.back() + Line.size());
  std::vector<Replacement> Result;
  for (const Hunk &H : difference(Before, After, /*Around=*/0)) {
    Replacement R{{Offsets[H.Before], Offsets[H.Before + H.count('-')]}, ""};
    for (const DiffLine &L : H.Lines)
      if (L.Mark == '+')
        R.Text += L.Text;
    Result.push_back(std::move(R));
  }
  return Result;
}

} // namespace tessera
