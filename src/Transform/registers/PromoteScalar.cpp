//===- PromoteScalar.cpp - Elements of global memory in registers ---------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/MemoryTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

class Promoter {
public:
  Promoter(llvm::ArrayRef<PrivateElement> Elements, RegisterModel Model)
      : Elements(Elements), M(std::move(Model)) {}

  KernelModel run() {
    NodePtr Body = M.Kernel.Body;
    for (const RegisterPlace &Place : M.Places)
      Body = putAround(Body, Place);
    M.Kernel.Body = Body;
    return std::move(M.Kernel);
  }

private:
  Text registerOf(unsigned Element) const {
    return {{Piece::Kind::Scalar,
             Elements[Element].Name,
             M.Registers[Element].Index,
             {}}};
  }

  Text elementText(unsigned Element, AccessId Access) const {
    Piece Hole{Piece::Kind::Access, "", Access.Index,
               Elements[Element].Element};
    return {Hole};
  }

  /// Whether \p Text is a literal: `0`, `1.5f`.
  static bool isNumber(llvm::StringRef Text) {
    return !Text.empty() && llvm::isDigit(Text.front()) &&
           llvm::all_of(Text,
                        [](char C) { return llvm::isAlnum(C) || C == '.'; });
  }

  //===--- Statements -----------------------------------------------------===//

  Node declaring(unsigned I, Text Initializer) const {
    const ScalarInfo &S = M.Kernel.Scalars[M.Registers[I].Index];
    Node N;
    N.Leaf = Node::LeafKind::Declaration;
    append(N.Head, S.Type + " " + S.Name);
    if (!Initializer.empty()) {
      append(N.Head, " = ");
      append(N.Head, Initializer);
    }
    append(N.Head, ";");
    bool Harmless = isNumber(spell(Initializer));
    N.Declared.push_back({M.Registers[I], S.Type, S.Name,
                          std::move(Initializer), Harmless,
                          /*Arithmetic=*/true});
    return N;
  }

  /// `float c_i = c[i];`
  NodePtr load(unsigned I) const {
    Text Value;
    if (Elements[I].Load)
      Value = elementText(I, *M.Loads[I]);
    Node N = declaring(I, std::move(Value));
    if (Elements[I].Load)
      N.Serves = M.Kernel.access(*M.Loads[I]).Source;
    return std::make_shared<Node>(std::move(N));
  }

  /// `c[i] = c_i;`
  NodePtr store(unsigned I) const {
    Text Statement = elementText(I, *M.Stores[I]);
    append(Statement, " = ");
    append(Statement, registerOf(I));
    append(Statement, ";");
    return serving(makeLeaf(std::move(Statement)),
                   M.Kernel.access(*M.Stores[I]).Source);
  }

  /// Whether \p T has a comma that separates expressions or declarators.
  static bool hasComma(llvm::StringRef T) {
    int Depth = 0;
    for (char C : T) {
      Depth += (C == '(' || C == '[' || C == '{') -
               (C == ')' || C == ']' || C == '}');
      if (C == ',' && Depth == 0)
        return true;
    }
    return false;
  }

  /// The declaration that `c_i = 0;`, the first statement of the region,
  /// becomes; null if it is another one.
  NodePtr asDeclaration(const Node &N, unsigned I) const {
    if (Elements[I].Load || N.K != Node::Kind::Leaf ||
        N.Leaf != Node::LeafKind::Expression || N.Head.size() < 2 ||
        N.Head[0].K != Piece::Kind::Scalar ||
        N.Head[0].Id != M.Registers[I].Index ||
        N.Head[1].K != Piece::Kind::Verbatim)
      return nullptr;
    Text Value(N.Head.begin() + 1, N.Head.end());
    llvm::StringRef Assigns = Value.front().Spelling;
    Assigns = Assigns.ltrim();
    if (!Assigns.consume_front("=") || Assigns.starts_with("="))
      return nullptr;
    Value.front().Spelling = Assigns.ltrim().str();
    if (Value.back().K != Piece::Kind::Verbatim)
      return nullptr;
    llvm::StringRef End = Value.back().Spelling;
    if (!End.consume_back(";"))
      return nullptr;
    Value.back().Spelling = End.rtrim().str();
    if (hasComma(spell(Value)))
      return nullptr;
    Node Declaration = declaring(I, std::move(Value));
    Declaration.Lead = N.Lead;
    Declaration.Tail = N.Tail;
    Declaration.Source = N.Source;
    Declaration.Moved = N.Moved;
    return std::make_shared<Node>(std::move(Declaration));
  }

