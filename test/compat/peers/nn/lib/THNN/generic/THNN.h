#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/THNN.h"
#else
TH_API void THNN_(Map_updateOutput)(void *state, void *input, void *output, void *weight,
                                    void *connections, real scale);
#endif
