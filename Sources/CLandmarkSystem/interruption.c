#include "landmark_system.h"

#include <stdatomic.h>

static atomic_bool flag;

void lk_interruption_request(bool requested) {
    atomic_store_explicit(&flag, requested, memory_order_relaxed);
}

bool lk_interruption_requested(void) {
    return atomic_load_explicit(&flag, memory_order_relaxed);
}
