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
  std::map<std::string, unsigned> Then;
  countNames(spell(*Before), Then);
  NodePtr Result = Body;
  while (true) { // what only these use is next
    std::map<std::string, unsigned> Now;
    countNames(spell(*Result), Now);
    std::set<std::string> Unused;
    walk(Result, [&](const NodePtr &N) {
      std::string Name = harmlessName(*N);
      if (!Name.empty() && Now[Name] == 1 && Then[Name] != 1)
        Unused.insert(Name);
    });
    if (Unused.empty())
      return Result;
    Result = without(Result, Unused);
  }
}

} // namespace tessera
