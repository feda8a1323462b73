/*
** Borrowed blocks and the structs of DLPack in C: the structs as Debian's libdlpack-dev has them,
** loans and what they keep, and deleters that are called once, in any thread.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifdef __has_include
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif
#endif

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* --- the structs --- */

#define SAME(ours, theirs, field, their_field)                   \
  CHECK(offsetof(ours, field) == offsetof(theirs, their_field) && \
        sizeof((ours){0}.field) == sizeof((theirs){0}.their_field))

static void test_structs(void)
{
#if UINTPTR_MAX == UINT64_MAX
  CHECK(sizeof(THDLTensor) == 48 && offsetof(THDLTensor, byte_offset) == 40);
  CHECK(sizeof(THDLManaged) == 64 && offsetof(THDLManaged, deleter) == 56);
  CHECK(sizeof(THDLManagedVersioned) == 80 && offsetof(THDLManagedVersioned, dl_tensor) == 32);
#endif
#ifdef DLPACK_DLPACK_H_
#define TENSOR_HAS(field) SAME(THDLTensor, DLTensor, field, field)
  CHECK(sizeof(THDLTensor) == sizeof(DLTensor) && sizeof(THDLManaged) == sizeof(DLManagedTensor));
  TENSOR_HAS(data), TENSOR_HAS(ndim), TENSOR_HAS(shape), TENSOR_HAS(strides);
  TENSOR_HAS(byte_offset), TENSOR_HAS(dtype.code), TENSOR_HAS(dtype.bits), TENSOR_HAS(dtype.lanes);
  TENSOR_HAS(device.device_type), TENSOR_HAS(device.device_id);
  SAME(THDLManaged, DLManagedTensor, manager_ctx, manager_ctx);
  SAME(THDLManaged, DLManagedTensor, deleter, deleter);
  CHECK(TH_DL_CPU == (int)kDLCPU && TH_DL_INT == (int)kDLInt && TH_DL_UINT == (int)kDLUInt);
  CHECK(TH_DL_FLOAT == (int)kDLFloat && TH_DL_BFLOAT == (int)kDLBfloat &&
        TH_DL_COMPLEX == (int)kDLComplex);
#endif
#ifdef DLPACK_MAJOR_VERSION
#define VERSIONED_HAS(field) SAME(THDLManagedVersioned, DLManagedTensorVersioned, field, field)
  CHECK(sizeof(THDLManagedVersioned) == sizeof(DLManagedTensorVersioned));
  VERSIONED_HAS(version.major), VERSIONED_HAS(version.minor), VERSIONED_HAS(manager_ctx);
  VERSIONED_HAS(deleter), VERSIONED_HAS(flags), VERSIONED_HAS(dl_tensor);
  CHECK(TH_DL_BOOL == (int)kDLBool && TH_DL_CUDA == (int)kDLCUDA);
  CHECK(TH_DL_READ_ONLY == (int)DLPACK_FLAG_BITMASK_READ_ONLY &&
        TH_DL_IS_COPIED == (int)DLPACK_FLAG_BITMASK_IS_COPIED);
#endif
}

/* --- blobs --- */

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void count(void *context, void *data)
{
  (void)data;
  __atomic_add_fetch((int *)context, 1, __ATOMIC_RELAXED);
}

static void test_blob(void)
{
  float memory[6] = {1, 2, 3, 4, 5, 6};
  int deleted = 0;
  THTensor t = {0}, view = {0};
  THBlob blob = {.data = memory, .offset = 4, .bytes = sizeof memory, .dtype = TH_FLOAT, .ndim = 2,
                 .size = LIST(2, 2), .stride = LIST(1, 2), .deleter = count, .context = &deleted};
  CHECK(!THTensor_fromBlob("blob", &t, &blob) && !THTensor_fill(&t, TH_integer(9)));
  CHECK(memory[0] == 1 && memory[1] == 9 && memory[4] == 9 && memory[5] == 6);
  CHECK(!THTensor_select(&view, &t, 0, 1));
  THTensor_clear(&t);
  CHECK(!deleted && THTensor_resize("resize", &view, 1, LIST(20), NULL) == TH_EINVAL);
  THTensor_clear(&view);
  CHECK(deleted == 1);
  blob.flag = TH_STORAGE_READONLY;
  CHECK(!THTensor_fromBlob("blob", &t, &blob));
  CHECK(THTensor_fill(&t, TH_integer(1)) == TH_EINVAL && says("read-only"));
  CHECK(!THStorage_dispose(t.storage) && deleted == 2);
  THTensor_clear(&t);
  CHECK(deleted == 2);
}

