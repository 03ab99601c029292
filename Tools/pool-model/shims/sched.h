#include "model.h"
#define sched_yield() model_yield()
