/*
** Zip archives: their directory, members that are stored or deflated, and writing both. Built
** without zlib (TH_ZLIB) each function fails with TH_EUNSUPPORTED and says so.
*/
#ifndef TH_ZIP_H
#define TH_ZIP_H

#include "TH/formats/THBytes.h"
#include "TH/formats/THSink.h"

/* --- reading --- */

typedef struct THZipMember {
  const char *name;     /* in the directory, not ended by a 0 */
  int nameLength;
  int flags, method;
  uint32_t crc;
  int64_t packed, size; /* bytes in the file, and what they are unpacked */
  int64_t header;       /* where the member begins */
  int64_t from;         /* where its bytes begin */
} THZipMember;

typedef struct THZip {
  THZipMember *member;  /* in the order of their places */
  int64_t count;
} THZip;

/* Read the directory, and check that members lie in the file, do not overlap, have different names
   and agree with their own headers. The caller ends the struct in any case. */
int THZip_read(THZip *zip, const THBytes *bytes);
void THZip_end(THZip *zip);

/* The bytes of a member, checked against its CRC: a part of bytes if it is stored, else inflated
   into a storage of their own. The caller closes them. */
int THZip_open(THBytes *out, const THBytes *bytes, const THZipMember *member);

/* --- writing --- */

typedef struct THZipEntry THZipEntry;

typedef struct THZipWriter {
  THZipEntry *entry;
  int64_t count, room;
} THZipWriter;

/* Write a member, head and behind it data. */
int THZipWriter_add(THZipWriter *writer, THSink *sink, const char *name, int64_t nameLength,
                    const THBytes *head, const THBytes *data, int isDeflated);

/* Write the directory. The caller ends the struct in any case. */
int THZipWriter_finish(THZipWriter *writer, THSink *sink);
void THZipWriter_end(THZipWriter *writer);

#endif
