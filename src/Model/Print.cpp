//===- Print.cpp - The model as text (--print=model) ----------------------===//
#include "tessera/Model/HostModel.h"
#include "tessera/Model/KernelModel.h"
#include "tessera/Model/LaunchModel.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

bool Condition::isOpaque() const {
  return K == Kind::Opaque || llvm::any_of(Operands, [](const Condition &C) {
           return C.isOpaque();
         });
}

std::set<std::string> Condition::symbols() const {
  std::set<std::string> All = Value.symbols();
  for (const Condition &C : Operands)
    All.merge(C.symbols());
  return All;
}

static void printJoined(llvm::raw_ostream &OS, const Condition &C,
                        llvm::StringRef Operator) {
  OS << "(";
  llvm::interleave(
      C.Operands, OS, [&](const Condition &Op) { OS << Op; }, Operator);
  OS << ")";
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Condition &C) {
  switch (C.K) {
  case Condition::Kind::True:
    return OS << "true";
  case Condition::Kind::NonNegative:
    return OS << C.Value << " >= 0";
  case Condition::Kind::Zero:
    return OS << C.Value << " == 0";
  case Condition::Kind::And:
    printJoined(OS, C, " and ");
    return OS;
  case Condition::Kind::Or:
    printJoined(OS, C, " or ");
    return OS;
  case Condition::Kind::Not:
    return OS << "not (" << C.Operands.front() << ")";
  case Condition::Kind::Opaque:
    return OS << "opaque";
  }
  return OS;
}

static llvm::StringRef name(AccessInfo::Kind K) {
  switch (K) {
  case AccessInfo::Kind::Read:
    return "read";
  case AccessInfo::Kind::Write:
    return "write";
  case AccessInfo::Kind::Update:
    return "update";
  case AccessInfo::Kind::Atomic:
    return "atomic";
  case AccessInfo::Kind::AddressTaken:
    return "address";
  }
  return "";
}

static void print(llvm::raw_ostream &OS, const AtomicUpdate &U) {
  static constexpr llvm::StringLiteral Names[] = {
      "add", "subtract", "min", "max", "and", "or", "xor"};
  OS << ", " << Names[unsigned(U.K)] << " " << U.Type;
  if (U.LastSubscript)
    OS << " in [0, " << *U.LastSubscript << "]";
  if (U.ByThread)
    OS << " by thread";
  if (U.SystemWide)
    OS << " for the system";
  if (U.ResultUsed)
    OS << ", result used";
}

static llvm::StringRef name(ArrayInfo::Kind K) {
  switch (K) {
  case ArrayInfo::Kind::Parameter:
    return "parameter";
  case ArrayInfo::Kind::Global:
    return "global";
  case ArrayInfo::Kind::Shared:
    return "shared";
  case ArrayInfo::Kind::Local:
    return "local";
  }
  return "";
}

static void print(llvm::raw_ostream &OS, const ArrayInfo &A) {
  OS << name(A.K) << " " << A.ElementType << " " << A.Name;
  for (int64_t Extent : A.Extents)
    if (Extent)
      OS << "[" << Extent << "]";
    else
      OS << "[]";
  if (A.PointeeConst)
    OS << " const";
  if (A.Restrict)
    OS << " restrict";
  if (A.Volatile)
    OS << " volatile";
  if (A.Reassigned)
    OS << " reassigned";
  if (A.CarvedAt)
    OS << " from byte " << *A.CarvedAt;
  else if (A.Carved)
    OS << " from somewhere";
}

