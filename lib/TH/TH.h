/* All of TH for a C host: include this, link libTH. What a part promises stands in its header. */
#ifndef TH_H
#define TH_H

#include "THAccount.h"
#include "THAddress.h"
#include "THBackend.h"
#include "THBlas.h"
#include "THCheck.h"
#include "THConvolve.h"
#include "THCopy.h"
#include "THCpu.h"
#include "THFunctions.h"
#include "THFuse.h"
#include "THHistogram.h"
#include "THIndex.h"
#include "THJoin.h"
#include "THLapack.h"
#include "THLinear.h"
#include "THMapping.h"
#include "THMask.h"
#include "THOps.h"
#include "THRandomTensor.h"
#include "THReduce.h"
#include "THScope.h"
#include "THSort.h"
#include "THTypes.h"
#include "THView.h"

#endif
