//===- Compare.cpp --------------------------------------------------------===//
#include "Compare.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <map>
#include <utility>

namespace tessera::verify {

using ArrayPair = std::pair<const DumpedArray *, const DumpedArray *>;

/// Names are unique but for copies, which are numbered by their order.
static std::map<std::string, const DumpedArray *>
byName(const std::vector<DumpedArray> &Arrays) {
  std::map<std::string, const DumpedArray *> Result;
  std::map<std::string, unsigned> Copies;
  for (const DumpedArray &A : Arrays) {
    if (A.Where == DumpedArray::Mirror)
      continue;
    if (A.Where == DumpedArray::Readback)
      Result[A.Name + "#" + std::to_string(++Copies[A.Name])] = &A;
    else
      Result.insert({A.Name, &A});
  }
  return Result;
}

/// How many arrays of its kind were allocated through a pointer named like
/// \p A, or how many copies like it were made. They are numbered: where some
/// went elsewhere, or were not made, numbers mean others.
static size_t alike(const DumpedArray &A, const Outcome &O) {
  llvm::StringRef Name = llvm::StringRef(A.Name).split('#').first;
  size_t Count = 0;
  for (const DumpedArray &Other : O.Arrays)
    Count += Other.Where == A.Where &&
             llvm::StringRef(Other.Name).split('#').first == Name;
  return Count;
}

/// The arrays of both, in the order of the original.
static std::vector<ArrayPair> pairs(const Outcome &Original,
                                    const Outcome &Rewritten) {
  auto Left = byName(Original.Arrays), Right = byName(Rewritten.Arrays);
  std::vector<ArrayPair> Result;
  for (const DumpedArray &A : Original.Arrays)
    for (const auto &[Name, Array] : Left)
      if (Array == &A)
        if (auto Other = Right.find(Name);
            Other != Right.end() &&
            (A.Where == DumpedArray::Global ||
             alike(A, Original) == alike(A, Rewritten)) &&
            (A.Where == DumpedArray::Readback) ==
                (Other->second->Where == DumpedArray::Readback))
          Result.push_back({&A, Other->second});
  return Result;
}

std::optional<std::string> differentLaunches(const Outcome &Original,
                                             const Outcome &Rewritten) {
  auto at = [](const Outcome &O, size_t I) {
    return I < O.Launches.size() ? O.Launches[I] : "nothing";
  };
  size_t Most = std::max(Original.Launches.size(), Rewritten.Launches.size());
  for (size_t I = 0; I < Most; ++I)
    if (at(Original, I) != at(Rewritten, I))
      return "launch " + std::to_string(I + 1) + " is " + at(Original, I) +
             " in the original and " + at(Rewritten, I) +
             " in the rewritten program";
  return std::nullopt;
}

size_t commonArrays(const Outcome &Original, const Outcome &Rewritten) {
  return pairs(Original, Rewritten).size();
}

static size_t elementBytes(const std::string &Element) {
  size_t Bytes = 0;
  llvm::StringRef(Element).drop_front().getAsInteger(10, Bytes);
  return Bytes ? Bytes : 1;
}

template <class T> static T load(const std::string &Bytes, size_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
  return Value;
}

static std::string show(const DumpedArray &A, const std::string &Element,
                        size_t Offset) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Element == "f4")
    OS << llvm::format("%.9g", load<float>(A.Bytes, Offset));
  else if (Element == "f8")
    OS << llvm::format("%.17g", load<double>(A.Bytes, Offset));
  else if (Element == "i4")
    OS << load<int32_t>(A.Bytes, Offset);
  else if (Element == "u4")
    OS << load<uint32_t>(A.Bytes, Offset);
  else if (Element == "i8")
    OS << load<int64_t>(A.Bytes, Offset);
  else if (Element == "u8")
    OS << load<uint64_t>(A.Bytes, Offset);
  else if (Element == "i2")
    OS << load<int16_t>(A.Bytes, Offset);
  else if (Element == "u2")
    OS << load<uint16_t>(A.Bytes, Offset);
  else
    OS << llvm::format("0x%02x", load<uint8_t>(A.Bytes, Offset));
  return Text;
}

/// Floating-point numbers in their order, one integer apart if neighbours.
template <class Float, class Integer> static Integer rank(Float Value) {
  Integer Bits;
  std::memcpy(&Bits, &Value, sizeof(Bits));
  constexpr Integer Sign = Integer(1) << (8 * sizeof(Integer) - 1);
  return Bits & Sign ? ~Bits : Bits | Sign;
}

template <class Float, class Integer>
static bool isNear(const std::string &A, const std::string &B, size_t Offset,
                   uint64_t Ulps) {
  Float X = load<Float>(A, Offset), Y = load<Float>(B, Offset);
  if (X != X || Y != Y)
    return X != X && Y != Y;
  Integer P = rank<Float, Integer>(X), Q = rank<Float, Integer>(Y);
  return (P > Q ? P - Q : Q - P) <= Ulps;
}

