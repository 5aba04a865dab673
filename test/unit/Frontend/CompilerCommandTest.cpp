//===- CompilerCommandTest.cpp - Command lines of nvcc and Clang ----------===//
#include "tessera/Frontend/CompilerCommand.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace tessera;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using Words = std::vector<std::string>;

CompilerCommand nvcc(const Words &W, llvm::StringRef Folder = "") {
  return llvm::cantFail(readCompilerCommand(W, CompilerDialect::Nvcc, Folder));
}

CompilerCommand either(const Words &W) {
  return llvm::cantFail(readCompilerCommand(W, CompilerDialect::Either));
}

std::string failure(const Words &W) {
  auto Command = readCompilerCommand(W, CompilerDialect::Nvcc);
  return Command ? "" : toString(Command.takeError());
}

/// A folder for files of options, removed at the end.
class OptionFiles : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tessera-test", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::error_code Code;
    llvm::raw_fd_ostream(path(Name), Code) << Text;
    ASSERT_FALSE(Code);
  }
  std::string path(llvm::StringRef Name) {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }

  llvm::SmallString<128> Folder;
};

TEST(CompilerCommand, KeepsWhatThePreprocessorNeeds) {
  EXPECT_THAT(
      nvcc({"-std=c++17", "-Iinclude", "-I", "more", "--include-path", "third",
            "-DA=1", "-D", "B", "-UC", "-isystem", "s", "-include", "h.h"})
          .Flags,
      ElementsAre("-std=c++17", "-Iinclude", "-Imore", "-Ithird", "-DA=1",
                  "-DB", "-UC", "-isystem", "s", "-include", "h.h"));
}

TEST(CompilerCommand, SplitsListsOfNvccOnly) {
  EXPECT_THAT(nvcc({"-DA=1,B=2", "-Ia,b"}).Flags,
              ElementsAre("-DA=1", "-DB=2", "-Ia", "-Ib"));
  EXPECT_THAT(nvcc({"-DF(a\\,b)=a"}).Flags, ElementsAre("-DF(a,b)=a"));
  EXPECT_THAT(nvcc({"-DF=\"x,y\""}).Flags, ElementsAre("-DF=\"x,y\""));
  EXPECT_THAT(either({"-DF(a,b)=a"}).Flags, ElementsAre("-DF(a,b)=a"));
}

TEST(CompilerCommand, LeavesOutWhatConcernsCodeAndLinking) {
  CompilerCommand C = nvcc({"-O3",
                            "-lineinfo",
                            "-use_fast_math",
                            "--maxrregcount",
                            "64",
                            "-t",
                            "8",
                            "-Xptxas",
                            "-v,-O3",
                            "-ccbin",
                            "g++-12",
                            "-lm",
                            "-Llib",
                            "-Xlinker",
                            "-z,now",
                            "--fmad=false",
                            "-Werror",
                            "all-warnings",
                            "-arch=native",
                            "-keep-dir",
                            "x",
                            "-diag-suppress=20012",
                            "-allow-unsupported-compiler"});
  EXPECT_THAT(C.Flags, IsEmpty());
  EXPECT_THAT(C.Inputs, IsEmpty());
  EXPECT_THAT(C.Warnings, IsEmpty());
  EXPECT_THAT(C.Architectures, IsEmpty());
}

