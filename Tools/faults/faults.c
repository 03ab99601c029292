// Makes one system call of a program fail, for tests: LD_PRELOAD=faults.so.
//
// FAULT_CALL   the kind of call, one of `names`; without it nothing fails
// FAULT_AT     which call of that kind fails, from 1
// FAULT_HOW    once (the default); always: all later calls of the kind fail, too, except those about standard
//              error; short: a read or write moves half of the bytes, which is legal; or interrupted: it
//              fails with EINTR, which is legal, too
// FAULT_PATH   count only calls about files whose paths end with this
// FAULT_NAME   the program in which calls fail, by the end of its path; others run undisturbed
// FAULT_WAIT   if it is set, no call counts before the program has called `faults_begin`
// FAULT_REPORT the file that gets a line for the fault when it happens, and at the end one for each kind with
//              its number of calls
//
// Only calls of the program and of its shared libraries are seen, not those of the C library itself.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The fault's position in the stack is found by walking it, and only these are public in the C library.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

#define EXPORT __attribute__((visibility("default")))

enum kind {
    OPEN, READ, WRITE, SYNC, RENAME, MAP, ALLOCATE, THREAD, CLOCK, CLOSE, TRUNCATE, MAKE_FOLDER, STATUS, LIST,
    KINDS
};
static const char *const names[KINDS] = {
    "open", "read", "write", "fsync", "rename", "mmap", "malloc", "pthread_create", "clock_gettime", "close",
    "ftruncate", "mkdir", "stat", "readdir",
};
static const int errors[KINDS] = {
    EMFILE, EIO, ENOSPC, EIO, EIO, ENOMEM, ENOMEM, EAGAIN, EINVAL, EIO, EIO, ENOSPC, EIO, EIO,
};
/// Smaller allocations do not fail: Linux grants them.
enum { LARGE = 64 << 10 };
/// The number of failing calls that are reported.
enum { REPORTED = 200 };

static atomic_long counts[KINDS];
static int wanted = -1;
static long wanted_at;
static int is_short, is_lasting, is_interrupted;
static atomic_int is_on;
static char report_path[512], wanted_path[512];

/// Adds text to the report, by calls that are not counted.
static void report(const char *text, size_t size) {
    const int file = (int)syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    syscall(SYS_write, file, text, size);
    syscall(SYS_close, file);
}

static void report_fault(const char *subject) {
    char line[1024];
    void *frames[24];
    int length = snprintf(
        line, sizeof line, "fault %s %ld %s\nstack", names[wanted], wanted_at, subject ? subject : "");
    const int depth = backtrace(frames, 24);
    for (int i = 2; i < depth && length < 800; i++) {
        Dl_info info;
        if (!dladdr(frames[i], &info) || !info.dli_fname) continue;
        const char *name = strrchr(info.dli_fname, '/');
        length += snprintf(
            line + length, sizeof line - (size_t)length, " %.40s+%lx", name ? name + 1 : info.dli_fname,
            (unsigned long)((char *)frames[i] - (char *)info.dli_fbase));
    }
    line[length++] = '\n';
    report(line, (size_t)length);
}

/// Whether a text ends with another.
static int ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), count = strlen(end);
    return length >= count && !strcmp(text + length - count, end);
}

/// Counts a call about a file or something else. Returns whether it fails.
static int counted(enum kind kind, const char *subject) {
    if (!is_on || (wanted_path[0] && !ends_with(subject, wanted_path))) return 0;
    const long number = atomic_fetch_add(&counts[kind], 1) + 1;
    return (int)kind == wanted && wanted_at > 0 && (is_lasting ? number >= wanted_at : number == wanted_at);
}

/// Reports a call that fails, and sets `errno`.
static void fail(enum kind kind, const char *subject) {
    static atomic_int reported;
    if (atomic_fetch_add(&reported, 1) < REPORTED) report_fault(subject);
    errno = is_interrupted ? EINTR : errors[kind];
}

/// Counts a call, and reports it if it is the one that fails, with `errno` set.
static int fails(enum kind kind, const char *subject) {
    if (!counted(kind, subject)) return 0;
    fail(kind, subject);
    return 1;
}

