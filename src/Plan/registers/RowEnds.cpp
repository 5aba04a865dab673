//===- RowEnds.cpp - Threads at the ends of rows --------------------------===//
//
// With V columns to a thread, the ends of each row lie in the middle of one:
// it alone, of all its warp, would work on one output after the other. It is
// cheaper to load and compute all of them, and to store those inside.
//
// An element that no output inside reads may be loaded if the array certainly
// has it: let i be its index, then
//
//   { a : the thread reads A[a] } has some a <= i, or 0 <= i, and some a >= i
//
// where outputs inside are those of column 0, or those of the last one.
//
//===----------------------------------------------------------------------===//
#include "registers/RowEnds.h"
#include "registers/ComparedValue.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Polyhedral/NonNegative.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class RowEnds {
public:
  RowEnds(const CoarsenedKernel &Coarse, InteriorPath &Path)
      : Coarse(Coarse), K(Coarse.Kernel), Path(Path) {}

  void run() {
    if (!Path.ColumnAxis)
      return;
    for (unsigned I = 0; I < Path.Tests.size(); ++I)
      if (Path.Tests[I].Axis == Path.ColumnAxis &&
          Path.Tests[I].OneOf.size() == 1) {
        Ends.push_back(I);
        Guards.insert(Path.Tests[I].Guard.Index);
      }
    if (Ends.empty() || !hasRows() || !isHarmless() ||
        llvm::any_of(Path.Windows,
                     [](const RegisterWindow &W) { return W.Slides; }))
      return;
    const NonNegative Known[] = {knownIf(0), knownIf(width() - 1)};
    if (allOrNone(Known[0], width() - 1) && allOrNone(Known[1], 0))
      return;
    std::vector<RegisterWindow> Windows = Path.Windows;
    for (RegisterWindow &W : Windows) {
      std::vector<RegisterMove> Loads;
      for (const RegisterMove &M : W.Loads)
        for (RegisterMove &Part : parts(W, M, Known)) {
          if (Part.Guarded && !isOfOneOutput(W, Part))
            return;
          Loads.push_back(std::move(Part));
        }
      W.Loads = std::move(Loads);
      for (RegisterMove &M : W.Stores)
        M.Guarded = true;
    }
    Path.Windows = std::move(Windows);
    Path.Ends = std::move(Ends);
  }

