//===- ChooseRegisters.cpp - Which elements stay in registers -------------===//
#include "candidates/ChooseRegisters.h"
#include "candidates/ShapePlanner.h"
#include "tessera/Analysis/StagingLegality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::string registerName(const PrivateElement &E, const std::string &Array) {
  const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  const std::string Text = spell(E.Element);
  llvm::StringRef Index = Text;
  std::string Named = Index.take_while(IsPart).str(); // as the user names it
  Index = Index.drop_front(Named.size());
  if (Named.empty() || !Index.starts_with("["))
    Named = Array;
  const bool IsName = Index.consume_front("[") && Index.consume_back("]") &&
                      !Index.empty() && llvm::all_of(Index, IsPart);
  return Named + "_" + (IsName ? Index.str() : "value");
}
namespace {

class RegisterChooser {
public:
  RegisterChooser(const Program &P, KernelId Kernel, const PlannerOptions &Opts,
                  std::vector<Diagnostic> &Messages)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Messages(Messages), Used(K.Identifiers) {}

  llvm::Expected<RegisterChoice> run() {
    PrivateElements Found = findPrivateElements(P, Kernel);
    if (Opts.Forced) {
      if (llvm::Error Err = force(Found))
        return std::move(Err);
    } else {
      llvm::erase_if(Found.Kept, [&](const PrivateElement &E) {
        return isPlaced(E.Array) || (!E.Store && isKeptAnyway(E));
      });
      Result.Registers = worthwhile(std::move(Found.Kept));
      for (const SharedElementUse &Use : Found.Refused)
        if (!isPlaced(K.access(Use.First).Array))
          Messages.push_back(refusal(Use));
      for (unsigned I = 0; I < Result.Registers.size(); ++I)
        if (!isKeptAnyway(Result.Registers[I]))
          Result.Needed.insert(I);
      restrictAll();
    }
    for (PrivateElement &E : Result.Registers)
      E.Name = freshName(E);
    return std::move(Result);
  }

private:
  Diagnostic refusal(const SharedElementUse &Use) const {
    return {DiagKind::NotInRegister,
            {K.access(Use.First).Source.Begin},
            {Use.Element, Use.Why}};
  }

  /// Whether the user said where the array is to be.
  bool isPlaced(ArrayId Array) const {
    return llvm::any_of(Opts.ForcedArrays, [&](const auto &Place) {
      return Place.first == K.array(Array).Name;
    });
  }

  //===--- A plan from the user -------------------------------------------===//

  static std::string dense(llvm::StringRef Text) {
    std::string Result;
    for (char C : Text)
      if (!llvm::isSpace(C))
        Result += C;
    return Result;
  }

  llvm::Error bad(const llvm::Twine &What) const {
    return reject(DiagKind::BadPlan, K.NamePlace,
                  "kernel '" + K.Name + "': " + What.str());
  }

  llvm::Error force(const PrivateElements &Found) {
    Result.Forced = true;
    std::set<std::string> Elements, Pointers;
    for (const KernelRequest &R : *Opts.Forced)
      if (R.Kernel == K.Name) {
        Elements.insert(R.Registers.begin(), R.Registers.end());
        Pointers.insert(R.Restrict.begin(), R.Restrict.end());
      }
    for (const std::string &Text : Elements)
      if (llvm::Error Err = forceElement(Text, Found))
        return Err;
    llvm::sort(Result.Registers, [](const auto &A, const auto &B) {
      return A.Accesses.front() < B.Accesses.front();
    });
    for (const std::string &Name : Pointers)
      if (llvm::Error Err = forcePointer(Name))
        return Err;
    if (!Result.Restricted.empty() && !Result.Registers.empty())
      return bad("'registers' and 'restrict' exclude each other");
    return llvm::Error::success();
  }

  llvm::Error forceElement(llvm::StringRef Text, const PrivateElements &Found) {
    bool Known = false;
    for (const PrivateElement &E : Found.Kept)
      if (dense(spell(E.Element)) == dense(Text)) {
        Result.Registers.push_back(E);
        Known = true;
      }
    for (const SharedElementUse &Use : Found.Refused)
      if (dense(Use.Element) == dense(Text)) {
        Messages.push_back(refusal(Use));
        Known = true;
      }
    return Known ? llvm::Error::success()
                 : bad("no element '" + Text + "' is accessed again");
  }

  llvm::Error forcePointer(llvm::StringRef Name) {
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      if (K.Arrays[I].K != ArrayInfo::Kind::Parameter ||
          K.Arrays[I].Name != Name)
        continue;
      std::string Why = whyNotRestrict({I});
      if (Why.empty())
        Result.Restricted.push_back(restricted({I}));
      else
        Messages.push_back(
            {DiagKind::NotRestricted, parameterPlace({I}), {Name.str(), Why}});
      return llvm::Error::success();
    }
    return bad("no pointer parameter '" + Name + "'");
  }

