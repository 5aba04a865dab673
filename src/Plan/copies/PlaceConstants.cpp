//===- PlaceConstants.cpp - Small arrays in constant memory ---------------===//
#include "tessera/Plan/PlaceConstants.h"
#include "copies/OwnConstants.h"
#include "tessera/Analysis/ConstantMemory.h"
#include "tessera/Plan/MeasuredPlans.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

namespace {

/// Which variables can be there.
class Candidates {
public:
  explicit Candidates(const Program &P) : P(P) {
    if (llvm::any_of(P.Host.Variables, isOwn))
      Trees.emplace(P);
  }

  /// Whether \p Id is memory that kernels may use.
  bool isOnDevice(SharedVarId Id) const {
    return P.Host.variable(Id).D != SharedVariable::Dialect::HostOnly;
  }
  std::string whyNot(SharedVarId Id) const {
    return isOwn(P.Host.variable(Id)) ? whyNotOwnConstant(P, *Trees, Id)
                                      : whyNotConstant(P, Id);
  }

private:
  static bool isOwn(const SharedVariable &V) {
    return V.D == SharedVariable::Dialect::DeviceOnly;
  }

  const Program &P;
  std::optional<CopyTrees> Trees;
};

} // namespace

/// The variables that \p Plan wants there.
static llvm::Expected<std::set<SharedVarId>>
forcedConstants(const Program &P, const PlanRequest &Plan,
                std::vector<Diagnostic> &Messages) {
  std::set<SharedVarId> Result;
  Candidates All(P);
  for (const KernelRequest &R : Plan)
    for (const std::string &Name : R.Constant) {
      auto At = llvm::find_if(P.Host.Variables, [&](const SharedVariable &V) {
        return V.Name == Name && V.D != SharedVariable::Dialect::HostOnly;
      });
      if (At == P.Host.Variables.end())
        return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                      "no shared variable '" + Name + "'");
      SharedVarId Id{unsigned(At - P.Host.Variables.begin())};
      std::string Why = All.whyNot(Id);
      if (Why.empty())
        Result.insert(Id);
      else
        Messages.push_back(
            {DiagKind::NotConstant, {At->NameRange.Begin}, {Name, Why}});
    }
  return Result;
}

/// Whether a kernel that this tool has made a version of uses \p Id.
static bool isVersioned(const Program &P, SharedVarId Id) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if ((!parametersFor(P, {I}, Id).Sometimes.empty() ||
         usesByName(P, {I}, Id)) &&
        hasVersion(P, P.Kernels[I]))
      return true;
  return false;
}

/// Whether the user says where \p Id is read.
static bool isPlaced(const Program &P, SharedVarId Id,
                     const PlannerOptions &Opts) {
  std::set<std::string> Names = {P.Host.variable(Id).Name};
  auto IsNamed = [&](const auto &Place) { return Names.count(Place.first); };
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    const KernelModel &K = P.Kernels[I];
    for (unsigned Parameter : parametersFor(P, {I}, Id).Sometimes) {
      const std::string &Name = K.Parameters[Parameter].Name;
      Names.insert(Name);
      if (llvm::any_of(K.Requests.Arrays,
                       [&](const auto &Place) { return Place.first == Name; }))
        return true;
    }
    if (llvm::any_of(K.Requests.Arrays, [&](const auto &Place) {
          return Place.first == P.Host.variable(Id).Name;
        }))
      return true;
  }
  return llvm::any_of(Opts.ForcedArrays, IsNamed);
}

/// What the kernels follow of the plan file; nothing if the planner decides for
/// all of them.
static std::optional<PlanRequest> allToFollow(const Program &P,
                                              const PlannerOptions &Opts) {
  std::optional<PlanRequest> All;
  std::vector<Diagnostic> Ignored; // said where tiles are planned
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (std::optional<PlanRequest> Own = plansToFollow(P, {I}, Opts, Ignored)) {
      if (!All)
        All.emplace();
      llvm::append_range(*All, *Own);
    }
  return All;
}

