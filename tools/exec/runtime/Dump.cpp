//===- Dump.cpp -----------------------------------------------------------===//
#include "Dump.h"
#include "Api.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"
#include "include/tessera_run/launch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>

namespace tessera_rt {

using Global = tessera_global;

namespace {

std::vector<Global> &globals() {
  static auto *Instance = new std::vector<Global>;
  return *Instance;
}

struct Kept {
  std::string Name;
  std::string Element;
  std::string Bytes;
  uint64_t Operation = 0;
  std::string Writers;
};
// Used until the process ends, after static destructors.
auto &FreedManaged = *new std::vector<Kept>;
auto &Readbacks = *new std::vector<Kept>;
auto &ManagedNames = *new std::map<const Segment *, std::string>;
/// The host variable that device memory holds a copy of.
auto &MirrorNames = *new std::map<const Segment *, std::string>;
/// What the memory of one device held of a variable, and how new each byte is:
/// see `ageOf`.
struct Mirror {
  std::string Bytes;
  std::vector<uint64_t> Ages;
};
/// By variable and device.
auto &Mirrors = *new std::map<std::string, std::map<unsigned, Mirror>>;
auto &Launches = *new std::string;
auto &Uses = *new std::map<std::string, unsigned>;

/// The kernels of the program: how often each was started. Some are made known
/// before the variables above exist.
std::map<std::string, uint64_t> &kernels() {
  static auto &Known = *new std::map<std::string, uint64_t>;
  return Known;
}

/// "a", then "a#2" and so on: one name may stand for several allocations.
std::string numbered(std::string Name) {
  unsigned Use = ++Uses[Name];
  return Use == 1 ? Name : Name + "#" + std::to_string(Use);
}

} // namespace

static std::string withoutSpaces(std::string Text) {
  for (char &C : Text)
    if (C == ' ' || C == '\t' || C == '\n')
      C = '_';
  return Text.empty() ? "-" : Text;
}

/// The "by" lines of these bytes, if they lie in memory of kernels.
static std::string writersOf(const void *Data, size_t Bytes) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Data);
  Segment *S = memoryMap().find(Begin);
  if (!S || !S->holds(Begin, Bytes))
    return "";
  std::string Text;
  size_t Step = size_t(1) << S->CellBits;
  for (size_t At = 0; At < Bytes;) {
    const Actor &Who = actorOf(S->cell(Begin + At)->Write);
    size_t End = At + Step;
    while (End < Bytes && &actorOf(S->cell(Begin + End)->Write) == &Who)
      End += Step;
    if (Who.IsKernel)
      Text += "by " + std::to_string(At) + " " + std::to_string(End) + " " +
              std::to_string(Who.Launch) + " " + withoutSpaces(Who.What) + "\n";
    At = End;
  }
  return Text;
}

static void write(FILE *Out, const std::string &Name, const char *Space,
                  const std::string &Element, const std::string &Extents,
                  const void *Data, size_t Bytes, const std::string &Writers) {
  std::fprintf(Out, "array %s %s %s %s %zu\n", withoutSpaces(Name).c_str(),
               Space, withoutSpaces(Element).c_str(),
               withoutSpaces(Extents).c_str(), Bytes);
  std::fwrite(Data, 1, Bytes, Out);
  std::fputc('\n', Out);
  std::fwrite(Writers.data(), 1, Writers.size(), Out);
}

/// The number of the launch that wrote the bytes of \p C last; 1 if a copy did,
/// 0 if nothing did. Several devices have copies of what one of them wrote.
static uint64_t ageOf(const Cell &C) {
  const Actor &Who = actorOf(C.Write);
  return C.Write == 0 ? 0 : Who.IsKernel ? 1 + Who.Launch : 1;
}

/// The newest bytes of \p G on any device; elsewhere the host's.
static std::string merged(const Global &G,
                          const std::map<unsigned, Mirror> &Devices) {
  if (settings().Devices == 1)
    return Devices.begin()->second.Bytes;
  std::string Result(static_cast<const char *>(G.Address), G.Bytes);
  std::vector<uint64_t> Ages(G.Bytes);
  for (const auto &[Device, M] : Devices)
    for (size_t I = 0; I < G.Bytes; ++I)
      if (M.Ages[I] > Ages[I])
        Ages[I] = M.Ages[I], Result[I] = M.Bytes[I];
  return Result;
}

