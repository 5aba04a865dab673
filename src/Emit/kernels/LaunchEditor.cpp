//===- LaunchEditor.cpp - Launches that choose among versions -------------===//
#include "kernels/LaunchEditor.h"
#include "host/HostNames.h"
#include "tessera/Plan/AllowShared.h"
#include "tessera/Support/Conditions.h"
#include "tessera/Support/Words.h"
#include "tessera/Transform/TileText.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace tessera {

std::string lineIndentation(llvm::StringRef Source, unsigned Offset) {
  size_t Break = Source.rfind('\n', Offset);
  size_t Begin = Break == llvm::StringRef::npos ? 0 : Break + 1;
  return Source.slice(Begin, Offset)
      .take_while([](char C) { return C == ' ' || C == '\t'; })
      .str();
}

/// \p Size, of a grid or block, as a value of that type.
static std::string asDim3(llvm::StringRef Size) {
  bool Is = (Size.starts_with("dim3(") && Size.ends_with(")")) ||
            (Size.starts_with("dim3{") && Size.ends_with("}"));
  return Is ? Size.str() : ("dim3(" + Size + ")").str();
}

bool LaunchEditor::Tested::implies(const Tested &Other) const {
  return implyConditions(Parts, Other.Parts);
}

void LaunchEditor::edit(llvm::ArrayRef<Version> Versions) {
  LaunchModel Launch = P.launch(Versions.front().first->Launch);
  if (Launch.ByName) {
    Launch.Callee = Launch.ByName->Kernel;
    Launch.Statement = Launch.ByName->Statement;
  }
  Qualifier = P.qualifierAt(Launch);
  HasDim3 = false;
  start(Versions, Launch, P.Source, K.TemplateArguments);
}

void LaunchEditor::edit(llvm::ArrayRef<Version> Versions,
                        const LaunchModel &Launch, llvm::StringRef Text,
                        const std::string &Arguments) {
  HasDim3 = true;
  start(Versions, Launch, Text, Arguments);
}

void LaunchEditor::start(llvm::ArrayRef<Version> Versions,
                         const LaunchModel &Launch, llvm::StringRef Text,
                         const std::string &Arguments) {
  const size_t Before = Edits.size();
  L = Launch;
  Code = Text;
  Instance = Arguments;
  choose(Versions);
  for (const char *Name : {"dim3", "size_t"})
    if (P.Host.Hidden.count(Name))
      for (size_t E = Before; E < Edits.size(); ++E)
        qualifyWord(Edits[E].Replacement, Name);
}

/// What all of \p Tests have in common.
static std::vector<std::string>
commonParts(llvm::ArrayRef<std::vector<std::string>> Tests) {
  std::vector<std::string> Common = Tests.front();
  llvm::erase_if(Common, [&](const std::string &Part) {
    return !llvm::all_of(Tests, [&](const std::vector<std::string> &Parts) {
      return llvm::is_contained(Parts, Part);
    });
  });
  return Common;
}

static bool shareAPart(llvm::ArrayRef<std::string> A,
                       llvm::ArrayRef<std::string> B) {
  return !commonParts({A.vec(), B.vec()}).empty();
}

/// \p Parts with \p Name in the place of \p Of, which are some of them.
static std::vector<std::string> replaced(std::vector<std::string> Parts,
                                         llvm::ArrayRef<std::string> Of,
                                         const std::string &Name) {
  llvm::erase_if(Parts, [&](const std::string &Part) {
    return llvm::is_contained(Of, Part);
  });
  Parts.insert(Parts.begin(), Name);
  return Parts;
}

