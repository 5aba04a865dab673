//===- PrivatiseAtomics.cpp - Atomic updates on a copy of each block ------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/MemoryTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

using Kind = AtomicUpdate::Kind;

/// What CUDA calls the update.
std::string functionOf(Kind K) {
  switch (K) {
  case Kind::Add:
    return "atomicAdd";
  case Kind::Subtract:
    return "atomicSub";
  case Kind::Min:
    return "atomicMin";
  case Kind::Max:
    return "atomicMax";
  case Kind::And:
    return "atomicAnd";
  case Kind::Or:
    return "atomicOr";
  case Kind::Xor:
    return "atomicXor";
  }
  llvm_unreachable("all kinds are above");
}

/// The update of a variable of the thread: `sum += value`.
std::string updateOf(Kind K, const std::string &Name,
                     const std::string &Value) {
  switch (K) {
  case Kind::Add:
    return Name + " += " + Value;
  case Kind::Subtract:
    return Name + " -= " + Value;
  case Kind::Min:
    return Name + " = min(" + Name + ", " + Value + ")";
  case Kind::Max:
    return Name + " = max(" + Name + ", " + Value + ")";
  case Kind::And:
    return Name + " &= " + Value;
  case Kind::Or:
    return Name + " |= " + Value;
  case Kind::Xor:
    return Name + " ^= " + Value;
  }
  llvm_unreachable("all kinds are above");
}

/// The number that an update with changes nothing.
std::string neutralOf(Kind K, const AtomicUpdate &U) {
  bool Wide = U.Bytes == 8;
  std::string Suffix = std::string(U.Signed ? "" : "u") + (Wide ? "ll" : "");
  std::string Largest = std::string(U.Signed ? "0x7fffffff" : "0xffffffff") +
                        (Wide ? "ffffffff" : "") + Suffix;
  switch (K) {
  case Kind::And:
    return U.Signed ? "-1" : "~0" + Suffix;
  case Kind::Min:
    return Largest;
  case Kind::Max:
    return U.Signed ? "-" + Largest + " - 1" : "0";
  default:
    return "0";
  }
}

class Privatiser {
public:
  Privatiser(const KernelModel &Kernel, const KernelPlan &Plan,
             NameScope &Names)
      : Kernel(Kernel), Plan(Plan), Names(Names) {
    for (const PrivateCopy &C : Plan.Copies)
      (C.Register.empty() ? Shared : Registers).push_back(&C);
    findThread();
    Cell = Names.fresh("cell");
  }

  NodePtr redirect(const NodePtr &Body) {
    return fillAccesses(
        Body, [&](const Piece &P) -> std::optional<Text> { return fill(P); });
  }

  CopyCode around() {
    CopyCode Code;
    declare(Code.Start);
    combineInWarps(Code.End);
    merge(Code.End);
    if (!ThreadValue.empty())
      Code.Start.insert(
          Code.Start.begin(),
          makeLeaf("const int " + Thread + " = " + ThreadValue + ";"));
    return Code;
  }

private:
  //===--- Threads --------------------------------------------------------===//

  /// Names the number of the thread in its block.
  void findThread() {
    std::string Sizes[3];
    int64_t Known = 1;
    bool All = true;
    std::vector<unsigned> Axes;
    for (unsigned A = 0; A < 3; ++A) {
      std::optional<int64_t> Size = Plan.newBlock()[A];
      if (Size == 1)
        continue;
      Axes.push_back(A);
      Sizes[A] =
          Size ? std::to_string(*Size) : std::string("blockDim.") + "xyz"[A];
      All &= Size.has_value();
      Known *= Size.value_or(1);
    }
    if (All)
      Threads = Known;
    if (Axes.empty())
      Axes.push_back(0);
    std::string Value;
    for (unsigned A : llvm::reverse(Axes)) {
      std::string Id = std::string("threadIdx.") + "xyz"[A];
      bool Sum = Value.find('+') != std::string::npos;
      Value = Value.empty() ? Id
                            : (Sum ? "(" + Value + ")" : Value) + " * " +
                                  Sizes[A] + " + " + Id;
      ThreadCount = Sizes[A] + (ThreadCount.empty() ? "" : " * ") + ThreadCount;
    }
    if (All)
      ThreadCount = std::to_string(Known);
    Thread = Value;
    if (Axes.size() > 1) {
      Thread = Names.fresh("thread");
      ThreadValue = Value;
    }
  }

