/* The storage of one dtype: a THStorage with a typed data pointer. Include it through THTypes.h. */
struct THStorageT {
  union {
    THStorage base;
    __extension__ struct { TH_STORAGE_FIELDS(real) };
  };
};

/* A storage of size elements, whose values are not set, from an allocator that outlives it. NULL
   with TH_error() on failure. */
TH_API THStorageT *THStorage_(new)(void);
TH_API THStorageT *THStorage_(newWithSize)(int64_t size);
TH_API THStorageT *THStorage_(newWithAllocator)(int64_t size, const THAllocator *allocator);

/* A storage on the caller's memory, as THStorage_borrow; a part of another storage, as
   THStorage_view. */
TH_IF_HOST(TH_API THStorageT *THStorage_(borrow)(real *data, int64_t size, THDeleter deleter,
                                                 void *context);)
TH_API THStorageT *THStorage_(view)(THStorageT *parent, int64_t first, int64_t size);

/* s itself; NULL with TH_error() if its elements are of another type or it is of another family. */
TH_API THStorageT *THStorage_(cast)(THStorage *s);

/* Add and drop a reference; s may be NULL. */
TH_API void THStorage_(retain)(THStorageT *s);
TH_API void THStorage_(free)(THStorageT *s);

TH_API real *THStorage_(data)(const THStorageT *s);
TH_API int64_t THStorage_(size)(const THStorageT *s);
TH_API int THStorage_(resize)(THStorageT *s, int64_t size);

/* Change or read an element. TH_EINVAL unless 0 <= position < size, and if the storage is
   read-only. */
TH_API int THStorage_(set)(THStorageT *s, int64_t position, accreal value);
TH_API int THStorage_(get)(const THStorageT *s, int64_t position, accreal *value);

/* Set every element; copy all elements of a storage of the same size (TH_EINVAL for another). */
TH_API int THStorage_(fill)(THStorageT *s, accreal value);
TH_API int THStorage_(copy)(THStorageT *s, const THStorageT *src);