/// Names the tests of \p Versions. What several have in common is tested once:
///
///   const bool tiles_fit2 = n >= 64 && (A + n <= y || y + n <= A);
///   const bool tiles_fit = tiles_fit2 && n % 4 == 0;
void LaunchEditor::nameTests(llvm::ArrayRef<Version> Versions) {
  const LaunchChoice &First = *Versions.front().first;
  Tests.clear();
  std::vector<std::vector<std::string>> Parts; // as they are declared
  for (auto [Choice, V] : Versions) {
    Tests.push_back({"", strongestOf(conjunctsOf(Choice->Test))});
    Parts.push_back(Tests.back().Parts);
    if (Choice->Test.empty() || !First.MayDeclare)
      Tests.back().Name = Choice->Test;
    else
      Tests.back().Name = freshName(Choice->TestName);
  }
  if (!First.MayDeclare)
    return;
  while (!Parts.empty() && Parts.back().empty())
    Parts.pop_back(); // always
  std::vector<size_t> Rest;
  std::vector<bool> Same(Parts.size()); // as another behind it
  for (size_t I = Parts.size(); I-- > 0;) {
    size_t Weaker = I + 1;
    while (Weaker < Parts.size() &&
           !(Tests[I].implies(Tests[Weaker]) &&
             shareAPart(Tests[I].Parts, Tests[Weaker].Parts)))
      ++Weaker;
    if (Weaker < Parts.size())
      Parts[I] = replaced(Parts[I], Tests[Weaker].Parts, Tests[Weaker].Name);
    else
      Rest.push_back(I);
    Same[I] = Parts[I].size() == 1 && Weaker < Parts.size();
    if (Same[I])
      Tests[I].Name = Tests[Weaker].Name;
  }
  // Shorter ones are as easy to read where they are.
  constexpr size_t WorthAName = 60;
  std::vector<std::vector<std::string>> Others;
  for (size_t I : Rest)
    Others.push_back(Parts[I]);
  if (Others.size() > 1) {
    const std::vector<std::string> Common = commonParts(Others);
    const std::string Text = llvm::join(Common, " && ");
    if (Text.size() >= WorthAName) {
      const std::string Name = freshName("tiles_may_fit");
      declare("const bool", Name, Text);
      for (size_t I : Rest) {
        Parts[I] = replaced(Parts[I], Common, Name);
        if (Parts[I].size() > 1)
          continue;
        Same[I] = true;
        for (std::vector<std::string> &Others : Parts)
          std::replace(Others.begin(), Others.end(), Tests[I].Name, Name);
        for (Tested &Other : Tests)
          if (&Other != &Tests[I] && Other.Name == Tests[I].Name)
            Other.Name = Name;
        Tests[I].Name = Name;
      }
    }
  }
  std::vector<size_t> Order(Parts.size());
  std::iota(Order.begin(), Order.end(), 0);
  if (Rest.size() < Parts.size()) // one names another behind it
    std::reverse(Order.begin(), Order.end());
  for (size_t I : Order)
    if (!Same[I])
      declare("const bool", Tests[I].Name, llvm::join(Parts[I], " && "));
}

/// Lets versions have the shared memory that not every launch may have, where
/// their tests, which have names, hold. \p Bytes is what the launch asks for.
void LaunchEditor::allowShared(llvm::ArrayRef<Version> Versions,
                               const std::string &Bytes) {
  const bool Alone = llvm::count_if(Versions, [](const Version &V) {
                       return !V.first->DynamicBytes.empty();
                     }) == 1;
  std::string Text;
  for (size_t I = 0; I < Versions.size(); ++I) {
    const auto &[Choice, Plan] = Versions[I];
    if (Choice->AllowedBy.empty())
      continue;
    const std::string &Own = Choice->DynamicBytes;
    const bool IsNumber = llvm::all_of(Own, llvm::isDigit);
    Text += (Text.empty() ? AllowSharedComment.str() + "\n" : "") + "if (" +
            Tests[I].Name + ") " + Choice->AllowedBy + "(" +
            allowSharedCall(P, K, *Plan, *Choice,
                            Alone && !IsNumber ? Bytes : Own) +
            ");\n";
  }
  if (Text.empty())
    return;
  before(Text, "shared memory of the tiles");
  nameLibrary(P, Edits.back());
}

/// `tiles_fit ? a : tiles_fit2 ? b : Users`; what \p Text gives as empty is
/// the user's, too.
std::string LaunchEditor::chosen(llvm::ArrayRef<Version> Versions,
                                 std::string Users, TextOf Text) const {
  std::vector<std::string> Of;
  std::vector<Tested> Own = Tests;
  for (auto [Choice, V] : Versions) {
    Of.push_back(Text(*Choice, *V));
    if (Of.back().empty())
      Of.back() = Users;
    if (Choice->Test.empty())
      break; // always
  }
  if (Of.size() == Versions.size() && !Tests.back().Name.empty())
    Of.push_back(std::move(Users));
  while (Of.size() > 1 && Of[Of.size() - 2] == Of.back())
    Of.pop_back(); // whatever its test says
  for (size_t I = 0; I + 2 < Of.size();) {
    if (Of[I] != Of[I + 1]) {
      ++I;
      continue;
    }
    if (!Own[I].implies(Own[I + 1]))
      Own[I + 1] = {Own[I].Name + " || " + Own[I + 1].Name, {}};
    Own.erase(Own.begin() + I);
    Of.erase(Of.begin() + I);
  }
  std::string Result;
  for (size_t I = 0; I + 1 < Of.size(); ++I) {
    const llvm::StringRef Test = Own[I].Name;
    const bool Several = Test.contains(" || ") && !Test.starts_with("(");
    Result += (Several ? "(" + Own[I].Name + ")" : Own[I].Name) + " ? " +
              Of[I] + " : ";
  }
  return Result + Of.back();
}

