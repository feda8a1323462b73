/*
** Files of Torch7's C API: on disk, in a CharStorage, and pipes, over the streams of lib/TH/file.
**
** A file that was not opened for that is an error of argument 1, as is a closed one. Other failures
** raise, unless the file is quiet: then they set a mark, which hasError returns and clearError
** clears, and the function returns what it did. Positions count bytes from 0. Text is the default;
** with auto-spacing, the default too, there are blanks between numbers and a newline after them.
*/
#ifndef TH_COMPAT_FILE_H
#define TH_COMPAT_FILE_H

#include "TH/base/THHalf.h"
#include "THCompat.h"

typedef struct THFile THFile;

/* --- opening: mode is "r", "w" or "rw", for a pipe "r" or "w". The caller frees the file. If it is
   quiet, one that cannot be opened gives NULL. --- */
TH_API THFile *THDiskFile_new(const char *name, const char *mode, int isQuiet);
TH_API THFile *THPipeFile_new(const char *command, const char *mode, int isQuiet);

/* A file of its own storage, or of one whose last element is 0 and which it shares. */
struct THCharStorage;
TH_API THFile *THMemoryFile_new(const char *mode);
TH_API THFile *THMemoryFile_newWithStorage(struct THCharStorage *storage, const char *mode);

/* The storage, shrunk to the bytes in use and a 0. It is the file's: retain it to keep it. */
TH_API struct THCharStorage *THMemoryFile_storage(THFile *file);

/* The path or the command. */
TH_API const char *THDiskFile_name(THFile *file);

/* --- binary files: the order of bytes, and the bytes of a long (0 for this machine's) --- */
TH_API int THDiskFile_isLittleEndianCPU(void);
TH_API int THDiskFile_isBigEndianCPU(void);
TH_API void THDiskFile_nativeEndianEncoding(THFile *file);
TH_API void THDiskFile_littleEndianEncoding(THFile *file);
TH_API void THDiskFile_bigEndianEncoding(THFile *file);
TH_API void THDiskFile_longSize(THFile *file, int size);
TH_API void THMemoryFile_longSize(THFile *file, int size);
TH_API void THDiskFile_noBuffer(THFile *file);

/* --- state --- */
TH_API int THFile_isOpened(THFile *file);
TH_API int THFile_isQuiet(THFile *file);
TH_API int THFile_isReadable(THFile *file);
TH_API int THFile_isWritable(THFile *file);
TH_API int THFile_isBinary(THFile *file);
TH_API int THFile_isAutoSpacing(THFile *file);
TH_API int THFile_hasError(THFile *file);
TH_API void THFile_binary(THFile *file);
TH_API void THFile_ascii(THFile *file);
TH_API void THFile_autoSpacing(THFile *file);
TH_API void THFile_noAutoSpacing(THFile *file);
TH_API void THFile_quiet(THFile *file);
TH_API void THFile_pedantic(THFile *file);
TH_API void THFile_clearError(THFile *file);

/* --- the position --- */
TH_API void THFile_synchronize(THFile *file);
TH_API void THFile_seek(THFile *file, size_t position);
TH_API void THFile_seekEnd(THFile *file);
TH_API size_t THFile_position(THFile *file);
TH_API void THFile_close(THFile *file);

/* Closes the file if it is open. */
TH_API void THFile_free(THFile *file);

/* --- elements of each type: one (0 after a failure), all of a storage, n at an address. They
   return how many were read or written. --- */
#define THCOMPAT_FORALL_FILE_TYPES(X)                                                       \
  X(Byte, TH_BYTE, unsigned char) X(Char, TH_CHAR, char) X(Short, TH_SHORT, short)          \
  X(Int, TH_INT, int) X(Long, TH_LONG, long) X(Half, TH_HALF, THHalf)                       \
  X(Float, TH_FLOAT, float) X(Double, TH_DOUBLE, double)
#define X(Name, dtype, type)                                                                \
struct TH##Name##Storage;                                                                   \
TH_API type THFile_read##Name##Scalar(THFile *file);                                        \
TH_API void THFile_write##Name##Scalar(THFile *file, type value);                           \
TH_API size_t THFile_read##Name(THFile *file, struct TH##Name##Storage *storage);           \
TH_API size_t THFile_write##Name(THFile *file, struct TH##Name##Storage *storage);          \
TH_API size_t THFile_read##Name##Raw(THFile *file, type *data, size_t n);                   \
TH_API size_t THFile_write##Name##Raw(THFile *file, type *data, size_t n);
THCOMPAT_FORALL_FILE_TYPES(X)
#undef X

/* --- strings: format is "*a" for all that is left, or "*l" for a line. *text gets the characters
   and a 0, which the caller frees by THFree, or NULL; returned is how many there are. --- */
TH_API size_t THFile_readStringRaw(THFile *file, const char *format, char **text);
TH_API size_t THFile_writeStringRaw(THFile *file, const char *text, size_t size);

#endif