private:
  const Coarsening &columns() const { return Coarse.Axes[*Path.ColumnAxis]; }
  int64_t width() const { return columns().Factor; }
  int64_t rows() const {
    return Path.RowAxis ? Coarse.Axes[*Path.RowAxis].Factor : 1;
  }

  /// \p P for the output in \p Row and \p Column.
  Polynomial at(const Polynomial &P, int64_t Row, int64_t Column) const {
    Polynomial Of =
        P.substitute(K.loop(*columns().Members).Symbol, Polynomial(Column));
    return Path.RowAxis
               ? Of.substitute(
                     K.loop(*Coarse.Axes[*Path.RowAxis].Members).Symbol,
                     Polynomial(Row))
               : Of;
  }

  bool dependsOnColumn(const AccessInfo &A) const {
    return llvm::any_of(A.Subscripts, [&](const Polynomial &P) {
      return P.mentions(K.loop(*columns().Members).Symbol);
    });
  }

  /// Whether there are several rows: else one thread has an end of the only
  /// one.
  bool hasRows() const {
    const char Column = "xyz"[columns().Axis];
    return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
      return llvm::any_of(A.Subscripts, [&](const Polynomial &P) {
        return llvm::any_of(P.symbols(), [&](const std::string &S) {
          return (isThreadDim(S) || isBlockSymbol(S)) && S[1] != Column;
        });
      });
    });
  }

  //===--- Effects --------------------------------------------------------===//

  /// Whether all outputs inside execute \p A, in loops of known length.
  bool isCertain(const AccessInfo &A) const {
    return !A.Conditional && !A.Subscripts.empty() &&
           llvm::all_of(A.Guards, [&](const GuardUse &G) {
             return llvm::is_contained(Path.Holds, G);
           });
  }

  const RegisterWindow *windowOf(AccessId Id) const {
    for (const RegisterWindow &W : Path.Windows)
      for (const RegisterUse &U : W.Uses)
        if (U.Access == Id)
          return &W;
    return nullptr;
  }

  /// Whether an output outside may be computed: it stores nothing that is not
  /// tested again, calls nothing that is noticed, and reads from registers, or
  /// what all outputs read.
  bool isHarmless() const {
    if (!K.NoticedCall.empty())
      return false;
    for (const LoopInfo &L : K.Loops)
      if (!L.OverOutputs &&
          (L.Opaque || L.Stride || L.hasOwnBounds() || L.StepsInBody ||
           !L.Lower.constant() || !L.Upper.constant()))
        return false;
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      const AccessInfo &A = K.Accesses[I];
      if (Path.excludes(A) || A.OnlyCompared)
        continue;
      const RegisterWindow *W = windowOf({I});
      if (A.writes()) {
        if (!W || W->Stores.empty() || !isBehindGuards(A))
          return false;
      } else if (!W && (!isCertain(A) || dependsOnColumn(A))) {
        return false;
      }
    }
    const bool OfIntegers =
        llvm::any_of(Path.Windows, [&](const RegisterWindow &W) {
          const std::string &Type = K.array(W.Array).NumberType;
          return Type != "float" && Type != "double";
        });
    return !OfIntegers || !divides();
  }

  /// Whether each condition about the columns decides about \p A.
  bool isBehindGuards(const AccessInfo &A) const {
    return llvm::all_of(Guards, [&](unsigned Guard) {
      return llvm::any_of(A.Guards, [&](const GuardUse &Use) {
        return Use.Guard.Index == Guard;
      });
    });
  }

  /// Whether something is divided, perhaps by an element that is not used.
  bool divides() const {
    bool Found = false;
    auto Search = [&](auto &&Self, const Text &T) -> void {
      for (const Piece &P : T) {
        Found |= P.K == Piece::Kind::Verbatim &&
                 llvm::StringRef(P.Spelling).find_first_of("/%") !=
                     llvm::StringRef::npos;
        Self(Self, P.Parts);
        Self(Self, P.Expanded);
      }
    };
    walk(K.Body, [&](const NodePtr &N) {
      for (const Text *T : {&N->Head, &N->Middle, &N->Tail, &N->Condition})
        Search(Search, *T);
    });
    return Found;
  }

  //===--- Elements -------------------------------------------------------===//

  /// What is known of threads whose outputs in \p Column are inside.
  NonNegative knownIf(int64_t Column) const {
    std::vector<Polynomial> Facts = K.Assumed.NotNegative;
    for (unsigned I = 0; I < Path.Tests.size(); ++I)
      for (const Polynomial &P : Path.Tests[I].NotNegative)
        for (int64_t Row : {int64_t(0), rows() - 1}) {
          Facts.push_back(at(P, Row, Column));
          if (!llvm::is_contained(Ends, I))
            Facts.push_back(at(P, Row, width() - 1 - Column));
        }
    std::set<std::string> Naturals;
    auto AddNaturals = [&](const Polynomial &P) {
      for (const std::string &S : P.symbols())
        if (isNatural(Coarse, S))
          Naturals.insert(S);
    };
    llvm::for_each(Facts, AddNaturals);
    for (const AccessInfo &A : K.Accesses)
      llvm::for_each(A.Subscripts, AddNaturals);
    return {std::move(Facts), std::move(Naturals), Path.Multiples};
  }

  /// Whether outputs in \p Column are inside, too.
  bool allOrNone(const NonNegative &Known, int64_t Column) const {
    return llvm::all_of(Ends, [&](unsigned I) {
      return llvm::all_of(Path.Tests[I].NotNegative, [&](const Polynomial &P) {
        return Known.proves(at(P, 0, Column));
      });
    });
  }

  /// The places that \p A has in the first round of the loops around it, and
  /// in the last, for the output in \p Row and \p Column.
  std::vector<Polynomial> placesOf(const AccessInfo &A, int64_t Row,
                                   int64_t Column) const {
    std::vector<Polynomial> Places = {at(A.Subscripts[0], Row, Column)};
    for (LoopId Id : A.Loops) {
      const LoopInfo &L = K.loop(Id);
      if (L.OverOutputs)
        continue;
      const int64_t First = *L.Lower.constant(), Upper = *L.Upper.constant();
      const int64_t Rounds =
          (Upper - First + L.Step - (L.Step > 0 ? 1 : -1)) / L.Step;
      if (Rounds <= 0)
        return {};
      std::vector<Polynomial> In;
      for (const Polynomial &P : Places)
        for (int64_t Value : {First, First + (Rounds - 1) * L.Step})
          In.push_back(P.substitute(L.Symbol, Polynomial(Value)));
      Places = std::move(In);
    }
    return Places;
  }

  /// What outputs in \p Column certainly read of \p Array.
  std::vector<Polynomial> readIn(ArrayId Array, int64_t Column) const {
    std::vector<Polynomial> Places;
    for (const AccessInfo &A : K.Accesses)
      if (A.Array == Array && A.Subscripts.size() == 1 && !Path.excludes(A) &&
          isCertain(A))
        for (int64_t Row = 0; Row < rows(); ++Row)
          llvm::append_range(Places, placesOf(A, Row, Column));
    return Places;
  }

  /// \p M in parts, of outputs all of whose elements the array has, and of
  /// others, which are guarded.
  std::vector<RegisterMove> parts(const RegisterWindow &W,
                                  const RegisterMove &M,
                                  llvm::ArrayRef<NonNegative> Known) const {
    std::vector<RegisterMove> Parts;
    for (int64_t Row = M.First; Row < M.First + M.Outputs; ++Row) {
      const bool Guarded = !isInside(W, M, Row, 0, Known[0]) ||
                           !isInside(W, M, Row, width() - 1, Known[1]);
      if (Parts.empty() || Parts.back().Guarded != Guarded) {
        Parts.push_back(M);
        Parts.back().First = Row;
        Parts.back().Outputs = 0;
        Parts.back().Guarded = Guarded;
      }
      ++Parts.back().Outputs;
    }
    return Parts;
  }

  /// Whether the array has what \p M loads for the output in \p Row, of
  /// threads whose outputs in \p Column are inside.
  bool isInside(const RegisterWindow &W, const RegisterMove &M, int64_t Row,
                int64_t Column, const NonNegative &Known) const {
    const AccessInfo &A = K.access(M.Access);
    if (W.Loop || isWritten(K, W.Array) || A.Subscripts.size() != 1)
      return false;
    const std::vector<Polynomial> Read = readIn(W.Array, Column);
    Polynomial From = at(A.Subscripts[0], Row, M.Member);
    for (const auto &[L, Value] : M.Counters)
      From = From.substitute(K.loop(L).Symbol, Value.Value);
    const Polynomial To = From + (M.Width - 1);
    return (Known.proves(From) || llvm::any_of(Read,
                                               [&](const Polynomial &P) {
                                                 return Known.proves(From - P);
                                               })) &&
           llvm::any_of(
               Read, [&](const Polynomial &P) { return Known.proves(P - To); });
  }

  /// Whether the rows that \p M loads have one column for each output, and
  /// \p M loads some of these.
  bool isOfOneOutput(const RegisterWindow &W, const RegisterMove &M) const {
    if (M.Member + M.Width > width() || !M.Counters.empty())
      return false;
    for (int64_t Row = M.First; Row < M.First + M.Outputs; ++Row)
      for (const RegisterUse &U : W.Uses)
        for (int64_t Other = 0; Other < rows(); ++Other) {
          std::optional<int64_t> Used = at(U.Row, Other, 0).constant();
          if (!Used || (*Used == Row + M.Row &&
                        at(U.Column, Other, M.Member) != Polynomial(M.Column)))
            return false;
        }
    return true;
  }

  const CoarsenedKernel &Coarse;
  const KernelModel &K;
  InteriorPath &Path;
  std::vector<unsigned> Ends;
  std::set<unsigned> Guards; ///< that they are parts of, by GuardId
};

} // namespace

void addRowEnds(const CoarsenedKernel &Coarse, InteriorPath &Path) {
  RowEnds(Coarse, Path).run();
}

} // namespace tessera
