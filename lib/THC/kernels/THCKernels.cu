/*
** The kernels of one chapter and one group of dtypes. CMakeLists.txt compiles this file once for
** each pair, by nvcc and for the emulator, with THC_CHAPTER and TH_GROUP set. It exports one
** function, thc_fill<chapter>_<group>, which stores the chapter's entries by dtype. It includes the
** header of its own chapter only, so that a new row recompiles one chapter.
*/
#include "THC/kernels/thc_point.cuh"
#ifndef TH_COMPLEXES /* complex numbers have point-wise rows only */
#include "THC/kernels/thc_fold.cuh"
#include "THC/kernels/thc_scan.cuh"
#endif

#define THC_IS_Draw 1
#define THC_IS_Special 2
#if TH_CONCAT_2(THC_IS_, THC_CHAPTER) == 1 /* thc_draw.cuh includes the header of its chapter */
#include "THC/kernels/thc_draw.cuh"
#endif

#define THC_FILE__(file) #file
#define THC_FILE_(file) THC_FILE__(file)
#define THC_CHAPTER_HEADER THC_FILE_(TH_CONCAT_3(TH/backend/TH, THC_CHAPTER, Chapter).h)
#include THC_CHAPTER_HEADER

#if TH_CONCAT_2(THC_IS_, THC_CHAPTER) == 2 /* rows made as those of Pointwise */
#define TH_ONLY_SPECIAL
#define THC_ROWS Pointwise
#include "THC/kernels/thc_special.cuh"
#else
#define THC_ROWS THC_CHAPTER
#endif

#define ROW(name) TH_CONCAT_4(Row_, name, _, Real)
#define TABLE(name) TH_CONCAT_4(table_, name, _, Real)

#define THC_GROUP_FILE THC_FILE_(TH_CONCAT_3(TH/base/types/THGenerate, TH_GROUP, Types.h))
#define THC_CHAPTER_FILE THC_FILE_(TH_CONCAT_2(THC/kernels/rows/THC, THC_ROWS).cuh)

#define TH_GENERIC_FILE THC_CHAPTER_FILE
#include THC_GROUP_FILE
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "THC/kernels/rows/THCTable.cuh"
#define THC_FILL TH_CONCAT_4(thc_fill, THC_CHAPTER, _, TH_GROUP)
extern "C" void THC_FILL(const void **byDtype);
extern "C" void THC_FILL(const void **byDtype)
{
#include THC_GROUP_FILE
}
