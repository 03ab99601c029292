#pragma once
#include <stdarg.h>
#include <sys/types.h>

#define EOF (-1)
typedef struct __sFILE {
    unsigned char *_p;
    int _r;
    int _w;
} FILE;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp

int fclose(FILE *);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fputs(const char *, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fprintf(FILE *, const char *, ...) __attribute__((format(printf, 2, 3)));
int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
int snprintf(char *, size_t, const char *, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *, size_t, const char *, va_list) __attribute__((format(printf, 3, 0)));
int sscanf(const char *, const char *, ...) __attribute__((format(scanf, 2, 3)));
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
