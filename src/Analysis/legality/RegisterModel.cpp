//===- RegisterModel.cpp - A kernel with elements in registers ------------===//
#include "tessera/Analysis/PrivateElements.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// `L` has an iteration.
static Condition hasIteration(const LoopInfo &L) {
  Polynomial First = L.Lower + L.Ahead;
  Polynomial Distance = L.Step > 0 ? L.Upper - First : First - L.Upper;
  return {Condition::Kind::NonNegative, Distance - 1, {}};
}

static bool isIn(SourcePlace Where, SourceRange Region) {
  return Region.Begin <= Where.Offset && Where.Offset < Region.End;
}

/// The loops of \p E that the places of \p Elements around it do not test.
static std::vector<LoopId>
loopsToTest(const PrivateElement &E, llvm::ArrayRef<PrivateElement> Elements) {
  std::vector<LoopId> Loops = E.Entered;
  for (const PrivateElement &Outer : Elements)
    if (Outer.Region != E.Region && Outer.Region.contains(E.Region))
      llvm::erase_if(Loops, [&](LoopId L) {
        return llvm::is_contained(Outer.Entered, L);
      });
  return Loops;
}

/// The elements by place, wider regions first.
static std::vector<RegisterPlace>
placesOf(llvm::ArrayRef<PrivateElement> Elements) {
  std::vector<RegisterPlace> Places;
  for (unsigned I = 0; I < Elements.size(); ++I) {
    std::vector<LoopId> Loops = loopsToTest(Elements[I], Elements);
    auto At = llvm::find_if(Places, [&](const RegisterPlace &R) {
      return R.Region == Elements[I].Region && R.Entered == Loops;
    });
    if (At == Places.end())
      At = Places.insert(At, {Elements[I].Region, std::move(Loops), {}, {}});
    At->Elements.push_back(I);
  }
  // Where regions are the same, what holds for more threads is outside.
  auto Rank = [](const RegisterPlace &R) {
    return std::tuple(-int64_t(R.Region.size()), R.Entered.size(),
                      R.Elements.front());
  };
  llvm::sort(Places, [&](const RegisterPlace &A, const RegisterPlace &B) {
    return Rank(A) < Rank(B);
  });
  return Places;
}

/// Adds a guard for each place that has a test.
static void addGuards(KernelModel &K, std::vector<RegisterPlace> &Places) {
  for (RegisterPlace &Place : Places) {
    if (Place.Entered.empty())
      continue;
    Condition All{Condition::Kind::And, {}, {}};
    for (LoopId L : Place.Entered)
      All.Operands.push_back(hasIteration(K.loop(L)));
    if (All.Operands.size() == 1)
      All = All.Operands.front();
    Place.Guard = GuardId{unsigned(K.Guards.size())};
    K.Guards.push_back({All, {Place.Region.Begin}, 0, {}});
  }
}

/// Names the registers in the tree of \p M, and the accesses that are left by
/// their new numbers.
///
/// \param Served by the user's accesses: the element.
static void useRegisters(RegisterModel &M,
                         const std::map<AccessId, unsigned> &Served) {
  auto Filling = [&](auto &Self, const Piece &Hole) -> std::optional<Text> {
    if (!Hole.hasParts())
      return std::nullopt;
    if (auto At = Served.find({Hole.Id}); At != Served.end()) {
      const unsigned Register = M.Registers[At->second].Index;
      return Text{
          {Piece::Kind::Scalar, M.Kernel.Scalars[Register].Name, Register, {}}};
    }
    Piece Renumbered = Hole;
    Renumbered.Id = M.Accesses[Hole.Id]->Index;
    Renumbered.Parts = fillHoles(
        Hole.Parts, [&](const Piece &Inner) { return Self(Self, Inner); });
    return Text{Renumbered};
  };
  M.Kernel.Body = fillAccesses(
      M.Kernel.Body, [&](const Piece &Hole) { return Filling(Filling, Hole); });
}

RegisterModel keepInRegisters(const KernelModel &Kernel,
                              llvm::ArrayRef<PrivateElement> Elements) {
  RegisterModel M{Kernel, placesOf(Elements), {}, {}, {}, {}};
  KernelModel &K = M.Kernel;
  addGuards(K, M.Places);
  std::map<AccessId, unsigned> Served, First;
  for (unsigned I = 0; I < Elements.size(); ++I) {
    const PrivateElement &E = Elements[I];
    for (AccessId Id : E.Accesses)
      Served[Id] = I;
    First[E.Accesses.front()] = I;
    M.Registers.push_back({unsigned(K.Scalars.size())});
    ScalarInfo S;
    S.Name = E.Name;
    llvm::StringRef Type = K.array(E.Array).ElementType;
    Type.consume_front("const ");
    S.NumberType = K.array(E.Array).NumberType;
    S.Type = (E.Store ? "" : "const ") + Type.str();
    S.Reassigned = E.Store;
    K.Scalars.push_back(std::move(S));
    K.Identifiers.insert(E.Name);
  }
  M.Loads.resize(Elements.size());
  M.Stores.resize(Elements.size());
  K.Accesses.clear();
  auto Inside = [&](LoopId L, SourceRange Region) {
    return isIn(Kernel.loop(L).Where, Region);
  };
  /// Adds to \p A, which stands at \p At, the guards of the first \p Count
  /// places that are around it.
  auto AddGuards = [&](AccessInfo &A, SourceRange At, size_t Count) {
    for (const RegisterPlace &Place :
         llvm::ArrayRef(M.Places).take_front(Count))
      if (Place.Guard && Place.Region.contains(At)) {
        auto Behind = llvm::find_if(A.Guards, [&](const GuardUse &G) {
          return isIn(K.guard(G.Guard).Where, Place.Region);
        });
        A.Guards.insert(Behind, {*Place.Guard, false});
      }
  };
  for (unsigned I = 0; I < Kernel.Accesses.size(); ++I) {
    AccessInfo A = Kernel.Accesses[I];
    auto Register = Served.find({I});
    if (Register == Served.end()) {
      AddGuards(A, A.Source, M.Places.size());
      M.Accesses.push_back(AccessId{unsigned(K.Accesses.size())});
      K.Accesses.push_back(std::move(A));
      continue;
    }
    M.Accesses.push_back(std::nullopt);
    auto Edge = First.find({I});
    if (Edge == First.end())
      continue;
    const PrivateElement &E = Elements[Edge->second];
    llvm::erase_if(A.Loops, [&](LoopId L) { return Inside(L, E.Region); });
    llvm::erase_if(A.Guards, [&](const GuardUse &G) {
      return isIn(Kernel.guard(G.Guard).Where, E.Region);
    });
    auto Own = llvm::find_if(M.Places, [&](const RegisterPlace &Place) {
      return llvm::is_contained(Place.Elements, Edge->second);
    });
    AddGuards(A, E.Region, Own - M.Places.begin() + 1);
    A.Conditional = false;
    for (bool Stores : {false, true}) {
      if (!(Stores ? E.Store : E.Load))
        continue;
      A.K = Stores ? AccessInfo::Kind::Write : AccessInfo::Kind::Read;
      (Stores ? M.Stores : M.Loads)[Edge->second] =
          AccessId{unsigned(K.Accesses.size())};
      K.Accesses.push_back(A);
    }
  }
  if (!Elements.empty() && K.Body)
    useRegisters(M, Served);
  return M;
}

} // namespace tessera
