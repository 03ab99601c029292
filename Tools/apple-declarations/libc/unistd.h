#pragma once
#include <Availability.h>
#include <sys/types.h>

#define R_OK (1 << 2)
#define W_OK (1 << 1)
#define X_OK (1 << 0)
#define F_OK 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 29
#if !defined(_POSIX_C_SOURCE) || defined(_DARWIN_C_SOURCE)
#define _SC_NPROCESSORS_CONF 57
#define _SC_NPROCESSORS_ONLN 58
#endif

int access(const char *, int);
int close(int);
int dup(int);
int dup2(int, int);
int execv(const char *, char *const *) API_UNAVAILABLE(tvos, watchos);
void _exit(int) __attribute__((noreturn));
pid_t getpid(void);
int isatty(int);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
int fsync(int);
int ftruncate(int, off_t);
long sysconf(int);
int unlink(const char *);
int rmdir(const char *);
int symlink(const char *, const char *);
int truncate(const char *, off_t);
uid_t geteuid(void);
int usleep(uint32_t);
int getpagesize(void);