static void print(llvm::raw_ostream &OS, const LoopInfo &L) {
  OS << L.Symbol << ": ";
  if (L.Opaque) {
    OS << "opaque";
    if (L.Scales)
      OS << (L.Scales->Grows ? ", times " : ", divided by ")
         << L.Scales->Factor;
    return;
  }
  OS << "from " << L.Lower << (L.Step > 0 ? " while < " : " while > ")
     << L.Upper << " step ";
  if (L.Stride)
    OS << *L.Stride;
  else
    OS << L.Step;
  if (!L.Ahead.isZero())
    OS << ", " << L.Name << " = " << L.Symbol << " + " << L.Ahead;
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const KernelModel &K) {
  OS << "kernel " << K.Name << K.TemplateArguments << "\n";
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    OS << "  array " << I << ": ";
    print(OS, K.Arrays[I]);
    OS << "\n";
  }
  for (unsigned I = 0; I < K.Scalars.size(); ++I) {
    const ScalarInfo &S = K.Scalars[I];
    OS << "  scalar " << I << ": " << S.Type << " " << S.Name;
    if (S.IsParameter)
      OS << " (parameter)";
    else if (S.Value)
      OS << " = " << *S.Value;
    OS << "\n";
  }
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    OS << "  loop " << I << ": ";
    print(OS, K.Loops[I]);
    OS << "\n";
  }
  for (unsigned I = 0; I < K.Guards.size(); ++I)
    OS << "  guard " << I << ": " << K.Guards[I].When << "\n";
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    const AccessInfo &A = K.Accesses[I];
    OS << "  access " << I << ": " << name(A.K) << " " << K.array(A.Array).Name;
    if (A.Subscripts.empty())
      OS << "[?]";
    for (const Polynomial &P : A.Subscripts)
      OS << "[" << P << "]";
    for (LoopId L : A.Loops)
      OS << " in " << K.loop(L).Symbol;
    for (const GuardUse &G : A.Guards)
      OS << (G.Negated ? " unless #" : " if #") << G.Guard.Index;
    if (A.Conditional)
      OS << " maybe";
    if (A.Waits > 1)
      OS << " behind " << A.Waits << " comparisons";
    if (A.EndByte)
      OS << " bytes " << A.FirstByte << ".." << A.EndByte - 1;
    if (A.OverwritesPart)
      OS << " overwritten";
    if (A.Update)
      print(OS, *A.Update);
    OS << "\n";
  }
  auto PrintBarriers = [&](llvm::StringRef Name, const auto &Barriers) {
    for (const BarrierInfo &B : Barriers) {
      OS << "  " << Name;
      for (LoopId L : B.Loops)
        OS << " in " << K.loop(L).Symbol;
      for (const GuardUse &G : B.Guards)
        OS << (G.Negated ? " unless #" : " if #") << G.Guard.Index;
      OS << "\n";
    }
  };
  for (const Arithmetic &A : K.Work) {
    OS << "  work: " << name(A.U) << " " << A.Instructions;
    for (LoopId L : A.Loops)
      OS << " in " << K.loop(L).Symbol;
    OS << "\n";
  }
  const bool Promises =
      llvm::any_of(K.Arrays, [](const ArrayInfo &A) { return A.PointeeConst; });
  if (Promises && !K.KeepsConst)
    OS << "  may cast const away\n";
  PrintBarriers("barrier", K.Barriers);
  PrintBarriers("warp barrier", K.WarpBarriers);
  for (const Polynomial &P : K.MustNotBeNegative)
    OS << "  must not be negative: " << P << "\n";
  for (const Diagnostic &D : K.Refusals)
    OS << "  refused: " << D.message() << " [" << identity(D.Kind) << "]\n";
  return OS;
}

llvm::StringRef name(Arithmetic::Unit U) {
  switch (U) {
  case Arithmetic::Unit::Float:
    return "float";
  case Arithmetic::Unit::Double:
    return "double";
  case Arithmetic::Unit::Integer:
    return "integer";
  case Arithmetic::Unit::Special:
    return "special";
  case Arithmetic::Unit::Rounded:
    return "rounded";
  case Arithmetic::Unit::Simple:
    return "simple";
  }
  llvm_unreachable("all units have a name");
}

static void printExtents(llvm::raw_ostream &OS,
                         const std::array<std::optional<int64_t>, 3> &Sizes) {
  llvm::interleave(
      Sizes, OS,
      [&](std::optional<int64_t> S) {
        if (S)
          OS << *S;
        else
          OS << "?";
      },
      "x");
}

std::optional<int64_t> LaunchLoop::rounds() const {
  if (!End || End->Divisor != 1)
    return std::nullopt;
  std::optional<int64_t> Length = (End->Numerator - First).constant();
  if (!Length)
    return std::nullopt;
  return std::max<int64_t>(0, (*Length + Step - 1) / Step);
}

