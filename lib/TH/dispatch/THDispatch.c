/*
** The registered devices and chapters, and look-ups in their tables. Registering takes a lock;
** look-ups read atomically and take none.
*/
#include "TH/dispatch/THDispatch.h"

#include <pthread.h>
#include <string.h>

#include "TH/backend/THButterflyChapter.h"
#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THConvolveChapter.h"
#include "TH/backend/THDistanceChapter.h"
#include "TH/backend/THDrawChapter.h"
#include "TH/backend/THFftChapter.h"
#include "TH/backend/THGeneratorChapter.h"
#include "TH/backend/THIndexChapter.h"
#include "TH/backend/THOrderChapter.h"
#include "TH/backend/THPointwiseChapter.h"
#include "TH/backend/THProductChapter.h"
#include "TH/backend/THReduceChapter.h"
#include "TH/backend/THRowChapter.h"
#include "TH/backend/THSolveChapter.h"
#include "TH/backend/THQProductChapter.h"
#include "TH/backend/THQuantizeChapter.h"
#include "TH/backend/THTransferChapter.h"
#include "TH/cpu/THCpu.h"
#include "TH/geometry/THTensor.h"
#include "TH/memory/THMemory.h"

/* --- devices --- */

static const THBackend *registered[TH_MAX_DEVICES];

static int check_backend(int device, const THBackend *backend)
{
  const THAllocator *allocator = backend->allocator;
  if (!backend->name) return th_fail(TH_EINVAL, "registerBackend: device %d has no name", device);
  if (!allocator || !allocator->alloc || !allocator->free)
    return th_fail(TH_EINVAL, "registerBackend: %s has no allocator with alloc and free",
                   backend->name);
  if (allocator->device == device) return TH_OK;
  return th_fail(TH_EINVAL, "registerBackend: the allocator of %s gives memory of device %d, not "
                 "of device %d", backend->name, allocator->device, device);
}

int TH_registerBackend(int device, const THBackend *backend)
{
  if (device <= 0 || device >= TH_MAX_DEVICES)
    return th_fail(TH_EINVAL, "registerBackend: device %d is not in 1..%d", device,
                   TH_MAX_DEVICES - 1);
  if (backend) TH_TRY(check_backend(device, backend));
  th_setDeviceAllocator(device, backend ? backend->allocator : NULL);
  __atomic_store_n(&registered[device], backend, __ATOMIC_RELEASE);
  return TH_OK;
}

const THBackend *TH_backend(int device)
{
  if (device <= 0 || device >= TH_MAX_DEVICES) return NULL;
  return __atomic_load_n(&registered[device], __ATOMIC_ACQUIRE);
}

const char *TH_deviceName(int device)
{
  const THBackend *backend = TH_backend(device);
  return backend ? backend->name : device ? "an unknown device" : "cpu";
}

/* --- chapters --- */

