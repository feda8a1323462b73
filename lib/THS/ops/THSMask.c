/*
** sparseMask: elements of a strided tensor are gathered at the places of a sparse one.
*/
#include "THS/ops/THSMask.h"

#include "TH/geometry/THCheck.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSServe.h"

int THS_mask(THTensor *out, const THTensor *x, const THTensor *mask)
{
  const char *op = "sparseMask";
  THTensor places = {0}, values = {0}, made = {0};
  TH_TRY(THTensor_operand(op, x));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"the tensor", 0, THTensor_device(x)},
                            (THPlaced){"the mask", 0, THTensor_device(mask)}));
  TH_TRY(THS_checkSizes(op, x, mask));
  int status = THS_places_of(op, &places, mask);
  const THSEntries *e = status ? NULL : THS_entries(&places);
  if (!status) status = THS_gather(op, &values, x, &e->keys, e->sparse);
  if (!status) status = THS_with(op, &made, &places, &values);
  if (!status) status = THTensor_toLayout(op, &made, &made, THLayout_number(mask->layout));
  if (!status) status = THS_give(op, out, &made);
  THTensor_clear(&places);
  THTensor_clear(&values);
  THTensor_clear(&made);
  return status;
}
