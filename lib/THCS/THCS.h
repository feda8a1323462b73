/* Sparse tensors on devices, for a C host, which calls THC_open and THCS_open first. */
#ifndef THCS_H
#define THCS_H

#include "THC/THC.h"
#include "THCS/ops/THCSEntries.h"
#include "THCS/typed/THCSTypes.h"
#include "THS/THS.h"

#endif
