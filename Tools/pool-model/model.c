#include "model.h"

#include "execution.h"
#include "model_run.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { THREADS = 4, LOCATIONS = 64, STORES = 512, PLACES = 256, STACK = 64 * 1024, OPERATIONS = 40000 };

/// What a thread is ordered after: of each location the position of a store, of each thread a time.
typedef struct {
    uint32_t position[LOCATIONS];
    uint32_t time[THREADS];
} order;

/// A store. `position` orders the stores of its location.
typedef struct {
    uint64_t value;
    uint32_t position;
    /// Whether a read-modify-write follows at once, so that no other store may come between.
    bool is_followed;
    /// What a thread that acquires it is ordered after.
    order released;
} store;

typedef struct {
    const uint64_t *place;
    store stores[STORES];
    int count;
    /// The latest store of the sequentially consistent ones.
    uint32_t consistent;
} location;

typedef enum { READY, LOCKING, WAITING, JOINING, ENDED } thread_state;

typedef struct {
    thread_state state;
    /// The lock or condition that it waits for, and the lock that it takes after the condition.
    const void *object, *mutex;
    int joined;
    order now;
    /// What an acquiring fence would order it after, and what the last releasing fence ordered.
    order loaded, fenced;
    ucontext_t context;
    char *stack;
    void *(*function)(void *);
    void *argument;
} thread;

/// Memory that is not atomic, with the times of the last accesses.
typedef struct {
    const void *place;
    int writer;
    uint32_t written, read[THREADS];
} plain;

static thread threads[THREADS];
static int thread_count, running;
static location locations[LOCATIONS];
static int location_count;
static plain places[PLACES];
static int place_count;
static struct {
    const void *mutex;
    int owner;
    order released;
} locks[8];
static int lock_count;
static int64_t clock_now;
static long operations;
static ucontext_t outside;
static const char *failure;

void model_fail(const char *reason) {
    failure = reason;
    setcontext(&outside);
    abort();
}

static void join(order *into, const order *from) {
    for (int i = 0; i < location_count; i++)
        if (from->position[i] > into->position[i]) into->position[i] = from->position[i];
    for (int i = 0; i < thread_count; i++)
        if (from->time[i] > into->time[i]) into->time[i] = from->time[i];
}

static bool is_acquiring(memory_order o) {
    return o == memory_order_acquire || o == memory_order_acq_rel || o == memory_order_seq_cst;
}

static bool is_releasing(memory_order o) {
    return o == memory_order_release || o == memory_order_acq_rel || o == memory_order_seq_cst;
}

// Threads

static bool can_run(const thread *t) {
    switch (t->state) {
    case READY:
        return true;
    case LOCKING:
        for (int i = 0; i < lock_count; i++)
            if (locks[i].mutex == t->object) return locks[i].owner < 0;
        return true;
    case JOINING:
        return threads[t->joined].state == ENDED;
    default:
        return false;
    }
}

static void go_on(int next) {
    if (next == running) return;
    const int last = running;
    running = next;
    swapcontext(&threads[last].context, &threads[next].context);
}

/// Lets a thread run: this one, if it can and does not yield, or another.
static void schedule(bool yields) {
    if (++operations > OPERATIONS) model_fail("no thread gets anywhere");
    int able[THREADS], count = 0;
    for (int i = 0; i < thread_count; i++) {
        const int candidate = (running + i + yields) % thread_count;
        if (can_run(&threads[candidate])) able[count++] = candidate;
    }
    if (count == 0) model_fail("every thread waits");
    go_on(able[execution_choose(count)]);
}

static void begin(void) {
    thread *t = &threads[running];
    t->function(t->argument);
    t->state = ENDED;
    if (running == 0) setcontext(&outside);
    schedule(true);
}

