/*
** The entries of the chapter "Sparse" on devices. What has none there (unite, which a chain
** replaces, and solve) lib/THS reports or does otherwise.
*/
#ifndef THCS_ENTRIES_H
#define THCS_ENTRIES_H

#include "TH/base/THBase.h"

/* Put the entries into the tables of all devices, which THC_open has found. May be repeated. */
TH_API int THCS_open(void);

#endif
