/*
** What the layouts do themselves: the gate asks THS_serve, which has a function for each chapter
** (THGate.h). Whatever is not here is refused by the gate.
*/
#ifndef THS_SERVE_H
#define THS_SERVE_H

#include "THS/ops/THSEntries.h"

TH_API int THS_serve(const THRequest *request);

/* The functions for chapters. Each gets requests of which a tensor is sparse; sparse operands have
   been checked (THS_check). */
int THS_servePointwise(const THRequest *request);
int THS_serveReduce(const THRequest *request);
int THS_serveProduct(const THRequest *request);
int THS_serveShape(const THRequest *request);

/* Set a result to made, which is sparse: a new tensor, or a sparse one, whose layout is kept and
   whose dtype must be that of made. TH_EUNSUPPORTED for a strided one. */
int THS_give(const char *op, THTensor *out, const THTensor *made);

/* The same for a result that is strided. */
int THS_giveStrided(const char *op, THTensor *out, const THTensor *made);

/* TH_ESHAPE unless two tensors have equal sizes. */
int THS_checkSizes(const char *op, const THTensor *a, const THTensor *b);

#endif
