/*
** Tests THLibrary on files of the C library: which file is taken, which functions may be missing,
** what is refused, and what the errors say. A library that was not found is looked for again.
*/
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/base/THLibrary.h"
#include "check.h"

enum { COS, NONE, SIN };

static const char *const files[] = {"libnone.so", "libm.so.6", NULL};
static const char *const symbols[] = {"cos", "?none", "sin", NULL};
static const char *const wrong[] = {"cos", "none", NULL};
static double (*table[3])(double);
static int isAccepted;

static int accepts(const char **reason)
{
  *reason = "counts otherwise";
  return isAccepted && table[COS](0) == 1;
}

static THLibrary math(const char *const *names)
{
  return (THLibrary){.title = "maths", .variable = "TEST_MATHS", .install = "the C library",
                     .files = files, .symbols = names, .table = table};
}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_opens(void)
{
  THLibrary library = math(symbols);
  CHECK(!THLibrary_symbol(&library, "cos"));
  CHECK(!THLibrary_open(&library, "test") && library.isOpen);
  CHECK(strcmp(library.file, "libm.so.6") == 0);
  CHECK(table[COS](0) == 1 && !table[NONE] && table[SIN](0) == 0);
  CHECK(THLibrary_symbol(&library, "tan") && !THLibrary_symbol(&library, "none"));
  CHECK(!THLibrary_open(&library, "test"));
  THLibrary_close(&library);
  CHECK(!library.isOpen && !THLibrary_symbol(&library, "cos"));
  THLibrary_close(&library); /* which is nothing */
  CHECK(!THLibrary_open(&library, "test") && table[COS](0) == 1);
}

static void test_refuses(void)
{
  THLibrary library = math(wrong);
  char reason[24] = "";
  CHECK(THLibrary_open(&library, "test") == TH_EUNSUPPORTED && !library.isOpen);
  CHECK(says("test: cannot open maths (libnone.so") && says("; libm.so.6 has no none); install"));
  CHECK(says("install the C library, or name its file in the environment variable TEST_MATHS"));
  CHECK(!THLibrary_try(&library, reason, sizeof reason) && strlen(reason) == sizeof reason - 1);
}

static void test_named(void)
{
  THLibrary library = math(symbols);
  library.accepts = accepts;
  CHECK(!setenv("TEST_MATHS", "libother.so", 1));
  CHECK(THLibrary_open(&library, "test") && says("(libother.so: ") && !says("libm.so.6"));
  CHECK(!setenv("TEST_MATHS", "libm.so.6", 1));
  CHECK(THLibrary_open(&library, "test") && says("(libm.so.6 counts otherwise)"));
  isAccepted = 1;
  CHECK(!THLibrary_open(&library, "test"));
  CHECK(!unsetenv("TEST_MATHS"));
}

int main(void)
{
  test_opens();
  test_refuses();
  test_named();
  return CHECK_RESULT();
}