llvm::Expected<std::set<SharedVarId>>
chooseConstants(const Program &P, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages) {
  if (std::optional<PlanRequest> Plan = allToFollow(P, Opts))
    return forcedConstants(P, *Plan, Messages);
  std::set<SharedVarId> Result;
  // Constant memory is as fast as shared memory, without copying.
  if (!Opts.KernelPattern.empty() ||
      Opts.Device.RepeatedGlobalRead <= Opts.Device.SharedRead)
    return Result;
  Candidates All(P);
  int64_t Bytes = 0;
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    int64_t More = P.Host.Variables[I].knownBytes().value_or(ConstantBytes);
    if (!All.isOnDevice({I}) || isPlaced(P, {I}, Opts) ||
        !isReadAgain(P, {I}) || isVersioned(P, {I}) ||
        !All.whyNot({I}).empty() || Bytes + More > ConstantBytes)
      continue;
    Bytes += More;
    Result.insert({I});
  }
  return Result;
}

Program withConstants(Program P, const Program &Named,
                      const std::set<SharedVarId> &Constants) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    for (SharedVarId Id : Constants) {
      PassedTo Passed = parametersFor(Named, {I}, Id);
      for (ArrayInfo &A : P.Kernels[I].Arrays)
        A.Constant |= A.K == ArrayInfo::Kind::Global
                          ? A.Variable == Id
                          : A.K == ArrayInfo::Kind::Parameter &&
                                Passed.Always.count(A.Parameter);
    }
  return P;
}

/// Whether \p Plan copies all of \p Id to the device, and does nothing else
/// with it.
static bool isPlainlyUploaded(const TransferPlan &Plan, SharedVarId Id) {
  using enum TransferAction::Kind;
  // Functions that start kernels are passed its memory.
  const bool IsPassed =
      llvm::any_of(Plan.Replacements, [&](const HostReplacement &R) {
        return llvm::StringRef(R.Text).contains(
            Plan.Variables[Id.Index].DeviceSpelling);
      });
  return !IsPassed && Plan.Variables[Id.Index].Where == Placement::Device &&
         !Plan.Variables[Id.Index].hasFlags() && Plan.Calls.empty() &&
         Plan.Pieces.empty() && Plan.Graphs.empty() && !Plan.Spread &&
         llvm::all_of(Plan.Actions, [&](const TransferAction &A) {
           return (A.Variable != Id && A.Other != Id) ||
                  llvm::is_contained({Allocate, Upload, Free, CheckLaunch,
                                      Synchronize, FindGpus},
                                     A.K);
         });
}

/// `[5][5]`
static std::string extentsOf(const SharedVariable &V) {
  std::string Text;
  for (const std::string &Extent : V.ExtentTexts)
    Text += "[" + Extent + "]";
  return Text;
}

/// Whether \p Kernel has accesses through its parameter \p Index.
static bool isRead(const KernelModel &Kernel, unsigned Index) {
  return llvm::any_of(Kernel.Accesses, [&](const AccessInfo &A) {
    const ArrayInfo &Array = Kernel.array(A.Array);
    return Array.K == ArrayInfo::Kind::Parameter && Array.Parameter == Index;
  });
}

