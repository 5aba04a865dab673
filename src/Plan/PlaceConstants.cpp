//===- PlaceConstants.cpp - Small arrays in constant memory ---------------===//
#include "tessera/Plan/PlaceConstants.h"
#include "tessera/Analysis/ConstantMemory.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The variables that \p Plan wants there.
static llvm::Expected<std::set<SharedVarId>>
forcedConstants(const Program &P, const PlanRequest &Plan,
                std::vector<Diagnostic> &Messages) {
  std::set<SharedVarId> Result;
  for (const KernelRequest &R : Plan)
    for (const std::string &Name : R.Constant) {
      auto At = llvm::find_if(P.Host.Variables, [&](const SharedVariable &V) {
        return V.Name == Name;
      });
      if (At == P.Host.Variables.end())
        return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                      "no shared variable '" + Name + "'");
      SharedVarId Id{unsigned(At - P.Host.Variables.begin())};
      std::string Why = whyNotConstant(P, Id);
      if (Why.empty())
        Result.insert(Id);
      else
        Messages.push_back(
            {DiagKind::NotConstant, {At->NameRange.Begin}, {Name, Why}});
    }
  return Result;
}

llvm::Expected<std::set<SharedVarId>>
chooseConstants(const Program &P, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages) {
  if (Opts.Forced)
    return forcedConstants(P, *Opts.Forced, Messages);
  std::set<SharedVarId> Result;
  // Constant memory is as fast as shared memory, without copying.
  if (!Opts.KernelPattern.empty() ||
      Opts.Device.RepeatedGlobalRead <= Opts.Device.SharedRead)
    return Result;
  int64_t Bytes = 0;
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    bool Placed = llvm::any_of(Opts.ForcedArrays, [&](const auto &Place) {
      return Place.first == V.Name;
    });
    if (Placed || !isReadAgain(P, {I}) || !whyNotConstant(P, {I}).empty() ||
        Bytes + V.bytes() > ConstantBytes)
      continue;
    Bytes += V.bytes();
    Result.insert({I});
  }
  return Result;
}

Program withConstants(Program P, const std::set<SharedVarId> &Constants) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    for (SharedVarId Id : Constants) {
      PassedTo Passed = parametersFor(P, {I}, Id);
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
  return Plan.Variables[Id.Index].Where == Placement::Device &&
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
    At->Prologue.push_back(P.kernel(Kernel).Parameters[I].Name + " = " + Name +
                           (V.Extents.size() > 1 ? "[0];" : ";"));
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

void placeConstants(const Program &P, std::set<SharedVarId> &Constants,
                    TransferPlan &Plan) {
  size_t Wanted = Constants.size();
  std::erase_if(Constants,
                [&](SharedVarId Id) { return !isPlainlyUploaded(Plan, Id); });
  if (Constants.size() < Wanted)
    return;
  for (SharedVarId Id : Constants) {
    VariablePlan &Place = Plan.Variables[Id.Index];
    llvm::StringRef Base = Place.DeviceName;
    Base.consume_back("_dev");
    std::string Name = Base.str() + "_const";
    while (llvm::StringRef(P.Source).contains(Name))
      Name += "2";
    for (unsigned K = 0; K < P.Kernels.size(); ++K)
      useIn(P, {K}, Id, Name, Plan);
    Place.Where = Placement::Constant;
    Place.DeviceName = Place.DeviceSpelling = Name;
    llvm::erase_if(Plan.Actions, [&](const TransferAction &A) {
      return A.Variable == Id && (A.K == TransferAction::Kind::Allocate ||
                                  A.K == TransferAction::Kind::Free);
    });
  }
  llvm::erase_if(Plan.Kernels, [](const KernelTransfers &K) {
    return K.Parameters.empty() && K.Prologue.empty() && !K.Offset;
  });
}

} // namespace tessera
