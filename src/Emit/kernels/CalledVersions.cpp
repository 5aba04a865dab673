//===- CalledVersions.cpp - Versions that their kernel calls --------------===//
#include "kernels/CalledVersions.h"
#include "layout/Insertions.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Support/Marker.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// `k_tiled<T, B>(a, n)`
static std::string callOf(const KernelModel &K, const KernelPlan &Plan) {
  std::string Call = Plan.Name;
  if (!K.TemplateNames.empty())
    Call += "<" + llvm::join(K.TemplateNames, ", ") + ">";
  std::vector<std::string> Arguments;
  for (const ParameterInfo &Parameter : K.Parameters)
    if (Parameter.isPassed())
      Arguments.push_back(Parameter.Name);
  return Call + "(" + llvm::join(Arguments, ", ") + ")";
}

/// The choice at the start of the kernel. Where the language allows it, other
/// instances of a template have none of it.
static std::string choiceOf(const Program &P, const KernelModel &K,
                            const KernelPlan &Plan, const Indentation &Style) {
  std::string Test = Plan.Launches.front().Test;
  if (P.Host.Hidden.count("size_t"))
    qualifyWord(Test, "size_t");
  std::string Line = "\n" + Style.Base + Style.Unit, Text;
  if (!Plan.CalledBy.empty() && P.HasConstexprIf) {
    Text = Line + "if constexpr (" + Plan.CalledBy + ")";
    Line += Style.Unit;
  } else if (!Plan.CalledBy.empty()) {
    Test = Plan.CalledBy + (Test.empty() ? "" : " && " + Test);
  }
  Text += Line + (Test.empty() ? "{" : "if (" + Test + ") {");
  Text += Line + Style.Unit + callOf(K, Plan) + ";";
  return Text + Line + Style.Unit + "return;" + Line + "}";
}

std::vector<TextEdit>
editCalledVersions(const Program &P, const KernelModel &K,
                   const std::vector<RewrittenKernel> &Versions,
                   std::vector<MixedText> Bodies,
                   const std::string &Parameters) {
  const Insertions Places(P.Source);
  const SourceRange Body = *K.Body->Source;
  const std::string Indent = Places.indentation(K.Definition.Begin);
  const Indentation Style = inferIndentation(*K.Body);
  MixedText Functions;
  const bool HasTiles = Versions.front().Plan.hasTiles();
  std::string Choices =
      "\n" + Style.Base + Style.Unit +
      (HasTiles ? "// These blocks stage tiles." : "// Nothing overlaps here.");
  for (size_t I = 0; I < Versions.size(); ++I) {
    const KernelPlan &Plan = Versions[I].Plan;
    Functions.addNew(markerFor(Bodies[I].Text) + "\n" + Indent,
                     {K.Definition.Begin});
    if (!K.TemplateHead.empty())
      Functions.addNew(K.TemplateHead + "\n" + Indent);
    Functions.addNew("static __device__ __noinline__ void " + Plan.Name,
                     {K.Definition.Begin});
    Functions.addUsers(Parameters, {K.NameRange.End});
    Functions.add(Bodies[I]);
    Functions.addNew("\n\n" + Indent);
    Choices += choiceOf(P, K, Plan, Style);
  }
  const llvm::StringRef Text = P.Source;
  const unsigned Marked = markerPlace(Text, K.Definition.Begin);
  unsigned Before = Places.beforeComments(Marked);
  if (Text.take_front(Before).rtrim().ends_with("*/"))
    Before = Places.beforeComments(Text.take_front(Before).rfind("/*"));
  const unsigned Start = Body.Begin + 1;
  return {{{Before, Before},
           std::move(Functions.Text),
           "versions of " + K.Name + " that it calls",
           std::move(Functions.Users),
           std::move(Functions.Lines)},
          {{Marked, Marked},
           markerFor("{" + Choices + Text.slice(Start, Body.End).str()) + "\n" +
               Indent,
           "mark " + K.Name},
          {{Start, Start}, Choices, "call the versions of " + K.Name}};
}

} // namespace tessera