/// Lets \p Kernel use the copy in constant memory.
static void useIn(const Program &P, KernelId Kernel, SharedVarId Id,
                  const std::string &Name, TransferPlan &Plan) {
  const SharedVariable &V = P.Host.variable(Id);
  PassedTo Passed = parametersFor(P, Kernel, Id);
  bool ByName = usesByName(P, Kernel, Id);
  if (Passed.Always.empty() && !ByName)
    return;
  auto At = llvm::find_if(Plan.Kernels, [&](const KernelTransfers &K) {
    return K.Kernel == Kernel;
  });
  if (At == Plan.Kernels.end())
    At = Plan.Kernels.insert(At, {Kernel, {}, {}});
  if (ByName) {
    std::string Type = (V.Const ? "const " : "") + V.ElementType;
    llvm::erase(At->Parameters, declarePointer(V, Type, V.Name));
    At->Prologue.push_back("const " + V.ElementType + " (&" + V.Name + ")" +
                           extentsOf(V) + " = " + Name + ";");
  }
  for (unsigned I : Passed.Always)
    if (isRead(P.kernel(Kernel), I))
      At->Prologue.push_back(P.kernel(Kernel).Parameters[I].Name + " = " +
                             Name + (V.Extents.size() > 1 ? "[0];" : ";"));
  for (LaunchPlan &L : Plan.Launches) {
    if (P.launch(L.Launch).Kernel != Kernel)
      continue;
    for (auto &[Argument, Text] : L.Replaced)
      if (Passed.Always.count(Argument))
        Text = "nullptr";
    if (ByName)
      llvm::erase(L.Appended, Plan.Variables[Id.Index].DeviceSpelling);
  }
}

/// Takes out the kernels that nothing is asked of.
static void dropUnchanged(TransferPlan &Plan) {
  llvm::erase_if(Plan.Kernels, [](const KernelTransfers &K) {
    return K.Parameters.empty() && K.Prologue.empty() && !K.Offset;
  });
}

/// A name like \p Variable that the program does not have, nor \p Taken.
static std::string constantName(const Program &P, llvm::StringRef Variable,
                                std::set<std::string> &Taken) {
  llvm::StringRef Stem = Variable;
  Stem.consume_back("_dev") || Stem.consume_front("dev_") ||
      Stem.consume_front("d_");
  if (Stem.empty() || llvm::isDigit(Stem.front()))
    Stem = Variable;
  std::string Name = Stem.str() + "_const";
  while (llvm::StringRef(P.Source).contains(Name) ||
         P.Host.Identifiers.count(Name) || !Taken.insert(Name).second)
    Name += "2";
  return Name;
}

void placeConstants(const Program &P, std::set<SharedVarId> &Constants,
                    TransferPlan &Plan) {
  size_t Wanted = Constants.size();
  std::erase_if(Constants,
                [&](SharedVarId Id) { return !isPlainlyUploaded(Plan, Id); });
  if (Constants.size() < Wanted)
    return;
  std::set<std::string> Taken;
  for (SharedVarId Id : Constants) {
    VariablePlan &Place = Plan.Variables[Id.Index];
    std::string Name = constantName(P, Place.DeviceName, Taken);
    for (unsigned K = 0; K < P.Kernels.size(); ++K)
      useIn(P, {K}, Id, Name, Plan);
    Place.Where = Placement::Constant;
    Place.DeviceName = Place.DeviceSpelling = Name;
    llvm::erase_if(Plan.Actions, [&](const TransferAction &A) {
      return A.Variable == Id && (A.K == TransferAction::Kind::Allocate ||
                                  A.K == TransferAction::Kind::Free);
    });
  }
  dropUnchanged(Plan);
}

std::vector<OwnConstant>
placeOwnConstants(const Program &P, const std::set<SharedVarId> &Constants,
                  TransferPlan &Plan) {
  std::vector<OwnConstant> Result;
  std::set<std::string> Taken;
  for (SharedVarId Id : Constants) {
    const SharedVariable &V = P.Host.variable(Id);
    ElementOfConstant Element = *elementOf(P, Id);
    std::string Name = constantName(P, V.Name, Taken);
    for (unsigned K = 0; K < P.Kernels.size(); ++K)
      useIn(P, {K}, Id, Name, Plan);
    std::string Count = std::to_string(*V.knownBytes() / Element.Bytes);
    Result.push_back({Id, Name,
                      "static __constant__ " + Element.Type + " " + Name + "[" +
                          Count + "];",
                      placeBeforeKernels(P, Id)});
  }
  dropUnchanged(Plan);
  return Result;
}

} // namespace tessera
