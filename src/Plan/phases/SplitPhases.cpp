//===- SplitPhases.cpp - Kernels that need what other blocks did ----------===//
#include "tessera/Plan/SplitPhases.h"
#include "phases/KernelPhases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace tessera {
namespace {

/// What becomes of one kernel.
class Splitter {
public:
  Splitter(const Program &P, KernelId Kernel, const PhaseRow &Row,
           const DeviceModel &Device, PhaseForm Form, const PhaseCosts &Costs)
      : P(P), K(P.kernel(Kernel)), Row(Row), Device(Device), Form(Form),
        Costs(Costs) {
    Split.Kernel = Kernel;
  }

  /// \returns why it stays as it is, or nothing.
  std::string run() {
    std::string Apart = carry();
    std::string Unknown = describe(); // also for what is said
    if (Apart.empty())
      Apart = Unknown;
    std::string Together = cooperate();
    if (Apart.empty() && Together.empty() && pays() &&
        mayFit(P, Split.Kernel, Device) && canRepeatRounds(P, Split)) {
      Split.As = SplitKernel::Form::Either;
      return "";
    }
    if (Apart.empty())
      Apart = planPhasedLaunches(P, Split);
    if (Apart.empty())
      return "";
    if (Together.empty() && !certainlyFits(P, Split.Kernel, Device))
      Together = "its blocks may not fit on the device";
    if (!Together.empty())
      return Apart + "; and it is no cooperative launch: " + Together;
    Split.As = SplitKernel::Form::Cooperative;
    return "";
  }

  SplitKernel Split;

private:
  std::string carry() {
    CarriedValues Values(P, Split.Kernel, Row.Slots);
    std::string Why;
    for (const PhaseExtent &Phase : Row.Phases) {
      Needs.push_back(Values.of(Phase));
      if (Why.empty())
        Why = Needs.back().Why;
    }
    return Why.empty() ? Values.sharedObstacle(Row.Phases) : Why;
  }

  std::string cooperate() {
    int Major = 0;
    llvm::StringRef(Device.Architecture).drop_front(3).getAsInteger(10, Major);
    if (Major < 60)
      return "'" + Device.Name + "' has none";
    return planGridBarriers(P, Row, Split);
  }

  /// Whether one launch with barriers takes less time than a launch for each
  /// phase.
  bool pays() const {
    if (Form != PhaseForm::Faster)
      return Form == PhaseForm::Cooperative;
    double Launches = 0;
    for (const KernelPhase &Phase : Split.Phases) {
      double Times = 1;
      for (unsigned R : Phase.Rounds)
        Times *= roundsOf(K.loop(Split.Rounds[R].Loop));
      Launches += Times;
    }
    double Accesses = accessesOfPhase();
    double Launch =
        std::max(Costs.SecondsPerLaunch, Accesses * Costs.SecondsPerAccess);
    double Barrier = Costs.SecondsPerGridBarrier +
                     Accesses * Costs.SecondsPerAccessBesideBarriers;
    return Costs.SecondsPerCooperativeLaunch + Launches * Barrier <
           Launches * Launch;
  }

  double roundsOf(const LoopInfo &L) const {
    return lengthOf(L, Costs.RoundsOfLoop);
  }

  static double lengthOf(const LoopInfo &L, double Otherwise) {
    std::optional<int64_t> Length = (L.Upper - L.Lower).constant();
    return Length ? std::max(0.0, double(*Length) / L.Step) : Otherwise;
  }

  /// The accesses to global memory that a thread makes in a phase, on average.
  double accessesOfPhase() const {
    double All = 0;
    for (const AccessInfo &A : K.Accesses) {
      ArrayInfo::Kind Where = K.array(A.Array).K;
      if (Where != ArrayInfo::Kind::Parameter &&
          Where != ArrayInfo::Kind::Global)
        continue;
      double Times = 1;
      for (LoopId L : A.Loops)
        if (llvm::none_of(Split.Rounds,
                          [&](const PhaseRounds &R) { return R.Loop == L; }))
          Times *= lengthOf(K.loop(L), Costs.LengthOfLoop);
      All += Times;
    }
    return All / double(Split.Phases.size());
  }

  std::string fresh(const std::string &Name) const {
    std::string Unique = Name;
    for (unsigned I = 2; K.Identifiers.count(Unique); ++I)
      Unique = Name + "_" + std::to_string(I);
    return Unique;
  }

  /// Where the statement of \p N ends, its comment included.
  unsigned endOf(const Node &N) const {
    unsigned Tail = N.K == Node::Kind::Leaf ? spell(N.Tail).size() : 0;
    return N.Source->End + Tail;
  }

