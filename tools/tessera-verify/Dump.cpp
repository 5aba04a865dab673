//===- Dump.cpp -----------------------------------------------------------===//
#include "Dump.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera::verify {

static DumpedArray::Space spaceOf(llvm::StringRef Word) {
  if (Word == "global")
    return DumpedArray::Global;
  if (Word == "mirror")
    return DumpedArray::Mirror;
  return Word == "managed" ? DumpedArray::Managed : DumpedArray::Readback;
}

llvm::Expected<Dump> readDump(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   "the run left no arrays: %s",
                                   Buffer.getError().message().c_str());
  Dump Result;
  llvm::StringRef Rest = (*Buffer)->getBuffer();
  while (!Rest.empty()) {
    auto [Line, After] = Rest.split('\n');
    llvm::SmallVector<llvm::StringRef> Words;
    Line.split(Words, ' ');
    if (Words.size() == 3 && Words[0] == "launch") {
      Result.Launches.push_back(
          ("kernel '" + Words[1] + "' of (" + Words[2] + ") blocks").str());
      Rest = After;
      continue;
    }
    if (uint64_t Times; Words.size() == 3 && Words[0] == "kernel" &&
                        !Words[2].getAsInteger(10, Times)) {
      Result.Started[Words[1].str()] = Times;
      Rest = After;
      continue;
    }
    size_t Bytes = 0;
    if (Words.size() != 6 || Words[0] != "array" ||
        Words[5].getAsInteger(10, Bytes) || After.size() < Bytes + 1)
      return llvm::createStringError("the arrays of the run are damaged");
    DumpedArray A;
    A.Name = Words[1].str();
    A.Where = spaceOf(Words[2]);
    A.Element = Words[3].str();
    llvm::SmallVector<llvm::StringRef> Extents;
    Words[4].split(Extents, ',');
    for (llvm::StringRef E : Extents)
      if (int64_t Extent; !E.getAsInteger(10, Extent))
        A.Extents.push_back(Extent);
    A.Bytes = After.take_front(Bytes).str();
    Rest = After.drop_front(Bytes + 1);
    while (Rest.starts_with("by ")) {
      auto [By, Others] = Rest.split('\n');
      Words.clear();
      By.split(Words, ' ');
      DumpedArray::Writer W;
      if (Words.size() != 5 || Words[1].getAsInteger(10, W.Begin) ||
          Words[2].getAsInteger(10, W.End))
        return llvm::createStringError("the arrays of the run are damaged");
      auto [Kind, Kernel] = Words[4].split('_');
      W.Text = ("launch " + Words[3] + " of " + Kind + " " + Kernel).str();
      A.Writers.push_back(std::move(W));
      Rest = Others;
    }
    Result.Arrays.push_back(std::move(A));
  }
  return Result;
}

} // namespace tessera::verify
