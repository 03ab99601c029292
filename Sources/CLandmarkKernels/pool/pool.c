// Declares clock_gettime in strict C, and Darwin's processor count and thread classes.
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE

#include "lk_pool.h"

#include "claim.h"
#include "task.h"

#include <pthread.h>
#if defined(__APPLE__)
#include <pthread/qos.h>
#endif
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/// The maximum number of steps published at once; longer lists are run in parts.
enum { MOST_THREADS = 64, MOST_STEPS = 256 };

/// The number of times a thread polls whether a step is done before it yields its processor.
enum { POLLS_BEFORE_YIELD = 1000 };

/// Nanoseconds that a worker busy-waits for the next list: while an active pool is held, while a
/// passive one is held, and otherwise.
enum { ACTIVE_SPIN = 2000000, PASSIVE_SPIN = 50000, FREE_SPIN = 30000 };

/// Nanoseconds: a thread that makes others wait for `STALL` was preempted by another program. The
/// calling thread then works alone for as long as it has waited, and twice as long each time this
/// was not enough, up to `MOST_ALONE`: sharing a processor costs more than it gains, but a single
/// preemption, such as by a host that serves other guests, is over when it is noticed.
enum { STALL = 250000, MOST_ALONE = 100000000 };

/// The start of a list.
struct list {
    int32_t count;
    uint32_t ticket;
    uint64_t done;
};

/// Processors that threads outside of pools have reserved.
static atomic_int reserved;

// Relaxed: reservations only ask workers to stay out, whenever they notice.

void lk_processor_reserve(void) { atomic_fetch_add_explicit(&reserved, 1, memory_order_relaxed); }

void lk_processor_return(void) { atomic_fetch_sub_explicit(&reserved, 1, memory_order_relaxed); }

struct lk_pool {
    int32_t threads;
    /// The processors of the machine.
    int32_t processors;
    /// Nanoseconds that a worker busy-waits while the pool is held.
    int64_t held_spin;
    /// Whether a reservation has made workers sleep since the calling thread last checked.
    bool limited;
    int32_t started;
    int32_t holds;
    /// The start of the next list.
    struct list next;
    /// The time until which the calling thread works alone, and the duration; 0 if it does not.
    int64_t alone_until;
    int64_t alone_for;
    /// Changes twice with every list; odd while the list is being written.
    _Alignas(64) atomic_uint list;
    atomic_int count;
    atomic_uint ticket;
    atomic_ullong done;
    atomic_bool held;
    atomic_bool alone;
    atomic_bool ending;
    /// The latest wait for another thread that exceeded `STALL`, or 0.
    atomic_llong stall;
    _Alignas(64) lk_claims claims;
    _Alignas(64) atomic_int sleeping;
    /// Counts the events for which sleeping workers wake.
    atomic_uint calls;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    _Alignas(64) struct task tasks[MOST_STEPS];
    pthread_t workers[MOST_THREADS];
    struct lk_worker {
        lk_pool *pool;
        int32_t index;
    } places[MOST_THREADS];
};

/// Returns whether `list` is still current, so that everything read so far belongs to it. The fence
/// pairs with the one in `run`: a thread that has read anything of a later list finds another number.
static bool is_current(lk_pool *pool, unsigned list) {
    atomic_thread_fence(memory_order_acquire);
    return get(pool->list) == list;
}

/// Returns the number of threads that reservations leave, including the calling one. Workers with a
/// higher index sleep.
static int32_t active(const lk_pool *pool) {
    const int32_t taken = get(reserved), left = pool->processors - taken;
    if (taken == 0 || left >= pool->threads) return pool->threads;
    return left > 1 ? left : 1;
}

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    // `yield` does nothing on processors with one thread per core, and a loop of it floods the memory system
    // with loads. `isb` takes about as long as x86's pause.
    __asm__ volatile("isb");
#endif
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Yields the processor, and returns the time since the first call of a wait: a wait longer than a
/// step means that another thread was preempted.
static int64_t yield_since(int64_t *since) {
    sched_yield();
    const int64_t now = nanoseconds();
    if (*since == 0) *since = now;
    return now - *since;
}

