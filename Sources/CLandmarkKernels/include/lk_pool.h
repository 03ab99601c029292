#ifndef LK_POOL_H
#define LK_POOL_H

#include "lk_kernels.h"

#include <stdbool.h>

/// One step of a list: `units` of work that may be done in any division and order.
typedef struct {
    lk_kernel run;
    const void *args;
    int32_t units;
    /// The fewest units worth handing to a thread.
    int32_t least;
} lk_step;

/// A fixed set of threads that run lists of steps together. The calling thread is one of them, and
/// does a whole list by itself when the others wake too late.
///
/// Workers busy-wait while the pool is held and briefly after that, then sleep. When the system
/// preempted one of the threads and the others had to wait for it, the calling thread works alone
/// for a while.
typedef struct lk_pool lk_pool;

/// Creates a pool of `threads` in all (1…64). The workers of an `active` pool busy-wait for up to 2 ms
/// while it is held, others for 50 µs. Returns null when a thread cannot be started.
lk_pool *lk_pool_create(int32_t threads, bool active);
void lk_pool_destroy(lk_pool *pool);
int32_t lk_pool_threads(const lk_pool *pool);
/// Returns how many workers are asleep and take no processor time.
int32_t lk_pool_sleeping(const lk_pool *pool);

/// Runs the steps in order, each divided among the threads. Call from one thread at a time.
void lk_pool_run(lk_pool *pool, const lk_step *steps, int32_t count);

/// Runs a step whose units take long, and not equally long: a thread that waits for the last of them
/// does not indicate preemption.
void lk_pool_run_long(lk_pool *pool, const lk_step *step);

/// Announces that lists will follow closely until the pool is released: workers wake now and stay
/// awake between lists, for some milliseconds at most. Holds nest, and come from the thread that
/// runs lists.
void lk_pool_hold(lk_pool *pool);
void lk_pool_release(lk_pool *pool);

/// Reserves a processor for a thread outside of pools, such as one that decodes video, until it is
/// returned. Pools then use as many threads as processors are left, at least their calling one: a
/// preempted worker makes all others wait. They follow within a step. From any thread.
void lk_processor_reserve(void);
void lk_processor_return(void);

#endif
