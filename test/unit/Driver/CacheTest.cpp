//===- CacheTest.cpp - Results of earlier runs ----------------------------===//
#include "files/Cache.h"
#include "files/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <gmock/gmock.h>
#include <thread>

namespace tessera {
namespace {

namespace fs = llvm::sys::fs;

/// A folder with `a.h`, a cache, and a translation that says how often it is
/// made.
class CacheTest : public testing::Test {
protected:
  CacheTest() {
    EXPECT_FALSE(fs::createUniqueDirectory("tessera-cache-test", Folder));
    write("a.h", "1");
    Opts.CacheDirectory = path("cache");
    Opts.CacheBytes = 1 << 20;
  }
  ~CacheTest() override { fs::remove_directories(Folder); }

  std::string path(const std::string &Name) const {
    return (Folder + "/" + Name).str();
  }

  /// Long enough ago that a translation can depend on it.
  void write(const std::string &Name, llvm::StringRef Text) {
    ASSERT_EQ(replaceFile(path(Name), Text), "");
    setTime(Name, std::chrono::hours(1));
  }
  void setTime(const std::string &Name, std::chrono::seconds Ago) {
    int Descriptor = 0;
    ASSERT_FALSE(fs::openFileForRead(path(Name), Descriptor));
    fs::setLastAccessAndModificationTime(
        Descriptor, std::chrono::system_clock::now() - Ago);
    fs::file_t File = Descriptor;
    fs::closeFile(File);
  }

  std::vector<std::string> entries() const {
    std::vector<std::string> Names;
    std::error_code Failed;
    for (fs::directory_iterator I(Opts.CacheDirectory, Failed), End;
         !Failed && I != End; I.increment(Failed))
      if (llvm::sys::path::filename(I->path()) != "llvmcache.timestamp")
        Names.push_back(I->path());
    return Names;
  }

  Translation make() {
    ++Made;
    Translation T;
    T.Text = "made " + std::to_string(Made);
    T.Lines = {1, 2, 2};
    T.Changed = true;
    T.Messages = {{DiagKind::Staged, {7}, {"A", "64"}},
                  {DiagKind::NoReuse, SourcePlace::nowhere(), {"\xff"}}};
    T.Dependencies = {"a.cu", path("a.h")};
    T.Names.Arrays = {"A"};
    T.Names.Kernels = {"k", "l"};
    return T;
  }

  /// The text of a translation of \p Source.
  std::string translated(llvm::StringRef Source = "") {
    llvm::Expected<Translation> T =
        cached("a.cu", Source, Opts, [&] { return make(); });
    return T ? T->Text : llvm::toString(T.takeError());
  }

