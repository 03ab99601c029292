// Runs the pool of workers in the model: lists of steps whose kernels read what earlier steps wrote.

#include "execution.h"
#include "lk_pool.h"
#include "model.h"
#include "model_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5, UNITS = 4 };

typedef struct {
    int row, value;
} work;

static int cells[ROWS][UNITS];
static int runs[ROWS][UNITS];
/// The caller's own memory, which it reuses for each list.
static work works[ROWS];
static lk_step steps[ROWS];

static int sum_before(int row) {
    int sum = 0;
    for (int unit = 0; row > 0 && unit < UNITS; unit++) {
        model_read(&cells[row - 1][unit]);
        sum += cells[row - 1][unit];
    }
    return sum;
}

/// Writes its units of a row, from the whole row before.
static void kernel(const void *args, int32_t begin, int32_t end) {
    const work *w = args;
    model_read(w);
    const int sum = sum_before(w->row);
    for (int32_t unit = begin; unit < end; unit++) {
        model_write(&cells[w->row][unit]);
        cells[w->row][unit] = sum + w->value + unit;
        runs[w->row][unit]++;
    }
}

/// Runs a list of steps of so many units, and checks every cell.
static void run_list(lk_pool *pool, const int *units, int count, int value) {
    for (int row = 0; row < count; row++) {
        model_write(&works[row]);
        works[row] = (work){row, value + row};
        steps[row] = (lk_step){.run = kernel, .args = &works[row], .units = units[row]};
        for (int unit = 0; unit < UNITS; unit++) {
            model_write(&cells[row][unit]);
            cells[row][unit] = runs[row][unit] = 0;
        }
    }
    lk_pool_run(pool, steps, count);
    for (int row = 0; row < count; row++) {
        const int sum = sum_before(row);
        for (int unit = 0; unit < units[row]; unit++) {
            model_read(&cells[row][unit]);
            if (runs[row][unit] != 1) model_fail("a unit did not run once");
            if (cells[row][unit] != sum + value + row + unit) model_fail("a cell is wrong");
        }
    }
}

static void *two_lists(void *unused) {
    lk_pool *pool = lk_pool_create(2, false);
    run_list(pool, (int[]){2, 1, 1, 3}, 4, 10);
    run_list(pool, (int[]){3, 2}, 2, 20);
    lk_pool_destroy(pool);
    return unused;
}

static void *three_threads(void *unused) {
    lk_pool *pool = lk_pool_create(3, false);
    run_list(pool, (int[]){3, 3}, 2, 10);
    run_list(pool, (int[]){2}, 1, 20);
    lk_pool_destroy(pool);
    return unused;
}

/// Lists of different lengths, so that a late worker that mixes two of them loses a portion.
static void *short_lists(void *unused) {
    lk_pool *pool = lk_pool_create(2, false);
    for (int i = 0; i < 3; i++) run_list(pool, (int[]){i % 2 ? 4 : 2}, 1, 10 * i);
    lk_pool_destroy(pool);
    return unused;
}

/// Workers that sleep between lists.
static void *asleep(void *unused) {
    lk_pool *pool = lk_pool_create(2, false);
    for (int i = 0; i < 2; i++) {
        while (lk_pool_sleeping(pool) == 0) model_yield();
        run_list(pool, (int[]){2}, 1, 10 * i);
    }
    while (lk_pool_sleeping(pool) == 0) model_yield();
    lk_pool_destroy(pool);
    return unused;
}

static void *held(void *unused) {
    lk_pool *pool = lk_pool_create(2, false);
    lk_pool_hold(pool);
    run_list(pool, (int[]){2}, 1, 10);
    lk_pool_release(pool);
    model_yield();
    run_list(pool, (int[]){2, 2}, 2, 20);
    lk_pool_destroy(pool);
    return unused;
}

static void *reserved_processor(void *unused) {
    lk_pool *pool = lk_pool_create(2, false);
    for (int i = 0; i < 7; i++) lk_processor_reserve();
    run_list(pool, (int[]){2, 2}, 2, 10);
    for (int i = 0; i < 7; i++) lk_processor_return();
    run_list(pool, (int[]){2, 2}, 2, 20);
    lk_pool_destroy(pool);
    return unused;
}

static const struct {
    const char *name;
    void *(*function)(void *);
} scenarios[] = {
    {"two lists", two_lists},
    {"three threads", three_threads},
    {"short lists", short_lists},
    {"asleep", asleep},
    {"held and released", held},
    {"reserved processors", reserved_processor},
};

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: %s DEPARTURES RANDOM\n", words[0]);
        return 2;
    }
    const execution_limits limits = {atoi(words[1]), atol(words[2])};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        long operations = 0;
        execution_start(limits);
        do {
            const char *failure = model_run(scenarios[i].function, &operations);
            if (!failure) continue;
            printf("%s: %s, in execution %ld\n", scenarios[i].name, failure, execution_count());
            return 1;
        } while (execution_next());
        printf("%s: %ld executions of %ld operations\n", scenarios[i].name, execution_count(),
               operations / execution_count());
    }
    return 0;
}
