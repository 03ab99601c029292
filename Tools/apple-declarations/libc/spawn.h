#pragma once
#include <Availability.h>
#include <sys/types.h>

typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;

int posix_spawn(
    pid_t *_Nullable, const char *_Nonnull, const posix_spawn_file_actions_t _Nullable *_Nullable,
    const posix_spawnattr_t _Nullable *_Nullable, char *const _Nullable *_Nonnull,
    char *const _Nullable *_Nullable) API_UNAVAILABLE(tvos, watchos);
