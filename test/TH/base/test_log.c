/*
** The host's log hears what is worth knowing, as lines; without one nothing is printed. Each case
** is a process of its own, since things are said once.
*/
#include "TH.h"
#include "check.h"

#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Said { int count, level; char text[1000]; } Said;

static void hear(void *context, int level, const char *text)
{
  Said *said = context;
  said->count++;
  said->level = level;
  snprintf(said->text, sizeof said->text, "%s", text);
}

static int hears(const Said *said, const char *text)
{
  const int good = said->count == 1 && said->level == TH_LOG_WARNING && strstr(said->text, text) &&
                   !strchr(said->text, '\n');
  if (!good) fprintf(stderr, "%d texts, the last: %s\n", said->count, said->text);
  return good;
}

static void no_level(Said *said)
{
  setenv("TH_SIMD", "nonsense", 1);
  CHECK(THCpu_level() && hears(said, "TH_SIMD: "));
}

static void no_library(Said *said)
{
  setenv("TH_BLAS", "/nowhere/libblas.so", 1);
  CHECK(strstr(THBlas_info(), "built-in code") && hears(said, "/nowhere/libblas.so"));
}

/* The built-in code by wish is nothing to tell. */
static void wanted(Said *said)
{
  setenv("TH_BLAS", "builtin", 1);
  CHECK(strstr(THBlas_info(), "built-in code") && said->count == 0);
}

static void no_threads(Said *said)
{
  const uid_t nobody = 65534; /* the system does not hold its administrator to the number */
  const struct rlimit one = {1, 1};
  THTensor t = {0};
  TH_setNumThreads(3);
  if (getuid() == 0) CHECK(!setgroups(0, NULL) && !setgid(nobody) && !setuid(nobody));
  CHECK(!setrlimit(RLIMIT_NPROC, &one));
  for (int i = 0; i < 2; i++) {
    CHECK(!THTensor_new(&t, 0, TH_FLOAT, 1, (int64_t[]){3000000}));
    CHECK(!THTensor_fill(&t, TH_integer(1)));
  }
  THTensor_clear(&t);
  CHECK(hears(said, "1 of 3"));
}

static void nobody_hears(Said *said)
{
  TH_setLog(NULL, NULL);
  setenv("TH_SIMD", "nonsense", 1);
  setenv("TH_BLAS", "/nowhere/libblas.so", 1);
  CHECK(THCpu_level() && THBlas_info() && said->count == 0);
}

/* Whether the case ends well, and prints nothing. */
static int passes(void (*run)(Said *said))
{
  int status = -1, out[2];
  char text[2000];
  if (pipe(out)) return 0;
  const pid_t child = fork();
  if (child == 0) {
    Said said = {0};
    dup2(out[1], 1), dup2(out[1], 2), close(out[0]);
    TH_setLog(hear, &said);
    run(&said);
    _exit(CHECK_RESULT());
  }
  close(out[1]);
  ssize_t n = read(out[0], text, sizeof text - 1);
  close(out[0]);
  waitpid(child, &status, 0);
  if (n > 0) fprintf(stderr, "%.*s", (int)n, text);
  return child > 0 && n == 0 && status == 0;
}

int main(void)
{
  CHECK(passes(no_level));
  CHECK(passes(no_library));
  CHECK(passes(wanted));
  CHECK(passes(no_threads));
  CHECK(passes(nobody_hears));
  return CHECK_RESULT();
}
