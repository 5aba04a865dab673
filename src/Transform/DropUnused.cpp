//===- DropUnused.cpp - Variables that nobody uses any more ---------------===//
#include "tessera/Support/Words.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace tessera {

namespace {

/// How often text names a variable.
struct NameUses {
  unsigned Values = 0; ///< where its value, or its place, matters
  unsigned Others = 0; ///< in operands that are not evaluated: of `sizeof`

  void add(const NameUses &More) {
    Values += More.Values;
    Others += More.Others;
  }
};

using Uses = std::map<std::string, NameUses>;

/// The length of the comment that \p Rest starts with, or 0.
size_t commentLength(llvm::StringRef Rest) {
  if (!Rest.starts_with("//") && !Rest.starts_with("/*"))
    return 0;
  const llvm::StringRef End = Rest.starts_with("//") ? "\n" : "*/";
  return std::min(Rest.find(End, 2), Rest.size() - End.size()) + End.size();
}

/// The length of the operand that \p Rest, behind `sizeof`, starts with: what
/// is in parentheses, or a name and the operators in front of it.
size_t operandLength(llvm::StringRef Rest) {
  size_t At = Rest.find_first_not_of(" \t\r\n*&!~-+");
  if (At == llvm::StringRef::npos)
    return Rest.size();
  if (Rest[At] != '(')
    return At + Rest.substr(At).take_while(isWordCharacter).size();
  unsigned Depth = 0;
  do {
    Depth += Rest[At] == '(';
    Depth -= Rest[At] == ')';
  } while (++At < Rest.size() && Depth > 0);
  return At;
}

/// Counts the names in text.
class Counter {
public:
  /// \p Body has the calls of macros, which use names that they do not spell,
  /// in whatever text they are written later.
  explicit Counter(const NodePtr &Body) {
    walk(Body, [&](const NodePtr &N) {
      for (const Text *T : {&N->Lead, &N->Head, &N->Middle, &N->Tail})
        addMacros(*T);
    });
  }

  /// Texts of made nodes have no line breaks at their ends: a comment reaches
  /// no further than its text.
  void count(const NodePtr &Body, Uses &Into) const {
    walk(Body, [&](const NodePtr &N) {
      for (const Text *T : {&N->Lead, &N->Head, &N->Middle, &N->Tail})
        count(spell(*T), /*Evaluated=*/true, Into);
    });
  }

  /// Names of members, `threadIdx.x`, are others, and comments use nothing.
  void count(llvm::StringRef Spelled, bool Evaluated, Uses &Into) const {
    static const llvm::StringSet<> Unevaluated = {
        "sizeof",   "alignof",  "_Alignof", "__alignof__", "__alignof",
        "decltype", "noexcept", "typeof",   "__typeof__"};
    for (size_t At = 0; At < Spelled.size();) {
      const llvm::StringRef Rest = Spelled.substr(At);
      if (size_t Length = commentLength(Rest)) {
        At += Length;
        continue;
      }
      const llvm::StringRef Name = Rest.take_while(isWordCharacter);
      const llvm::StringRef Before = Spelled.take_front(At);
      At += std::max<size_t>(Name.size(), 1);
      if (Name.empty() || Before.ends_with(".") || Before.ends_with("->"))
        continue;
      Into[Name.str()].add({Evaluated, !Evaluated});
      if (auto Macro = Macros.find(Name.str()); Macro != Macros.end())
        for (const auto &[Used, Often] : Macro->second)
          Into[Used].add(Often);
      if (!Unevaluated.contains(Name))
        continue;
      const size_t Length = operandLength(Spelled.substr(At));
      count(Spelled.substr(At, Length), /*Evaluated=*/false, Into);
      At += Length;
    }
  }

private:
  void addMacros(const Text &T) {
    for (const Piece &P : T) {
      addMacros(P.Parts);
      if (P.K != Piece::Kind::Macro)
        continue;
      Uses Inside;
      count(spell(P.Expanded), /*Evaluated=*/true, Inside);
      const std::string Call = spell(P.Parts);
      Uses &All =
          Macros[llvm::StringRef(Call).take_while(isWordCharacter).str()];
      for (const auto &[Name, Often] : Inside)
        All[Name].add(Often);
    }
  }

