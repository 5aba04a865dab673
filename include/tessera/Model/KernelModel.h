//===- KernelModel.h - What a kernel does, without Clang ------------------===//
//
// Made by the frontend, frozen afterwards. The tree holds the text; the tables
// hold the meaning: loops, conditions and accesses as polynomials over the
// symbols of Polynomial.h, loop iterators and scalar parameters. Single
// assignments (`int id = blockDim.x * blockIdx.x + threadIdx.x;`) are already
// substituted.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_KERNELMODEL_H
#define TESSERA_MODEL_KERNELMODEL_H

#include "tessera/Model/Arithmetic.h"
#include "tessera/Model/AtomicUpdate.h"
#include "tessera/Model/KernelDeclaration.h"
#include "tessera/Model/KernelTree.h"
#include "tessera/Model/OtherFiles.h"
#include "tessera/Model/Requests.h"
#include "tessera/Polyhedral/Polynomial.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/SharedNames.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tessera {

/// The first part of a value that keeps it from being a polynomial.
struct UnknownPart {
  enum class Kind {
    None,     ///< not looked for
    Data,     ///< it is read from memory
    Changes,  ///< a variable that gets several values
    Operator, ///< of what no polynomial has: `/`, `%`, `&`
    Call,     ///< a function's result
    Type,     ///< elements are taken for others of another size
    Step,     ///< it counts by no number that is known
    Exit,     ///< a loop may end there, too
    Once,     ///< a loop has one round more than its test says
    Wraps,    ///< it may pass the end of its type
    Other
  };
  Kind K = Kind::None;
  /// In one line, as the user wrote it; empty if the user did not.
  std::string Text;
  SourcePlace Where;
  bool operator==(const UnknownPart &) const = default;

  /// A clause: "'index[i]' is read from memory".
  std::string why() const;
};

/// `Left Op 0` for polynomials, or a combination of such.
struct Condition {
  enum class Kind {
    True,
    NonNegative, ///< Value >= 0
    Zero,        ///< Value == 0
    And,
    Or,
    Not,
    Opaque, ///< depends on data, or is not a polynomial
  };
  Kind K = Kind::True;
  Polynomial Value;
  std::vector<Condition> Operands;

  bool isOpaque() const; ///< itself or any operand
  std::set<std::string> symbols() const;
  bool operator==(const Condition &) const = default;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Condition &C);

/// `if (c)`, or the early exit `if (c) return;`.
struct GuardInfo {
  Condition When;
  SourcePlace Where;
  unsigned Waits = 0;       ///< AccessInfo::Waits of what it guards
  UnknownPart Unknown = {}; ///< of a condition that is opaque
  bool operator==(const GuardInfo &) const = default;
};

/// A guard around a statement: taken when its condition holds, or does not.
struct GuardUse {
  GuardId Guard;
  bool Negated = false;
  auto operator<=>(const GuardUse &) const = default;
};

/// The counter of an opaque loop that is multiplied or divided in each round:
/// `for (int s = blockDim.x / 2; s > 0; s /= 2)`.
struct Scaling {
  Polynomial First; ///< to be divided by FirstDivisor, rounded down
  int64_t FirstDivisor = 1;
  int64_t Factor = 2;
  bool Grows = false;
  /// It goes on while the counter is below (Grows) or above this.
  Polynomial Bound;
  bool operator==(const Scaling &) const = default;
};

struct LoopInfo {
  std::string Symbol;       ///< unique in the kernel
  std::string Name;         ///< the user's name of the counter
  std::string Type;         ///< of the counter, as written
  bool Unsigned = false;    ///< that type
  bool Wide = false;        ///< it has more than 32 bits
  bool Narrow = false;      ///< it has fewer, and computes as `int`
  bool Declares = true;     ///< the loop declares its counter
  bool OverOutputs = false; ///< made by coarsenModel: numbers threads' work

