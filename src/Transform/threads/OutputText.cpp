//===- OutputText.cpp - Statements for one output of a thread -------------===//
#include "tessera/Analysis/BuiltinIds.h"
#include "tessera/Support/Words.h"
#include "tessera/Transform/TileText.h"
#include "threads/FirstOutputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::string elementType(const Node::Declarator &D) {
  llvm::StringRef Type = D.Type;
  Type.consume_front("const ");
  return Type.str();
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void OutputText::eachHole(const Text &T,
                          llvm::function_ref<void(const Piece &)> Visit) const {
  fillHoles(T, [&](const Piece &P) -> std::optional<Text> {
    Visit(P);
    if (P.K == Piece::Kind::Access && Staged.count({P.Id}))
      return Text();
    return std::nullopt;
  });
}

/// The axis whose outputs differ in \p P, a built-in variable.
std::optional<unsigned> OutputText::axisOf(const Piece &P) const {
  if (P.K != Piece::Kind::Builtin ||
      (P.Spelling[0] != 't' && P.Spelling[0] != 'b'))
    return std::nullopt;
  std::optional<unsigned> Axis = axisOfId(P.Spelling);
  for (unsigned A = 0; A < Axes.size(); ++A)
    if (Axis == Axes[A].Axis)
      return A;
  return std::nullopt;
}

bool OutputText::isCounter(const std::string &Name) const {
  return llvm::any_of(Shared, [&](LoopId L) {
    return !K.loop(L).Declares && K.loop(L).Name == Name;
  });
}

bool OutputText::leadsToShared(const NodePtr &N) const {
  bool Found = false;
  walk(N, [&](const NodePtr &Inner) {
    Found |= Inner->Loop && Shared.count(*Inner->Loop);
  });
  return Found;
}

void OutputText::classify(llvm::ArrayRef<NodePtr> Children) {
  for (const NodePtr &N : Children) {
    if (N->K == Node::Kind::Leaf)
      classifyLeaf(*N);
    else if (Ahead || leadsToShared(N))
      for (const NodePtr &Part : N->Children)
        classify(statementsOf(Part));
  }
}

bool OutputText::isDeclaredAgain(const OutputVariable &V) const {
  if (First && First->has(V.Declared.Scalar.Index))
    return false;
  return V.As == OutputRole::Index || (Ahead && V.As == OutputRole::Uniform &&
                                       !Visible.count(V.Declared.Scalar.Index));
}

void OutputText::classifyLeaf(const Node &N) {
  for (const Node::Declarator &D : N.Declared) {
    OutputVariable V;
    V.Declared = D;
    V.Source = N.Source;
    bool Varies = false;
    bool Known = D.Harmless && !K.Scalars[D.Scalar.Index].Reassigned;
    eachHole(D.Initializer, [&](const Piece &P) {
      if (std::optional<unsigned> Axis = axisOf(P)) {
        Varies = true;
        V.Level = std::max(V.Level, *Axis);
      }
      auto It =
          P.K == Piece::Kind::Scalar ? Variables.find(P.Id) : Variables.end();
      if (It == Variables.end())
        return;
      Known &= It->second.As != OutputRole::Private;
      Varies |= It->second.As == OutputRole::Index;
      V.Level = std::max(V.Level, It->second.Level);
    });
    bool Same = (Known && !Varies) || isCounter(D.Name);
    V.As = Same    ? OutputRole::Uniform
           : Known ? OutputRole::Index
                   : OutputRole::Private;
    Variables[D.Scalar.Index] = std::move(V);
    Order.push_back(D.Scalar.Index);
  }
}

/// `int row = ..;`
static NodePtr makeDeclaration(const Node::Declarator &D) {
  Node N;
  N.Leaf = Node::LeafKind::Declaration;
  N.Declared.push_back(D);
  append(N.Head, D.Type + " " + D.Name);
  if (!D.Initializer.empty()) {
    append(N.Head, " = ");
    append(N.Head, D.Initializer);
  }
  append(N.Head, ";");
  return std::make_shared<Node>(std::move(N));
}

NodePtr OutputText::declaredApart(const NodePtr &N) const {
  auto IsUniform = [&](const Node::Declarator &D) {
    auto It = Variables.find(D.Scalar.Index);
    return It != Variables.end() && It->second.As == OutputRole::Uniform;
  };
  std::vector<NodePtr> Children;
  bool Changed = false;
  for (const NodePtr &Child : N->Children) {
    if (llvm::none_of(Child->Declared, IsUniform) ||
        llvm::all_of(Child->Declared, IsUniform)) {
      Children.push_back(declaredApart(Child));
      Changed |= Children.back() != Child;
      continue;
    }
    keepComments(*Child, Children);
    for (const Node::Declarator &D : Child->Declared)
      Children.push_back(makeDeclaration(D));
    Changed = true;
  }
  return Changed ? withChildren(*N, std::move(Children)) : N;
}

