#ifndef LK_POOL_H
#define LK_POOL_H

#include "lk_kernels.h"

#include <stdbool.h>

/// One step of a list: `units` of work that may be divided and ordered arbitrarily.
typedef struct {
    lk_kernel run;
    const void *args;
    int32_t units;
    /// The minimum number of units worth handing to a thread.
    int32_t least;
} lk_step;

/// A fixed set of threads that run lists of steps together. The calling thread is one of them, and
/// runs a whole list by itself if the others wake too late.
///
/// Workers busy-wait while the pool is held and briefly after that, then sleep. If the system
/// preempts one of the threads and the others have to wait for it, the calling thread works alone
/// for a while.
typedef struct lk_pool lk_pool;

/// Creates a pool of `threads` threads in total (1…64). The workers of an `active` pool busy-wait
/// for up to 2 ms while it is held, others for 50 µs. Returns null if a thread cannot be started.
lk_pool *lk_pool_create(int32_t threads, bool active);
void lk_pool_destroy(lk_pool *pool);
int32_t lk_pool_threads(const lk_pool *pool);
/// Returns the number of workers that are asleep and use no processor time.
int32_t lk_pool_sleeping(const lk_pool *pool);

/// Runs the steps in order, each divided among the threads. Call from one thread at a time.
void lk_pool_run(lk_pool *pool, const lk_step *steps, int32_t count);

/// Runs a step whose units take a long and unequal time: waiting for the last of them does not
/// indicate preemption.
void lk_pool_run_long(lk_pool *pool, const lk_step *step);

/// Announces that lists will follow closely until the pool is released: workers wake now and stay
/// awake between lists, for a few milliseconds at most. Holds nest, and must come from the thread
/// that runs lists.
void lk_pool_hold(lk_pool *pool);
void lk_pool_release(lk_pool *pool);

/// Reserves a processor for a thread outside of pools, such as one that decodes video, until it is
/// returned. Pools then use as many threads as there are processors left, but at least the calling
/// one, because a preempted worker makes all others wait. They adapt within a step. May be called
/// from any thread.
void lk_processor_reserve(void);
void lk_processor_return(void);

#endif
