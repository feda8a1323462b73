/* The storage of one dtype: that of THStorage.h, with data typed. Read through THTypes.h. */
struct THStorageT {
  union {
    THStorage base;
    struct { TH_STORAGE_FIELDS(real) };
  };
};

/* size elements, not set, from an allocator that outlives it. NULL with TH_error() on failure. */
TH_API THStorageT *THStorage_(new)(void);
TH_API THStorageT *THStorage_(newWithSize)(int64_t size);
TH_API THStorageT *THStorage_(newWithAllocator)(int64_t size, const THAllocator *allocator);

/* The caller's memory, as THStorage_borrow; part of another storage, as THStorage_view. */
TH_IF_HOST(TH_API THStorageT *THStorage_(borrow)(real *data, int64_t size, THDeleter deleter,
                                                 void *context);)
TH_API THStorageT *THStorage_(view)(THStorageT *parent, int64_t first, int64_t size);

/* s itself; NULL with TH_error() where its elements are of another type, or another family's. */
TH_API THStorageT *THStorage_(cast)(THStorage *s);

/* Add and drop a reference; s may be NULL. */
TH_API void THStorage_(retain)(THStorageT *s);
TH_API void THStorage_(free)(THStorageT *s);

TH_API real *THStorage_(data)(const THStorageT *s);
TH_API int64_t THStorage_(size)(const THStorageT *s);
TH_API int THStorage_(resize)(THStorageT *s, int64_t size);

/* TH_EINVAL outside 0 <= position < size, and where the storage is read-only. */
TH_API int THStorage_(set)(THStorageT *s, int64_t position, accreal value);
TH_API int THStorage_(get)(const THStorageT *s, int64_t position, accreal *value);

/* Every element; all elements of a storage of the same size (TH_EINVAL for others). */
TH_API int THStorage_(fill)(THStorageT *s, accreal value);
TH_API int THStorage_(copy)(THStorageT *s, const THStorageT *src);