static void dump() {
  if (settings().DumpFile.empty())
    return;
  FILE *Out = std::fopen(settings().DumpFile.c_str(), "w");
  if (!Out)
    return;
  for (const auto &[Name, Times] : kernels())
    std::fprintf(Out, "kernel %s %llu\n", withoutSpaces(Name).c_str(),
                 static_cast<unsigned long long>(Times));
  std::fwrite(Launches.data(), 1, Launches.size(), Out);
  for (const Global &G : globals())
    write(Out, G.Name, "global", G.Element, G.Extents, G.Address, G.Bytes,
          writersOf(G.Address, G.Bytes));
  for (const Kept &K : FreedManaged)
    write(Out, K.Name, "managed", K.Element, "", K.Bytes.data(), K.Bytes.size(),
          K.Writers);
  for (const auto &[Begin, S] : memoryMap().segments())
    if (auto Found = ManagedNames.find(S); Found != ManagedNames.end())
      write(Out, Found->second, "managed", S->Element, "",
            reinterpret_cast<const void *>(Begin), S->End - Begin,
            writersOf(reinterpret_cast<const void *>(Begin), S->End - Begin));
  for (const auto &[Begin, S] : memoryMap().segments())
    keepMirror(*S);
  for (const Global &G : globals())
    if (auto Found = Mirrors.find(G.Name); Found != Mirrors.end()) {
      std::string Bytes = merged(G, Found->second);
      write(Out, G.Name, "mirror", "", "", Bytes.data(), Bytes.size(), "");
    }
  // In the order of the program, not in which streams came to them.
  std::multimap<uint64_t, const Kept *> Ordered;
  for (const Kept &K : Readbacks)
    Ordered.emplace(K.Operation, &K);
  for (const auto &[Number, K] : Ordered)
    write(Out, K->Name, "readback", K->Element, "", K->Bytes.data(),
          K->Bytes.size(), K->Writers);
  std::fclose(Out);
}

/// \p G under a name that no other variable has: "a", then "a#2" and so on, as
/// several files may have a static variable of that name.
static Global withOwnName(Global G) {
  static auto &Uses = *new std::map<std::string, unsigned>;
  if (unsigned Use = ++Uses[G.Name]; Use > 1) // until the process ends
    G.Name = strdup((G.Name + ("#" + std::to_string(Use))).c_str());
  return G;
}

static void registerGlobal(const Global &G) {
  constexpr size_t ConstantLimit = 65536;
  static size_t ConstantBytes = 0;
  globals().push_back(G);
  if (G.Where == tessera_host)
    return;
  if (G.Where == tessera_constant && (ConstantBytes += G.Bytes) > ConstantLimit)
    fail("constant-memory-limit", 0,
         std::string("with '") + G.Name + "' (" + G.Place +
             ") the program has " + std::to_string(ConstantBytes) +
             " bytes of constant memory; 65536 are possible");
  Region Kind = G.Where == tessera_managed    ? Region::Managed
                : G.Where == tessera_constant ? Region::Constant
                                              : Region::Device;
  auto *S = new Segment(reinterpret_cast<uintptr_t>(G.Address), G.Bytes, Kind,
                        G.Name);
  S->Element = G.Element;
  memoryMap().add(S);
}

void noteLaunch(const std::string &Kernel, const dim3 &Grid) {
  ++kernels()[Kernel];
  if (settings().Blocks)
    Launches += "launch " + withoutSpaces(Kernel) + " " +
                std::to_string(Grid.x) + "," + std::to_string(Grid.y) + "," +
                std::to_string(Grid.z) + "\n";
}

void noteManaged(Segment &S) {
  ManagedNames[&S] = numbered(S.Name.empty() ? "managed" : S.Name);
}

void noteElements(const void *Pointer, char Kind, size_t Bytes) {
  if (Segment *S = memoryMap().find(reinterpret_cast<uintptr_t>(Pointer)))
    S->Element = Kind + std::to_string(Bytes);
}

