//===- IndexData.cpp - Accesses whose places are data ---------------------===//
#include "tessera/Analysis/IndexData.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class DataFinder {
public:
  explicit DataFinder(const KernelModel &K) : K(K) {
    walk(K.Body, [&](const NodePtr &N) {
      for (const Node::Declarator &D : N->Declared)
        Initializers[D.Scalar.Index] = &D.Initializer;
    });
  }

  std::set<AccessId> run() {
    std::set<AccessId> Found;
    walk(K.Body, [&](const NodePtr &N) {
      for (const Text *T : {&N->Head, &N->Middle, &N->Tail, &N->Condition})
        look(*T, Found);
      for (const Node::Declarator &D : N->Declared)
        look(D.Initializer, Found);
    });
    return Found;
  }

private:
  void look(const Text &T, std::set<AccessId> &Found) {
    for (const Piece &P : T) {
      if (P.K == Piece::Kind::Access && K.access({P.Id}).Subscripts.empty() &&
          isData(P.Parts))
        Found.insert({P.Id});
      look(P.Parts, Found);
      look(P.Expanded, Found);
    }
  }

  bool isData(const Text &T) {
    return llvm::any_of(T, [&](const Piece &P) {
      return P.K == Piece::Kind::Access ||
             (P.K == Piece::Kind::Scalar && isData(P.Id)) || isData(P.Parts) ||
             isData(P.Expanded);
    });
  }

  bool isData(unsigned Scalar) {
    if (K.Scalars[Scalar].Value)
      return false;
    auto It = Initializers.find(Scalar);
    if (It == Initializers.end() || K.Scalars[Scalar].Reassigned)
      return !K.Scalars[Scalar].IsParameter || K.Scalars[Scalar].Reassigned;
    // One that is computed from itself is data.
    auto [Known, New] = Data.insert({Scalar, true});
    if (New)
      Data[Scalar] = isData(*It->second);
    return Data[Scalar];
  }

  const KernelModel &K;
  std::map<unsigned, const Text *> Initializers; ///< by ScalarId
  std::map<unsigned, bool> Data;                 ///< the same
};

} // namespace

std::set<AccessId> accessesByData(const KernelModel &K) {
  return DataFinder(K).run();
}

} // namespace tessera