/// Wakes sleeping workers after a change that they must observe.
///
/// `calls` and `sleeping` are sequentially consistent, because each side writes one and then reads the
/// other: either this finds the sleeper, or the sleeper finds that `calls` has changed.
static void wake_workers(lk_pool *pool) {
    atomic_fetch_add(&pool->calls, 1);
    if (atomic_load(&pool->sleeping) == 0) return;
    // Taking the lock excludes workers between their last check and their sleep.
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->wake);
}

/// Checks, between two steps of the calling thread, whether reserved processors are free again.
static void follow_reservations(lk_pool *pool) {
    const bool limited = active(pool) < pool->threads;
    if (pool->limited && !limited) wake_workers(pool);
    pool->limited = limited;
}

/// Runs a list. The calling thread, which has index 0, returns when everything is done; a worker
/// returns when nothing is left to claim, or when `number` is no longer the current list.
///
/// - Returns: False if a worker leaves because its processor is reserved, and may come back.
static bool run_list(lk_pool *pool, int32_t index, unsigned number, struct list list) {
    const bool is_worker = index > 0;
    uint64_t goal = list.done;
    for (int32_t i = 0; i < list.count; list.ticket++) {
        const struct task *task = &pool->tasks[i];
        const lk_claimed step = {
            .ticket = list.ticket,
            .portions = (uint32_t)get(task->portions),
            .least = (uint32_t)get(task->least),
            .threads = (uint32_t)pool->threads,
            .from_end = index % 2 == 1,
        };
        i += get(task->chain);
        if (is_worker) {
            if (!is_current(pool, number) || get(pool->alone)) return true;
            if (index >= active(pool)) return false;
        } else {
            follow_reservations(pool);
        }
        goal += step.portions;
        uint32_t finished = 0;
        lk_portions portions;
        while (lk_claim(&pool->claims, &step, &portions)) {
            perform(task, portions);
            finished += portions.end - portions.begin;
        }
        if (finished > 0) lk_claims_finish(&pool->claims, finished);
        if (is_worker && i >= list.count) return true;
        int64_t since = 0, waited = 0;
        for (int32_t polls = 1; !lk_claims_reached(&pool->claims, goal); polls++) {
            if (polls <= POLLS_BEFORE_YIELD) relax();
            else waited = yield_since(&since);
            if (is_worker && (!is_current(pool, number) || waited > STALL)) break;
        }
        if (waited > STALL) {
            set(pool->stall, waited);
            if (is_worker) return true;
            set(pool->alone, true);
        }
    }
    return true;
}

static void sleep_since(lk_pool *pool, unsigned calls) {
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleeping, 1);
    while (atomic_load(&pool->calls) == calls) pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub_explicit(&pool->sleeping, 1, memory_order_relaxed);
    pthread_mutex_unlock(&pool->lock);
}

/// Waits for a list whose number is not `seen`, and for a processor, and returns the number;
/// returns immediately if the pool is ending.
static unsigned await_list(lk_pool *pool, int32_t index, unsigned seen) {
    for (;;) {
        // Read before the list: a list that is missed below has changed it, so the thread does not sleep
        // through it.
        const unsigned calls = atomic_load(&pool->calls);
        int64_t since = 0;
        for (unsigned polls = 1;; polls++) {
            const unsigned list = atomic_load_explicit(&pool->list, memory_order_acquire);
            const bool is_active = index < active(pool) || get(pool->ending);
            if (is_active && list != seen && list % 2 == 0) return list;
            relax();
            if (polls % 32 != 0) continue;
            const int64_t now = nanoseconds();
            if (since == 0) since = now;
            const int64_t spin = get(pool->held) ? pool->held_spin : FREE_SPIN;
            if (now - since >= spin || !is_active || get(pool->alone)) break;
        }
        sleep_since(pool, calls);
    }
}

static void *work(void *place) {
    lk_pool *pool = ((struct lk_worker *)place)->pool;
    const int32_t index = ((struct lk_worker *)place)->index;
#if defined(__APPLE__)
    // Someone may be watching the results live; without a class, threads end up on slow cores.
    pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0);