TEST(CompilerCommand, DefinesWhatTheOptionsOfNvccDefine) {
  EXPECT_THAT(
      nvcc({"-rdc=true", "--extended-lambda", "-G", "--expt-relaxed-constexpr",
            "-default-stream", "per-thread"})
          .Flags,
      ElementsAre("-fgpu-rdc", "-D__CUDACC_RDC__",
                  "-D__CUDACC_EXTENDED_LAMBDA__", "-D__CUDACC_DEBUG__",
                  "-D__CUDACC_RELAXED_CONSTEXPR__",
                  "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
  EXPECT_THAT(nvcc({"-rdc=false", "-default-stream=legacy"}).Flags, IsEmpty());
}

TEST(CompilerCommand, ReadsArchitectures) {
  EXPECT_THAT(nvcc({"-gencode", "arch=compute_90,code=sm_90",
                    "--generate-code=arch=compute_80,code=[compute_80,sm_80]",
                    "-gencode=arch=compute_75,code=lto_75"})
                  .Architectures,
              ElementsAre("sm_90", "sm_80", "sm_75"));
  EXPECT_THAT(nvcc({"-arch", "compute_70", "-code=sm_72"}).Architectures,
              ElementsAre("sm_70", "sm_72"));
  EXPECT_EQ(architectureToPlanFor({"sm_90a", "sm_100", "sm_86"}), "sm_86");
  EXPECT_EQ(architectureToPlanFor({"sm_90a"}), "sm_90");
  EXPECT_EQ(architectureToPlanFor({}), "");
}

TEST(CompilerCommand, ReadsFlagsOfTheHostCompiler) {
  EXPECT_THAT(
      nvcc({"-Xcompiler", "-fopenmp,-Wall", "-Xcompiler=-DZ,-O2"}).Flags,
      ElementsAre("-fopenmp", "-D", "Z"));
  // gcc's own, and one for another machine.
  EXPECT_THAT(nvcc({"-Xcompiler=-fno-gnu-unique,-march=nonsense,-mavx2"}).Flags,
              ElementsAre("-mavx2"));
}

TEST(CompilerCommand, ReportsWhatNobodyKnows) {
  CompilerCommand C = nvcc({"--mystery", "a.cu"});
  ASSERT_EQ(C.Warnings.size(), 1u);
  EXPECT_EQ(C.Warnings[0].Kind, DiagKind::FlagIgnored);
  EXPECT_EQ(C.Warnings[0].Arguments[0], "--mystery");
  // The host compiler's business.
  EXPECT_THAT(nvcc({"-forward-unknown-to-host-compiler", "--mystery"}).Warnings,
              IsEmpty());
}

TEST(CompilerCommand, TellsHowFarItGoes) {
  EXPECT_EQ(nvcc({"a.cu", "-o", "a"}).Result, CompilerResult::Program);
  EXPECT_EQ(nvcc({"-c", "a.cu"}).Result, CompilerResult::Object);
  EXPECT_EQ(nvcc({"-dc", "a.cu"}).Result, CompilerResult::Object);
  EXPECT_EQ(nvcc({"-ptx", "a.cu"}).Result, CompilerResult::Object);
  EXPECT_EQ(nvcc({"-M", "a.cu"}).Result, CompilerResult::Other);
  EXPECT_EQ(nvcc({"--version"}).Result, CompilerResult::Other);
  // A dependency file beside the object.
  EXPECT_EQ(nvcc({"-MD", "-MF", "a.d", "-c", "a.cu"}).Result,
            CompilerResult::Object);
}

TEST(CompilerCommand, FindsInputsAndOutput) {
  CompilerCommand C = nvcc({"-x", "cu", "-c", "a.cu", "b.o", "-o", "c.o"});
  EXPECT_THAT(C.Inputs, ElementsAre("a.cu", "b.o"));
  EXPECT_EQ(C.Output, "c.o");
}

TEST(CompilerCommand, TellsWhereInputsAre) {
  CompilerCommand C =
      nvcc({"-o", "b.cu", "b.cu", "-Xcompiler", "b.cu", "c.cu"});
  EXPECT_THAT(C.InputWords, ElementsAre(2u, 5u));
  EXPECT_EQ(nvcc({"-x", "cu", "a.cpp"}).Language, "cu");
}

TEST(CompilerCommand, FindsTheDependencyFile) {
  EXPECT_EQ(nvcc({"-c", "s/a.cu"}).DependencyFile, std::nullopt);
  EXPECT_EQ(nvcc({"-MF", "x", "-c", "s/a.cu"}).DependencyFile, std::nullopt);
  EXPECT_EQ(nvcc({"-MD", "-MF", "x", "-c", "s/a.cu"}).DependencyFile, "x");
  EXPECT_EQ(nvcc({"-MD", "-c", "s/a.cu"}).DependencyFile, "a.d");
  EXPECT_EQ(nvcc({"-MMD", "-c", "s/a.cu", "-o", "o/b.o"}).DependencyFile,
            "o/b.d");
}

TEST(CompilerCommand, TakesPathsFromItsFolder) {
  EXPECT_THAT(nvcc({"-Iinc", "-isystem=s", "-I/abs"}, "/build").Flags,
              ElementsAre("-I/build/inc", "-isystem", "/build/s", "-I/abs"));
  EXPECT_THAT(nvcc({"a.cu", "/b.cu"}, "/build").Inputs,
              ElementsAre("/build/a.cu", "/b.cu"));
}

TEST(CompilerCommand, UnderstandsClangsForms) {
  EXPECT_THAT(
      either({"-Werror", "-O", "-time", "-Wall", "-fsigned-char"}).Flags,
      ElementsAre("-time", "-fsigned-char"));
  EXPECT_THAT(either({"--offload-arch=sm_80"}).Architectures,
              ElementsAre("sm_80"));
}

TEST_F(OptionFiles, AreRead) {
  write("one", "-DA=\"b c\" --options-file " + path("two"));
  write("two", "-DTWO\n-c 'a file.cu'");
  CompilerCommand C = nvcc({"--options-file", path("one"), "-DLAST"});
  EXPECT_THAT(C.Flags, ElementsAre("-DA=b c", "-DTWO", "-DLAST"));
  EXPECT_THAT(C.Inputs, ElementsAre("a file.cu"));
  EXPECT_THAT(C.Words,
              ElementsAre("-DA=b c", "-DTWO", "-c", "a file.cu", "-DLAST"));
  EXPECT_THAT(either({"@" + path("two")}).Flags, ElementsAre("-DTWO"));
}

TEST_F(OptionFiles, ThatAreWrongFail) {
  write("one", "--options-file=" + path("one"));
  EXPECT_THAT(failure({"-optf", path("one")}), HasSubstr("reads itself"));
  EXPECT_THAT(failure({"-optf", path("none")}), HasSubstr("cannot read"));
  EXPECT_THAT(failure({"-optf"}), HasSubstr("'-optf' needs a value"));
  EXPECT_THAT(failure({"-I"}), HasSubstr("'-I' needs a value"));
}

} // namespace