  //===--- Places ---------------------------------------------------------===//

  /// Whether \p T is of type `int` and needs no parentheses in a comparison.
  bool isPlainInt(const Text &T) const {
    return llvm::all_of(T, [&](const Piece &P) {
      if (P.K == Piece::Kind::Scalar)
        return M.Kernel.Scalars[P.Id].Type == "int";
      return P.K == Piece::Kind::Verbatim &&
             llvm::all_of(P.Spelling, [](char C) {
               return llvm::isDigit(C) || llvm::isSpace(C) ||
                      llvm::StringRef("+-*/()").contains(C);
             });
    });
  }

  /// `0 < n && 0 < m`
  Text testOf(const RegisterPlace &Place) const {
    Text Test;
    for (LoopId Id : Place.Entered) {
      const LoopInfo &L = M.Kernel.loop(Id);
      if (!Test.empty())
        append(Test, " && ");
      const bool IsNumber =
          L.StartsAsCounter && llvm::all_of(L.LowerText, [](const Piece &P) {
            return P.K == Piece::Kind::Verbatim &&
                   llvm::all_of(P.Spelling, llvm::isAlnum);
          });
      const bool Plain =
          IsNumber || (L.Type == "int" && isPlainInt(L.LowerText));
      append(Test, Plain ? "" : "(" + L.Type + ")(");
      append(Test, L.LowerText);
      append(Test, (Plain ? " " : ") ") + L.UpperOp + " ");
      append(Test, L.UpperText);
    }
    return Test;
  }

  /// The statements \p Region with loads before and stores behind them.
  std::vector<NodePtr> around(const RegisterPlace &Place,
                              llvm::ArrayRef<NodePtr> Region) const {
    std::vector<NodePtr> Result, Inside(Region.begin(), Region.end());
    for (unsigned I : Place.Elements) {
      if (NodePtr First = asDeclaration(*Inside.front(), I))
        Inside.front() = First;
      else
        Result.push_back(load(I));
    }
    llvm::append_range(Result, Inside);
    for (unsigned I : Place.Elements)
      if (Elements[I].Store)
        Result.push_back(store(I));
    if (!Place.Guard)
      return Result;
    Node If = *makeIf("", std::move(Result));
    If.Condition = testOf(Place);
    If.Head.clear();
    append(If.Head, "if (");
    append(If.Head, If.Condition);
    append(If.Head, ")");
    If.Guard = Place.Guard;
    return {std::make_shared<Node>(std::move(If))};
  }

  NodePtr putAround(const NodePtr &N, const RegisterPlace &Place) const {
    auto Begins = [&](const NodePtr &Child) {
      return Child->Source && Child->Source->Begin == Place.Region.Begin;
    };
    auto Ends = [&](const NodePtr &Child) {
      return Child->Source && Child->Source->End == Place.Region.End;
    };
    llvm::ArrayRef<NodePtr> All = N->Children;
    size_t First = llvm::find_if(All, Begins) - All.begin();
    size_t Last = llvm::find_if(All, Ends) - All.begin();
    if (First <= Last && Last < All.size()) {
      std::vector<NodePtr> New =
          around(Place, All.slice(First, Last + 1 - First));
      if (N->K != Node::Kind::Block)
        New = {makeBlock(std::move(New))};
      std::vector<NodePtr> Children(All.begin(), All.begin() + First);
      llvm::append_range(Children, New);
      llvm::append_range(Children, All.drop_front(Last + 1));
      return withChildren(*N, std::move(Children));
    }
    std::vector<NodePtr> Children;
    for (const NodePtr &Child : All)
      Children.push_back(putAround(Child, Place));
    return withChildren(*N, std::move(Children));
  }

  llvm::ArrayRef<PrivateElement> Elements;
  RegisterModel M;
};

} // namespace

KernelModel promoteScalars(const KernelModel &Kernel,
                           llvm::ArrayRef<PrivateElement> Elements) {
  if (Elements.empty())
    return Kernel;
  return Promoter(Elements, keepInRegisters(Kernel, Elements)).run();
}

} // namespace tessera
