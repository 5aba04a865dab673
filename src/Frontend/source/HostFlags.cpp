//===- HostFlags.cpp - Flags of the host compiler -------------------------===//
#include "source/HostFlags.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace options = clang::options;

namespace tessera {

static std::vector<const char *>
pointers(const std::vector<std::string> &Words) {
  std::vector<const char *> Result;
  for (const std::string &Word : Words)
    Result.push_back(Word.c_str());
  return Result;
}

unsigned wordsOfClangOption(const std::vector<std::string> &Words, size_t I) {
  std::vector<const char *> All = pointers(Words);
  llvm::opt::InputArgList Arguments(All.data(), All.data() + All.size());
  unsigned Index = I;
  std::unique_ptr<llvm::opt::Arg> Found =
      clang::getDriverOptTable().ParseOneArg(
          Arguments, Index, llvm::opt::Visibility(options::ClangOption));
  if (!Found) // its value is missing
    return Index - I + 1;
  return Found->getOption().matches(options::OPT_UNKNOWN) ? 0 : Index - I;
}

/// Whether Clang takes \p Flags for a file of the host, on this machine.
static bool accepts(const std::vector<std::string> &Flags) {
  clang::DiagnosticOptions Options;
  auto Diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), Options,
      new clang::IgnoringDiagConsumer);
  std::vector<const char *> Command = {"clang", "-fsyntax-only", "-xc++"};
  llvm::append_range(Command, pointers(Flags));
  Command.push_back("input.cpp");
  clang::CreateInvocationOptions How;
  How.Diags = Diagnostics;
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Command, std::move(How));
  if (!Invocation || Diagnostics->hasErrorOccurred())
    return false;
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> Target =
      clang::TargetInfo::CreateTargetInfo(*Diagnostics,
                                          Invocation->getTargetOpts());
  return Target && !Diagnostics->hasErrorOccurred();
}

namespace {

/// What a flag is, as far as it is not handed on.
enum class Kind { Kept, Dropped, Object, Nothing, Architecture, Path };

} // namespace

static Kind classify(const llvm::opt::Option &O) {
  if (O.matches(options::OPT_offload_arch_EQ))
    return Kind::Architecture;
  for (auto Id : {options::OPT_c, options::OPT_S, options::OPT_emit_llvm,
                  options::OPT_fsyntax_only})
    if (O.matches(Id))
      return Kind::Object;
  if (O.matches(options::OPT_MD) || O.matches(options::OPT_MMD))
    return Kind::Dropped;
  if (O.matches(options::OPT_E) || O.matches(options::OPT_M) ||
      O.matches(options::OPT_MM))
    return Kind::Nothing;
  for (auto Id : {options::OPT_M_Group,
                  options::OPT_Link_Group,
                  options::OPT_o,
                  options::OPT_x,
                  options::OPT_v,
                  options::OPT__HASH_HASH_HASH,
                  options::OPT_Action_Group,
                  options::OPT_W_Group,
                  options::OPT_g_Group,
                  options::OPT_O_Group,
                  options::OPT_save_temps,
                  options::OPT_save_temps_EQ,
                  options::OPT_cuda_path_EQ,
                  options::OPT_cuda_host_only,
                  options::OPT_cuda_device_only,
                  options::OPT_Xclang,
                  options::OPT_fuse_ld_EQ,
                  options::OPT_flto,
                  options::OPT_flto_EQ,
                  options::OPT__serialize_diags,
                  options::OPT_fcolor_diagnostics,
                  options::OPT_fdiagnostics_color_EQ})
    if (O.matches(Id))
      return Kind::Dropped;
  for (auto Id :
       {options::OPT_I, options::OPT_isystem, options::OPT_iquote,
        options::OPT_idirafter, options::OPT_include, options::OPT_imacros})
    if (O.matches(Id))
      return Kind::Path;
  return Kind::Kept;
}

/// The value of \p A from \p Folder. Headers may also be found elsewhere.
static std::string pathOf(const llvm::opt::Arg &A, llvm::StringRef Folder) {
  llvm::StringRef Value = A.getValue();
  if (Folder.empty() || llvm::sys::path::is_absolute(Value))
    return Value.str();
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Value);
  const bool IsHeader = A.getOption().matches(options::OPT_include) ||
                        A.getOption().matches(options::OPT_imacros);
  return IsHeader && !llvm::sys::fs::exists(Path) ? Value.str()
                                                  : std::string(Path);
}

void addHostFlags(const std::vector<std::string> &Host, llvm::StringRef Folder,
                  CompilerCommand &Into) {
  std::vector<const char *> All = pointers(Host);
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList Arguments = clang::getDriverOptTable().ParseArgs(
      All, MissingIndex, MissingCount,
      llvm::opt::Visibility(options::ClangOption));
  std::vector<std::vector<std::string>> Kept;
  for (const llvm::opt::Arg *A : Arguments) {
    const llvm::opt::Option &O = A->getOption();
    if (O.matches(options::OPT_UNKNOWN) || O.matches(options::OPT_INPUT))
      continue;
    switch (classify(O)) {
    case Kind::Dropped:
      break;
    case Kind::Object:
      if (Into.Result == CompilerResult::Program)
        Into.Result = CompilerResult::Object;
      break;
    case Kind::Nothing:
      Into.Result = CompilerResult::Other;
      break;
    case Kind::Architecture:
      Into.Architectures.push_back(A->getValue());
      break;
    case Kind::Path: {
      Kept.push_back({O.getPrefixedName().str(), pathOf(*A, Folder)});
      break;
    }
    case Kind::Kept: {
      llvm::opt::ArgStringList Rendered;
      A->renderAsInput(Arguments, Rendered);
      Kept.emplace_back(Rendered.begin(), Rendered.end());
      break;
    }
    }
  }
  std::vector<std::string> Together;
  for (const std::vector<std::string> &Words : Kept)
    llvm::append_range(Together, Words);
  if (Together.empty())
    return;
  const bool TestEach = !accepts(Together);
  for (const std::vector<std::string> &Words : Kept)
    if (!TestEach || accepts(Words))
      llvm::append_range(Into.Flags, Words);
}

} // namespace tessera