static bool isSame(const DumpedArray &A, const DumpedArray &B,
                   const std::string &Element, size_t Offset, size_t Bytes,
                   uint64_t Ulps) {
  if (std::memcmp(A.Bytes.data() + Offset, B.Bytes.data() + Offset, Bytes) == 0)
    return true;
  if (Element == "f4")
    return isNear<float, uint32_t>(A.Bytes, B.Bytes, Offset, Ulps);
  if (Element == "f8")
    return isNear<double, uint64_t>(A.Bytes, B.Bytes, Offset, Ulps);
  return false;
}

/// ", written by launch 1 of kernel 'k' in the original and ..."
static std::string writers(const DumpedArray &A, const DumpedArray &B,
                           size_t Offset) {
  auto writer = [&](const DumpedArray &Array) -> std::string {
    for (const DumpedArray::Writer &W : Array.Writers)
      if (Offset >= W.Begin && Offset < W.End)
        return W.Text;
    return "no kernel";
  };
  std::string Original = writer(A), Rewritten = writer(B);
  if (A.Writers.empty() && B.Writers.empty())
    return "";
  return ", written by " + Original +
         (Original == Rewritten ? "" : " and by " + Rewritten);
}

/// "[3][1]" for the element with number \p Index.
static std::string subscripts(const std::vector<int64_t> &Extents,
                              int64_t Index) {
  if (Extents.size() < 2)
    return "[" + std::to_string(Index) + "]";
  std::string Text;
  for (size_t D = Extents.size(); D-- > 0; Index /= Extents[D])
    Text = "[" + std::to_string(D ? Index % Extents[D] : Index) + "]" + Text;
  return Text;
}

static std::optional<std::string>
arrayDifference(const DumpedArray &A, const DumpedArray &B, uint64_t Ulps) {
  std::string Name = (A.Where == DumpedArray::Readback ? "the " : "'") +
                     A.Name + (A.Where == DumpedArray::Readback ? "" : "'");
  if (A.Bytes.size() != B.Bytes.size())
    return Name + " has " + std::to_string(A.Bytes.size()) +
           " bytes in the original and " + std::to_string(B.Bytes.size()) +
           " in the rewritten program";
  // Only one of the two may know the type of its elements.
  const DumpedArray &Typed = A.Element != "-" ? A : B;
  size_t Size = elementBytes(Typed.Element);
  size_t Different = 0, First = 0;
  for (size_t Offset = 0; Offset + Size <= A.Bytes.size(); Offset += Size)
    if (!isSame(A, B, Typed.Element, Offset, Size, Ulps) && Different++ == 0)
      First = Offset;
  if (!Different)
    return std::nullopt;
  bool IsScalar = Size == A.Bytes.size();
  return Name +
         (IsScalar ? "" : subscripts(Typed.Extents, int64_t(First / Size))) +
         (Typed.Element == "-" ? " (byte)" : "") + " is " +
         show(A, Typed.Element, First) + " in the original and " +
         show(B, Typed.Element, First) + " in the rewritten program" +
         writers(A, B, First) + "; " + std::to_string(Different) + " of " +
         std::to_string(A.Bytes.size() / Size) + " elements differ";
}

/// The device's copy of a variable that the host did not need again: then the
/// host's own copy may be older.
static const DumpedArray *mirrorOf(const DumpedArray &A,
                                   const Outcome &Program) {
  for (const DumpedArray &Other : Program.Arrays)
    if (Other.Where == DumpedArray::Mirror && Other.Name == A.Name &&
        A.Where == DumpedArray::Global)
      return &Other;
  return nullptr;
}

/// \p Line with one spelling of all NaNs.
static std::string withPlainNaNs(llvm::StringRef Line) {
  std::string Text = Line.str();
  for (size_t At = 0; (At = Text.find("-nan", At)) != Text.npos;)
    Text.erase(At, 1);
  return Text;
}

static std::optional<std::string> textDifference(llvm::StringRef A,
                                                 llvm::StringRef B) {
  for (unsigned Line = 1; !A.empty() || !B.empty(); ++Line) {
    auto [LineA, RestA] = A.split('\n');
    auto [LineB, RestB] = B.split('\n');
    if (withPlainNaNs(LineA) != withPlainNaNs(LineB) || A.empty() != B.empty())
      return "line " + std::to_string(Line) + " of the output is \"" +
             LineA.str() + "\" in the original and \"" + LineB.str() +
             "\" in the rewritten program";
    A = RestA;
    B = RestB;
  }
  return std::nullopt;
}

std::optional<std::string> firstDifference(const Outcome &Original,
                                           const Outcome &Rewritten,
                                           uint64_t Ulps) {
  for (const auto &[A, B] : pairs(Original, Rewritten))
    if (auto Difference = arrayDifference(*A, *B, Ulps)) {
      const DumpedArray *Mirror = mirrorOf(*B, Rewritten);
      if (!Mirror || arrayDifference(*A, *Mirror, Ulps))
        return Difference;
    }
  if (auto Difference =
          textDifference(Original.StandardOut, Rewritten.StandardOut))
    return Difference;
  if (Original.ExitCode != Rewritten.ExitCode)
    return "the exit code is " + std::to_string(Original.ExitCode) +
           " in the original and " + std::to_string(Rewritten.ExitCode) +
           " in the rewritten program";
  return std::nullopt;
}

} // namespace tessera::verify