  //===--- Updates --------------------------------------------------------===//

  const PrivateCopy *copyFor(unsigned Access) const {
    const AccessInfo &A = Kernel.access({Access});
    for (const PrivateCopy &C : Plan.Copies)
      if (A.Array == C.Array)
        return &C;
    return nullptr;
  }

  static const Piece *valueIn(const Text &T, unsigned Access) {
    for (const Piece &P : T) {
      if (P.K == Piece::Kind::Operand && P.Id == Access &&
          P.Spelling == "value")
        return &P;
      for (const Text *Inner : {&P.Parts, &P.Expanded})
        if (const Piece *Found = valueIn(*Inner, Access))
          return Found;
    }
    return nullptr;
  }

  std::optional<Text> fill(const Piece &P) const {
    if (!P.hasParts())
      return std::nullopt;
    const PrivateCopy *C = copyFor(P.Id);
    if (!C)
      return std::nullopt;
    if (C->Register.empty()) {
      bool Name = P.K == Piece::Kind::Operand && P.Spelling == "array";
      return Name ? std::optional(Text{Piece::verbatim(C->Name)})
                  : std::nullopt;
    }
    if (P.K != Piece::Kind::Access)
      return std::nullopt;
    const AtomicUpdate &U = *Kernel.access({P.Id}).Update;
    const Piece *Value = valueIn(P.Parts, P.Id);
    assert(Value && "the call has two operands");
    constexpr llvm::StringLiteral Hole = "@";
    std::string Update = updateOf(U.K, C->Register, Hole.str());
    auto [Before, After] = llvm::StringRef(Update).split(Hole);
    Text Result;
    append(Result, Before.str() + (U.Converts ? "(" + U.Type + ")(" : ""));
    append(Result, fillHoles(Value->Parts,
                             [&](const Piece &Inner) { return fill(Inner); }));
    append(Result, (U.Converts ? ")" : "") + After.str());
    return Result;
  }

  //===--- Before and behind ----------------------------------------------===//

  const AtomicUpdate &updateFor(const PrivateCopy &C) const {
    for (const AccessInfo &A : Kernel.Accesses)
      if (A.Array == C.Array)
        return *A.Update;
    llvm_unreachable("the plan has copies of arrays that are updated");
  }

  /// Sums of the thread's own wrap without undefined behaviour.
  std::string typeOf(const PrivateCopy &C) const {
    const AtomicUpdate &U = updateFor(C);
    bool Wraps = !C.Register.empty() && C.K == Kind::Add && U.Signed;
    return Wraps ? "unsigned " + U.Type : U.Type;
  }

  std::string extentText(int64_t Extent) const {
    std::string Name = Kernel.sizeName(Extent);
    return Name.empty() ? std::to_string(Extent) : Name;
  }

  /// `[cell]`, or for two dimensions `[cell / 16][cell % 16]`.
  static std::string subscripts(const PrivateCopy &C, const std::string &At) {
    std::string Text;
    int64_t Below = 1;
    for (unsigned D = C.Extents.size(); D-- > 0;) {
      std::string Index = At;
      if (Below > 1)
        Index += " / " + std::to_string(Below);
      if (D > 0)
        Index = (Below > 1 ? "(" + Index + ")" : Index) + " % " +
                std::to_string(C.Extents[D]);
      Text = "[" + Index + "]" + Text;
      Below *= C.Extents[D];
    }
    return Text;
  }

