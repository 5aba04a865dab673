//===- DropUnused.cpp - Variables that nobody uses any more ---------------===//
#include "tessera/Support/Words.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Adds how often each identifier occurs in \p Spelled to \p Into; names of
/// members, `threadIdx.x`, are others, and comments use nothing.
static void countNames(llvm::StringRef Spelled,
                       std::map<std::string, unsigned> &Into) {
  for (size_t At = 0; At < Spelled.size();) {
    const llvm::StringRef Rest = Spelled.substr(At);
    if (Rest.starts_with("//") || Rest.starts_with("/*")) {
      const llvm::StringRef End = Rest.starts_with("//") ? "\n" : "*/";
      At += std::min(Rest.find(End, 2), Rest.size() - End.size()) + End.size();
      continue;
    }
    llvm::StringRef Name = Rest.take_while(isWordCharacter);
    llvm::StringRef Before = Spelled.take_front(At);
    if (!Name.empty() && !Before.ends_with(".") && !Before.ends_with("->"))
      ++Into[Name.str()];
    At += std::max<size_t>(Name.size(), 1);
  }
}

/// The same for what the calls of macros in \p T expand to.
static void countExpanded(const Text &T,
                          std::map<std::string, unsigned> &Into) {
  for (const Piece &P : T) {
    if (P.K == Piece::Kind::Macro)
      countNames(spell(P.Expanded), Into);
    countExpanded(P.Parts, Into);
  }
}

/// How often each identifier occurs in \p Body. Texts of made nodes have no
/// line breaks at their ends: a comment reaches no further than its text.
static std::map<std::string, unsigned> namesIn(const NodePtr &Body) {
  std::map<std::string, unsigned> Result;
  walk(Body, [&](const NodePtr &N) {
    for (const Text *T : {&N->Lead, &N->Head, &N->Middle, &N->Tail}) {
      countNames(spell(*T), Result);
      countExpanded(*T, Result);
    }
  });
  return Result;
}

/// The name that \p N declares, if that is one variable and computing its value
/// does nothing.
static std::string harmlessName(const Node &N) {
  return N.Declared.size() == 1 && N.Declared.front().Harmless
             ? N.Declared.front().Name
             : "";
}

static NodePtr without(const NodePtr &N, const std::set<std::string> &Unused) {
  if (N->Children.empty())
    return N;
  std::vector<NodePtr> Children;
  for (const NodePtr &Child : N->Children)
    if (N->K != Node::Kind::Block || !Unused.count(harmlessName(*Child)))
      Children.push_back(without(Child, Unused));
  return withChildren(*N, std::move(Children));
}

NodePtr dropUnused(const NodePtr &Body, const NodePtr &Before) {
  const std::map<std::string, unsigned> Then = namesIn(Before);
  const auto Often = [](const auto &Names, const std::string &Name) {
    auto Found = Names.find(Name);
    return Found == Names.end() ? 0 : Found->second;
  };
  NodePtr Result = Body;
  while (true) { // what only these use is next
    const std::map<std::string, unsigned> Now = namesIn(Result);
    std::set<std::string> Unused;
    walk(Result, [&](const NodePtr &N) {
      std::string Name = harmlessName(*N);
      if (!Name.empty() && Often(Now, Name) == 1 && Often(Then, Name) != 1)
        Unused.insert(Name);
    });
    if (Unused.empty())
      return Result;
    Result = without(Result, Unused);
  }
}

} // namespace tessera