/* Held by libraries that register; look-ups do not need it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int num_chapters = TH_NUM_CHAPTERS;
static struct { char name[40]; int rows; } chapters[TH_MAX_CHAPTERS] = {
  [TH_CHAPTER_POINTWISE] = {"Pointwise", TH_POINTWISE_ROWS},
  [TH_CHAPTER_CONVERT] = {"Convert", TH_CONVERT_ROWS},
  [TH_CHAPTER_REDUCE] = {"Reduce", TH_NUM_REDUCTIONS},
  [TH_CHAPTER_INDEX] = {"Index", TH_INDEX_ROWS},
  [TH_CHAPTER_ORDER] = {"Order", TH_NUM_ORDERS},
  [TH_CHAPTER_DRAW] = {"Draw", TH_NUM_DISTRIBUTIONS},
  [TH_CHAPTER_FILL] = {"Fill", TH_FILL_ROWS},
  [TH_CHAPTER_GENERATOR] = {"Generator", TH_GENERATOR_ROWS},
  [TH_CHAPTER_CONVOLVE] = {"Convolve", TH_CONVOLVE_ROWS},
  [TH_CHAPTER_PRODUCT] = {"Product", TH_PRODUCT_ROWS},
  [TH_CHAPTER_MULTIPLY] = {"Multiply", TH_MULTIPLY_ROWS},
  [TH_CHAPTER_DOT] = {"Dot", TH_DOT_ROWS},
  [TH_CHAPTER_SOLVE] = {"Solve", TH_SOLVE_ROWS},
  [TH_CHAPTER_TRANSFER] = {"Transfer", TH_TRANSFER_ROWS},
  [TH_CHAPTER_QUANTIZE] = {"Quantize", TH_QUANTIZE_ROWS},
  [TH_CHAPTER_QPRODUCT] = {"QProduct", TH_QPRODUCT_ROWS},
  [TH_CHAPTER_FFT] = {"Fft", TH_FFT_ROWS},
  [TH_CHAPTER_BUTTERFLY] = {"Butterfly", TH_BUTTERFLY_ROWS},
  [TH_CHAPTER_SPECIAL] = {"Special", TH_POINTWISE_ROWS},
  [TH_CHAPTER_ROW] = {"Row", TH_ROW_ROWS},
  [TH_CHAPTER_DISTANCE] = {"Distance", TH_DISTANCE_ROWS},
};

static int check_rows(const char *op, int chapter, int rows)
{
  if (rows == chapters[chapter].rows) return TH_OK;
  return th_fail(TH_EINVAL, "%s: the chapter '%s' has %d rows, not %d", op, chapters[chapter].name,
                 chapters[chapter].rows, rows);
}

static int open_chapter(const char *name, int rows, int *number)
{
  int chapter = 0;
  if (!name || !*name) return th_fail(TH_EINVAL, "openChapter: a chapter needs a name");
  while (chapter < num_chapters && strcmp(chapters[chapter].name, name) != 0) chapter++;
  if (chapter == TH_MAX_CHAPTERS)
    return th_fail(TH_ENOMEM, "openChapter: there are %d chapters already", TH_MAX_CHAPTERS);
  if (chapter == num_chapters) {
    if (rows < 1 || strlen(name) >= sizeof chapters->name)
      return th_fail(TH_EINVAL, "openChapter: '%s' with %d rows; a chapter has at least one, and a "
                     "name of fewer than %zu characters", name, rows, sizeof chapters->name);
    strcpy(chapters[chapter].name, name);
    chapters[chapter].rows = rows;
    num_chapters++;
  }
  *number = chapter;
  return check_rows("openChapter", chapter, rows);
}

int TH_openChapter(const char *name, int rows, int *number)
{
  pthread_mutex_lock(&lock);
  const int status = open_chapter(name, rows, number);
  pthread_mutex_unlock(&lock);
  return status;
}

static int register_entries(int device, int chapter, int rows, const void *const *byDtype)
{
  const THBackend *backend = TH_backend(device);
  if (chapter < 0 || chapter >= num_chapters)
    return th_fail(TH_EINVAL, "registerEntries: no chapter has the number %d", chapter);
  if (!byDtype)
    return th_fail(TH_EINVAL, "registerEntries: no entries for '%s'", chapters[chapter].name);
  TH_TRY(check_rows("registerEntries", chapter, rows));
  for (const char *const *level = THCpu_levels(); !device && *level; level++)
    THTables_set(THCpu_tablesOf(*level), chapter, byDtype);
  if (!device) return TH_OK;
  if (!backend || !backend->tables)
    return th_fail(TH_EUNSUPPORTED, "registerEntries: device %d has no tables", device);
  THTables_set(backend->tables, chapter, byDtype);
  return TH_OK;
}

int TH_registerEntries(int device, int chapter, int rows, const void *const *byDtype)
{
  pthread_mutex_lock(&lock);
  const int status = register_entries(device, chapter, rows, byDtype);
  pthread_mutex_unlock(&lock);
  return status;
}

/* --- look-ups --- */

static const THTables *tables_of(int device)
{
  const THBackend *backend = TH_backend(device);
  return backend ? backend->tables : NULL;
}

const void *TH_entries(int chapter, int dtype, int device)
{
  const THTables *tables = device ? tables_of(device) : THCpu_tables();
  if (!tables || (unsigned)chapter >= TH_MAX_CHAPTERS || (unsigned)dtype >= TH_NUM_DTYPES)
    return NULL;
  return THTables_entries(tables, chapter, dtype);
}

THEntry TH_entry(int chapter, int row, int dtype, int device)
{
  THEntry entry = NULL;
  const char *entries = TH_entries(chapter, dtype, device);
  if (entries && (unsigned)row < (unsigned)chapters[chapter].rows)
    memcpy(&entry, entries + (size_t)row * sizeof entry, sizeof entry);
  return entry;
}

int TH_missing(const char *op, int dtype, int device)
{
  if (device && !TH_backend(device))
    return th_fail(TH_EUNSUPPORTED, "%s: nothing is registered for device %d", op, device);
#ifdef TH_SMALL
  return th_fail(TH_EDTYPE, "%s: not for %s in this build (TH_SMALL)", op,
                 THTensor_typeText(dtype).text);
#else
  const int isWide = dtype == TH_FLOAT || dtype == TH_DOUBLE; /* what lacks these is for integers */
  return th_fail(TH_EDTYPE, "%s: not defined for %s on %s; convert it, as in x:%s()", op,
                 THTensor_typeText(dtype).text, TH_deviceName(device), isWide ? "long" : "float");
#endif
}

int TH_transfer(const char *op, const THTensor *dst, const THTensor *src)
{
  const int to = THTensor_device(dst), from = THTensor_device(src);
  const THTransferEntry transfer = (THTransferEntry)TH_entry(TH_CHAPTER_TRANSFER, TH_OP_transfer,
                                                             TH_UNDEFINED, to ? to : from);
  if (transfer) return transfer(&(THTransferCall){op, dst, src});
  return th_fail(TH_EUNSUPPORTED, "%s: nothing copies from device %d to device %d", op, from, to);
}
