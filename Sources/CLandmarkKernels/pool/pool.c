// For the clock, in strict C.
#define _POSIX_C_SOURCE 200809L

#include "lk_pool.h"

#include "claim.h"
#include "pause.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

/// Steps that are announced at a time; a longer list is run in parts.
enum { MOST_THREADS = 64, MOST_STEPS = 256 };

/// How often a thread looks whether a step is done before it offers its processor to others.
enum { LOOKS_BEFORE_YIELD = 1000 };

/// Nanoseconds that a worker waits awake for the next list: while the pool is held, and else.
enum { HELD_PATIENCE = 2000000, FREE_PATIENCE = 30000 };

/// Nanoseconds: a thread that lets others wait so long was taken off its processor for another
/// program. The caller's thread then works alone for some times as long, twice as long if that
/// was not enough, at most for a tenth of a second: sharing a processor costs more than it brings.
enum { STALL = 250000, ALONE_FOR_STALL = 4, MOST_ALONE = 100000000 };

/// A step as threads see it: a copy, for one that was taken off its processor may come back when
/// the caller's list is gone. It reads what is there now, and finds that out before it uses it.
struct task {
    _Atomic(lk_kernel) run;
    _Atomic(const void *) args;
    atomic_int units;
    /// Units of a portion, which is what threads claim, and how many there are.
    atomic_int grain;
    atomic_int portions;
    /// The fewest portions that are claimed at once.
    atomic_int least;
    /// Steps from this one on that one thread does in turn, as if they were one portion.
    atomic_int chain;
};

/// Where a list begins.
struct list {
    int32_t count;
    uint32_t ticket;
    uint64_t done;
};

struct lk_pool {
    int32_t threads;
    int32_t started;
    int32_t holds;
    /// Where the next list begins.
    struct list next;
    /// Until when the caller's thread works alone, and for how long it does so; 0 when it does not.
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
    /// The longest that a worker has waited for the caller's thread, if that is long.
    atomic_llong stall;
    _Alignas(64) lk_claims claims;
    _Alignas(64) atomic_int sleeping;
    /// Counts what sleepers wake for.
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

#define get(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define set(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)

/// Whether `list` is still the one to do, so that all that has been read is of it.
static bool is_current(lk_pool *pool, unsigned list) {
    atomic_thread_fence(memory_order_acquire);
    return get(pool->list) == list;
}

static void perform(const struct task *task, lk_portions portions) {
    const int32_t chain = get(task->chain);
    if (chain > 1) {
        for (int32_t i = 0; i < chain; i++)
            get(task[i].run)(get(task[i].args), 0, get(task[i].units));
        return;
    }
    const int64_t units = get(task->units), grain = get(task->grain);
    const int64_t end = portions.end * grain;
    get(task->run)(
        get(task->args), (int32_t)(portions.begin * grain), (int32_t)(end < units ? end : units));
}

/// Offers the processor to others, and returns for how long that has been done since the first
/// time: what takes longer than a step means that another thread is off its processor.
static int64_t offer(int64_t *since) {
    sched_yield();
    const int64_t now = lk_nanoseconds();
    if (*since == 0) *since = now;
    return now - *since;
}

/// Walks through a list. The caller's thread, which is number 0, leaves when all is done; a worker
/// leaves when there is nothing left for it to do, or when `number` is the list's no more.
static void walk(lk_pool *pool, int32_t index, unsigned number, struct list list) {
    const bool works = index > 0;
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
        if (works && (!is_current(pool, number) || get(pool->alone))) return;
        goal += step.portions;
        uint32_t finished = 0;
        lk_portions portions;
        while (lk_claim(&pool->claims, &step, &portions)) {
            perform(task, portions);
            finished += portions.end - portions.begin;
        }
        if (finished > 0) lk_claims_finish(&pool->claims, finished);
        if (works && i >= list.count) return;
        int64_t since = 0, waited = 0;
        for (int32_t looks = 1; !lk_claims_reached(&pool->claims, goal); looks++) {
            if (looks <= LOOKS_BEFORE_YIELD) lk_relax();
            else waited = offer(&since);
            if (works && (!is_current(pool, number) || waited > STALL)) break;
        }
        if (waited > STALL) {
            set(pool->stall, waited);
            if (works) return;
            set(pool->alone, true);
        }
    }
}

static void sleep_since(lk_pool *pool, unsigned calls) {
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleeping, 1);
    while (atomic_load(&pool->calls) == calls) pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleeping, 1);
    pthread_mutex_unlock(&pool->lock);
}

/// Waits for a list that is not number `seen`, and returns its number.
static unsigned await(lk_pool *pool, unsigned seen) {
    int64_t since = 0;
    unsigned calls = atomic_load(&pool->calls);
    for (unsigned looks = 1;; looks++) {
        const unsigned list = atomic_load_explicit(&pool->list, memory_order_acquire);
        if (list != seen && list % 2 == 0) return list;
        lk_relax();
        if (looks % 32 != 0) continue;
        const int64_t now = lk_nanoseconds();
        if (since == 0) since = now;
        const int64_t patience = get(pool->held) ? HELD_PATIENCE : FREE_PATIENCE;
        if (now - since < patience && !get(pool->alone)) continue;
        sleep_since(pool, calls);
        calls = atomic_load(&pool->calls);
        since = 0;
    }
}