void keepManaged(const Segment &S) {
  if (!settings().DumpFile.empty())
    FreedManaged.push_back(
        {ManagedNames[&S], S.Element,
         std::string(reinterpret_cast<const char *>(S.Begin), S.End - S.Begin),
         0,
         writersOf(reinterpret_cast<const void *>(S.Begin), S.End - S.Begin)});
  ManagedNames.erase(&S);
}

std::string globalName(const void *Address) {
  for (const Global &G : globals())
    if (G.Address == Address)
      return G.Name;
  return "";
}

std::string globalAround(uintptr_t Address) {
  for (const Global &G : globals())
    if (Address - reinterpret_cast<uintptr_t>(G.Address) < G.Bytes)
      return G.Name;
  return "";
}

/// Remembers that \p Device holds a copy of \p Host, if both are as large, or,
/// with several devices, a part of one.
static void recordMirror(const void *Device, const void *Host, size_t Bytes) {
  uintptr_t At = reinterpret_cast<uintptr_t>(Device);
  Segment *S = memoryMap().find(At);
  if (!S)
    return;
  bool Parts = settings().Devices > 1;
  for (const Global &G : globals()) {
    uintptr_t Offset = reinterpret_cast<uintptr_t>(Host) -
                       reinterpret_cast<uintptr_t>(G.Address);
    if (Offset == At - S->Begin && G.Bytes == S->End - S->Begin &&
        (Parts || Bytes == G.Bytes) && G.Where == tessera_host)
      MirrorNames[S] = G.Name;
  }
}

void recordUpload(const void *To, const void *From, size_t Bytes) {
  recordMirror(To, From, Bytes);
}

void recordReadback(const void *To, const void *From, size_t Bytes,
                    uint64_t Operation) {
  if (settings().DumpFile.empty())
    return;
  recordMirror(From, To, Bytes);
  const Segment *S = memoryMap().find(reinterpret_cast<uintptr_t>(From));
  std::string Name = S ? S->Name : "", Element = S ? S->Element : "";
  for (const Global &G : globals())
    if (G.Address == To)
      Name = G.Name, Element = G.Element;
  Readbacks.push_back({"copy-of:" + Name, Element,
                       std::string(static_cast<const char *>(To), Bytes),
                       Operation, writersOf(From, Bytes)});
}

/// tessera calls the device's copy of `a` `a_dev`: such memory counts as a
/// mirror also if nothing was ever copied.
static void recordMirrorByName(const Segment &S) {
  const std::string Name = S.Name.substr(0, S.Name.find('['));
  if (MirrorNames.count(&S))
    return;
  for (const Global &G : globals())
    if (G.Where == tessera_host && G.Bytes == S.End - S.Begin &&
        std::string(G.Name) + "_dev" == Name)
      MirrorNames[&S] = G.Name;
}

void keepMirror(Segment &S) {
  recordMirrorByName(S);
  auto Found = MirrorNames.find(&S);
  if (Found == MirrorNames.end() || settings().DumpFile.empty())
    return;
  Mirror &Into = Mirrors[Found->second][S.Device];
  Into.Bytes.assign(reinterpret_cast<const char *>(S.Begin), S.End - S.Begin);
  Into.Ages.clear();
  for (uintptr_t At = S.Begin; settings().Devices > 1 && At < S.End; ++At)
    Into.Ages.push_back(ageOf(*S.cell(At)));
  MirrorNames.erase(Found);
}

void finishAtExit() {
  std::atexit([] {
    finishStreams();
    traceTotal();
    warnOfErrors();
    warnOfLeaks();
    dump();
  });
}

} // namespace tessera_rt

void tessera_register_globals(const tessera_global *First,
                              const tessera_global *Last) {
  static auto &Known = *new std::set<std::pair<const void *, size_t>>;
  for (const tessera_global *G = First; G != Last; ++G)
    if (Known.emplace(G->Address, G->Bytes).second)
      tessera_rt::registerGlobal(tessera_rt::withOwnName(*G));
}

void tessera_register_kernels(const char *const *First,
                              const char *const *Last) {
  for (const char *const *Name = First; Name != Last; ++Name)
    tessera_rt::kernels().try_emplace(*Name, 0);
}
