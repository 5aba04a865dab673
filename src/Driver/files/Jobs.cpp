//===- Jobs.cpp - Work in processes of its own ----------------------------===//
#include "files/Jobs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tessera {

namespace {

using Clock = std::chrono::steady_clock;

/// How a job that gets no memory ends.
constexpr int NoMemory = 99;

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

constexpr std::array EndingSignals = {SIGINT, SIGTERM, SIGHUP};

/// What a signal handler knows of a running job.
struct Slot {
  volatile pid_t Group = 0; ///< 0: there is no job
  volatile int Stderr = -1; ///< at its end when no process of the job is left
};

Slot *Slots = nullptr;
volatile size_t SlotCount = 0;

/// Waits for the processes that a job started: they remove temporary files.
void waitForAll(const Slot &Job) {
  constexpr int Milliseconds = 2000;
  pollfd Descriptor = {Job.Stderr, POLLIN, 0};
  char Ignored[4096];
  while (poll(&Descriptor, 1, Milliseconds) > 0 &&
         read(Job.Stderr, Ignored, sizeof(Ignored)) > 0)
    ;
}

extern "C" void endJobs(int Signal) {
  for (size_t I = 0; I < SlotCount; ++I)
    if (Slots[I].Group)
      kill(-Slots[I].Group, SIGTERM);
  for (size_t I = 0; I < SlotCount; ++I)
    if (Slots[I].Group) {
      waitpid(Slots[I].Group, nullptr, 0);
      waitForAll(Slots[I]);
    }
  llvm::sys::RunInterruptHandlers(); // removes files that are not complete
  raise(Signal);                     // its handler is the default one again
}

/// Ends jobs with this process while it lives.
class SignalScope {
public:
  explicit SignalScope(size_t Jobs) : All(Jobs) {
    Slots = All.data();
    SlotCount = Jobs;
    struct sigaction Action = {};
    Action.sa_handler = endJobs;
    Action.sa_flags = SA_RESETHAND | SA_NODEFER;
    sigemptyset(&Action.sa_mask);
    for (size_t I = 0; I < EndingSignals.size(); ++I)
      sigaction(EndingSignals[I], &Action, &Old[I]);
  }
  SignalScope(const SignalScope &) = delete;
  SignalScope &operator=(const SignalScope &) = delete;
  ~SignalScope() {
    restore();
    SlotCount = 0;
    Slots = nullptr;
  }

  void restore() {
    for (size_t I = 0; I < EndingSignals.size(); ++I)
      sigaction(EndingSignals[I], &Old[I], nullptr);
  }

  /// The one of the job whose process is \p Id; 0: one that is free.
  Slot &slot(pid_t Id) {
    return *llvm::find_if(All, [&](const Slot &S) { return S.Group == Id; });
  }

private:
  std::vector<Slot> All;
  std::array<struct sigaction, EndingSignals.size()> Old;
};

//===----------------------------------------------------------------------===//
// One job
//===----------------------------------------------------------------------===//

/// What a job sends: a kind, a size, and so many bytes.
enum class Message : char { Note, Result };
constexpr size_t HeadSize = 1 + sizeof(size_t);

bool writeAll(int Descriptor, llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Written = write(Descriptor, Bytes.data(), Bytes.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0)
      return false;
    Bytes = Bytes.drop_front(Written);
  }
  return true;
}

void send(int Descriptor, Message Kind, llvm::StringRef Bytes) {
  const size_t Size = Bytes.size();
  std::string Head(1, static_cast<char>(Kind));
  Head.append(reinterpret_cast<const char *>(&Size), sizeof(Size));
  if (!writeAll(Descriptor, Head) || !writeAll(Descriptor, Bytes))
    std::exit(1); // nobody listens any more
}

struct Job {
  size_t Number = 0;
  pid_t Id = 0;
  int FromResult = -1, FromStderr = -1;
  std::string Received; ///< messages that are not complete
  std::optional<Clock::time_point> Deadline;
  bool IsLate = false;
  bool HasResult = false;
  JobEnd End;
};