  llvm::SmallString<128> Folder;
  Options Opts;
  int Made = 0;
};

TEST_F(CacheTest, EverythingComesBack) {
  Translation First =
      llvm::cantFail(cached("a.cu", "", Opts, [&] { return make(); }));
  Translation Again =
      llvm::cantFail(cached("a.cu", "", Opts, [&] { return make(); }));
  EXPECT_EQ(Made, 1);
  EXPECT_EQ(Again.Text, First.Text);
  EXPECT_EQ(Again.Lines, First.Lines);
  EXPECT_EQ(Again.Changed, First.Changed);
  EXPECT_EQ(Again.Messages, First.Messages);
  EXPECT_EQ(Again.Dependencies, First.Dependencies);
  EXPECT_EQ(Again.Names.Arrays, First.Names.Arrays);
  EXPECT_EQ(Again.Names.Kernels, First.Names.Kernels);
}

TEST_F(CacheTest, WhatIsReadCounts) {
  EXPECT_EQ(translated(), "made 1");
  EXPECT_EQ(translated("other"), "made 2");
  write("a.h", "2");
  EXPECT_EQ(translated(), "made 3");
  write("a.h", "1");
  EXPECT_EQ(translated(), "made 1");
}

TEST_F(CacheTest, OptionsCount) {
  EXPECT_EQ(translated(), "made 1");
  Opts.Tiles = false;
  EXPECT_EQ(translated(), "made 2");
  Opts.Frontend.Flags = {"-DN=1"};
  EXPECT_EQ(translated(), "made 3");
  Opts.Frontend.Flags = {"-DN=", "1"};
  EXPECT_EQ(translated(), "made 4");
  Opts.Output = "elsewhere.cu";
  Opts.Quiet = true;
  EXPECT_EQ(translated(), "made 4");
}

TEST_F(CacheTest, TheToolCounts) {
  write("tool", "old");
  Opts.Executable = path("tool");
  EXPECT_EQ(translated(), "made 1");
  write("tool", "new");
  EXPECT_EQ(translated(), "made 2");
}

TEST_F(CacheTest, BrokenEntriesAreNone) {
  EXPECT_EQ(translated(), "made 1");
  for (const std::string &Entry : entries())
    ASSERT_EQ(replaceFile(Entry, "no entry"), "");
  EXPECT_EQ(translated(), "made 2");
  EXPECT_EQ(translated(), "made 2");
  for (const std::string &Entry : entries()) {
    auto Buffer = llvm::MemoryBuffer::getFile(Entry);
    ASSERT_TRUE(bool(Buffer));
    ASSERT_EQ(replaceFile(Entry, (*Buffer)->getBuffer().drop_back()), "");
  }
  EXPECT_EQ(translated(), "made 3");
}

TEST_F(CacheTest, FilesThatChangeMeanwhileAreNoBasis) {
  auto Change = [&]() -> llvm::Expected<Translation> {
    EXPECT_EQ(replaceFile(path("a.h"), "changes"), "");
    return make();
  };
  llvm::cantFail(cached("a.cu", "", Opts, Change));
  EXPECT_EQ(translated(), "made 2");
}

TEST_F(CacheTest, FailuresAreNotKept) {
  auto Fail = [&]() -> llvm::Expected<Translation> {
    return reject(DiagKind::SyntaxError, SourcePlace::nowhere(), "no");
  };
  EXPECT_THAT(llvm::toString(cached("a.cu", "", Opts, Fail).takeError()),
              testing::HasSubstr("no"));
  EXPECT_EQ(translated(), "made 1");
}

TEST_F(CacheTest, TheOldestGo) {
  EXPECT_EQ(translated("first"), "made 1");
  for (const std::string &Entry : entries())
    setTime("cache/" + llvm::sys::path::filename(Entry).str(),
            std::chrono::hours(1));
  uint64_t Size = 0, One = 0;
  for (const std::string &Entry : entries()) {
    ASSERT_FALSE(fs::file_size(Entry, One));
    Size += One;
  }
  Opts.CacheBytes = Size + Size / 2; // one fits, two do not
  EXPECT_EQ(translated("second"), "made 2");
  EXPECT_EQ(translated("second"), "made 2");
  EXPECT_EQ(translated("first"), "made 3");
}

TEST_F(CacheTest, ManyAtOnce) {
  std::vector<std::thread> Threads;
  for (int I = 0; I < 8; ++I)
    Threads.emplace_back([this, I] {
      for (int Round = 0; Round < 20; ++Round) {
        auto Make = [&]() -> llvm::Expected<Translation> {
          Translation T;
          T.Text = std::string(100000, 'a' + (Round + I) % 3);
          T.Dependencies = {"a.cu"};
          return T;
        };
        std::string Source = std::to_string((Round + I) % 3);
        Translation T = llvm::cantFail(cached("a.cu", Source, Opts, Make));
        EXPECT_EQ(T.Text, std::string(100000, 'a' + (Round + I) % 3));
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST(CacheBytes, Sizes) {
  EXPECT_EQ(cacheBytes("1000"), 1000u);
  EXPECT_EQ(cacheBytes("2k"), 2048u);
  EXPECT_EQ(cacheBytes("1G"), 1u << 30);
  EXPECT_EQ(cacheBytes("0"), std::nullopt);
  EXPECT_EQ(cacheBytes("much"), std::nullopt);
  EXPECT_EQ(cacheBytes(""), std::nullopt);
}

} // namespace
} // namespace tessera