  bool isScalar(const PrivateCopy &C) const {
    return Kernel.array(C.Array).IsScalar;
  }

  std::string cellOf(const PrivateCopy &C, const std::string &At) const {
    return C.Name + (isScalar(C) ? "" : subscripts(C, At));
  }

  std::string merged(const PrivateCopy &C, const std::string &At,
                     const std::string &Value) const {
    std::string Element =
        Kernel.array(C.Array).Name + (isScalar(C) ? "" : subscripts(C, At));
    return functionOf(C.K) + "(&" + Element + ", " + Value + ");";
  }

  /// The statement of \p Make for each cell of \p C, by the threads of the
  /// block, where \p Test holds.
  NodePtr
  forCells(const PrivateCopy &C,
           llvm::function_ref<std::string(const std::string &)> Make,
           llvm::function_ref<std::string(const std::string &)> Test) const {
    const int64_t Cells = C.cells();
    auto Tested = [&](std::string When, const std::string &At) {
      std::string Holds = Test(At);
      if (!When.empty() && !Holds.empty())
        When += " && ";
      When += Holds;
      NodePtr Statement = makeLeaf(Make(At));
      return When.empty() ? Statement : makeIf(When, {Statement});
    };
    if (Cells == 1)
      return Tested(Thread + " == 0", "0");
    bool Named = Thread.find(' ') == std::string::npos;
    if (Named && Threads == Cells)
      return Tested("", Thread);
    std::string End =
        C.Extents.size() == 1 ? extentText(Cells) : std::to_string(Cells);
    if (Named && Threads && *Threads > Cells)
      return Tested(Thread + " < " + End, Thread);
    Text Header;
    append(Header, "for (int " + Cell + " = " + Thread + "; " + Cell + " < " +
                       End + "; " + Cell + " += " + ThreadCount + ")");
    return makeLoop(std::move(Header), Tested("", Cell));
  }

  std::string listOf(llvm::ArrayRef<const PrivateCopy *> Copies) const {
    std::string Text;
    for (size_t I = 0; I < Copies.size(); ++I)
      Text += (I == 0                   ? ""
               : I + 1 == Copies.size() ? " and "
                                        : ", ") +
              Kernel.array(Copies[I]->Array).Name;
    return Text;
  }

  void declare(std::vector<NodePtr> &Into) const {
    if (!Registers.empty())
      Into.push_back(
          makeLeaf("// This thread's part of " + listOf(Registers) + "."));
    for (const PrivateCopy *C : Registers)
      Into.push_back(makeLeaf(typeOf(*C) + " " + C->Register + " = " +
                              neutralOf(C->K, updateFor(*C)) + ";"));
    if (Shared.empty())
      return;
    Into.push_back(makeLeaf("// This block's part of " + listOf(Shared) + "."));
    for (const PrivateCopy *C : Shared) {
      if (C->Dynamic) {
        Into.push_back(makeLeaf(typeOf(*C) + " *" + C->Name + " = (" +
                                typeOf(*C) + " *)" + Plan.DynamicName + ";"));
        continue;
      }
      std::string Extents;
      if (!isScalar(*C))
        for (int64_t Extent : C->Extents)
          Extents += "[" + extentText(Extent) + "]";
      Into.push_back(
          makeLeaf("__shared__ " + typeOf(*C) + " " + C->Name + Extents + ";"));
    }
    for (const PrivateCopy *C : Shared)
      Into.push_back(forCells(
          *C,
          [&](const std::string &At) {
            return cellOf(*C, At) + " = " + neutralOf(C->K, updateFor(*C)) +
                   ";";
          },
          [](const std::string &) { return ""; }));
    Into.push_back(makeBarrier());
  }

