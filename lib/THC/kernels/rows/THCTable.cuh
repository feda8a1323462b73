byDtype[TH_DTYPE] = T(entries)();
