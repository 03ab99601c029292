#ifndef LANDMARK_INFLATE_H
#define LANDMARK_INFLATE_H

#include <stddef.h>
#include <stdint.h>

// What archives of models need: checksums, computed here, and inflation by the system's zlib.
//
// On Apple's systems zlib is linked, since every SDK has it. Elsewhere it is loaded when the first
// compressed entry is met: models are usually stored, and a program then needs no zlib at all.

/// Returns the CRC-32 of zip archives of `count` bytes.
uint32_t lk_crc32(const void *bytes, size_t count);

/// The same from tables alone, as on processors without instructions for it.
uint32_t lk_crc32_by_table(const void *bytes, size_t count);

/// How inflating ended.
typedef enum lk_inflate_outcome {
    /// The data ended properly.
    LK_INFLATE_ENDED,
    /// There is more data than `capacity`, or the data is cut off or damaged.
    LK_INFLATE_STOPPED,
    /// zlib is not installed, or lacks a function.
    LK_INFLATE_NO_LIBRARY,
} lk_inflate_outcome;

/// The result of `lk_inflate`.
typedef struct lk_inflate_result {
    lk_inflate_outcome outcome;
    /// zlib's last return code.
    int code;
    /// Bytes that were written.
    size_t written;
    /// Bytes behind the end of the compressed data.
    size_t unread;
} lk_inflate_result;

/// Inflates raw deflate data into at most `capacity` bytes; both sizes fit 32 bits.
lk_inflate_result lk_inflate(
    const void *compressed, size_t count, void *output, size_t capacity);

/// Returns the name under which zlib is looked for.
const char *lk_zlib_name(void);

/// Returns zlib's version at run time; null when it is not there.
const char *lk_zlib_version(void);

#endif
