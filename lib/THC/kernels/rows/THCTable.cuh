/* Included in the body of thc_fill<chapter>_<group>: fills the entries of one dtype. */
T(entries)(table[TH_DTYPE]);
