/* For extensions that include <TH/TH.h>. */
#include "../TH.h"
