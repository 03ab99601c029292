// A digest with a secret key, which distinguishes models in a fraction of the time of a cryptographic one.
//
// It has two levels, like UMAC (Black et al., 1999). NH multiplies the words of a block in pairs, each with a
// word of the key added: blocks that differ have the same sum for at most one of 2^64 keys. The sums are the
// coefficients of a polynomial modulo a prime, whose values at two secret points are the digest: two
// polynomials of degree d have the same value at no more than d points.

#include "content_digest.h"

#include <string.h>

/// The number of words in a block. The key has as many, plus the two points.
enum { BLOCK = LK_DIGEST_KEY - 2 };

__extension__ typedef unsigned __int128 wide;

/// 2^61 − 1.
static const uint64_t prime = ((uint64_t)1 << 61) - 1;

/// Returns `value · point + term` modulo the prime, for a value and a point of at most 61 bits.
static uint64_t horner(uint64_t value, uint64_t point, uint32_t term) {
    const wide product = (wide)value * point + term;
    const uint64_t sum = ((uint64_t)product & prime) + (uint64_t)(product >> 61);
    return sum >= prime ? sum - prime : sum;
}

/// Returns the sum of a block's products modulo 2^128.
static wide block_sum(const uint8_t *bytes, const uint64_t *key) {
    wide sum = 0;
    for (int i = 0; i < BLOCK; i += 2) {
        uint64_t words[2];
        memcpy(words, bytes + 8 * i, sizeof words);
        sum += (wide)(words[0] + key[i]) * (words[1] + key[i + 1]);
    }
    return sum;
}

lk_digest lk_content_digest(const void *bytes, size_t count, const uint64_t *key) {
    const uint8_t *next = bytes;
    const uint64_t points[2] = {key[BLOCK] & prime, key[BLOCK + 1] & prime};
    lk_digest digest = {0, 0};
    uint8_t padded[8 * BLOCK];
    while (count > 0) {
        const uint8_t *block = next;
        size_t used = sizeof padded;
        if (count < used) {
            memset(padded, 0, sizeof padded);
            memcpy(padded, next, count);
            block = padded;
            used = count;
        }
        const wide sum = block_sum(block, key);
        for (int shift = 0; shift < 128; shift += 32) {
            const uint32_t term = (uint32_t)(sum >> shift);
            digest.first = horner(digest.first, points[0], term);
            digest.second = horner(digest.second, points[1], term);
        }
        next += used;
        count -= used;
    }
    return digest;
}