/// The same, for a call about an open file.
static int fails_for(enum kind kind, int file) {
    if (!is_on || (is_lasting && file == STDERR_FILENO)) return 0;
    // Names only the file of the call that fails: asking for a name takes a system call.
    if (!wanted_path[0] && !counted(kind, "")) return 0;
    char link[32], subject[300];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int length = snprintf(subject, sizeof subject, "%d:", file);
    const long got = syscall(SYS_readlinkat, AT_FDCWD, link, subject + length, sizeof subject - 1 - (size_t)length);
    subject[got < 0 ? length : length + (int)got] = 0;
    if (wanted_path[0] && !counted(kind, subject)) return 0;
    fail(kind, subject);
    return 1;
}

EXPORT void faults_begin(void) { is_on = report_path[0] != 0; }

__attribute__((constructor)) static void begin(void) {
    const char *call = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
    const char *path = getenv("FAULT_REPORT"), *name = getenv("FAULT_NAME");
    char program[512] = "";
    const ssize_t got = readlink("/proc/self/exe", program, sizeof program - 1);
    if (!path || got < 0 || (name && !ends_with(program, name))) return;
    snprintf(report_path, sizeof report_path, "%s", path);
    const char *about = getenv("FAULT_PATH");
    snprintf(wanted_path, sizeof wanted_path, "%s", about ? about : "");
    // Loads what walks the stack, before calls are counted.
    void *frames[2];
    backtrace(frames, 2);
    for (int kind = 0; call && kind < KINDS; kind++)
        if (!strcmp(call, names[kind])) wanted = kind;
    wanted_at = at ? atol(at) : 0;
    is_short = how && !strcmp(how, "short");
    is_lasting = how && !strcmp(how, "always");
    is_interrupted = how && !strcmp(how, "interrupted");
    if (!getenv("FAULT_WAIT")) faults_begin();
}

__attribute__((destructor)) static void end(void) {
    if (!is_on) return;
    is_on = 0;
    char text[KINDS * 40];
    int length = 0;
    for (int kind = 0; kind < KINDS; kind++)
        length += snprintf(
            text + length, sizeof text - (size_t)length, "calls %s %ld\n", names[kind], (long)counts[kind]);
    report(text, (size_t)length);
}

// MARK: Files

