/*
** The handler of SIGSEGV and SIGBUS. A fault of a running kernel opens the page (memory_open) and
** the access is repeated, or the kernel is left by fault_escape. Any other fault goes to the
** previous handler, after a message if the address is a device's.
*/
#include "faults.h"

#include "emu.h"
#include "memory.h"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <unistd.h>

namespace emu {

void (*fault_escape)();
void *fault_address;

namespace {

struct sigaction before[NSIG];

/* Whether the access was a write. Where the processor does not say, the first fault at an address
   counts as a read, the second as a write. */
bool was_write(const ucontext_t *context)
{
#if defined(__x86_64__)
  return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  static void *previous;
  void *at = fault_address;
  bool again = at == previous;
  previous = at;
  (void)context;
  return again;
#endif
}

/* Make the interrupted code continue with function, which does not return. */
bool go_on_with(ucontext_t *context, void (*function)())
{
#if defined(__x86_64__)
  const greg_t below = 256; /* code may use 128 bytes below the stack pointer */
  greg_t *registers = context->uc_mcontext.gregs;
  registers[REG_RSP] = ((registers[REG_RSP] - below) & ~greg_t(15)) - 8;
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
  return true;
#elif defined(__aarch64__)
  context->uc_mcontext.sp = (context->uc_mcontext.sp - 256) & ~uint64_t(15);
  context->uc_mcontext.pc = reinterpret_cast<uint64_t>(function);
  return true;
#else
  (void)context, (void)function;
  return false;
#endif
}

/* Do what would have happened without this handler, now or when the access is repeated. */
void pass_on(int signal, siginfo_t *info, void *context)
{
  struct sigaction &old = before[signal];
  if (old.sa_flags & SA_SIGINFO) old.sa_sigaction(signal, info, context);
  else if (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN) sigaction(signal, &old, nullptr);
  else old.sa_handler(signal);
}

void handle(int signal, siginfo_t *info, void *opaque)
{
  ucontext_t *context = static_cast<ucontext_t *>(opaque);
  fault_address = info->si_addr;
  if (fault_escape) {
    if (memory_open(info->si_addr, was_write(context))) return;
    if (go_on_with(context, fault_escape)) return;
  }
  int device = memory_device(info->si_addr);
  if (device >= 0)
    fprintf(stderr, "emu: the host touched memory of device %d at %p\n", device, info->si_addr);
  pass_on(signal, info, context);
}

struct SignalStack {
  static const size_t bytes = 64 * 1024;
  void *memory = nullptr;
  SignalStack();
  ~SignalStack();
};

/* A thread that already has a signal stack (a sanitizer's) keeps it. */
SignalStack::SignalStack()
{
  stack_t now;
  if (sigaltstack(nullptr, &now) || !(now.ss_flags & SS_DISABLE)) return;
  memory = malloc(bytes);
  stack_t mine = {};
  mine.ss_sp = memory;
  mine.ss_size = bytes;
  sigaltstack(&mine, nullptr);
}

SignalStack::~SignalStack()
{
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  if (memory) sigaltstack(&none, nullptr);
  free(memory);
}

} /* namespace */

/* Installs again if another handler (a sanitizer's) has replaced ours since. */
void faults_install()
{
  for (int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction mine, now;
    memset(&mine, 0, sizeof mine);
    mine.sa_sigaction = handle;
    mine.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &mine, &now);
    if (now.sa_sigaction != handle) before[signal] = now;
  }
}

void faults_prepare_thread()
{
  thread_local SignalStack stack;
  (void)stack.memory;
}

} /* namespace emu */

/* The system call fails on such memory, instead of raising a signal. */
extern "C" int emu_traps(const volatile void *p)
{
  int ends[2];
  if (pipe(ends)) return -1;
  ssize_t written = write(ends[1], const_cast<const void *>(p), 1);
  close(ends[0]);
  close(ends[1]);
  return written < 0;
}
