#include "lk_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_THREADS = 64, SPINS_BEFORE_YIELD = 2000, SPINS_BEFORE_SLEEP = 20000 };

struct lk_pool {
    int32_t threads;
    int32_t started;
    const lk_step *steps;
    int32_t count;
    /// Counts lists: workers wait for it to change.
    _Alignas(64) atomic_uint list;
    /// Counts arrivals at the end of a step; a step ends at a multiple of `threads`.
    _Alignas(64) atomic_ullong arrived;
    _Alignas(64) atomic_int sleeping;
    atomic_bool ending;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t workers[MOST_THREADS];
    struct lk_worker {
        lk_pool *pool;
        int32_t index;
    } places[MOST_THREADS];
};

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/// Waits until every thread has come as far as `goal` arrivals.
static void wait_for(lk_pool *pool, unsigned long long goal) {
    for (int spins = 0; atomic_load_explicit(&pool->arrived, memory_order_acquire) < goal;
         spins++) {
        if (spins < SPINS_BEFORE_YIELD) relax();
        else sched_yield();
    }
}

/// Threads that a step is split over: no more than its units give each enough work.
static int32_t threads_for(const lk_step *step, int32_t threads) {
    const int32_t worth = step->units / (step->least > 0 ? step->least : 1);
    return worth < 1 ? 1 : worth < threads ? worth : threads;
}

static void walk(lk_pool *pool, int32_t index, unsigned long long arrived) {
    const int32_t threads = pool->threads;
    // Read once: the caller may announce the next list while a worker leaves this one.
    const lk_step *steps = pool->steps;
    const int32_t count = pool->count;
    for (int32_t i = 0; i < count; i++) {
        const lk_step *step = &steps[i];
        const int32_t parts = threads_for(step, threads);
        if (index < parts) {
            const int32_t begin = (int32_t)((int64_t)step->units * index / parts);
            const int32_t end = (int32_t)((int64_t)step->units * (index + 1) / parts);
            if (begin < end) step->run(step->args, begin, end);
        }
        // One thread's steps need no meeting between them, only before and after.
        const bool alone = parts == 1 && i + 1 < count && threads_for(&steps[i + 1], threads) == 1;
        if (threads == 1 || alone) continue;
        arrived += (unsigned long long)threads;
        atomic_fetch_add_explicit(&pool->arrived, 1, memory_order_acq_rel);
        wait_for(pool, arrived);
    }
}

static void *work(void *place) {
    lk_pool *pool = ((struct lk_worker *)place)->pool;
    const int32_t index = ((struct lk_worker *)place)->index;
    unsigned seen = 0;
    for (;;) {
        int spins = 0;
        while (atomic_load_explicit(&pool->list, memory_order_acquire) == seen) {
            if (++spins < SPINS_BEFORE_SLEEP) {
                relax();
                continue;
            }
            pthread_mutex_lock(&pool->lock);
            atomic_fetch_add(&pool->sleeping, 1);
            while (atomic_load(&pool->list) == seen) pthread_cond_wait(&pool->wake, &pool->lock);
            atomic_fetch_sub(&pool->sleeping, 1);
            pthread_mutex_unlock(&pool->lock);
        }
        if (atomic_load(&pool->ending)) return NULL;
        seen = atomic_load_explicit(&pool->list, memory_order_acquire);
        // Earlier lists' arrivals are all in and this step's are not, for this worker's is missing:
        // rounding down gives the count at which this list began.
        const unsigned long long threads = (unsigned long long)pool->threads;
        walk(pool, index,
             atomic_load_explicit(&pool->arrived, memory_order_acquire) / threads * threads);
    }
}

static void announce(lk_pool *pool) {
    atomic_fetch_add_explicit(&pool->list, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&pool->sleeping, memory_order_seq_cst) == 0) return;
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

lk_pool *lk_pool_create(int32_t threads) {
    if (threads < 1 || threads > MOST_THREADS) return NULL;
    lk_pool *pool = aligned_alloc(_Alignof(lk_pool), sizeof(lk_pool));
    if (!pool) return NULL;
    *pool = (lk_pool){.threads = threads};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (int32_t i = 1; i < threads; i++) {
        pool->places[i] = (struct lk_worker){pool, i};
        if (pthread_create(&pool->workers[i], NULL, work, &pool->places[i])) {
            lk_pool_destroy(pool);
            return NULL;
        }
        pool->started = i;
    }
    return pool;
}

void lk_pool_destroy(lk_pool *pool) {
    if (!pool) return;
    atomic_store(&pool->ending, true);
    announce(pool);
    for (int32_t i = 1; i <= pool->started; i++) pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int32_t lk_pool_threads(const lk_pool *pool) { return pool->threads; }

void lk_pool_run(lk_pool *pool, const lk_step *steps, int32_t count) {
    pool->steps = steps;
    pool->count = count;
    const unsigned long long arrived =
        atomic_load_explicit(&pool->arrived, memory_order_relaxed);
    if (pool->threads > 1) announce(pool);
    walk(pool, 0, arrived);
}
