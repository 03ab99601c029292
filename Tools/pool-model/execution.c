#include "execution.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_CHOICES = 1 << 20 };

static execution_limits limits;
/// What was chosen, and among how many.
static struct {
    uint8_t chosen, count;
} choices[MOST_CHOICES];
/// The choices of this execution so far, and those that repeat what was decided.
static int made, decided;
static long executions;
static bool is_random;
static uint64_t seed = 1;
/// In random executions one choice in so many departs.
static uint64_t rarity;

static uint64_t next_random(void) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed * 0x2545F4914F6CDD1Dull >> 33;
}

void execution_start(execution_limits new_limits) {
    limits = new_limits;
    made = decided = 0;
    executions = 1;
    is_random = false;
}

/// Decides the next execution in depth-first order; returns false after the last.
static bool advance(void) {
    int used = 0;
    for (int i = 0; i < made; i++) used += choices[i].chosen > 0;
    for (int i = made - 1; i >= 0; i--) {
        const bool departs = choices[i].chosen > 0;
        used -= departs;
        if (choices[i].chosen + 1 >= choices[i].count || used >= limits.departures) continue;
        choices[i].chosen++;
        decided = i + 1;
        return true;
    }
    return false;
}

bool execution_next(void) {
    if (!is_random && !advance()) is_random = true;
    if (is_random && limits.random-- <= 0) return false;
    if (is_random) rarity = 2ull << next_random() % 7;
    made = 0;
    executions++;
    return true;
}

long execution_count(void) { return executions; }

int execution_choose(int count) {
    if (count < 2) return 0;
    if (made == MOST_CHOICES) {
        fprintf(stderr, "pool-model: an execution has more than %d choices\n", MOST_CHOICES);
        exit(2);
    }
    if (is_random) {
        made++;
        return next_random() % rarity == 0 ? (int)(next_random() % (uint64_t)count) : 0;
    }
    if (made >= decided) choices[made].chosen = 0, choices[made].count = (uint8_t)count;
    return choices[made++].chosen;
}