  /// Why the iterations are not known; then the fields below are not set.
  bool Opaque = false;
  UnknownPart Unknown; ///< of its bounds, then
  /// Of an opaque loop around shared memory; the counter has a symbol then.
  std::optional<Scaling> Scales;
  /// Iterations: Lower, Lower + Step, ... while < Upper (Step > 0), or
  /// while > Upper (Step < 0).
  Polynomial Lower, Upper;
  int64_t Step = 1;
  /// Instead of `Step`, which is 1 then: a distance that is no constant, of
  /// parameters and sizes of block and grid; not negative.
  std::optional<Polynomial> Stride;
  Text StrideText;
  /// Threads begin at different values. The counter is the symbol and this, of
  /// thread ids and not negative; the symbol is the same in all threads, and
  /// C code calls it `Base`. The guard `Inside` compares the counter with the
  /// bound; withBlockBounds makes others.
  Polynomial Ahead;
  std::string Base;
  std::optional<GuardId> Inside;
  /// `Lower` or `Upper` is not all that the bound is: `max(0, i - 3)`, or the
  /// block's after withBlockBounds. The text is a thread's own bound, and the
  /// guard `Inside` has it, too.
  bool StartsApart = false, EndsApart = false;
  Polynomial Distance;       ///< a thread's own, from `Lower` to `Upper`, if so
  bool StartsBefore = false; ///< its header does not set the counter
  bool SeenOutside = false; ///< something else may see the counter's last value
  bool ChangedOutside =
      false;                 ///< or changes it, other than a loop that sets it
  bool SignedBounds = false; ///< the text of both is of a signed type
  bool StartsAsCounter = false; ///< the text of the first is of its type
  bool StepsInBody = false;     ///< the step is the last statement of the body
  /// The user's own text of the bounds. `UpperOp` is the comparison as written
  /// with the counter on the left: `<`, `<=`, `>`, `>=` or `!=`.
  Text LowerText, UpperText;
  std::string UpperOp;
  std::string StepText; ///< `k++`, `k += 2`, as written
  /// `k < n && k < m && k < l` has a second bound, `k < m && k < l`. It is a
  /// guard of the body, and once it fails it fails for good.
  Text SecondBound;
  std::optional<GuardId> SecondInside; ///< that guard

  SourcePlace Where;

  bool hasOwnBounds() const { return StartsApart || EndsApart; }
  /// The type of a counter of strips, which may go beyond the bound.
  std::string stripType() const { return Narrow ? "int" : Type; }
  /// What C code calls the symbol.
  const std::string &symbolName() const { return Base.empty() ? Name : Base; }
  bool operator==(const LoopInfo &) const = default;
};

struct ArrayInfo {
  enum class Kind {
    Parameter, ///< a pointer parameter of the kernel, or a member of one
    Global,    ///< a variable at file scope, used by its own name
    Shared,    ///< __shared__
    Local,     ///< a private array
  };
  Kind K = Kind::Parameter;
  std::string Name;
  std::string ElementType; ///< as the user spells it
  /// What it is, however it is spelled: a number, `unsigned int`, or a vector
  /// of CUDA's, `float4`; empty for others.
  std::string NumberType;
  unsigned ElementBytes = 0;
  bool HasMembers = false; ///< its elements have parts with names
  /// Where one load does not copy an element: the type of the parts of equal
  /// size that do, `float` for float3. Else empty.
  std::string WordType;
  unsigned WordBytes = 0;
  bool IsScalar = false; ///< a variable at file scope that is no array
  /// Sizes by dimension, outermost first; 0 where unknown. A pointer has one
  /// unknown size; `float (*a)[N]` has two, the first unknown.
  std::vector<int64_t> Extents;
  unsigned Parameter = 0;              ///< of a Parameter: its index
  std::optional<SharedVarId> Variable; ///< of a Global
  bool PointeeConst = false;
  bool Restrict = false;
  bool Volatile = false;
  bool Constant = false; ///< `__constant__`: in memory with its own cache
  bool OfHost = false;   ///< an ordinary variable, which kernels cannot use
  /// A pointer in a variable at file scope: it may lead to any memory whose
  /// address somebody kept.
  bool Loaded = false;
  bool Reassigned = false; ///< the pointer itself is changed in the kernel
  /// A pointer into shared memory by a cast: the bytes from where its array
  /// begins, if they are known. The array's own accesses are not all there are.
  bool Carved = false;
  std::optional<Polynomial> CarvedAt;
  SourcePlace Where; ///< of a Shared or Local one: its declaration
  /// Arrays of the kernel that never overlap it, as the user says.
  std::set<std::string> ApartFrom;
  /// What it begins on is a multiple of so many bytes, as the user says.
  int64_t AlignedTo = 1;

