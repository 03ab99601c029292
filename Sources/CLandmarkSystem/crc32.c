// CRC-32 with the reflected polynomial 0xEDB88320.
//
// A bundle of networks has several megabytes and is checked at every start. With carry-less
// multiplication or a CRC instruction, processors need a tenth of the instructions that tables
// take.

#include "inflate.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/// The effect of one more byte on a remainder; in tables[n], n zero bytes follow it.
static uint32_t tables[16][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_tables(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t remainder = byte;
        for (int bit = 0; bit < 8; bit++)
            remainder = (remainder >> 1) ^ (0xEDB88320u & (0u - (remainder & 1)));
        tables[0][byte] = remainder;
    }
    for (int zeros = 1; zeros < 16; zeros++)
        for (int byte = 0; byte < 256; byte++) {
            const uint32_t before = tables[zeros - 1][byte];
            tables[zeros][byte] = (before >> 8) ^ tables[0][before & 255];
        }
}

static uint32_t load32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16
        | (uint32_t)bytes[3] << 24;
}

/// Returns the remainder of `word` followed by `zeros` zero bytes.
static uint32_t slice(uint32_t word, int zeros) {
    return tables[zeros + 3][word & 255] ^ tables[zeros + 2][word >> 8 & 255]
        ^ tables[zeros + 1][word >> 16 & 255] ^ tables[zeros][word >> 24];
}

/// Continues a remainder, sixteen bytes at a time.
static uint32_t by_table(uint32_t remainder, const uint8_t *bytes, size_t count) {
    pthread_once(&once, make_tables);
    for (; count >= 16; bytes += 16, count -= 16)
        remainder = slice(load32(bytes) ^ remainder, 12) ^ slice(load32(bytes + 4), 8)
            ^ slice(load32(bytes + 8), 4) ^ slice(load32(bytes + 12), 0);
    for (; count > 0; bytes++, count--)
        remainder = (remainder >> 8) ^ tables[0][(remainder ^ *bytes) & 255];
    return remainder;
}

#if defined(__x86_64__)

#include <immintrin.h>

/// Shifts 16 bytes by the distance given by `factors`, and adds the bytes there.
__attribute__((target("pclmul"))) static __m128i shifted(
    __m128i value, __m128i factors, __m128i there) {
    const __m128i low = _mm_clmulepi64_si128(value, factors, 0x00);
    const __m128i high = _mm_clmulepi64_si128(value, factors, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), there);
}

/// Folds all but the last bytes into 16 that have the same remainder; `count` is at least 64.
__attribute__((target("pclmul"))) static uint32_t by_folding(
    uint32_t remainder, const uint8_t *bytes, size_t count) {
    // Powers of x modulo the polynomial: x^(512+32), x^(512-32), x^(128+32), x^(128-32), reflected.
    const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
    const __m128i by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    const __m128i *input = (const __m128i *)bytes;
    __m128i sums[4];
    for (int lane = 0; lane < 4; lane++) sums[lane] = _mm_loadu_si128(input++);
    sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128((int)remainder));
    for (count -= 64; count >= 64; count -= 64)
        for (int lane = 0; lane < 4; lane++)
            sums[lane] = shifted(sums[lane], by64, _mm_loadu_si128(input++));
    __m128i sum = sums[0];
    for (int lane = 1; lane < 4; lane++) sum = shifted(sum, by16, sums[lane]);
    for (; count >= 16; count -= 16) sum = shifted(sum, by16, _mm_loadu_si128(input++));
    uint8_t rest[16];
    _mm_storeu_si128((__m128i *)rest, sum);
    return by_table(by_table(0, rest, sizeof rest), (const uint8_t *)input, count);
}

static uint32_t advance(uint32_t remainder, const uint8_t *bytes, size_t count) {
    if (count >= 64 && __builtin_cpu_supports("pclmul"))
        return by_folding(remainder, bytes, count);
    return by_table(remainder, bytes, count);
}

#elif defined(__aarch64__)

#include <arm_acle.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

// All of Apple's processors, and all from ARMv8.1 on, have the instructions; others may.

#if defined(__ARM_FEATURE_CRC32)
#define LK_CRC_INSTRUCTIONS
static bool has_instructions(void) { return true; }
#else
#define LK_CRC_INSTRUCTIONS __attribute__((target("crc")))
static bool has_instructions(void) {
#if defined(__linux__)
    return getauxval(AT_HWCAP) & HWCAP_CRC32;
#else
    return false;
#endif
}
#endif

LK_CRC_INSTRUCTIONS static uint32_t by_instruction(
    uint32_t remainder, const uint8_t *bytes, size_t count) {
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        remainder = __crc32d(remainder, word);
    }
    for (; count > 0; bytes++, count--) remainder = __crc32b(remainder, *bytes);
    return remainder;
}

static uint32_t advance(uint32_t remainder, const uint8_t *bytes, size_t count) {
    return has_instructions() ? by_instruction(remainder, bytes, count)
                              : by_table(remainder, bytes, count);
}

#else

static uint32_t advance(uint32_t remainder, const uint8_t *bytes, size_t count) {
    return by_table(remainder, bytes, count);
}

#endif

uint32_t lk_crc32(const void *bytes, size_t count) {
    return ~advance(~0u, bytes, count);
}

uint32_t lk_crc32_by_table(const void *bytes, size_t count) {
    return ~by_table(~0u, bytes, count);
}