  /// The phases and the cuts between them.
  std::string describe() {
    for (const PhaseSlot &S : Row.Slots)
      for (const NodePtr &N : S.loops())
        if (llvm::none_of(Split.Rounds, [&](const PhaseRounds &R) {
              return R.Loop == *N->Loop;
            })) {
          SourceRange Body = *N->Children.front()->Source;
          Split.Rounds.push_back({{N->Source->Begin, Body.Begin + 1},
                                  {Body.End - 1, Body.End},
                                  *N->Loop});
        }
    bool Single = Row.Phases.size() == 1;
    for (unsigned I = 0; I < Row.Phases.size(); ++I) {
      KernelPhase Phase;
      Phase.Name = fresh(K.Name + (Single ? "_round" : "_phase") +
                         (Single ? "" : std::to_string(I + 1)));
      Phase.Prologue = Needs[I].Prologue;
      for (unsigned R = 0; R < Split.Rounds.size(); ++R) {
        const LoopInfo &L = K.loop(Split.Rounds[R].Loop);
        if (llvm::none_of(Row.Phases[I].Loops, [&](const NodePtr &N) {
              return *N->Loop == Split.Rounds[R].Loop;
            }))
          continue;
        Phase.Rounds.push_back(R);
        if (!Needs[I].Words.count(L.Name))
          continue;
        Phase.Counters.push_back(R);
        if (std::string Why = parameterObstacle(L); !Why.empty())
          return Why;
      }
      if (I == 0) // its text has all that
        Phase.Prologue.clear();
      else
        Split.Cuts.push_back(cutBefore(Row.Phases[I].Begin));
      Split.Phases.push_back(std::move(Phase));
    }
    dropBarriers();
    dropDeclarations();
    return "";
  }

  std::string parameterObstacle(const LoopInfo &L) const {
    bool Taken = llvm::any_of(K.Scalars, [&](const ScalarInfo &S) {
      return S.IsParameter && S.Name == L.Name;
    });
    llvm::StringRef List = llvm::StringRef(P.Source).slice(
        K.ParameterList.Begin, K.ParameterList.End);
    if (Taken || List.contains('=') || List.contains("..."))
      return "'" + L.Name + "' cannot become a parameter";
    return "";
  }

  /// The barrier right before slot \p Begin makes way.
  PhaseCut cutBefore(unsigned Begin) const {
    const PhaseSlot &Last = Row.Slots[Begin - 1];
    PhaseCut Cut;
    Cut.Behind = endOf(*Last.N);
    for (const NodePtr &N : llvm::reverse(Last.Around))
      if (N->K != Node::Kind::If)
        continue; // the end of a loop goes
      else if (!llvm::is_contained(Row.Slots[Begin].Around, N))
        Cut.Behind = N->Source->End;
      else
        ++Cut.Open;
    if (Last.K != PhaseSlot::Kind::Barrier || Cut.Behind != endOf(*Last.N)) {
      // Comments right behind it stay there, up to an empty line.
      llvm::StringRef Gap = llvm::StringRef(P.Source).slice(
          Cut.Behind, Row.Slots[Begin].N->Source->Begin);
      for (size_t At = 0; (At = Gap.find('\n', At)) != Gap.npos; ++At)
        if (Gap.drop_front(At + 1).ltrim(" \t\r").starts_with("\n")) {
          if (!Gap.take_front(At).contains('}'))
            Cut.Behind += Gap.take_front(At).rtrim().size();
          break;
        }
      return Cut;
    }
    Cut.Barrier = Last.N->Source;
    return Cut;
  }

  /// A barrier has nothing to do where a phase ends with the launch, or starts.
  void dropBarriers() {
    for (unsigned I = 0; I < Row.Phases.size(); ++I) {
      unsigned Begin = Row.Phases[I].Begin, End = Row.Phases[I].End;
      bool Loops = !Row.Phases[I].Loops.empty();
      if (I > 0)
        for (; Begin < End && drops(Begin); ++Begin)
          Split.Replaced.push_back({*Row.Slots[Begin].N->Source, ""});
      bool Cut = I + 1 < Row.Phases.size();
      if (Cut && Split.Cuts[I].Barrier)
        --End;
      if (Cut || Loops)
        for (; End > Begin && drops(End - 1); --End)
          Split.Replaced.push_back({*Row.Slots[End - 1].N->Source, ""});
    }
  }

  bool drops(unsigned Slot) const {
    return Row.Slots[Slot].K == PhaseSlot::Kind::Barrier;
  }

  /// What a phase declares and only later ones use is there declared again.
  void dropDeclarations() {
    for (unsigned I = 0; I < Row.Phases.size(); ++I)
      for (unsigned S = Row.Phases[I].Begin; S < Row.Phases[I].End; ++S)
        if (Row.Slots[S].K == PhaseSlot::Kind::Declaration)
          dropUnused(I, S);
  }

  /// Whether a slot of \p Phase but \p Slot, or a repeated line, names \p Name.
  bool uses(unsigned Phase, unsigned Slot, const std::string &Name) const {
    for (unsigned S = Row.Phases[Phase].Begin; S < Row.Phases[Phase].End; ++S)
      if (S != Slot && Row.Slots[S].Words.count(Name))
        return true;
    return llvm::any_of(Row.Slots[Slot].Around, [&](const NodePtr &N) {
      return wordsOf(spell(N->Head)).count(Name);
    });
  }

