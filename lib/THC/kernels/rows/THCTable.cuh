T(entries)(table[TH_DTYPE]);
