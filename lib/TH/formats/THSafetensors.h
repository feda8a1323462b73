/*
** The header of a safetensors file: 8 bytes, the length of a JSON text, the text, and the elements
** of all tensors without gaps. Every number has its lowest byte first.
*/
#ifndef TH_SAFETENSORS_H
#define TH_SAFETENSORS_H

#include "TH/formats/THJson.h"

typedef struct THNamedArray {
  THJsonString name;
  THArray array;
  int64_t end; /* the byte behind its last */
} THNamedArray;

typedef struct THSafetensors {
  THJson json;          /* has the texts */
  THNamedArray *array;  /* in the order of their bytes */
  int64_t count, room;
  THJsonString *metadata; /* keys and values in turn */
  int64_t numMetadata, metadataRoom;
  int hasMetadata;
} THSafetensors;

/* Read the header and check all of it. The caller ends the struct in any case. */
int THSafetensors_read(THSafetensors *file, const THBytes *bytes);
void THSafetensors_end(THSafetensors *file);

/* The name that the format has for a dtype, as F32; TH_EDTYPE and NULL if there is none. *rank says
   how far in front its tensors are saved: the larger, the sooner. */
const char *THSafetensors_type(int dtype, int *rank);

#endif