  //===--- Gain -----------------------------------------------------------===//

  double cost(AccessId Id, const AccessCosts &Costs) const {
    const AccessInfo &A = K.access(Id);
    double Once = (A.reads() ? Opts.Device.RepeatedGlobalRead : 0) +
                  (A.writes() ? Opts.Device.CopyIn : 0);
    return Once * Costs.times(Id);
  }

  /// The elements whose registers save enough of what the kernel's accesses
  /// cost, the most expensive ones first.
  std::vector<PrivateElement>
  worthwhile(std::vector<PrivateElement> Found) const {
    IslContext Context;
    KernelSpace Space{Context, K, {}};
    AccessCosts Costs(Space, Opts.Device, {});
    double All = 0;
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      const ArrayInfo &A = K.array(K.Accesses[I].Array);
      if (A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global)
        All += cost({I}, Costs);
    }
    auto Saved = [&](const PrivateElement &E) {
      double Sum = 0, Outside = 1;
      for (AccessId Id : E.Accesses)
        Sum += cost(Id, Costs);
      for (LoopId L : K.access(E.Accesses.front()).Loops)
        if (K.loop(L).Where.Offset < E.Region.Begin)
          Outside *= Costs.tripCount(L);
      return Sum - Outside * ((E.Load ? Opts.Device.RepeatedGlobalRead : 0) +
                              (E.Store ? Opts.Device.CopyIn : 0));
    };
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < Found.size(); ++I)
      // A cache serves the few reads that are in no loop.
      if (Found[I].InLoop || !Opts.Device.keepsSectors())
        Order.push_back(I);
    llvm::sort(Order, [&](unsigned A, unsigned B) {
      return std::pair(-Saved(Found[A]), A) < std::pair(-Saved(Found[B]), B);
    });
    std::set<unsigned> Taken;
    for (unsigned I : Order) {
      double Less = All - Saved(Found[I]);
      if (All < Less * WorthwhileGain)
        break;
      All = Less;
      Taken.insert(I);
    }
    std::vector<PrivateElement> Result;
    for (unsigned I : Taken)
      Result.push_back(std::move(Found[I]));
    return Result;
  }

  /// Whether the compiler sees that \p A and \p B are different arrays.
  static bool isSeparate(const ArrayInfo &A, const ArrayInfo &B) {
    auto IsVariable = [](const ArrayInfo &Array) {
      return Array.K == ArrayInfo::Kind::Global && !Array.Variable;
    };
    return A.Restrict || B.Restrict || (IsVariable(A) && IsVariable(B));
  }

  /// Whether the compiler keeps \p E in a register, unless there are barriers.
  bool isKeptAnyway(const PrivateElement &E) const {
    return llvm::all_of(E.Beside, [&](ArrayId Other) {
      return isSeparate(K.array(E.Array), K.array(Other));
    });
  }

  //===--- __restrict__ ---------------------------------------------------===//

  SourcePlace parameterPlace(ArrayId Array) const {
    return {K.Parameters[K.array(Array).Parameter].Source.Begin};
  }

  /// Whether the parameter of \p A is declared as `T *name`.
  bool isPlainPointer(const ArrayInfo &A) const {
    const ParameterInfo &Param = K.Parameters[A.Parameter];
    llvm::StringRef Text =
        llvm::StringRef(P.Source).slice(Param.Source.Begin, Param.Source.End);
    return A.Extents.size() == 1 && Text.consume_back(Param.Name) &&
           Text.rtrim().ends_with("*") && Text.count('*') == 1 &&
           Text.find_first_of("([&/#") == llvm::StringRef::npos;
  }

  /// Why \p Array cannot be `__restrict__`; empty if it can.
  std::string whyNotRestrict(ArrayId Array) const {
    const ArrayInfo &A = K.array(Array);
    if (A.K != ArrayInfo::Kind::Parameter)
      return "it is no parameter";
    if (!isPlainPointer(A))
      return "its declaration is not of the form 'T *" + A.Name + "'";
    if (A.Volatile || A.Reassigned)
      return "it is volatile or changed";
    if (K.MayStartElsewhere)
      return "other files may launch the kernel";
    bool Writes = false;
    for (const AccessInfo &Access : K.Accesses)
      if (Access.Array == Array) {
        if (Access.K == AccessInfo::Kind::AddressTaken && !Access.OnlyCompared)
          return "its address is handed on";
        Writes |= Access.writes();
      }
    for (const AccessInfo &Access : K.Accesses)
      if (Access.Array != Array && (Writes || Access.writes()) &&
          !areDistinct(P, Kernel, A, K.array(Access.Array)))
        return "it may overlap '" + K.array(Access.Array).Name + "'";
    return "";
  }

  RestrictedPointer restricted(ArrayId Array) const {
    bool Writes = llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
      return A.Array == Array && A.writes();
    });
    // `const` would make it another function than the one that is declared.
    const bool IsDeclared =
        K.DeclaredEarlier || !K.Scope.Declarations.empty() ||
        llvm::any_of(P.launchesOf(Kernel),
                     [](const LaunchModel *L) { return L->isElsewhere(); });
    const unsigned Parameter = K.array(Array).Parameter;
    return {Parameter,
            !Writes && !IsDeclared && K.Parameters[Parameter].MayPointToConst};
  }

  /// Chooses the pointers that let the compiler keep all needed elements.
  void restrictAll() {
    if (Result.Needed.empty())
      return;
    std::set<ArrayId> Possible;
    for (const AccessInfo &A : K.Accesses)
      if (!isPlaced(A.Array) && !K.array(A.Array).Restrict &&
          !K.array(A.Array).Constant && whyNotRestrict(A.Array).empty())
        Possible.insert(A.Array);
    for (unsigned I : Result.Needed) {
      ArrayId Own = Result.Registers[I].Array;
      if (!Possible.count(Own)) {
        Result.WhyNotRestricted = whyNotRestrict(Own);
        return;
      }
    }
    for (ArrayId Array : Possible)
      Result.Restricted.push_back(restricted(Array));
  }

  std::string freshName(const PrivateElement &E) {
    const std::string Wanted = registerName(E, K.array(E.Array).Name);
    std::string Name = Wanted;
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = Wanted + std::to_string(I);
    return Name;
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  std::vector<Diagnostic> &Messages;
  std::set<std::string> Used;
  RegisterChoice Result;
};