  void combineInWarps(std::vector<NodePtr> &Into) const {
    if (Registers.empty())
      return;
    Into.push_back(makeLeaf("// What the threads of this block have of " +
                            listOf(Registers) + ", together."));
    std::vector<NodePtr> Steps;
    const std::string Lanes = Names.fresh("lanes");
    for (const PrivateCopy *C : Registers)
      Steps.push_back(makeLeaf(updateOf(C->K, C->Register,
                                        "__shfl_down_sync(0xffffffff, " +
                                            C->Register + ", " + Lanes + ")") +
                               ";"));
    Text Header;
    append(Header, "for (int " + Lanes + " = 16; " + Lanes + " > 0; " + Lanes +
                       " /= 2)");
    Into.push_back(makeLoop(std::move(Header),
                            Steps.size() == 1 ? Steps.front()
                                              : makeBlock(std::move(Steps))));
    const std::string At =
        Thread.find(' ') == std::string::npos ? Thread : "(" + Thread + ")";
    std::vector<NodePtr> Stores;
    for (const PrivateCopy *C : Registers) {
      if (C->Warps == 1)
        continue;
      Into.push_back(makeLeaf("__shared__ " + typeOf(*C) + " " + C->Name + "[" +
                              std::to_string(C->Warps) + "];"));
      Stores.push_back(
          makeLeaf(C->Name + "[" + At + " / 32] = " + C->Register + ";"));
    }
    if (!Stores.empty())
      Into.push_back(makeIf(At + " % 32 == 0", std::move(Stores)));
  }

  void merge(std::vector<NodePtr> &Into) const {
    const bool Several = llvm::any_of(
        Registers, [](const PrivateCopy *C) { return C->Warps > 1; });
    if (Several || !Shared.empty())
      Into.push_back(makeBarrier());
    if (!Shared.empty())
      Into.push_back(
          makeLeaf("// Merge this block's part of " + listOf(Shared) + "."));
    for (const PrivateCopy *C : Shared)
      Into.push_back(forCells(
          *C,
          [&](const std::string &At) { return merged(*C, At, cellOf(*C, At)); },
          [&](const std::string &At) {
            return cellOf(*C, At) + " != " + neutralOf(C->K, updateFor(*C));
          }));
    if (Registers.empty())
      return;
    std::vector<NodePtr> Statements;
    if (Several)
      Statements.push_back(combineWarps());
    for (const PrivateCopy *C : Registers) {
      bool Wraps = typeOf(*C) != updateFor(*C).Type;
      std::string Value =
          (Wraps ? "(" + updateFor(*C).Type + ")" : "") + C->Register;
      Statements.push_back(
          makeIf(C->Register + " != " + neutralOf(C->K, updateFor(*C)),
                 {makeLeaf(merged(*C, "0", Value))}));
    }
    Into.push_back(makeIf(Thread + " == 0", std::move(Statements)));
  }

  /// One thread combines what the warps have.
  NodePtr combineWarps() const {
    const std::string Warp = Names.fresh("warp");
    std::vector<NodePtr> Steps;
    int64_t Warps = 1;
    for (const PrivateCopy *C : Registers) {
      Warps = C->Warps;
      Steps.push_back(makeLeaf(
          updateOf(C->K, C->Register, C->Name + "[" + Warp + "]") + ";"));
    }
    Text Header;
    append(Header, "for (int " + Warp + " = 1; " + Warp + " < " +
                       std::to_string(Warps) + "; ++" + Warp + ")");
    return makeLoop(std::move(Header), Steps.size() == 1
                                           ? Steps.front()
                                           : makeBlock(std::move(Steps)));
  }

  const KernelModel &Kernel;
  const KernelPlan &Plan;
  NameScope &Names;
  std::vector<const PrivateCopy *> Shared, Registers;
  std::string Thread, ThreadValue, ThreadCount, Cell;
  std::optional<int64_t> Threads; ///< in a block
};

} // namespace

CopyCode privatiseAtomics(NodePtr &Body, const KernelModel &Kernel,
                          const KernelPlan &Plan, NameScope &Names) {
  Privatiser P(Kernel, Plan, Names);
  CopyCode Code = P.around();
  Body = P.redirect(Body);
  return Code;
}

} // namespace tessera
