/* Nothing of a dtype leaks out of the reading of a generic file. */
#undef Real
#undef real
#undef accreal
#undef TH_DTYPE
#undef TH_COMPUTE
#undef TH_ONES
#undef TH_ACC_DTYPE
#undef TH_PARTIAL
#undef TH_IF_ALL
#undef TH_IF_FLOATING
#undef TH_IF_INTEGRAL
#undef TH_LOAD
#undef TH_STORE
#undef TH_STORE_ACC
#undef TH_FROM_INT
#undef TH_FROM_FLOAT
#undef TH_FROM_DOUBLE