  std::map<std::string, Uses> Macros; ///< by name; they use these
};

/// A body without the declarations that it has no more use for.
class Dropper {
public:
  explicit Dropper(const NodePtr &Before) : Names(Before) {
    Names.count(Before, Then);
    walk(Before, [&](const NodePtr &N) {
      for (const Node::Declarator &D : N->Declared)
        ++DeclaredThen[D.Name];
    });
  }

  NodePtr run(NodePtr Body) {
    do { // what only the dropped ones use is next
      Dropped = false;
      Body = without(Body);
    } while (Dropped);
    return Body;
  }

private:
  /// Whether the user's kernel needs the value of what \p D declares.
  bool hadUse(const Node::Declarator &D) const {
    auto Found = Then.find(D.Name);
    auto Count = DeclaredThen.find(D.Name);
    const unsigned Own = Count == DeclaredThen.end() ? 0 : Count->second;
    return Found == Then.end() || Found->second.Values > Own;
  }

  NodePtr without(const NodePtr &N) {
    if (N->Children.empty())
      return N;
    std::vector<NodePtr> Children;
    Uses Behind;
    for (const NodePtr &Child : llvm::reverse(N->Children)) {
      NodePtr New = without(Child);
      if (N->K == Node::Kind::Block && !New->Declared.empty())
        New = declaration(New, Behind);
      if (!New)
        continue;
      Names.count(New, Behind);
      Children.push_back(std::move(New));
    }
    std::reverse(Children.begin(), Children.end());
    return withChildren(*N, std::move(Children));
  }

  /// \p N, whose scope has the uses \p Behind; null where it is not needed.
  NodePtr declaration(const NodePtr &N, const Uses &Behind) {
    std::vector<Node::Declarator> Kept;
    bool Mark = false;
    for (const Node::Declarator &D : N->Declared) {
      auto Found = Behind.find(D.Name);
      const NameUses Of = Found == Behind.end() ? NameUses() : Found->second;
      const bool Unused = llvm::all_of(D.Name, isWordCharacter) &&
                          Of.Values == 0 && !isUsedBeside(*N, D) && hadUse(D);
      if (Unused && Of.Others == 0 && D.Harmless)
        continue;
      Kept.push_back(D);
      Mark |= Unused;
    }
    if (Kept.empty()) {
      Dropped = true;
      return nullptr;
    }
    NodePtr Result = N;
    if (Kept.size() < N->Declared.size()) {
      if (NodePtr Part = only(*N, std::move(Kept))) {
        Dropped = true;
        Result = Part;
      } else {
        Mark = true;
      }
    }
    if (!Mark || llvm::StringRef(spell(Result->Head)).contains("maybe_unused"))
      return Result;
    Node Copy = *Result;
    Copy.Head.insert(Copy.Head.begin(), Piece::verbatim("[[maybe_unused]] "));
    return std::make_shared<Node>(std::move(Copy));
  }

  /// The declaration \p N of \p Kept alone; null where their types are not
  /// written once for all: `int *p, i;`.
  static NodePtr only(const Node &N, std::vector<Node::Declarator> Kept) {
    const std::string Type = Kept.front().Type, Head = spell(N.Head);
    Node Copy = N;
    Copy.Head.clear();
    append(Copy.Head, Type);
    for (const Node::Declarator &D : Kept) {
      const std::string Initializer = spell(D.Initializer);
      if (!D.Arithmetic || D.Type != Type ||
          !llvm::StringRef(Head).contains(Initializer))
        return nullptr;
      append(Copy.Head, (&D == &Kept.front() ? " " : ", ") + D.Name);
      if (Initializer.empty())
        continue;
      append(Copy.Head, " = ");
      append(Copy.Head, D.Initializer);
    }
    append(Copy.Head, ";");
    Copy.Declared = std::move(Kept);
    return std::make_shared<Node>(std::move(Copy));
  }

  /// Whether another variable of the declaration \p N needs \p D.
  bool isUsedBeside(const Node &N, const Node::Declarator &D) const {
    Uses Here;
    for (const Node::Declarator &Other : N.Declared)
      Names.count(spell(Other.Initializer), /*Evaluated=*/true, Here);
    return Here[D.Name].Values > 0;
  }

  const Counter Names;
  Uses Then;
  std::map<std::string, unsigned> DeclaredThen;
  bool Dropped = false;
};

} // namespace

NodePtr dropUnused(const NodePtr &Body, const NodePtr &Before) {
  return Dropper(Before).run(Body);
}

} // namespace tessera
