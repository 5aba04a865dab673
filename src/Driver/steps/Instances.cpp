//===- Instances.cpp - Instances of one kernel template -------------------===//
#include "steps/Instances.h"
#include "tessera/Plan/FixedLaunches.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

using Group = std::vector<PlanDecision *>;

/// The plan that replaces the kernel's text; null if none does.
const KernelPlan *planInPlace(const Program &P, const PlanDecision &D) {
  const KernelPlan *Only = nullptr;
  for (const KernelPlan *Plan : plansOf(D)) {
    if (Plan->empty())
      continue;
    if (Only || Plan->Name != P.kernel(D.Kernel).Name)
      return nullptr;
    Only = Plan;
  }
  return Only;
}

/// The text that \p Plan leads to, and all that is said of it elsewhere.
std::string textOf(const Program &P, const KernelPlan &Plan) {
  std::string Text = spell(*applyPlan(P.kernel(Plan.Kernel), Plan));
  for (const RestrictedPointer &R : Plan.Restricted)
    Text += " restrict " + std::to_string(R.Parameter) + (R.Const ? "c" : "");
  return Text + " resident " + std::to_string(Plan.Resident) + " bound " +
         std::to_string(Plan.BoundThreads);
}

/// The text of the kernel that its plans lead to: one that replaces it, or
/// those that it calls; nothing if launches choose among them.
std::optional<std::string> wholeText(const Program &P, const PlanDecision &D) {
  if (const KernelPlan *Plan = planInPlace(P, D))
    return textOf(P, *Plan);
  std::string Text;
  for (const KernelPlan *Plan : plansOf(D)) {
    if (!Plan->Called)
      return std::nullopt;
    Text += Plan->Name + " if " + Plan->Launches.front().Test + " " +
            textOf(P, *Plan);
  }
  return Text.empty() ? std::nullopt : std::optional(std::move(Text));
}

/// Whether all of \p Instances lead to the same text.
bool agree(const Program &P, const Group &Instances) {
  std::optional<std::string> Common;
  for (const PlanDecision *D : Instances) {
    std::optional<std::string> Text = wholeText(P, *D);
    if (!Text || (Common && *Common != *Text))
      return false;
    Common = std::move(Text);
  }
  return true;
}

/// `sizeof(T) == 4` of the elements that \p D moves as vectors of their number.
std::set<std::string> sizesIn(const Program &P, const PlanDecision &D) {
  const KernelModel &K = P.kernel(D.Kernel);
  const std::string Text = wholeText(P, D).value_or("");
  std::set<std::string> Sizes;
  for (const ArrayInfo &A : K.Arrays)
    for (int64_t Width : {2, 4})
      if (const std::string Vector = vectorType(A.NumberType, Width);
          !Vector.empty() && A.ElementType != A.NumberType &&
          Text.find(Vector) != std::string::npos)
        Sizes.insert("sizeof(" + A.ElementType +
                     ") == " + std::to_string(A.ElementBytes));
  return Sizes;
}

/// `static_assert(B == 16 || B == 32, ..);`; empty if the text relies on
/// nothing.
std::string assertionFor(const Program &P, const Group &Instances) {
  std::string All;
  std::set<std::string> Sizes;
  for (const PlanDecision *D : Instances)
    Sizes.merge(sizesIn(P, *D));
  size_t Count = P.kernel(Instances.front()->Kernel).TemplateFacts.size();
  for (size_t I = 0; I < Count; ++I) {
    std::vector<std::string> Values;
    for (const PlanDecision *D : Instances)
      if (const std::string &Fact = P.kernel(D->Kernel).TemplateFacts[I];
          !llvm::is_contained(Values, Fact))
        Values.push_back(Fact);
    std::string Any = llvm::join(Values, " || ");
    if (Values.size() > 1 && Count + Sizes.size() > 1)
      Any = "(" + Any + ")";
    All += (All.empty() ? "" : " && ") + Any;
  }
  for (const std::string &Size : Sizes)
    All += (All.empty() ? "" : " && ") + Size;
  if (All.empty())
    return "";
  return "static_assert(" + All + ", \"tiled for the launches here\");";
}

/// Lets each of \p Instances call only its own versions, where they can be told
/// apart.
void callOwn(const Program &P, const DeviceModel &Device,
             const Group &Instances, InstancePlan &Into) {
  std::optional<KernelId> First;
  for (PlanDecision *D : Instances) {
    const KernelModel &K = P.kernel(D->Kernel);
    bool Any = false;
    if (hasFixedLaunch(P, D->Kernel)) // it cannot be replaced for this one
      callVersions(P, Device, *D);
    for (ShapeDecision &Shape : D->Shapes)
      for (KernelPlan *Plan : Shape.plans()) {
        Plan->CalledBy = Plan->Called ? K.InstanceTest : "";
        Any |= !Plan->CalledBy.empty();
      }
    if (!Any)
      dropForFixed(P, *D);
    else if (First)
      Into.Callers[*First].push_back(D->Kernel);
    else
      Into.Callers[*(First = D->Kernel)];
  }
}

