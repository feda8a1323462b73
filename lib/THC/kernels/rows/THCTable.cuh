/* Included in the body of thc_fill<chapter>_<group>: stores the entries of one dtype. */
byDtype[TH_DTYPE] = TABLE(entries)();