int model_start(void *(*function)(void *), void *argument) {
    const int number = thread_count++;
    thread *t = &threads[number];
    char *stack = t->stack ? t->stack : malloc(STACK);
    *t = (thread){.state = READY, .stack = stack, .function = function, .argument = argument};
    if (number > 0) t->now = threads[running].now;
    t->now.time[number] = 1;
    threads[running].now.time[running]++;
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = stack;
    t->context.uc_stack.ss_size = STACK;
    t->context.uc_link = &outside;
    makecontext(&t->context, begin, 0);
    return number;
}

void model_join(int number) {
    threads[running].state = JOINING;
    threads[running].joined = number;
    schedule(true);
    threads[running].state = READY;
    join(&threads[running].now, &threads[number].now);
}

void model_yield(void) { schedule(true); }

int64_t model_time(void) {
    static const int64_t jumps[] = {20000, 300000, 5000000, 300000000};
    schedule(false);
    return clock_now += jumps[execution_choose(4)];
}

const char *model_run(void *(*function)(void *), long *steps) {
    thread_count = location_count = place_count = lock_count = running = 0;
    clock_now = 1;
    operations = 0;
    failure = NULL;
    volatile bool began = false;
    getcontext(&outside);
    if (!began) {
        began = true;
        model_start(function, NULL);
        setcontext(&threads[0].context);
    }
    *steps += operations;
    return failure;
}

// Locks

static int lock_of(const void *mutex) {
    for (int i = 0; i < lock_count; i++)
        if (locks[i].mutex == mutex) return i;
    locks[lock_count].mutex = mutex;
    locks[lock_count].owner = -1;
    memset(&locks[lock_count].released, 0, sizeof(order));
    return lock_count++;
}

static void take(model_object *mutex) {
    const int i = lock_of(mutex);
    locks[i].owner = running;
    threads[running].state = READY;
    join(&threads[running].now, &locks[i].released);
}

static void give(model_object *mutex) {
    const int i = lock_of(mutex);
    locks[i].owner = -1;
    join(&locks[i].released, &threads[running].now);
    threads[running].now.time[running]++;
}

void model_lock(model_object *mutex) {
    threads[running].state = LOCKING;
    threads[running].object = mutex;
    schedule(false);
    take(mutex);
}

void model_unlock(model_object *mutex) {
    give(mutex);
    schedule(false);
}

void model_wait(model_object *condition, model_object *mutex) {
    give(mutex);
    threads[running].state = WAITING;
    threads[running].object = condition;
    threads[running].mutex = mutex;
    schedule(true);
    take(mutex);
}

void model_broadcast(model_object *condition) {
    schedule(false);
    for (int i = 0; i < thread_count; i++)
        if (threads[i].state == WAITING && threads[i].object == condition) {
            threads[i].state = LOCKING;
            threads[i].object = threads[i].mutex;
        }
}

// Atomics

static location *location_at(const uint64_t *place) {
    for (int i = 0; i < location_count; i++)
        if (locations[i].place == place) return &locations[i];
    if (location_count == LOCATIONS) model_fail("there are more locations than the model has");
    location *l = &locations[location_count++];
    l->place = place;
    l->count = 1;
    l->consistent = 0;
    memset(&l->stores[0], 0, sizeof(store));
    l->stores[0].value = *place;
    return l;
}

static uint32_t *position_in(order *o, const location *l) { return &o->position[l - locations]; }

/// The earliest store of a location that a thread may still read.
static uint32_t earliest(const location *l, memory_order o) {
    const uint32_t own = *position_in(&threads[running].now, l);
    return o == memory_order_seq_cst && l->consistent > own ? l->consistent : own;
}

/// Orders the running thread after the store that it has read.
static void observe(location *l, const store *s, memory_order o) {
    thread *t = &threads[running];
    *position_in(&t->now, l) = s->position;
    join(is_acquiring(o) ? &t->now : &t->loaded, &s->released);
}

/// Chooses among the stores that may be read: the latest, or an earlier one.
static store *choose_read(location *l, memory_order o, bool is_modified) {
    const uint32_t from = earliest(l, o);
    store *able[STORES];
    int count = 0;
    for (int i = l->count - 1; i >= 0; i--) {
        if (l->stores[i].position < from) break;
        if (!is_modified || !l->stores[i].is_followed) able[count++] = &l->stores[i];
    }
    return able[execution_choose(count)];
}

