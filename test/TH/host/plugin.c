/* A plugin of test_shutdown.c, with libTH.a inside: computes with the pool, ends it if asked. */
#include "TH.h"

__attribute__((visibility("default"))) int plugin_compute(void);
__attribute__((visibility("default"))) int plugin_end(void);

/* TH_OK if sums are right. */
int plugin_compute(void)
{
  THDoubleTensor t = {0};
  TH_setNumThreads(4);
  int bad = THDoubleTensor_resize1d(&t, 300000) || THDoubleTensor_fill(&t, 1) ||
            THDoubleTensor_add(&t, &t, 1) || t.storage->data[299999] != 2;
  THDoubleTensor_clear(&t);
  return bad;
}

int plugin_end(void)
{
  return TH_shutdown();
}
