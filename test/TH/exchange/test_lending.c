/*
** Makes each allocation of lending and taking by DLPack fail in turn (failing.h): the status is
** TH_ENOMEM, nothing is lent and nothing leaks.
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

static int lend_and_take(const THTensor *t, int copy, THTensor *taken)
{
  void *managed = NULL;
  TH_TRY(THTensor_toDLPack(t, 1, copy, &managed));
  const int status = THTensor_fromDLPack(taken, managed, 1);
  if (status) THDlpack_drop(managed, 1);
  return status;
}

static void test_no_memory(void)
{
  for (int copy = 0; copy < 2; copy++)
    for (int fail_at = 0, done = 0; !done; fail_at++) {
      THTensor t = {0}, taken = {0};
      CHECK(!THTensor_new(&t, 0, TH_FLOAT, 1, (const int64_t[]){6}) &&
            !THTensor_fill(&t, TH_integer(1)));
      TH_emptyCache();
      const int before = live;
      until_failure = fail_at, failed = 0;
      const int status = lend_and_take(&t, copy, &taken);
      until_failure = -1, done = !failed;
      CHECK(status == (failed ? TH_ENOMEM : TH_OK) && (!failed || !taken.storage));
      THTensor_clear(&taken);
      TH_emptyCache();
      CHECK(!THStorage_isLent(t.storage) && live == before);
      THTensor_clear(&t);
    }
}

int main(void)
{
  test_no_memory();
  return CHECK_RESULT();
}
