#if defined(__linux__)
// For clock_gettime.
#define _POSIX_C_SOURCE 200809L
#endif

#include "landmark_system.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static atomic_bool flag;
/// When the flag was set, in milliseconds.
static _Atomic long long requested_at;

void lk_interruption_request(bool requested) {
    atomic_store_explicit(&flag, requested, memory_order_relaxed);
}

bool lk_interruption_requested(void) {
    return atomic_load_explicit(&flag, memory_order_relaxed);
}

static long long now(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

void lk_interruption_handler(int number) {
    const int error = errno;
    const long long time = now();
    if (!atomic_exchange(&flag, true)) {
        atomic_store(&requested_at, time);
    } else {
        // When a terminal closes, both the system and the shell send a signal; timeout(1) sends one
        // to the program and another to its group.
        const long long together = number == SIGHUP ? 500 : 100;
        if (time - atomic_load(&requested_at) >= together) {
            signal(number, SIG_DFL);
            // The signal is delivered when the handler returns.
            raise(number);
        }
    }
    errno = error;
}