  /// `extern __shared__`: the launch gives the bytes.
  bool isDynamic() const {
    return K == Kind::Shared && !Extents.empty() && Extents.front() == 0;
  }

  /// The name as the first part of new names.
  std::string stem() const {
    std::string Stem = Name;
    std::replace(Stem.begin(), Stem.end(), '.', '_');
    return Stem;
  }
  bool operator==(const ArrayInfo &) const = default;
};

/// What a write stores, as far as it tells whether two threads store the same.
struct StoredValue {
  /// What it depends on, among others: values, and the subscripts of what it
  /// reads. As a rule it is another one if one of these is.
  std::vector<Polynomial> On;
  /// Of an Update: making it twice is not making it once. `+=` is, `|=` is not.
  bool Accumulates = false;
  bool operator==(const StoredValue &) const = default;
};

/// A private scalar of a thread, or a scalar parameter.
struct ScalarInfo {
  std::string Name;
  std::string Type;       ///< as the user spells it
  std::string NumberType; ///< as ArrayInfo::NumberType
  bool IsParameter = false;
  unsigned Parameter = 0;
  /// The value, where it is a polynomial and the scalar is assigned once.
  std::optional<Polynomial> Value;
  bool Reassigned = false; ///< changed after its declaration
  /// It cannot become several: it is a reference, or has no type of an array's
  /// elements, or some use has no hole, as a macro's body makes it.
  bool Hidden = false;
  bool operator==(const ScalarInfo &) const = default;
};

/// One access in the text, with the instances that execute it.
struct AccessInfo {
  enum class Kind { Read, Write, Update, Atomic, AddressTaken };
  Kind K = Kind::Read;
  ArrayId Array;
  /// One polynomial per bracket: `{ S[b,t,l] -> A[Subscripts] }`. Empty if
  /// some subscript is not a polynomial.
  std::vector<Polynomial> Subscripts;
  std::vector<LoopId> Loops;    ///< around it, outermost first
  std::vector<GuardUse> Guards; ///< around it, and early exits before it
  /// It may be skipped for a reason that the guards do not tell (`&&`, `?:`).
  bool Conditional = false;
  /// Of a subscript that is no polynomial; else, if it is Conditional, of the
  /// reason for that.
  UnknownPart Unknown;
  /// How many comparisons of values, each of which waits for the one before,
  /// come before it: 2 for the last of `a[0] > v && a[1] > v && a[2] > v`.
  unsigned Waits = 0;
  /// The text has a hole for it. Not so where a macro makes the access that
  /// declares variables or is part of a loop's header, or a called function
  /// whose call cannot be written out.
  bool Replaceable = true;
  std::string Function; ///< called by the kernel, whose body makes the access
  /// Some subscript is computed with more than 32 bits.
  bool Wide = false;
  /// The bytes of the element that a member is: from the first one up to, but
  /// not including, the end. All of the element if both are 0.
  unsigned FirstByte = 0, EndByte = 0;
  /// Of an Update: it writes some bytes of the element, and reads none.
  bool OverwritesPart = false;
  /// Of an AddressTaken: only the address is asked for, and compared.
  bool OnlyCompared = false;
  StoredValue Value;
  /// It and the kernel's barriers are numbered in the order of execution in a
  /// round of the loops around them. Their places do not tell that: called
  /// functions stand elsewhere, and what stands for other text at one place.
  unsigned Order = 0;
  /// Of an Atomic one, if it is such an update. Its hole is the call then, with
  /// holes inside for its operands.
  std::optional<AtomicUpdate> Update;
  SourceRange Source;

