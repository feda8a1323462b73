/*
** The compiler must reject a tensor or storage of another dtype. WRONG selects one wrong line; with
** WRONG=0 the file compiles (CMakeLists.txt runs both).
*/
#include "TH.h"

int main(void)
{
  THFloatTensor r = {0}, t = {0};
  THDoubleTensor other = {0};
  THFloatTensor_add(&r, &t, 1);
  THFloatTensor_copyDouble(&r, &other);
  float *first = t.storage ? t.storage->data : THFloatTensor_data(&t);
#if WRONG == 1
  THFloatTensor_add(&r, &other, 1);
#elif WRONG == 2
  THFloatTensor_setStorageNd(&t, other.storage, 0, 0, NULL, NULL);
#elif WRONG == 3
  THFloatTensor_ltTensor(&r, &t, &t);
#elif WRONG == 4
  first = other.storage->data;
#endif
  return first != NULL;
}
