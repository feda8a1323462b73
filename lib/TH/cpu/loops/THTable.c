/*
** One line of a kernel object's table: the entries of a dtype. THKernels.c includes it for each
** dtype.
*/
  [TH_DTYPE] = TH_ENTRIES,