static int open_at(int folder, const char *path, int flags, va_list arguments) {
    const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
    if (fails(OPEN, path)) return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN_FUNCTION(name, folder, ...) \
    EXPORT int name(__VA_ARGS__) { \
        va_list arguments; \
        va_start(arguments, flags); \
        const int file = open_at(folder, path, flags, arguments); \
        va_end(arguments); \
        return file; \
    }
OPEN_FUNCTION(open, AT_FDCWD, const char *path, int flags, ...)
OPEN_FUNCTION(open64, AT_FDCWD, const char *path, int flags, ...)
OPEN_FUNCTION(openat, folder, int folder, const char *path, int flags, ...)
OPEN_FUNCTION(openat64, folder, int folder, const char *path, int flags, ...)

/// The C library's own function.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

EXPORT FILE *fopen(const char *path, const char *mode) { return fails(OPEN, path) ? NULL : REAL(fopen)(path, mode); }
EXPORT FILE *fopen64(const char *path, const char *mode) { return fails(OPEN, path) ? NULL : REAL(fopen64)(path, mode); }

EXPORT int close(int file) {
    const int fault = fails_for(CLOSE, file), error = errno;
    const int result = (int)syscall(SYS_close, file);
    // Linux closes the file whatever it reports.
    if (fault) errno = error;
    return fault ? -1 : result;
}

EXPORT int fsync(int file) { return fails_for(SYNC, file) ? -1 : (int)syscall(SYS_fsync, file); }
EXPORT int fdatasync(int file) { return fails_for(SYNC, file) ? -1 : (int)syscall(SYS_fdatasync, file); }
EXPORT int ftruncate(int file, off_t size) { return fails_for(TRUNCATE, file) ? -1 : (int)syscall(SYS_ftruncate, file, size); }
EXPORT int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

EXPORT int rename(const char *old, const char *new) {
    return fails(RENAME, new) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}
EXPORT int renameat(int from, const char *old, int to, const char *new) {
    return fails(RENAME, new) ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}
EXPORT int mkdir(const char *path, mode_t mode) {
    return fails(MAKE_FOLDER, path) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

EXPORT int stat(const char *path, struct stat *target) { return fails(STATUS, path) ? -1 : REAL(stat)(path, target); }
EXPORT int lstat(const char *path, struct stat *target) { return fails(STATUS, path) ? -1 : REAL(lstat)(path, target); }
EXPORT int fstat(int file, struct stat *target) { return fails_for(STATUS, file) ? -1 : REAL(fstat)(file, target); }
EXPORT int stat64(const char *path, struct stat64 *target) { return fails(STATUS, path) ? -1 : REAL(stat64)(path, target); }
EXPORT int lstat64(const char *path, struct stat64 *target) { return fails(STATUS, path) ? -1 : REAL(lstat64)(path, target); }
EXPORT int fstat64(int file, struct stat64 *target) { return fails_for(STATUS, file) ? -1 : REAL(fstat64)(file, target); }

typedef struct __dirstream DIR;
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
struct dirent *readdir64(DIR *);
EXPORT DIR *opendir(const char *path) { return fails(OPEN, path) ? NULL : REAL(opendir)(path); }
EXPORT struct dirent *readdir(DIR *folder) { return fails(LIST, "") ? NULL : REAL(readdir)(folder); }
EXPORT struct dirent *readdir64(DIR *folder) { return fails(LIST, "") ? NULL : REAL(readdir64)(folder); }

// MARK: Bytes

/// How many bytes a call may move: a short one half of them. -1 if it fails.
static ssize_t allowed(enum kind kind, int file, size_t count) {
    if (!fails_for(kind, file)) return (ssize_t)count;
    return is_short ? (ssize_t)(count / 2 + count % 2) : -1;
}

EXPORT ssize_t read(int file, void *target, size_t count) {
    const ssize_t part = allowed(READ, file, count);
    return part < 0 ? -1 : syscall(SYS_read, file, target, part);
}
EXPORT ssize_t __read_chk(int file, void *target, size_t count, size_t size) {
    (void)size;
    return read(file, target, count);
}
EXPORT ssize_t pread(int file, void *target, size_t count, off_t offset) {
    const ssize_t part = allowed(READ, file, count);
    return part < 0 ? -1 : syscall(SYS_pread64, file, target, part, offset);
}
EXPORT ssize_t pread64(int file, void *target, size_t count, off_t offset) { return pread(file, target, count, offset); }
EXPORT ssize_t write(int file, const void *source, size_t count) {
    const ssize_t part = allowed(WRITE, file, count);
    return part < 0 ? -1 : syscall(SYS_write, file, source, part);
}
EXPORT ssize_t pwrite(int file, const void *source, size_t count, off_t offset) {
    const ssize_t part = allowed(WRITE, file, count);
    return part < 0 ? -1 : syscall(SYS_pwrite64, file, source, part, offset);
}
EXPORT ssize_t pwrite64(int file, const void *source, size_t count, off_t offset) { return pwrite(file, source, count, offset); }
EXPORT ssize_t writev(int file, const struct iovec *parts, int count) {
    if (!fails_for(WRITE, file)) return syscall(SYS_writev, file, parts, count);
    return is_short && count > 0 ? syscall(SYS_write, file, parts[0].iov_base, parts[0].iov_len) : -1;
}

// MARK: Memory, threads and time

EXPORT void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    return fails_for(MAP, file) ? (void *)-1 : (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}
EXPORT void *mmap64(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap(place, size, protection, flags, file, offset);
}

/// Whether an allocation is the one that fails.
static int lacks(size_t size) {
    if (size < LARGE || !is_on) return 0;
    char subject[32];
    snprintf(subject, sizeof subject, "%zu", size);
    return fails(ALLOCATE, subject);
}

EXPORT void *malloc(size_t size) { return lacks(size) ? NULL : __libc_malloc(size); }
EXPORT void *calloc(size_t count, size_t size) {
    return size && count < SIZE_MAX / size && lacks(count * size) ? NULL : __libc_calloc(count, size);
}
EXPORT void *realloc(void *old, size_t size) { return lacks(size) ? NULL : __libc_realloc(old, size); }
EXPORT void *memalign(size_t alignment, size_t size) { return lacks(size) ? NULL : __libc_memalign(alignment, size); }
EXPORT void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
EXPORT int posix_memalign(void **target, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (!memory) return ENOMEM;
    *target = memory;
    return 0;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    return fails(THREAD, "") ? EAGAIN : REAL(pthread_create)(thread, attributes, body, argument);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *target) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    return fails(CLOCK, "") ? -1 : real(clock, target);
}