  bool reads() const { return K != Kind::Write && !OnlyCompared; }
  bool writes() const { return K != Kind::Read && !OnlyCompared; }
  bool operator==(const AccessInfo &) const = default;
};

/// A `__syncthreads()`, or a `__syncwarp()`, with what stands around it.
struct BarrierInfo {
  std::vector<LoopId> Loops;
  std::vector<GuardUse> Guards; ///< and early exits before it
  SourcePlace Where;
  unsigned Order = 0; ///< as AccessInfo::Order
  bool operator==(const BarrierInfo &) const = default;
};

/// A parameter, or behind all of them a member of one that is a class.
struct ParameterInfo {
  /// Of an expression: its text, or the value of another parameter.
  struct Part {
    std::string Text;
    std::optional<unsigned> Parameter;
    bool operator==(const Part &) const = default;
  };

  std::string Name;   ///< of a member `object.member`
  std::string Symbol; ///< in polynomials; empty if it never is one
  std::string Type;
  bool IsPointer = false;
  bool IsInteger = false;
  bool IsUnsigned = false;
  std::optional<unsigned> Object;   ///< of a member: the parameter it is in
  std::vector<std::string> Members; ///< and its name there, outermost first
  /// Of a variable that the kernel computes from parameters before anything
  /// else: how.
  std::vector<Part> Derived;
  SourceRange Source;
  bool IsConst = false; ///< it cannot be assigned to
  /// Of a pointer: the kernel means the same if it is one to `const`.
  bool MayPointToConst = false;

  /// Whether the kernel has it in its list of parameters.
  bool isPassed() const { return !Object && Derived.empty(); }
  /// Of a derived one: its value where the parameters have the values \p Of,
  /// each an operand.
  std::string
  derivedFrom(llvm::function_ref<std::string(unsigned Parameter)> Of) const {
    std::string Text;
    for (const Part &P : Derived)
      Text += P.Parameter ? Of(*P.Parameter) : P.Text;
    return Text;
  }
  /// As the kernel, which has \p All, can write it at its beginning.
  std::string valueInKernel(const std::vector<ParameterInfo> &All) const {
    return Derived.empty()
               ? Name
               : derivedFrom([&](unsigned I) { return All[I].Name; });
  }
  bool operator==(const ParameterInfo &) const = default;
};

struct KernelModel {
  std::string Name;
  std::string Namespace; ///< `app::detail::`, as far as it has names
  std::string LinkName;  ///< empty if other files cannot launch it
  /// Another file defines it: it has parameters and arrays, and the ranges
  /// below are those of its declaration.
  std::optional<KernelEffects> Elsewhere;
  /// Of an instance of a template: its arguments, as in `<float, 16>`. Several
  /// kernels share their text then.
  std::string TemplateArguments;
  /// How that template begins, `template <typename T, int B>`, and the names of
  /// its parameters; empty where a macro hides them.
  std::string TemplateHead;
  std::vector<std::string> TemplateNames;
  /// What of these says that it is this instance,
  /// `std::is_same<T, float>::value && B == 16`; empty if it cannot be said.
  std::string InstanceTest;
  /// What its text, rewritten, relies on: `B == 16`.
  std::vector<std::string> TemplateFacts;
  std::vector<ParameterInfo> Parameters;
  std::vector<ArrayInfo> Arrays;
  std::vector<ScalarInfo> Scalars;
  std::vector<LoopInfo> Loops;
  std::vector<GuardInfo> Guards;
  std::vector<AccessInfo> Accesses;
  std::vector<BarrierInfo> Barriers;     ///< of blocks
  std::vector<BarrierInfo> WarpBarriers; ///< `__syncwarp()`
  NodePtr Body;                          ///< a Block
  std::vector<Arithmetic> Work;

