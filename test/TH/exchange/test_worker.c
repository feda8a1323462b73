/*
** Workers: how they end is told, none is left as a zombie, and they end with the process that has
** started them, however it ends. What the host does with SIGCHLD is its own.
*/
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "TH/exchange/THWorker.h"
#include "check.h"

static THWorker *shell(const char *command, const int *fds, int count)
{
  char *argv[] = {"sh", "-c", (char *)command, NULL};
  return THWorker_start("sh", argv, fds, count);
}

static int exists(int pid)
{
  return !kill(pid, 0);
}

/* Waits up to 5 seconds until there is no such process, not even as a zombie. */
static int goes(int pid)
{
  for (int k = 0; k < 500 && exists(pid); k++) usleep(10000);
  return !exists(pid);
}

static void test_ends(void)
{
  THWorker *worker = shell("exit 3", NULL, 0);
  THWorkerEnd end = THWorker_wait(worker, 20);
  CHECK(end.has_ended && end.code == 3 && !end.signal && !end.is_unknown);
  CHECK(!exists(THWorker_pid(worker)) && !THWorker_kill(worker, SIGKILL));
  THWorker_release(worker);

  worker = shell("kill -SEGV $$", NULL, 0);
  end = THWorker_wait(worker, 20);
  CHECK(end.has_ended && end.signal == SIGSEGV && !end.is_unknown);
  CHECK(THWorker_wait(worker, 20).signal == SIGSEGV);
  THWorker_release(worker);
}

/* So long a time is waited for the end, not counted over. */
static void test_long_time(void)
{
  static const double seconds[] = {1e10, 1e300, HUGE_VAL};
  for (int k = 0; k < 3; k++) {
    THWorker *worker = shell("sleep 0.02; exit 7", NULL, 0);
    CHECK(!THWorker_wait(worker, -seconds[k]).has_ended);
    const THWorkerEnd end = THWorker_wait(worker, seconds[k]);
    CHECK(end.has_ended && end.code == 7);
    THWorker_release(worker);
  }
}

static void test_kill(void)
{
  THWorker *worker = shell("exec sleep 100", NULL, 0);
  CHECK(!THWorker_wait(worker, 0).has_ended && !THWorker_wait(worker, 0.01).has_ended);
  CHECK(exists(THWorker_pid(worker)));
  CHECK(THWorker_kill(worker, 4711) == TH_EINVAL && !THWorker_kill(worker, SIGTERM));
  CHECK(THWorker_wait(worker, 20).signal == SIGTERM);
  THWorker_release(worker);
}

static void test_no_program(void)
{
  char *argv[] = {"x", NULL};
  CHECK(!THWorker_start("/no/such/program", argv, NULL, 0));
  CHECK(TH_errorStatus() == TH_EINVAL && strstr(TH_error(), "/no/such/program"));
}

/* The named descriptors are open there, and no others of this process. */
static void test_descriptors(void)
{
  int given[2], kept[2];
  char command[100], line[10] = "";
  CHECK(!pipe2(given, O_CLOEXEC) && !pipe2(kept, O_CLOEXEC));
  snprintf(command, sizeof command, "[ -e /proc/$$/fd/%d ] || echo yes >&%d", kept[1], given[1]);
  THWorker *worker = shell(command, &given[1], 1);
  CHECK(THWorker_wait(worker, 20).code == 0);
  CHECK(read(given[0], line, sizeof line) == 4 && !strcmp(line, "yes\n"));
  CHECK(fcntl(given[1], F_GETFD) == FD_CLOEXEC);
  THWorker_release(worker);
  for (int k = 0; k < 2; k++) close(given[k]), close(kept[k]);
}

/* A worker that was forgotten goes on, and leaves no zombie. */
static void test_forgotten(void)
{
  THWorker *worker = shell("sleep 0.1", NULL, 0);
  const int pid = THWorker_pid(worker);
  THWorker_release(worker);
  CHECK(exists(pid) && goes(pid));
}

