#pragma once
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
int atexit(void (*_Nonnull)(void));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
char *realpath(const char *, char *);
char *mkdtemp(char *);
int mkstemp(char *);
long strtol(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
void qsort(void *, size_t, size_t, int (*_Nonnull)(const void *, const void *));
uint32_t arc4random(void);
#ifdef __cplusplus
}
#endif