static int refused(THBlob blob, const char *text)
{
  THTensor t = {0};
  const int status = THTensor_fromBlob("blob", &t, &blob);
  if (!status || !says(text) || t.storage) fprintf(stderr, "%s: %s\n", text, TH_error());
  return status && says(text) && !t.storage;
}

static void test_refused_blobs(void)
{
  float memory[2] = {0};
  const THBlob good = {.data = memory, .bytes = TH_UNKNOWN_BYTES, .dtype = TH_FLOAT, .ndim = 1,
                       .size = LIST(2)};
  THBlob blob;
#define REFUSED(text, change) blob = good, change, CHECK(refused(blob, text))
  REFUSED("no element type", blob.dtype = TH_NUM_DTYPES);
  REFUSED("quantized", blob.dtype = TH_QINT8);
  REFUSED("no device 3", blob.device = 3);
  REFUSED("9 dimensions", blob.ndim = 9);
  REFUSED("-1 dimensions", blob.ndim = -1);
  REFUSED("negative", blob.offset = -4);
  REFUSED("negative", blob.size = LIST(-2));
  REFUSED("negative", blob.stride = LIST(-2));
  REFUSED("7 in all", blob.bytes = 7);
  REFUSED("0 in all", blob.bytes = 0);
  REFUSED("null pointer", blob.data = NULL);
  REFUSED("aligned", blob.offset = 2);
  REFUSED("beyond all memory", blob.data = (void *)(UINTPTR_MAX - 7));
  REFUSED("memory can hold", blob.stride = LIST(TH_MAX_COUNT - 1));
}

/* --- loans --- */

static THTensor range(void)
{
  THTensor t = {0};
  CHECK(!THTensor_new(&t, 0, TH_FLOAT, 2, LIST(2, 3)));
  for (int i = 0; i < 6; i++) CHECK(!THTensor_put(&t, i, TH_integer(i)));
  return t;
}

static void test_loan(void)
{
  for (int version = 0; version < 2; version++) {
    THTensor t = range(), taken = {0};
    void *managed = NULL, *again = NULL;
    CHECK(!THTensor_toDLPack(&t, version, 0, &managed));
    const THDLTensor *dl = version ? &((THDLManagedVersioned *)managed)->dl_tensor
                                   : &((THDLManaged *)managed)->dl_tensor;
    CHECK(dl->data == t.storage->data && dl->ndim == 2 && dl->shape[1] == 3 && dl->strides[0] == 3);
    CHECK(dl->dtype.code == TH_DL_FLOAT && dl->dtype.bits == 32 && dl->dtype.lanes == 1);
    CHECK(THStorage_dispose(t.storage) == TH_ESHARED && says("lent"));
    CHECK(THStorage_resize(t.storage, 7) == TH_ESHARED && says("lent"));
    CHECK(!THTensor_toDLPack(&t, version, -1, &again));
    THDlpack_drop(again, version);
    CHECK(THStorage_isLent(t.storage));
    CHECK(!THTensor_fromDLPack(&taken, managed, version) && taken.storage->data == dl->data);
    CHECK(THStorage_isLent(t.storage));
    THTensor_clear(&taken);
    CHECK(!THStorage_isLent(t.storage) && t.storage->refcount == 1);
    CHECK(!THStorage_dispose(t.storage));
    CHECK(THTensor_toDLPack(&t, version, -1, &managed) == TH_EINVAL && says("released"));
    THTensor_clear(&t);
  }
}

/* A part of a storage is lent: the whole one stays as well. */
static void test_loan_of_part(void)
{
  THTensor t = range(), part = {0};
  void *managed;
  THStorage *view = THStorage_view(t.storage, 2, 3);
  CHECK(view && !THTensor_setStorage(&part, view, 0, 1, LIST(3), NULL));
  THStorage_release(view);
  CHECK(!THTensor_toDLPack(&part, 1, 0, &managed));
  THTensor_clear(&part);
  CHECK(THStorage_dispose(t.storage) == TH_ESHARED && says("lent"));
  THDlpack_drop(managed, 1);
  CHECK(!THStorage_dispose(t.storage));
  THTensor_clear(&t);
}

static void test_copies(void)
{
  THTensor t = range();
  THDLManagedVersioned *managed;
  void *out;
  CHECK(!THTensor_toDLPack(&t, 1, 1, &out));
  managed = out;
  CHECK(managed->flags == TH_DL_IS_COPIED && managed->dl_tensor.data != t.storage->data);
  CHECK(managed->version.major == 1 && ((float *)managed->dl_tensor.data)[5] == 5);
  THDlpack_drop(out, 1);
  t.storage->flag |= TH_STORAGE_READONLY;
  CHECK(!THTensor_toDLPack(&t, 1, -1, &out));
  CHECK(((THDLManagedVersioned *)out)->flags == TH_DL_READ_ONLY);
  THDlpack_drop(out, 1);
  CHECK(THTensor_toDLPack(&t, 0, -1, &out) == TH_EINVAL && says("read-only"));
  t.storage->flag |= TH_STORAGE_ANCHORED;
  CHECK(THTensor_toDLPack(&t, 1, 0, &out) == TH_EINVAL && says("without a copy"));
  CHECK(!THTensor_toDLPack(&t, 1, -1, &out));
  CHECK(((THDLManagedVersioned *)out)->flags == TH_DL_IS_COPIED);
  THDlpack_drop(out, 1);
  CHECK(THTensor_toDLPack(&t, 2, 0, &out) == TH_EINVAL && says("version 2"));
  THTensor_clear(&t);
}

