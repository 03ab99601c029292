#ifndef LANDMARK_SYSTEM_H
#define LANDMARK_SYSTEM_H

#include <stdbool.h>

// A flag that a signal handler may set: Swift's own atomics need newer systems than this package.

/// Sets or clears the flag.
void lk_interruption_request(bool requested);

/// Whether the flag is set.
bool lk_interruption_requested(void);

#endif
