// Chooses what happens in an execution, and enumerates executions.

#ifndef EXECUTION_H
#define EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

/// Which executions are tried: all that depart at most `departures` times from the usual one, in which
/// threads go on until they wait and loads return the latest store; and `random` others, which depart
/// anywhere.
typedef struct {
    int departures;
    long random;
} execution_limits;

/// Begins with the first execution.
void execution_start(execution_limits limits);
/// Begins the next execution; returns false after the last.
bool execution_next(void);
/// The number of executions so far.
long execution_count(void);
/// Chooses one of `count` continuations; 0 is the usual one.
int execution_choose(int count);

#endif