void OutputText::addVariables(const Text &T, std::set<unsigned> &Used) const {
  eachHole(T, [&](const Piece &P) {
    if (P.K == Piece::Kind::Scalar && Variables.count(P.Id))
      Used.insert(P.Id);
  });
}

std::vector<const OutputVariable *>
OutputText::indexVariables(std::set<unsigned> Used) const {
  std::vector<unsigned> Work(Used.begin(), Used.end());
  while (!Work.empty()) {
    const OutputVariable &V = Variables.at(Work.back());
    Work.pop_back();
    if (!isDeclaredAgain(V))
      continue;
    std::set<unsigned> More;
    addVariables(V.Declared.Initializer, More);
    for (unsigned Id : More)
      if (Used.insert(Id).second)
        Work.push_back(Id);
  }
  std::vector<const OutputVariable *> Needed;
  for (unsigned Id : Order)
    if (Used.count(Id) && isDeclaredAgain(Variables.at(Id)))
      Needed.push_back(&Variables.at(Id));
  return Needed;
}

bool OutputText::haveSameName(const std::set<unsigned> &Used) const {
  std::set<std::string> Names;
  return llvm::any_of(indexVariables(Used), [&](const OutputVariable *V) {
    return !Names.insert(V->Declared.Name).second;
  });
}

