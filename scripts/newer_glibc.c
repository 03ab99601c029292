// The functions of glibc newer than 2.27 that Swift's static libraries and the static C++ library use, for
// systems with an older one. They read a few settings, in which C23's binary numbers do not occur.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether a program has no threads, which only newer versions of glibc report. “No” is always safe.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

// Copies as much of a string as fits with its end; returns the length of the whole string.
size_t strlcpy(char *destination, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(destination, source, copied);
        destination[copied] = 0;
    }
    return length;
}
