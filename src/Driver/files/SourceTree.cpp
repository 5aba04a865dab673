//===- SourceTree.cpp - The CUDA files below a folder ---------------------===//
#include "files/SourceTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace tessera {

namespace {

class Finder {
public:
  explicit Finder(std::vector<Diagnostic> &Problems) : Problems(Problems) {}

  void add(const std::string &Path) {
    fs::file_status Status;
    if (std::error_code Code = fs::status(Path, Status))
      return fail(Path, Code.message());
    if (!fs::is_directory(Status))
      return addFile(Path, Status);
    HasFiles = false;
    const size_t Before = Problems.size();
    visit(Path);
    if (!HasFiles && Problems.size() == Before)
      fail(Path, "no .cu file is below it");
  }

  std::vector<std::string> Files;

private:
  void fail(const std::string &Path, const std::string &Why) {
    Problems.push_back(
        {DiagKind::CannotRead, SourcePlace::nowhere(), {Path, Why}});
  }

  void addFile(const std::string &Path, const fs::file_status &Status) {
    HasFiles = true;
    if (Seen.insert(Status.getUniqueID()).second)
      Files.push_back(Path);
  }

  void visit(const std::string &Folder) {
    std::vector<std::string> Names;
    std::error_code Code;
    for (fs::directory_iterator I(Folder, Code, /*follow_symlinks=*/false), End;
         I != End && !Code; I.increment(Code))
      Names.push_back(I->path());
    if (Code)
      return fail(Folder, Code.message());
    llvm::sort(Names);
    for (const std::string &Name : Names)
      look(Name);
  }

  void look(const std::string &Path) {
    fs::file_status Link, Status;
    if (path::filename(Path).starts_with(".") ||
        fs::status(Path, Link, /*follow=*/false))
      return;
    if (fs::is_directory(Link)) {
      if (!fs::exists(Path + "/CMakeCache.txt"))
        visit(Path);
      return;
    }
    if (path::extension(Path) != ".cu")
      return;
    if (std::error_code Code = fs::status(Path, Status))
      fail(Path, Code.message());
    else if (fs::is_regular_file(Status))
      addFile(Path, Status);
  }

  std::vector<Diagnostic> &Problems;
  std::set<fs::UniqueID> Seen;
  bool HasFiles = false; ///< the folder that is looked through
};

} // namespace

std::vector<std::string> findSources(const std::vector<std::string> &Paths,
                                     std::vector<Diagnostic> &Problems) {
  Finder Find(Problems);
  for (const std::string &Path : Paths)
    Find.add(Path);
  return std::move(Find.Files);
}

} // namespace tessera