  Assumptions Assumed;
  KernelRequests Requests;
  /// Why the kernel as a whole is left alone, if it is.
  std::vector<Diagnostic> Refusals;
  /// Polynomials in the parameters that must not be negative for the conditions
  /// above to mean what they say: unsigned arithmetic would wrap.
  std::vector<Polynomial> MustNotBeNegative;
  /// An expression that sums floating-point products: compilers may contract
  /// it in more than one way.
  std::optional<SourcePlace> ProductSum;
  bool HasBarrier = false;
  bool HasShared = false;
  bool HasAtomic = false;
  bool HasFence = false; ///< `__threadfence()` and its kin
  /// Threads of a warp exchange values, or ask which of them are active.
  bool HasWarpOperation = false;
  /// Neighbours that it reads one after the other are one read of the user's.
  bool ReadsVectors = false;
  bool HasLaunchBounds = false;       ///< `__launch_bounds__`
  std::optional<int64_t> MostThreads; ///< of a block: its first argument
  /// It may write to the program's output, which shows that when the host
  /// waits.
  bool MayPrint = false;
  /// It writes through no pointer to `const`: no cast takes that away.
  bool KeepsConst = false;
  /// A function it calls that may print, stop the program, wait or run on for
  /// ever, whatever the kernel's own loops do: its name.
  std::string NoticedCall;
  /// See HostModel::Hidden.
  std::set<std::string> Hidden;
  /// A macro's body or a called function uses built-in indices.
  bool HasHiddenIds = false;
  /// It asks groups of cooperative groups, which know built-in indices.
  bool AsksGroups = false;
  /// The block ids and grid sizes that it or a function it calls uses, as
  /// symbols: `by`, `Gy`. One that is used as a whole has all three.
  std::set<std::string> GridSymbols;
  /// Those of the functions it calls.
  std::set<std::string> CalledGridSymbols;
  /// A function it calls uses thread ids or block sizes.
  bool CalledThreadIds = false;

  /// Constants that the kernel names by a macro: the name; empty if it has
  /// several.
  std::map<int64_t, std::string> SizeNames;
  /// Every identifier in the text: new names avoid them.
  SharedNames Identifiers;

  SourcePlace NamePlace;  ///< the name in the definition
  SourceRange Definition; ///< from the first specifier to the closing brace
  SourceRange NameRange;
  SourceRange ParameterList; ///< between the parentheses
  bool AtFileScope = true;   ///< it and its earlier declaration
  /// A function that gets its parameters may do what it does, or pass them to
  /// it: no copy does more than to copy, and no member is for friends only.
  bool CanHandOn = true;
  /// Several files may define it: a template, or an inline function.
  bool IsInManyFiles = false;
  /// Other files may launch it, and are not known.
  bool MayStartElsewhere = false;
  /// There is an earlier declaration, which ends at `DeclaredAt`; in another
  /// file if that is 0.
  bool DeclaredEarlier = false;
  SourcePlace DeclaredAt;
  KernelScope Scope;

  /// In the definition, where the name begins, with its qualifier.
  unsigned nameBegin() const {
    return Scope.Qualifier.size() ? Scope.Qualifier.Begin : NameRange.Begin;
  }

  /// Bytes of shared memory that it declares with their sizes.
  int64_t declaredSharedBytes() const;
  /// Whether its launches say how much more it has.
  bool hasDynamicShared() const;

  /// The kernel's name for \p Value; empty if it has none.
  std::string sizeName(int64_t Value) const {
    auto It = SizeNames.find(Value);
    return It == SizeNames.end() ? "" : It->second;
  }
  const LoopInfo &loop(LoopId Id) const { return Loops[Id.Index]; }
  const ArrayInfo &array(ArrayId Id) const { return Arrays[Id.Index]; }
  const GuardInfo &guard(GuardId Id) const { return Guards[Id.Index]; }
  const AccessInfo &access(AccessId Id) const { return Accesses[Id.Index]; }
  bool operator==(const KernelModel &) const = default;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const KernelModel &K);

/// What decides whether \p A happens, where its guards do not tell: "data", or
/// what is not followed, with a clause that names it.
std::string whatDecides(const KernelModel &K, const AccessInfo &A);

/// A clause for the end of a message, `: 'index[i]' is read from memory`; empty
/// if there is nothing to say.
std::string because(const UnknownPart &Part);

} // namespace tessera

#endif