std::set<unsigned> OutputText::axesOf(const OutputVariable &V) const {
  OutputText Own = *this;
  Own.First = nullptr;
  std::set<unsigned> Found;
  for (const OutputVariable *Part :
       Own.indexVariables({V.Declared.Scalar.Index}))
    eachHole(Part->Declared.Initializer, [&](const Piece &P) {
      if (std::optional<unsigned> Axis = axisOf(P))
        Found.insert(*Axis);
    });
  return Found;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// \p P for the output that stands alone along \p Axis, if one does.
Polynomial OutputText::valueOf(Polynomial P, unsigned Axis) const {
  const Coarsening &C = Axes[Axis];
  if (Ranges[Axis].Count > 1)
    return P;
  const int64_t Output = Ranges[Axis].First;
  if (C.Groups)
    P = P.substitute(K.loop(*C.Groups).Symbol, Output / C.Width);
  if (C.Members)
    P = P.substitute(K.loop(*C.Members).Symbol, Output % C.Width);
  return P;
}

Polynomial OutputText::valueOf(Polynomial P) const {
  for (unsigned A = 0; A < Axes.size(); ++A)
    P = valueOf(std::move(P), A);
  return P;
}

std::string OutputText::counterOf(unsigned Axis) const {
  return Ranges[Axis].Count > 1 ? Axes[Axis].Counter
                                : std::to_string(Ranges[Axis].First);
}

std::string OutputText::subscripts() const {
  std::string Text;
  for (const Coarsening &C : Axes)
    Text += "[" + C.Counter + "]";
  return Text;
}

std::optional<Text> OutputText::filling(const Piece &P) const {
  if (std::optional<unsigned> Axis = axisOf(P)) {
    const Coarsening &C = Axes[*Axis];
    Polynomial Value = P.Spelling[0] == 'b' ? C.Block : C.Thread;
    if (Exchanged)
      Value = P.Spelling[0] == 'b' ? C.Block + Polynomial::symbol(C.Counter)
                                   : Polynomial::symbol(P.Spelling);
    std::string Spelled = Symbols.expression(valueOf(Value, *Axis));
    bool Simple = Spelled.find(' ') == std::string::npos;
    return Text{Piece::verbatim(Simple ? Spelled : "(" + Spelled + ")")};
  }
  if (P.K != Piece::Kind::Scalar)
    return std::nullopt;
  if (auto Counter = Counters.find(P.Spelling); Counter != Counters.end())
    return fill(Counter->second);
  if (First && First->has(P.Id)) {
    const std::string Value = First->value(P.Id, *this);
    const bool Sum = Value.find(' ') != std::string::npos;
    return Text{Piece::verbatim(Sum ? "(" + Value + ")" : Value)};
  }
  auto It = Variables.find(P.Id);
  if (It == Variables.end() || !It->second.isArray())
    return std::nullopt;
  return Text{Piece::verbatim(P.Spelling + subscripts())};
}

static bool isText(const Piece &P, llvm::StringRef Wanted) {
  return P.K == Piece::Kind::Verbatim &&
         llvm::StringRef(P.Spelling).trim() == Wanted;
}

/// Where \p T has a thread's index among all threads, `b * B + t` or `t + b *
/// B`, beginning with piece \p At: its axis, 0 for x.
static std::optional<unsigned> indexAt(const Text &T, size_t At) {
  if (At + 5 > T.size())
    return std::nullopt;
  auto Id = [&](size_t I, char Kind) {
    const Piece &P = T[At + I];
    return P.K == Piece::Kind::Builtin && P.Spelling.size() == 2 &&
           P.Spelling[0] == Kind && P.Spelling[1] == T[At].Spelling[1];
  };
  if (T[At].K != Piece::Kind::Builtin || T[At].Spelling.size() != 2)
    return std::nullopt;
  const bool Last = (Id(0, 'b') && Id(2, 'B')) || (Id(0, 'B') && Id(2, 'b'));
  const bool First =
      Id(0, 't') && ((Id(2, 'b') && Id(4, 'B')) || (Id(2, 'B') && Id(4, 'b')));
  if (!(Last && isText(T[At + 1], "*") && isText(T[At + 3], "+") &&
        Id(4, 't')) &&
      !(First && isText(T[At + 1], "+") && isText(T[At + 3], "*")))
    return std::nullopt;
  // A sum: what stands beside it must not bind more tightly.
  if (At > 0) {
    const llvm::StringRef Before = llvm::StringRef(T[At - 1].Spelling).rtrim();
    if (T[At - 1].K != Piece::Kind::Verbatim ||
        (!Before.empty() &&
         llvm::StringRef("*/%-&!~)").contains(Before.back())))
      return std::nullopt;
  }
  if (At + 5 < T.size()) {
    const llvm::StringRef Behind = llvm::StringRef(T[At + 5].Spelling).ltrim();
    if (T[At + 5].K != Piece::Kind::Verbatim ||
        (!Behind.empty() && llvm::StringRef("*/%.").contains(Behind.front())))
      return std::nullopt;
  }
  return axisOfId(T[At].Spelling);
}

/// Whether a sum between \p Before and \p Behind needs no parentheses. The
/// arguments of what may be a macro do.
static bool isWholeOperand(llvm::StringRef Before, llvm::StringRef Behind) {
  Before = Before.rtrim();
  Behind = Behind.ltrim();
  if (!Behind.empty() && llvm::StringRef("*/%.[(").contains(Behind.front()))
    return false;
  if (Before.consume_back("(")) {
    Before = Before.rtrim();
    return Before.empty() || Before.ends_with("if") ||
           llvm::StringRef("([=<>+-*&|!").contains(Before.back());
  }
  // Sums of subscripts are of integers.
  if (Before.ends_with("+") && Before.count('[') > Before.count(']') &&
      Before.count('(') == Before.count(')'))
    return true;
  return Before.empty() ||
         llvm::any_of(llvm::ArrayRef{"[", "=", "<", ">", "&&", "||"},
                      [&](const char *O) { return Before.ends_with(O); });
}

/// Takes `+ 1`, behind an integer, from \p Text.
static int64_t takeConstant(llvm::StringRef &Text) {
  llvm::StringRef Rest = Text.ltrim();
  const bool Minus = Rest.consume_front("-");
  if (!Minus && !Rest.consume_front("+"))
    return 0;
  Rest = Rest.ltrim();
  constexpr int64_t Most = 1 << 20;
  uint64_t Value;
  if (Rest.starts_with("0") || Rest.consumeInteger(10, Value) || Value > Most)
    return 0;
  const llvm::StringRef Next = Rest.ltrim();
  if (Rest.starts_with(".") || Rest.starts_with("'") ||
      (!Rest.empty() && isWordCharacter(Rest.front())) ||
      (!Next.empty() && llvm::StringRef("*/%").contains(Next.front())))
    return 0;
  Text = Rest;
  return Minus ? -int64_t(Value) : int64_t(Value);
}

Text OutputText::fill(const Text &All) const {
  Text Result, T = All;
  for (size_t I = 0; I < T.size(); ++I) {
    llvm::StringRef Behind;
    if (I + 1 < T.size())
      Behind = T[I + 1].Spelling;
    if (First && T[I].K == Piece::Kind::Scalar && First->has(T[I].Id) &&
        isWholeOperand(spell(Result), Behind)) {
      int64_t More = 0;
      if (I + 1 < T.size() && T[I + 1].K == Piece::Kind::Verbatim) {
        More = takeConstant(Behind);
        T[I + 1].Spelling = Behind.str();
      }
      append(Result, First->value(T[I].Id, *this, More));
      continue;
    }
    std::optional<unsigned> Axis = indexAt(T, I);
    auto C = llvm::find_if(Axes,
                           [&](const Coarsening &C) { return Axis == C.Axis; });
    if (!Axis || C == Axes.end() || C->Width != C->Factor || Exchanged) {
      if (T[I].hasParts()) {
        Piece P = T[I];
        std::optional<Text> Filled = filling(P);
        if (!Filled)
          P.Parts = fill(P.Parts);
        append(Result, Filled ? *Filled : Text{P});
        continue;
      }
      append(Result,
             fillHoles({T[I]}, [&](const Piece &P) { return filling(P); }));
      continue;
    }
    append(Result, "(");
    append(Result, Text(T.begin() + I, T.begin() + I + 5));
    const std::string Output = counterOf(C - Axes.begin());
    append(Result, ") * " + std::to_string(C->Factor) +
                       (Output == "0" ? "" : " + " + Output));
    I += 4;
  }
  return Result;
}

NodePtr OutputText::fill(const NodePtr &N) const {
  Node Copy = *N;
  Copy.Head = fill(N->Head);
  Copy.Condition = fill(N->Condition);
  for (Node::Declarator &D : Copy.Declared)
    D.Initializer = fill(D.Initializer);
  for (NodePtr &Child : Copy.Children)
    Child = fill(Child);
  return std::make_shared<Node>(std::move(Copy));
}

std::string tidy(std::string Element) {
  for (size_t At = 0; (At = Element.find(" + (-", At)) != std::string::npos;) {
    size_t Close = Element.find(')', At);
    if (Close == std::string::npos ||
        !llvm::all_of(Element.substr(At + 5, Close - At - 5),
                      isWordCharacter)) {
      ++At;
      continue;
    }
    Element = Element.substr(0, At) + " - " +
              Element.substr(At + 5, Close - At - 5) +
              Element.substr(Close + 1);
  }
  for (const char *Nothing : {" + 0", " - 0"})
    for (size_t At = 0;
         (At = Element.find(Nothing, At)) != std::string::npos;) {
      const char Behind = At + 4 < Element.size() ? Element[At + 4] : ']';
      const llvm::StringRef Rest = llvm::StringRef(Element).drop_front(At + 4);
      if (Behind != ')' && Behind != ']' && !Rest.starts_with(" + ") &&
          !Rest.starts_with(" - ")) {
        ++At;
        continue;
      }
      Element.erase(At, 4);
      // What is left may need no parentheses.
      size_t Open = At;
      while (Open > 0 && isWordCharacter(Element[Open - 1]))
        --Open;
      if (Behind == ')' && Open > 1 && Element[Open - 1] == '(' &&
          !isWordCharacter(Element[Open - 2])) {
        Element.erase(At, 1);
        Element.erase(Open - 1, 1);
      }
    }
  return Element;
}

NodePtr OutputText::declaration(const OutputVariable &V) const {
  Node::Declarator D = V.Declared;
  D.Initializer = fill(D.Initializer);
  if (!D.Initializer.empty() && !Counters.empty())
    D.Initializer = {Piece::verbatim(tidy(spell(D.Initializer)))};
  return serving(makeDeclaration(D), V.Source);
}

NodePtr OutputText::loops(const std::vector<const OutputVariable *> &Index,
                          const std::vector<NodePtr> &Statements) const {
  return loopsFrom(0, Index, Statements);
}

NodePtr OutputText::loopsFrom(unsigned Level,
                              const std::vector<const OutputVariable *> &Index,
                              const std::vector<NodePtr> &Statements) const {
  const Coarsening &C = Axes[Level];
  const OutputRange &Range = Ranges[Level];
  std::vector<NodePtr> Inside;
  for (const OutputVariable *V : Index)
    if (V->Level == Level)
      Inside.push_back(declaration(*V));
  if (Level + 1 < Axes.size()) {
    NodePtr Inner = loopsFrom(Level + 1, Index, Statements);
    if (Inner->K == Node::Kind::Block && Ranges[Level + 1].Count == 1)
      llvm::append_range(Inside, Inner->Children);
    else
      Inside.push_back(std::move(Inner));
  } else {
    llvm::append_range(Inside, Statements);
  }
  if (Range.Count == 1)
    return makeBlock(std::move(Inside));
  bool Simple = Inside.size() == 1 && Inside.front()->Declared.empty() &&
                Inside.front()->Children.size() < 2; // no other's `else`
  Node Loop = *makeLoop(
      outputHeader(C.Counter, Range.First, Range.First + Range.Count, Unroll),
      Simple ? Inside.front() : makeBlock(Inside));
  Loop.Loop = C.Groups ? C.Groups : C.Members;
  return std::make_shared<Node>(std::move(Loop));
}

} // namespace tessera
