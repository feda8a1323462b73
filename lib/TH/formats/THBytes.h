/*
** The bytes of a file, or of a string, and arrays in them as tensors.
**
** Parsers get a THBytes and never look beyond data[size - 1]. Do not shorten a file while its bytes
** are in use: access to the missing part raises a signal.
*/
#ifndef TH_BYTES_H
#define TH_BYTES_H

#include "TH/geometry/THTensor.h"

typedef struct THBytes {
  const unsigned char *data; /* NULL without bytes */
  int64_t size;
  THStorage *storage; /* the ByteStorage that has them and tensors may look at, or NULL */
  int fd;             /* of the file that has them from byte at on, or -1 */
  int64_t at;
  int isPart;         /* storage and fd belong to the whole, which lives as long */
} THBytes;

/* The bytes of somebody else, who keeps them as long as they are parsed. Tensors copy them. */
static inline THBytes THBytes_of(const void *data, size_t size)
{
  return (THBytes){.data = data, .size = (int64_t)size, .fd = -1};
}

/* A part of bytes, which lives as long as they do. from and size must lie inside. */
THBytes THBytes_part(const THBytes *bytes, int64_t from, int64_t size);

/*
** Open a file. A regular one is mapped, privately: what is written to windows on it stays in this
** process. A pipe is read to its end, and so is a terminal if isWhole. Another device, which may
** have no end, is refused with TH_EUNSUPPORTED.
*/
int THBytes_open(THBytes *bytes, const char *path, int isWhole);
void THBytes_close(THBytes *bytes); /* windows live on */

/* An array in bytes, as a header describes it. Elements lie one after the other. */
typedef struct THArray {
  int64_t from;      /* its first byte */
  int dtype;         /* of the tensor */
  int width;         /* bytes of an element; 4 with TH_LONG: uint32, which is converted */
  int isSwapped;     /* in the other byte order */
  int isFortran;     /* the first dimension varies fastest */
  int ndim;
  int64_t size[TH_MAX_DIM];
} THArray;

/* The bytes that the array takes. TH_EINVAL unless all of them are there. */
int THBytes_extent(const THBytes *bytes, const THArray *array, int64_t *extent);

/* Make out the array: a window on the bytes if isWindow, they have a storage and nothing must be
   converted or aligned; else a copy. Fortran order becomes strides. */
int THBytes_array(THTensor *out, const THBytes *bytes, const THArray *array, int isWindow);

/* Turn the bytes of each number of 2, 4 or 8 bytes round; those of another width stay. data is
   aligned for them. */
void THBytes_swap(void *data, int64_t bytes, int width);

/* The status of a format whose library was not there when it was built: TH_EUNSUPPORTED. The
   packages of Debian and Fedora have it. */
int THBytes_missing(const char *library, const char *debian, const char *fedora);

/* At most 40 characters of a file for a message, without control characters. */
typedef struct THQuote { char text[44]; } THQuote;
THQuote THBytes_quote(const void *text, int64_t length);

#endif