static void *work(void *place) {
    lk_pool *pool = ((struct lk_worker *)place)->pool;
    const int32_t index = ((struct lk_worker *)place)->index;
    for (unsigned seen = 0;;) {
        seen = await(pool, seen);
        if (atomic_load(&pool->ending)) return NULL;
        const struct list list = {get(pool->count), get(pool->ticket), get(pool->done)};
        if (is_current(pool, seen)) walk(pool, index, seen, list);
    }
}

/// Wakes who sleeps, after something has changed that they must see.
static void call(lk_pool *pool) {
    atomic_fetch_add(&pool->calls, 1);
    if (atomic_load(&pool->sleeping) == 0) return;
    // The lock is taken so that nobody lies between the last look and the sleep.
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->wake);
}

lk_pool *lk_pool_create(int32_t threads) {
    if (threads < 1 || threads > MOST_THREADS) return NULL;
    lk_pool *pool = aligned_alloc(_Alignof(lk_pool), sizeof(lk_pool));
    if (!pool) return NULL;
    *pool = (lk_pool){.threads = threads, .next = {.ticket = 1}};
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
    atomic_fetch_add(&pool->list, 2);
    call(pool);
    for (int32_t i = 1; i <= pool->started; i++) pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int32_t lk_pool_threads(const lk_pool *pool) { return pool->threads; }

int32_t lk_pool_sleeping(const lk_pool *pool) { return atomic_load(&pool->sleeping); }

static bool is_shared(const lk_pool *pool, const lk_step *step) {
    const int32_t least = step->least > 0 ? step->least : 1;
    return pool->threads > 1 && step->units / least > 1;
}

/// Writes a step down, and returns the first of the chain that it belongs to. `chain` is the first
/// task of the chain before it, or null.
static struct task *note(
    const lk_pool *pool, const lk_step *step, struct task *task, struct task *chain) {
    set(task->run, step->run);
    set(task->args, step->args);
    set(task->units, step->units);
    set(task->chain, 1);
    if (is_shared(pool, step)) {
        const int32_t grain = (step->units - 1) / LK_MOST_PORTIONS + 1;
        const int32_t least = step->least / (2 * grain);
        set(task->grain, grain);
        set(task->portions, (step->units - 1) / grain + 1);
        set(task->least, least > 1 ? least : 1);
        return NULL;
    }
    set(task->grain, step->units);
    set(task->portions, 1);
    set(task->least, 1);
    if (!chain) return task;
    set(chain->chain, get(chain->chain) + 1);
    return chain;
}

/// Whether the caller's thread does the next list alone.
static bool is_alone(lk_pool *pool) {
    if (pool->threads == 1) return true;
    const int64_t stall = get(pool->stall);
    if (stall == 0 && pool->alone_for == 0) return false;
    const int64_t now = lk_nanoseconds();
    if (stall > 0) {
        const int64_t longer = 2 * pool->alone_for, span = ALONE_FOR_STALL * stall;
        pool->alone_for = longer > span ? longer : span;
        if (pool->alone_for > MOST_ALONE) pool->alone_for = MOST_ALONE;
        pool->alone_until = now + pool->alone_for;
        set(pool->stall, 0);
    }
    // A stall soon after the end of a time alone makes the next one longer.
    if (now - pool->alone_until > pool->alone_for) pool->alone_for = 0;
    set(pool->alone, now < pool->alone_until);
    return now < pool->alone_until;
}

/// Writes a list down, hands it to the workers and does it with them.
static void run(lk_pool *pool, const lk_step *steps, int32_t count) {
    atomic_fetch_add(&pool->list, 1);
    atomic_thread_fence(memory_order_release);
    struct list list = pool->next;
    struct task *chain = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (steps[i].units <= 0) continue;
        struct task *task = &pool->tasks[list.count];
        chain = note(pool, &steps[i], task, chain);
        if (!chain || chain == task) pool->next.ticket++;
        if (!chain || chain == task) pool->next.done += (uint64_t)get(task->portions);
        list.count++;
    }
    set(pool->count, list.count);
    set(pool->ticket, list.ticket);
    set(pool->done, list.done);
    atomic_fetch_add(&pool->list, 1);
    call(pool);
    walk(pool, 0, 0, list);
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
    // Only the caller's thread waits at a list's end, for what no list after this one is to pay.
    set(pool->stall, 0);
    set(pool->alone, false);
}

void lk_pool_hold(lk_pool *pool) {
    if (pool->holds++ > 0) return;
    atomic_store(&pool->held, true);
    if (!is_alone(pool)) call(pool);
}

void lk_pool_release(lk_pool *pool) {
    if (--pool->holds == 0) atomic_store(&pool->held, false);
}
