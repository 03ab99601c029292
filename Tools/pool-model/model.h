// A model of C11's atomics, threads and locks, in which one execution after another is chosen.
//
// Every thread is a coroutine, and every operation a place where another thread may go on. A location
// keeps the history of its stores; a load may return any store that its thread has not yet been ordered
// after, and a store may be ordered before those of other threads. That is what the processors of ARM do
// and those of x86 do not. What the model leaves out: loads that return a store whose value depends on
// them (no processor or compiler in use does that), and spurious failures of compare-exchange.

#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    memory_order_relaxed,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst,
} memory_order;

uint64_t model_load(const uint64_t *location, memory_order order);
void model_store(uint64_t *location, uint64_t value, memory_order order);
/// Adds to a location, and returns what it was.
uint64_t model_add(uint64_t *location, uint64_t value, memory_order order);
bool model_exchange_if(
    uint64_t *location, unsigned long long *expected, uint64_t value, memory_order success, memory_order failure);
void model_fence(memory_order order);

/// Reads or writes memory that is not atomic; a race with another thread ends the execution.
void model_read(const void *place);
void model_write(const void *place);

/// Lets another thread go on.
void model_yield(void);
/// Nanoseconds, which may jump between two calls.
int64_t model_time(void);

typedef struct {
    int id;
} model_object;
void model_lock(model_object *mutex);
void model_unlock(model_object *mutex);
void model_wait(model_object *condition, model_object *mutex);
void model_broadcast(model_object *condition);
int model_start(void *(*function)(void *), void *argument);
void model_join(int thread);

/// Ends the execution as failed, for a reason.
_Noreturn void model_fail(const char *reason);

#endif