  void dropUnused(unsigned Phase, unsigned Slot) {
    const Node &N = *Row.Slots[Slot].N;
    std::vector<std::string> Names, Texts;
    for (const Node::Declarator &D : N.Declared) {
      Names.push_back(K.Scalars[D.Scalar.Index].Name);
      Texts.push_back(
          (D.Type.empty() ? D.Name : D.Type + " " + D.Name) +
          (D.Initializer.empty() ? ";" : " = " + spell(D.Initializer) + ";"));
    }
    for (const ArrayInfo &A : K.Arrays)
      if (N.Declared.empty() && A.K == ArrayInfo::Kind::Shared &&
          N.Source->Begin <= A.Where.Offset && A.Where.Offset < N.Source->End)
        Names.push_back(A.Name);
    std::string Kept;
    unsigned Dropped = 0;
    for (unsigned I = 0; I < Names.size(); ++I) {
      bool Later = false;
      for (unsigned L = Phase + 1; L < Row.Phases.size(); ++L)
        Later |= Needs[L].Words.count(Names[I]) > 0;
      bool Own = uses(Phase, Slot, Names[I]);
      for (unsigned J = I + 1; J < Texts.size(); ++J) // of the same statement
        Own |= wordsOf(Texts[J]).count(Names[I]) > 0;
      if (Later && !Own)
        ++Dropped;
      else if (I < Texts.size())
        Kept += (Kept.empty() ? "" : " ") + Texts[I];
    }
    if (Dropped == Names.size() && Dropped > 0)
      Split.Replaced.push_back({{N.Source->Begin, endOf(N)}, ""});
    else if (Dropped > 0 && !Kept.empty())
      Split.Replaced.push_back({*N.Source, Kept});
  }

  const Program &P;
  const KernelModel &K;
  const PhaseRow &Row;
  const DeviceModel &Device;
  const PhaseForm Form;
  const PhaseCosts &Costs;
  std::vector<CarriedValues::Needs> Needs; ///< by phase
};

} // namespace

/// What becomes of \p K, in words.
static std::string describe(const SplitKernel &Split, const KernelModel &K) {
  size_t All = Split.Phases.size();
  size_t Repeated = llvm::count_if(
      Split.Phases, [](const auto &Phase) { return !Phase.Rounds.empty(); });
  auto Count = [](size_t Number) {
    return std::to_string(Number) + (Number == 1 ? " launch" : " launches");
  };
  std::string Text = Count(All);
  if (Repeated > 0)
    Text += Repeated == All
                ? " in each round of"
                : ", " + std::to_string(Repeated) + " of them in each round of";
  for (const PhaseRounds &R : Split.Rounds)
    Text += std::string(&R == &Split.Rounds[0] ? " '" : " and '") +
            K.loop(R.Loop).Name + "'";
  switch (Split.As) {
  case SplitKernel::Form::Launches:
    return Text;
  case SplitKernel::Form::Cooperative:
    return "one cooperative launch with barriers of the grid";
  case SplitKernel::Form::Either:
    return "one cooperative launch with barriers of the grid, or, where its "
           "blocks do not fit on the device, " +
           Text;
  }
  return "";
}

PhasePlan planPhases(const Program &P, const std::string &Pattern,
                     const DeviceModel &Device, PhaseForm Form,
                     const PhaseCosts &Costs) {
  PhasePlan Plan;
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    const KernelModel &K = P.Kernels[I];
    if (!Pattern.empty() && !llvm::Regex(Pattern).match(K.Name))
      continue;
    std::optional<PhaseRow> Row = cutIntoPhases(P, {I});
    bool Whole = Row && Row->Why.empty() && Row->Phases.size() == 1 &&
                 Row->Phases.front().Loops.empty();
    if (!Row || Whole)
      continue;
    Splitter Decide(P, {I}, *Row, Device, Form, Costs);
    std::string Why = Row->Why.empty() ? Decide.run() : Row->Why;
    if (!Why.empty()) {
      Plan.Messages.push_back(
          {DiagKind::PhasesNotSplit, K.NamePlace, {K.Name, Why}});
      continue;
    }
    Plan.Messages.push_back({DiagKind::PhasesSplit,
                             K.NamePlace,
                             {K.Name, describe(Decide.Split, K)}});
    Plan.Kernels.push_back(std::move(Decide.Split));
  }
  return Plan;
}

void print(llvm::raw_ostream &OS, const PhasePlan &Plan, const Program &P) {
  for (const SplitKernel &Split : Plan.Kernels) {
    const KernelModel &K = P.kernel(Split.Kernel);
    if (Split.As != SplitKernel::Form::Launches)
      OS << "cooperative launch of " << K.Name << "\n";
    if (Split.As == SplitKernel::Form::Cooperative)
      continue;
    for (const KernelPhase &Phase : Split.Phases) {
      OS << "phase " << Phase.Name << " of " << K.Name;
      for (unsigned R : Phase.Rounds)
        OS << " in each round of " << K.loop(Split.Rounds[R].Loop).Name;
      OS << "\n";
    }
  }
}

} // namespace tessera
