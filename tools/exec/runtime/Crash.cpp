//===- Crash.cpp - Signals, with the line that raised them ----------------===//
#include "Crash.h"
#include "Execution.h"
#include "Report.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace tessera_rt {

static void onSignal(int Signal, siginfo_t *Info, void *Context) {
  std::signal(Signal, SIG_DFL);
  uintptr_t Code = static_cast<uintptr_t>(
      static_cast<ucontext_t *>(Context)->uc_mcontext.gregs[REG_RIP]);
  uintptr_t Address = reinterpret_cast<uintptr_t>(Info->si_addr);
  std::string What = strsignal(Signal);
  if (CurrentMode != Mode::Host) {
    std::string In = " in kernel '" + std::string(Launch.Site->Name) + "', " +
                     threadName(Current.Now);
    if (Signal == SIGSEGV && isStackGuard(Address))
      fail("stack-overflow", Launch.Code, // code before a function has no line
           "a thread needs more than " + std::to_string(StackBytes / 1024) +
               " KiB of stack" + In);
    fail("kernel-crash", Signal == SIGABRT ? 0 : Code + 1, What + In);
  }
  report("error", "host-crash", Signal == SIGABRT ? 0 : Code + 1,
         "the program crashed: " + What);
  std::fflush(stdout);
  _exit(128 + Signal);
}

void reportCrashes() {
  constexpr size_t Bytes = 1 << 16;
  stack_t Stack = {};
  Stack.ss_sp = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Stack.ss_size = Bytes;
  sigaltstack(&Stack, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onSignal;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(Signal, &Action, nullptr);
}

} // namespace tessera_rt