/// \p Name, of a version of \p Kernel, without what told it from others:
/// `k_tiled` of `k_tiled_2`.
std::string withoutNumber(llvm::StringRef Name, llvm::StringRef Kernel) {
  const auto [Base, Number] = Name.rsplit('_');
  return !Number.empty() && llvm::all_of(Number, llvm::isDigit) &&
                 Base.size() > Kernel.size() && Base.contains('_') &&
                 !llvm::isDigit(Base.back())
             ? Base.str()
             : Name.str();
}

/// Gives the versions of each instance names of their own, or that of an equal
/// version of another.
void separate(const Program &P, const DeviceModel &Device,
              const Group &Instances, InstancePlan &Into) {
  std::set<std::string> Used = P.kernel(Instances.front()->Kernel).Identifiers;
  callOwn(P, Device, Instances, Into);
  std::map<std::string, std::string> Names; // by text
  for (PlanDecision *D : Instances) {
    const KernelModel &K = P.kernel(D->Kernel);
    for (ShapeDecision &Shape : D->Shapes) {
      // Without a body there is no version.
      if (Shape.Plan && !Shape.Plan->Restricted.empty()) {
        D->Messages.push_back(
            {DiagKind::NotRestricted,
             K.NamePlace,
             {K.Parameters[Shape.Plan->Restricted.front().Parameter].Name,
              "other instances of the template would not agree"}});
        Shape.Plan.reset();
      }
      for (KernelPlan *Plan : Shape.plans()) {
        if (Plan->empty())
          continue;
        std::string Wanted = withoutNumber(Plan->Name, K.Name);
        if (Wanted == K.Name)
          Wanted += Plan->hasTiles() ? "_tiled" : "_registers";
        std::string &Known = Names[Plan->Called ? "" : textOf(P, *Plan)];
        if (!Known.empty() && !Plan->Called) {
          Plan->Name = Known;
          Into.Same.insert({D->Kernel, Plan->Name});
          continue;
        }
        Plan->Name = Wanted;
        for (unsigned I = 2; !Used.insert(Plan->Name).second; ++I)
          Plan->Name = Wanted + "_" + std::to_string(I);
        Known = Plan->Name;
      }
    }
  }
}

} // namespace

InstancePlan planInstances(const Program &P, const DeviceModel &Device,
                           std::vector<PlanDecision> &Decisions) {
  std::map<unsigned, Group> Templates; // by where they are defined
  for (PlanDecision &D : Decisions)
    if (const KernelModel &K = P.kernel(D.Kernel); !K.TemplateArguments.empty())
      Templates[K.Definition.Begin].push_back(&D);
  InstancePlan Result;
  for (const auto &[At, Instances] : Templates) {
    if (!agree(P, Instances)) {
      separate(P, Device, Instances, Result);
      continue;
    }
    Result.Assertions[Instances.front()->Kernel] = assertionFor(P, Instances);
    for (const PlanDecision *D : llvm::drop_begin(Instances))
      Result.Repeated.insert(D->Kernel);
  }
  return Result;
}

void nameInstances(const Program &P, llvm::ArrayRef<MessagesOf> Each,
                   std::vector<Diagnostic> &Messages) {
  std::map<unsigned, std::vector<MessagesOf>> Templates;
  for (const MessagesOf &M : Each)
    if (const KernelModel &K = P.kernel(M.Kernel); !K.TemplateArguments.empty())
      Templates[K.Definition.Begin].push_back(M);
  const std::vector<Diagnostic> All = Messages;
  for (const auto &[At, Instances] : Templates)
    for (const MessagesOf &Mine : Instances)
      for (size_t I = Mine.Begin; I < Mine.End; ++I)
        if (!llvm::all_of(Instances, [&](const MessagesOf &Other) {
              return llvm::is_contained(
                  llvm::ArrayRef(All).slice(Other.Begin,
                                            Other.End - Other.Begin),
                  All[I]);
            })) {
          const KernelModel &K = P.kernel(Mine.Kernel);
          Messages[I].Instance = K.Name + K.TemplateArguments;
        }
}

NodePtr withAssertion(const NodePtr &Body, const InstancePlan &Plan,
                      KernelId Kernel) {
  auto At = Plan.Assertions.find(Kernel);
  if (At == Plan.Assertions.end() || At->second.empty())
    return Body;
  std::vector<NodePtr> Children = {makeLeaf(At->second)};
  llvm::append_range(Children, Body->Children);
  return withChildren(*Body, std::move(Children));
}

void dropRepeated(const KernelModel &K, std::vector<TextEdit> &Edits) {
  llvm::erase_if(
      Edits, [&](const TextEdit &E) { return K.Definition.contains(E.Where); });
}

} // namespace tessera