/* --- deleters --- */

typedef struct Giver { THDLManagedVersioned managed; int calls; float memory[4]; } Giver;

static void called(THDLManagedVersioned *self)
{
  __atomic_add_fetch((int *)self->manager_ctx, 1, __ATOMIC_RELAXED);
}

static void give(Giver *g)
{
  static int64_t shape[1] = {4};
  memset(g, 0, sizeof *g);
  g->managed.version.major = 1, g->managed.manager_ctx = &g->calls, g->managed.deleter = called;
  THDLTensor *t = &g->managed.dl_tensor;
  t->data = g->memory, t->device.device_type = TH_DL_CPU, t->ndim = 1, t->shape = shape;
  t->dtype.code = TH_DL_FLOAT, t->dtype.bits = 32, t->dtype.lanes = 1;
}

/* Without a deleter the struct is read once; its giver may do with it what he likes then. */
static void test_no_deleter(void)
{
  for (int version = 0; version < 2; version++) {
    Giver g;
    THDLManaged plain = {.deleter = NULL};
    THTensor t = {0};
    give(&g);
    g.managed.deleter = NULL;
    plain.dl_tensor = g.managed.dl_tensor;
    CHECK(!THTensor_fromDLPack(&t, version ? (void *)&g.managed : &plain, version));
    memset(&g.managed, 0x5a, sizeof g.managed);
    memset(&plain, 0x5a, sizeof plain);
    CHECK(t.size[0] == 4 && THTensor_data(&t) == g.memory);
    THTensor_clear(&t);
  }
}

static void *clear(void *tensor)
{
  THTensor_clear(tensor);
  return NULL;
}

enum { THREADS = 8 };

static void test_threads(void)
{
  for (int round = 0; round < 200; round++) {
    Giver g;
    THTensor t[THREADS];
    memset(t, 0, sizeof t);
    pthread_t thread[THREADS];
    give(&g);
    CHECK(!THTensor_fromDLPack(&t[0], &g.managed, 1));
    for (int k = 1; k < THREADS; k++) THTensor_set(&t[k], &t[0]);
    for (int k = 0; k < THREADS; k++) CHECK(!pthread_create(&thread[k], NULL, clear, &t[k]));
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    CHECK(g.calls == 1);
  }
}

static void *drop(void *managed)
{
  THDlpack_drop(managed, 1);
  return NULL;
}

static void test_loans_of_threads(void)
{
  THTensor t = range();
  void *managed[THREADS];
  pthread_t thread[THREADS];
  for (int round = 0; round < 200; round++) {
    for (int k = 0; k < THREADS; k++) CHECK(!THTensor_toDLPack(&t, 1, 0, &managed[k]));
    for (int k = 0; k < THREADS; k++) CHECK(!pthread_create(&thread[k], NULL, drop, managed[k]));
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    CHECK(!THStorage_isLent(t.storage) && t.storage->refcount == 1);
  }
  THTensor_clear(&t);
}

/* The loan of a part ends in one thread while another waits to dispose of the part and of the
   whole. */
static void test_end_and_dispose(void)
{
  for (int round = 0; round < 200; round++) {
    THTensor t = range(), part = {0};
    void *managed;
    pthread_t thread;
    THStorage *view = THStorage_view(t.storage, 2, 3);
    CHECK(view && !THTensor_setStorage(&part, view, 0, 1, LIST(3), NULL));
    THStorage_release(view);
    CHECK(!THTensor_toDLPack(&part, 1, 0, &managed));
    CHECK(!pthread_create(&thread, NULL, drop, managed));
    while (THStorage_dispose(part.storage)) continue;
    while (THStorage_dispose(t.storage)) continue;
    THTensor_clear(&t);
    pthread_join(thread, NULL);
    THTensor_clear(&part);
  }
}

int main(void)
{
  test_structs();
  test_blob();
  test_refused_blobs();
  test_loan();
  test_loan_of_part();
  test_copies();
  test_no_deleter();
  test_threads();
  test_loans_of_threads();
  test_end_and_dispose();
  return CHECK_RESULT();
}