/// `in a loop over i@12 from 0 below 128: 128*i@12, 0, ?`
static void print(llvm::raw_ostream &OS, const LaunchLoop &L, bool Alone) {
  // Offsets of the parsed file make a symbol unique; here they would distract.
  auto Plain = [&](const Polynomial &P) {
    return P.substitute([&](llvm::StringRef Symbol) {
      return std::optional(Polynomial::symbol(Symbol.split('@').first));
    });
  };
  OS << (Alone ? "  in" : "  among others in") << " a loop over " << L.Counter
     << " from " << Plain(L.First) << " to ";
  if (!L.End)
    OS << "?";
  else if (L.End->Divisor == 1)
    OS << Plain(L.End->Numerator);
  else
    OS << "(" << Plain(L.End->Numerator) << ") / " << L.End->Divisor;
  if (L.Step != 1)
    OS << " by " << L.Step;
  OS << ":";
  for (const LaunchLoop::Argument &A : L.Arguments) {
    OS << (&A == &L.Arguments.front() ? " " : ", ");
    if (A.Position)
      OS << Plain(*A.Position);
    else
      OS << (A.Varies ? "varies" : "?");
  }
  OS << (L.ConfigurationVaries ? "; its configuration varies" : "")
     << (L.CounterLivesOn ? "; the counter is used later" : "") << "\n";
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const LaunchModel &L) {
  OS << "launch of " << L.Kernel << " in " << L.Function << ": grid ";
  printExtents(OS, L.Grid);
  OS << " block ";
  printExtents(OS, L.Block);
  OS << (L.MayStartOther ? ", through a pointer"
         : L.AsCall      ? ", with others"
         : L.ByName      ? ", by its name"
         : L.Fixed       ? ", fixed"
                         : "")
     << "\n";
  for (const LaunchArgument &A : L.Arguments) {
    OS << "  " << A.Text;
    if (A.Constant)
      OS << " = " << *A.Constant;
    if (A.IsPointer)
      OS << " -> "
         << (A.Root.K == PointerRoot::Kind::Unknown ? "?" : A.Root.Name);
    OS << "\n";
  }
  if (L.Around)
    print(OS, *L.Around, L.Loop.has_value());
  return OS;
}

static void print(llvm::raw_ostream &OS, const HostModel &H,
                  const HostStatement &S, unsigned Depth) {
  static constexpr llvm::StringLiteral Names[] = {
      "sequence", "leaf", "loop", "if",    "switch",
      "return",   "jump", "try",  "opaque"};
  OS.indent(2 * Depth) << Names[static_cast<unsigned>(S.K)];
  for (const SharedAccess &A : S.Accesses) {
    OS << (A.Reads && A.Writes ? " updates "
           : A.Reads           ? " reads "
                               : " writes ")
       << H.variable(A.Variable).Name;
    for (const SharedElement &E : A.Elements)
      OS << (&E == &A.Elements.front() ? ": " : ", ") << E.Text;
  }
  static constexpr llvm::StringLiteral Events[] = {
      "allocates", "frees", "exchanges", "advises on", "hands on"};
  for (const MemoryEvent &E : S.Events) {
    OS << " " << Events[static_cast<unsigned>(E.K)] << " "
       << H.variable(E.Variable).Name;
    if (E.Other)
      OS << " and " << H.variable(*E.Other).Name;
  }
  for (LaunchId L : S.Launches)
    OS << " " << L;
  for (unsigned F : S.Calls)
    OS << " calls " << H.Functions[F].Name;
  OS << (S.CallsAway ? " calls away" : "")
     << (S.OnlyExchanges && S.Events.empty() ? " exchanges\n" : "\n");
  for (const HostStatement &Child : S.Children)
    print(OS, H, Child, Depth + 1);
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HostModel &H) {
  for (const SharedVariable &V : H.Variables) {
    OS << "shared " << V.ElementType << " " << V.Name;
    for (int64_t Extent : V.Extents)
      OS << "[" << (Extent ? std::to_string(Extent) : "") << "]";
    if (V.Pointer && V.Obstacle.empty())
      OS << " of " << (V.Pointer->Bytes.empty() ? "changing" : V.Pointer->Bytes)
         << " bytes";
    OS << (V.D == SharedVariable::Dialect::Managed ? " managed\n"
                                                   : " simple model\n");
  }
  for (const HostFunction &F : H.Functions) {
    OS << "function " << F.Name << "\n";
    print(OS, H, F.Body, 1);
  }
  return OS;
}

} // namespace tessera