/// What \p E does with memory, in words.
std::string traffic(const PrivateElement &E) {
  if (!E.Store)
    return "it is loaded once";
  return E.Load ? "it is loaded once and stored once" : "it is stored once";
}

} // namespace

llvm::Expected<RegisterChoice>
chooseRegisters(const Program &P, KernelId Kernel, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages) {
  return RegisterChooser(P, Kernel, Opts, Messages).run();
}

Program withRegisters(Program P, KernelId Kernel,
                      const std::vector<PrivateElement> &Registers) {
  KernelModel &K = P.Kernels[Kernel.Index];
  K = keepInRegisters(K, Registers).Kernel;
  return P;
}

void applyChoice(const Program &P, const RegisterChoice &Choice,
                 PlanDecision &D) {
  const KernelModel &K = P.kernel(D.Kernel);
  auto Keep = [&](const PrivateElement &E, const std::string &Because) {
    D.Messages.push_back({DiagKind::KeptInRegister,
                          {K.access(E.Accesses.front()).Source.Begin},
                          {spell(E.Element), traffic(E) + Because}});
  };
  bool Tiled = false;
  for (ShapeDecision &S : D.Shapes) {
    bool Vectors = false; // rows that are no multiples start none of the plans
    for (KernelPlan *Plan : S.plans())
      if (Plan->hasTiles()) {
        Plan->Registers = Choice.Registers;
        Tiled = true;
        Vectors = !Plan->Aligned.empty();
      }
    if (Vectors && !Choice.Registers.empty()) {
      KernelPlan Plain;
      Plain.Kernel = D.Kernel;
      Plain.Name = K.Name;
      Plain.Block = S.Block;
      Plain.Registers = Choice.Registers;
      S.Otherwise.push_back(std::move(Plain));
    }
  }
  if (Tiled) {
    for (const PrivateElement &E : Choice.Registers)
      Keep(E, "");
    return;
  }
  KernelPlan Plan;
  Plan.Kernel = D.Kernel;
  Plan.Name = K.Name;
  Plan.AnyBlock = true;
  if (!Choice.Restricted.empty()) {
    Plan.Restricted = Choice.Restricted;
    std::set<std::string> Elements;
    for (unsigned I : Choice.Needed)
      Elements.insert("'" + spell(Choice.Registers[I].Element) + "'");
    std::string All = llvm::join(Elements, ", ");
    for (const RestrictedPointer &R : Plan.Restricted)
      D.Messages.push_back({DiagKind::PointerRestricted,
                            {K.Parameters[R.Parameter].Source.Begin},
                            {K.Parameters[R.Parameter].Name,
                             All.empty() ? "what it reads" : All}});
  } else {
    std::string Because = Choice.WhyNotRestricted.empty()
                              ? ""
                              : ", as the pointer cannot be __restrict__: " +
                                    Choice.WhyNotRestricted;
    for (unsigned I = 0; I < Choice.Registers.size(); ++I)
      if (Choice.Forced || Choice.Needed.count(I)) {
        Plan.Registers.push_back(Choice.Registers[I]);
        Keep(Choice.Registers[I], Because);
      }
  }
  if (!Plan.empty() && !D.Shapes.empty())
    D.Shapes.front().Plan = std::move(Plan);
}

} // namespace tessera
