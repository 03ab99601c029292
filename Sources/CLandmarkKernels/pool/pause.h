// What waiting awake takes.

#ifndef LK_POOL_PAUSE_H
#define LK_POOL_PAUSE_H

#include <stdint.h>
#include <time.h>

static inline void lk_relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline int64_t lk_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