/// A sentence on the status of a job that gave no result.
std::string whyEnded(int Status) {
  if (WIFSIGNALED(Status))
    return "the translation was ended by signal " +
           std::to_string(WTERMSIG(Status)) + " (" +
           strsignal(WTERMSIG(Status)) + ")";
  if (WEXITSTATUS(Status) == NoMemory)
    return "there is not enough memory for the translation";
  return "the translation ended with exit code " +
         std::to_string(WEXITSTATUS(Status));
}

//===----------------------------------------------------------------------===//
// All jobs
//===----------------------------------------------------------------------===//

class Pool {
public:
  explicit Pool(const Jobs &All)
      : All(All), AtOnce(std::min<size_t>(All.AtOnce, All.Count)),
        Signals(AtOnce) {}

  void run() {
    size_t Begun = 0, Finished = 0;
    while (Finished < All.Count) {
      while (Begun < All.Count && Running.size() < AtOnce && begin(Begun))
        ++Begun;
      if (Running.empty())
        doHere(Begun++);
      else
        listen();
      for (; Ended.count(Finished); ++Finished) {
        JobEnd End = std::move(Ended.extract(Finished).mapped());
        if (!All.Finish(Finished, std::move(End))) {
          endAll();
          return;
        }
      }
    }
  }

private:
  /// Begins a job. \returns false if there can be no process for it now.
  bool begin(size_t Number) {
    int Result[2], Stderr[2];
    if (pipe2(Result, O_CLOEXEC) != 0)
      return false;
    if (pipe2(Stderr, O_CLOEXEC) != 0) {
      close(Result[0]);
      close(Result[1]);
      return false;
    }
    llvm::outs().flush(); // or the job would write it, too
    Slot &Free = Signals.slot(0);
    // No signal between the birth of the job and the note of its number.
    sigset_t Every, Before;
    sigfillset(&Every);
    sigprocmask(SIG_SETMASK, &Every, &Before);
    const pid_t Id = fork();
    if (Id == 0) {
      setpgid(0, 0);
      Signals.restore();
      sigprocmask(SIG_SETMASK, &Before, nullptr);
      dup2(Stderr[1], STDERR_FILENO);
      closeReaders({Result[0], Stderr[0]});
      work(Number, Result[1]);
    }
    if (Id > 0) {
      setpgid(Id, Id);
      Free.Stderr = Stderr[0];
      Free.Group = Id;
    }
    sigprocmask(SIG_SETMASK, &Before, nullptr);
    close(Result[1]);
    close(Stderr[1]);
    if (Id < 0) {
      close(Result[0]);
      close(Stderr[0]);
      return false;
    }
    Job J;
    J.Number = Number;
    J.Id = Id;
    J.FromResult = Result[0];
    J.FromStderr = Stderr[0];
    fcntl(J.FromStderr, F_SETFL, O_NONBLOCK);
    if (All.Seconds)
      J.Deadline = Clock::now() + std::chrono::seconds(*All.Seconds);
    Running.push_back(std::move(J));
    All.Noted(Number, "");
    return true;
  }

  /// In a job: it must not be the one who could still read what it says when
  /// its parent is gone.
  void closeReaders(std::array<int, 2> Own) const {
    for (int Descriptor : Own)
      close(Descriptor);
    for (const Job &Other : Running) {
      close(Other.FromResult);
      close(Other.FromStderr);
    }
  }

  [[noreturn]] void work(size_t Number, int ToResult) {
    llvm::remove_bad_alloc_error_handler();
    llvm::install_bad_alloc_error_handler(
        [](void *, const char *, bool) { _exit(NoMemory); });
    const std::string Result = All.Work(Number, [&](llvm::StringRef Text) {
      send(ToResult, Message::Note, Text);
    });
    send(ToResult, Message::Result, Result);
    std::exit(0);
  }

  void doHere(size_t Number) {
    All.Noted(Number, "");
    JobEnd End;
    End.Result = All.Work(
        Number, [&](llvm::StringRef Text) { All.Noted(Number, Text); });
    Ended[Number] = std::move(End);
  }