static volatile sig_atomic_t calls;

static void on_child(int signal)
{
  (void)signal;
  calls++;
}

/* A handler and a mask stay as they are; where the host ignores SIGCHLD, only the end is known. */
static void test_signals(void)
{
  struct sigaction before, after, mine = {.sa_handler = on_child};
  sigset_t mask, now;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  sigaction(SIGCHLD, &mine, &before);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  THWorker *worker = shell("exec grep -q '^SigBlk:.*200$' /proc/self/status", NULL, 0);
  const THWorkerEnd end = THWorker_wait(worker, 20);
  CHECK(end.has_ended && end.code == 0);
  THWorker_release(worker);
  pthread_sigmask(SIG_UNBLOCK, &mask, &now);
  CHECK(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGCHLD) == 0);
  sigaction(SIGCHLD, NULL, &after);
  CHECK(after.sa_handler == on_child);

  signal(SIGCHLD, SIG_IGN);
  worker = shell("exit 3", NULL, 0);
  CHECK(THWorker_wait(worker, 20).is_unknown && goes(THWorker_pid(worker)));
  THWorker_release(worker);
  sigaction(SIGCHLD, &before, NULL);
}

/* --- a worker ends with its starter --- */

/* Waits up to 5 seconds until it has ended; it may be a zombie, which is for process 1 to reap. */
static int stops(int pid)
{
  char path[40], state = 'R';
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  for (int k = 0; k < 500; k++) {
    FILE *file = fopen(path, "r");
    const int found = file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    if (file) fclose(file);
    if (!found || state == 'Z') return 1;
    usleep(10000);
  }
  return 0;
}

/* What this program does as a worker: it tells its id and stays. */
static int follow(const char *starter, const char *output)
{
  const int pid = getpid();
  if (THWorker_follow(atoi(starter))) return 1;
  if (write(atoi(output), &pid, sizeof pid) != sizeof pid) return 1;
  sleep(100);
  return 0;
}

/* In the starter: it starts a worker, from its only thread, and ends in one of three ways. */
static void start_and_end(int output, int way)
{
  char starter[20], number[20];
  char *argv[] = {"worker", "follow", starter, number, NULL};
  snprintf(starter, sizeof starter, "%d", way == 3 ? 1 : (int)getpid());
  snprintf(number, sizeof number, "%d", output);
  THWorker *worker = THWorker_start("/proc/self/exe", argv, &output, 1);
  if (way == 3) _exit(THWorker_wait(worker, 20).code);
  if (way == 1) THWorker_release(worker);
  if (way == 2) sleep(100);
  usleep(50000);
  _exit(0);
}

static void test_follow(void)
{
  for (int way = 0; way < 3; way++) {
    int ends[2], pid = 0, status = 0;
    CHECK(!pipe(ends));
    const pid_t starter = fork();
    if (!starter) start_and_end(ends[1], way);
    CHECK(read(ends[0], &pid, sizeof pid) == sizeof pid && exists(pid));
    if (way == 2) kill(starter, SIGKILL);
    CHECK(waitpid(starter, &status, 0) == starter && stops(pid));
    close(ends[0]);
    close(ends[1]);
  }
}

/* A worker whose starter ended before the worker could follow it does not begin. */
static void test_too_late(void)
{
  int ends[2], status = 0;
  CHECK(!pipe(ends));
  const pid_t starter = fork();
  if (!starter) start_and_end(ends[1], 3);
  CHECK(waitpid(starter, &status, 0) == starter && WEXITSTATUS(status) == 1);
  close(ends[0]);
  close(ends[1]);
}

int main(int argc, char **argv)
{
  if (argc == 4 && !strcmp(argv[1], "follow")) return follow(argv[2], argv[3]);
  test_ends();
  test_long_time();
  test_kill();
  test_no_program();
  test_descriptors();
  test_forgotten();
  test_signals();
  test_follow();
  test_too_late();
  return CHECK_RESULT();
}