#endif
    // No list has an odd number.
    enum { NONE = 1 };
    for (unsigned seen = 0;;) {
        seen = await_list(pool, index, seen);
        if (get(pool->ending)) return NULL;
        const struct list list = {get(pool->count), get(pool->ticket), get(pool->done)};
        if (is_current(pool, seen) && !run_list(pool, index, seen, list)) seen = NONE;
    }
}

lk_pool *lk_pool_create(int32_t threads, bool active) {
    if (threads < 1 || threads > MOST_THREADS) return NULL;
    lk_pool *pool = aligned_alloc(_Alignof(lk_pool), sizeof(lk_pool));
    if (!pool) return NULL;
    const int32_t processors = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
    *pool = (lk_pool){
        .threads = threads,
        .processors = processors,
        .held_spin = active ? ACTIVE_SPIN : PASSIVE_SPIN,
        .next = {.ticket = 1},
    };
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
    set(pool->ending, true);
    // A thread that acquires this number finds that the pool is ending.
    atomic_fetch_add_explicit(&pool->list, 2, memory_order_release);
    wake_workers(pool);
    for (int32_t i = 1; i <= pool->started; i++) pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int32_t lk_pool_threads(const lk_pool *pool) { return pool->threads; }

int32_t lk_pool_sleeping(const lk_pool *pool) { return get(pool->sleeping); }

/// Returns whether the calling thread runs the next list alone.
static bool is_alone(lk_pool *pool) {
    if (pool->threads == 1) return true;
    const int64_t stall = get(pool->stall);
    if (stall == 0 && pool->alone_for == 0) return false;
    const int64_t now = nanoseconds();
    if (stall > 0) {
        const int64_t longer = 2 * pool->alone_for;
        pool->alone_for = longer > stall ? longer : stall;
        if (pool->alone_for > MOST_ALONE) pool->alone_for = MOST_ALONE;
        pool->alone_until = now + pool->alone_for;
        set(pool->stall, 0);
    }
    // A stall soon after working alone makes the next solo period longer.
    if (now - pool->alone_until > pool->alone_for) pool->alone_for = 0;
    set(pool->alone, now < pool->alone_until);
    return now < pool->alone_until;
}

/// Publishes a list to the workers and runs it with them.
static void run(lk_pool *pool, const lk_step *steps, int32_t count) {
    atomic_fetch_add_explicit(&pool->list, 1, memory_order_relaxed);
    // Nothing below may be seen before the odd number.
    atomic_thread_fence(memory_order_release);
    struct list list = pool->next;
    struct task *chain = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (steps[i].units <= 0) continue;
        struct task *task = &pool->tasks[list.count];
        chain = publish(pool->threads, &steps[i], task, chain);
        if (!chain || chain == task) pool->next.ticket++;
        if (!chain || chain == task) pool->next.done += (uint64_t)get(task->portions);
        list.count++;
    }
    set(pool->count, list.count);
    set(pool->ticket, list.ticket);
    set(pool->done, list.done);
    // A thread that acquires the even number sees the whole list, and everything that the caller did before.
    atomic_fetch_add_explicit(&pool->list, 1, memory_order_release);
    if (active(pool) > 1) wake_workers(pool);
    run_list(pool, 0, 0, list);
}

void lk_pool_run(lk_pool *pool, const lk_step *steps, int32_t count) {
    if (is_alone(pool)) {
        for (int32_t i = 0; i < count; i++)
            if (steps[i].units > 0) steps[i].run(steps[i].args, 0, steps[i].units);
        return;
    }
    for (int32_t i = 0; i < count; i += MOST_STEPS)
        run(pool, steps + i, count - i < MOST_STEPS ? count - i : MOST_STEPS);
}

void lk_pool_run_long(lk_pool *pool, const lk_step *step) {
    lk_pool_run(pool, step, 1);
    // Only the calling thread waits at the end of a list; this must not affect later lists.
    set(pool->stall, 0);
    set(pool->alone, false);
}

void lk_pool_hold(lk_pool *pool) {
    if (pool->holds++ > 0) return;
    set(pool->held, true);
    if (!is_alone(pool) && active(pool) > 1) wake_workers(pool);
}

void lk_pool_release(lk_pool *pool) {
    if (--pool->holds == 0) set(pool->held, false);
}
