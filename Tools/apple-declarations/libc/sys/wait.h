#pragma once
#include <sys/types.h>

#define WNOHANG 0x00000001

pid_t waitpid(pid_t, int *, int);