  /// Waits until a job says something, ends, or is late.
  void listen() {
    std::vector<pollfd> Descriptors;
    for (const Job &J : Running) {
      Descriptors.push_back({J.FromResult, POLLIN, 0});
      Descriptors.push_back({J.FromStderr, POLLIN, 0});
    }
    if (poll(Descriptors.data(), Descriptors.size(), timeout()) < 0)
      return; // interrupted
    for (size_t I = Running.size(); I-- > 0;) {
      Job &J = Running[I];
      if (Descriptors[2 * I + 1].revents)
        readInto(J.FromStderr, J.End.Stderr);
      const bool Closed =
          Descriptors[2 * I].revents && !readInto(J.FromResult, J.Received);
      takeMessages(J);
      if (Closed) {
        end(J);
        Running.erase(Running.begin() + I);
      } else if (J.Deadline && Clock::now() >= *J.Deadline) {
        kill(-J.Id, J.IsLate ? SIGKILL : SIGTERM);
        J.IsLate = true;
        J.Deadline = Clock::now() + std::chrono::seconds(1);
      }
    }
  }

  /// Milliseconds to the next deadline; -1 if there is none.
  int timeout() const {
    int Least = -1;
    for (const Job &J : Running)
      if (J.Deadline) {
        const auto Left = std::chrono::ceil<std::chrono::milliseconds>(
            *J.Deadline - Clock::now());
        const int Wait = std::clamp<int64_t>(Left.count(), 0, 60'000);
        Least = Least < 0 ? Wait : std::min(Least, Wait);
      }
    return Least;
  }

  /// Appends what is there. \returns false at the end of the file.
  static bool readInto(int Descriptor, std::string &Text) {
    char Buffer[65536];
    const ssize_t Size = read(Descriptor, Buffer, sizeof(Buffer));
    if (Size > 0)
      Text.append(Buffer, Size);
    return Size > 0 || (Size < 0 && (errno == EAGAIN || errno == EINTR));
  }

  void takeMessages(Job &J) {
    while (J.Received.size() >= HeadSize) {
      size_t Size = 0;
      std::memcpy(&Size, J.Received.data() + 1, sizeof(Size));
      if (J.Received.size() - HeadSize < Size)
        return;
      std::string Bytes = J.Received.substr(HeadSize, Size);
      const auto Kind = static_cast<Message>(J.Received.front());
      J.Received.erase(0, HeadSize + Size);
      if (Kind == Message::Note) {
        All.Noted(J.Number, Bytes);
        continue;
      }
      J.HasResult = true;
      J.Deadline.reset();
      J.End.Result = std::move(Bytes);
    }
  }

  /// Puts \p J, which has closed its end, among those that ended.
  void end(Job &J) {
    kill(-J.Id, SIGTERM); // what it started and left behind
    int Status = 0;
    while (waitpid(J.Id, &Status, 0) < 0 && errno == EINTR)
      ;
    Signals.slot(J.Id).Group = 0;
    size_t Before;
    do {
      Before = J.End.Stderr.size();
      readInto(J.FromStderr, J.End.Stderr);
    } while (J.End.Stderr.size() > Before);
    close(J.FromResult);
    close(J.FromStderr);
    if (J.IsLate && !J.HasResult)
      J.End.Failure = "the translation took more than the " +
                      std::to_string(*All.Seconds) + " s of --time-limit";
    else if (!J.HasResult)
      J.End.Failure = whyEnded(Status);
    Ended[J.Number] = std::move(J.End);
  }

  /// Ends the jobs that still run.
  void endAll() {
    for (Job &J : Running)
      kill(-J.Id, SIGTERM);
    for (Job &J : Running)
      end(J);
    Running.clear();
    Ended.clear();
  }

  const Jobs &All;
  const size_t AtOnce;
  SignalScope Signals;
  std::vector<Job> Running;
  std::map<size_t, JobEnd> Ended; ///< and not finished
};

} // namespace

void runJobs(const Jobs &All) { Pool(All).run(); }

unsigned coresForJobs() {
  return llvm::hardware_concurrency().compute_thread_count();
}

} // namespace tessera
