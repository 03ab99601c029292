// The clock of the model.

#ifndef SHIM_TIME_H
#define SHIM_TIME_H

#include "model.h"

struct timespec {
    int64_t tv_sec, tv_nsec;
};
#define CLOCK_MONOTONIC 1
#define clock_gettime(clock, now) (*(now) = (struct timespec){0, model_time()})

#endif
