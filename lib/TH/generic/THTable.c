  [TH_DTYPE] = E(all),