void LaunchEditor::choose(llvm::ArrayRef<Version> Versions) {
  const LaunchChoice &First = *Versions.front().first;
  auto Bytes = [](const LaunchChoice &C, const KernelPlan &) {
    return C.DynamicBytes;
  };
  auto Any = [&](auto TextOf) {
    return llvm::any_of(Versions, [&](const Version &V) {
      return !TextOf(*V.first, *V.second).empty();
    });
  };
  nameTests(Versions);
  const bool Tested = !Tests.front().Name.empty();
  std::string BytesText;
  if (Any(Bytes)) {
    BytesText = chosen(Versions, "0", Bytes);
    if (Tested)
      BytesText = named(First, "const size_t", "tile_bytes", BytesText);
    allowShared(Versions, BytesText);
  }
  // Before:  k<<<grid, block>>>(..)
  // After:   (tiles_fit ? k_tiled : k)<<<tile_grid, block>>>(..)
  auto Name = [&](const LaunchChoice &, const KernelPlan &V) {
    return V.Name == K.Name ? "" : Qualifier + V.Name + Instance;
  };
  if (Any(Name)) {
    std::string Users = Qualifier + K.Name + Instance;
    if (Tested && L.Overloaded) { // what ?: gives has no overloads
      auto Other = llvm::find_if(
          Versions, [&](const Version &V) { return V.second->Name != K.Name; });
      Users = "static_cast<decltype(&" + Name(*Other->first, *Other->second) +
              ")>(" + Users + ")";
    }
    const llvm::StringRef Named = Code.slice(L.Callee.Begin, L.Callee.End);
    if (L.ByName && !namesFunction(Named, K.Name)) // a pointer
      Users = Named.str();
    std::string Callee = chosen(Versions, Users, Name);
    // A comma would end what a macro gets.
    const bool Several =
        Tested || (L.ByName && Callee.find(',') != Callee.npos);
    Edits.push_back({L.Callee, Several ? "(" + Callee + ")" : Callee,
                     "launch the other version"});
  }
  // Empty if it stays the user's.
  auto Shape = [&](llvm::StringRef Size, auto TextOf) {
    const std::string Users = !Tested   ? ""
                              : HasDim3 ? Size.str()
                                        : asDim3(Size);
    std::string Text = Any(TextOf) ? chosen(Versions, Users, TextOf) : Users;
    return Text == Users ? "" : Text;
  };
  auto Grid = [](const LaunchChoice &C, const KernelPlan &) { return C.Grid; };
  if (std::string Text = Shape(L.GridText, Grid); !Text.empty()) {
    if (Tested)
      Text = named(First, "const dim3",
                   Versions.front().second->Persistent ? "persistent_grid"
                                                       : "tile_grid",
                   Text);
    Edits.push_back(
        {L.GridSource, Text, "as many blocks as the threads are now in"});
  }
  auto Block = [](const LaunchChoice &C, const KernelPlan &) {
    return C.Block;
  };
  if (std::string Text = Shape(L.BlockText, Block); !Text.empty()) {
    if (Tested)
      Text = named(First, "const dim3", "tile_block", Text);
    Edits.push_back({L.BlockSource, Text, "the threads stand in other blocks"});
  }
  if (BytesText.empty())
    return;
  SourceRange End{L.Configuration.End, L.Configuration.End};
  bool Given = L.SharedBytes.size() > 0;
  Edits.push_back({Given ? L.SharedBytes : End, (Given ? "" : ", ") + BytesText,
                   "shared memory of the tiles"});
}

std::string LaunchEditor::freshName(const std::string &Wanted) {
  std::string Name = Wanted;
  for (unsigned I = 2; !Used.insert(Name).second; ++I)
    Name = Wanted + std::to_string(I);
  return Name;
}

/// Gives \p Value a name, if there is room for its declaration.
std::string LaunchEditor::named(const LaunchChoice &Choice,
                                const std::string &Type,
                                const std::string &Wanted,
                                const std::string &Value) {
  if (!Choice.MayDeclare)
    return Value;
  const std::string Name = freshName(Wanted);
  declare(Type, Name, Value);
  return Name;
}

void LaunchEditor::declare(const std::string &Type, const std::string &Name,
                           const std::string &Value) {
  before(Type + " " + Name + " = " + Value + ";\n",
         "when the other version may run");
}

/// Adds \p Lines before the launch.
void LaunchEditor::before(llvm::StringRef Lines, const char *Why) {
  const unsigned At = L.Statement.Begin;
  const std::string Indent = lineIndentation(Code, At);
  std::string Text;
  for (llvm::StringRef Line : llvm::split(Lines.drop_back(), '\n'))
    Text += (Line + "\n" + Indent).str();
  Edits.push_back({{At, At}, Text, Why});
}

} // namespace tessera