/// Inserts a store after the one at `index`.
static store *insert(location *l, int index, uint64_t value, memory_order o) {
    if (l->count == STORES) model_fail("a location has more stores than the model keeps");
    const uint32_t before = l->stores[index].position;
    const uint32_t after = index + 1 < l->count ? l->stores[index + 1].position : before + 65536;
    memmove(&l->stores[index + 2], &l->stores[index + 1], sizeof(store) * (size_t)(l->count - index - 1));
    l->count++;
    thread *t = &threads[running];
    store *s = &l->stores[index + 1];
    s->value = value;
    s->position = before + (after - before) / 2;
    s->is_followed = false;
    *position_in(&t->now, l) = s->position;
    s->released = is_releasing(o) ? t->now : t->fenced;
    *position_in(&s->released, l) = s->position;
    if (o == memory_order_seq_cst && s->position > l->consistent) l->consistent = s->position;
    t->now.time[running]++;
    return s;
}

uint64_t model_load(const uint64_t *place, memory_order o) {
    schedule(false);
    location *l = location_at(place);
    const store *s = choose_read(l, o, false);
    observe(l, s, o);
    return s->value;
}

void model_store(uint64_t *place, uint64_t value, memory_order o) {
    schedule(false);
    location *l = location_at(place);
    const uint32_t from = earliest(l, o);
    int able[STORES], count = 0;
    for (int i = l->count - 1; i >= 0 && l->stores[i].position >= from; i--) {
        const uint32_t room =
            i + 1 < l->count ? l->stores[i + 1].position - l->stores[i].position : 65536;
        if (!l->stores[i].is_followed && room > 1) able[count++] = i;
    }
    insert(l, able[execution_choose(count)], value, o);
}

/// Follows the store that a read-modify-write has read, whose release it continues.
static void modify(location *l, store *read, uint64_t value, memory_order o) {
    read->is_followed = true;
    const order released = read->released;
    join(&insert(l, (int)(read - l->stores), value, o)->released, &released);
}

uint64_t model_add(uint64_t *place, uint64_t value, memory_order o) {
    schedule(false);
    location *l = location_at(place);
    store *s = choose_read(l, o, true);
    const uint64_t old = s->value;
    observe(l, s, o);
    modify(l, s, old + value, o);
    return old;
}

bool model_exchange_if(
    uint64_t *place, unsigned long long *expected, uint64_t value, memory_order success, memory_order failing) {
    schedule(false);
    location *l = location_at(place);
    store *s = choose_read(l, success, true);
    if (s->value != *expected) {
        *expected = s->value;
        observe(l, s, failing);
        return false;
    }
    observe(l, s, success);
    modify(l, s, value, success);
    return true;
}

void model_fence(memory_order o) {
    thread *t = &threads[running];
    if (is_acquiring(o)) join(&t->now, &t->loaded);
    if (is_releasing(o)) t->fenced = t->now;
    t->now.time[running]++;
}

// Memory that is not atomic

static plain *plain_at(const void *place) {
    for (int i = 0; i < place_count; i++)
        if (places[i].place == place) return &places[i];
    if (place_count == PLACES) model_fail("there are more places than the model has");
    plain *p = &places[place_count++];
    *p = (plain){.place = place};
    return p;
}

void model_read(const void *place) {
    plain *p = plain_at(place);
    const order *now = &threads[running].now;
    if (p->written > now->time[p->writer]) model_fail("a read races with a write");
    p->read[running] = now->time[running];
}

void model_write(const void *place) {
    plain *p = plain_at(place);
    const order *now = &threads[running].now;
    if (p->written > now->time[p->writer]) model_fail("a write races with a write");
    for (int i = 0; i < thread_count; i++)
        if (p->read[i] > now->time[i]) model_fail("a write races with a read");
    p->writer = running;
    p->written = now->time[running];
}
