/* All of TH for a C host: include this and link libTH. Each header documents its own part. */
#ifndef TH_H
#define TH_H

#include "TH/base/THLibrary.h"
#include "TH/cpu/THBlas.h"
#include "TH/cpu/THCpu.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/memory/THAccount.h"
#include "TH/memory/THMapping.h"
#include "TH/memory/THPublish.h"
#include "TH/memory/THScope.h"
#include "TH/ops/composite/THComposite.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THFuse.h"
#include "TH/ops/elementwise/THInOrder.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THConvolve.h"
#include "TH/ops/linear/THLapack.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/ops/reduce/THHistogram.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"
#include "TH/typed/THTypes.h"

#endif
