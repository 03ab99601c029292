// Shader code: C++ and Metal compile this file. See landmark_warp_shader.h.

LW_SHADER(

/// A number with the precision of a double, or zero: `digits` times 2 to the `power`, with the
/// highest of the 53 digits set. It is neither infinite nor subnormal; `lw_prepare` rejects
/// matrices that could cause that.
typedef struct lw_real {
    ulong digits;
    int power;
    bool negative;
} lw_real;

/// Returns the number of zeros above the highest bit that is set; there must be one.
static inline int lw_leading_zeros(ulong value) {
    int zeros = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (value >> (64 - step) == 0) {
            value <<= step;
            zeros += step;
        }
    }
    return zeros;
}

/// Rounds to 53 digits, half to even. The lowest bit of `digits` represents all those below it; in
/// that case, at least 55 digits are above it.
static inline lw_real lw_rounded(ulong digits, int power, bool negative) {
    lw_real result;
    result.digits = 0;
    result.power = 0;
    result.negative = false;
    if (digits == 0) return result;
    int zeros = lw_leading_zeros(digits);
    digits <<= zeros;
    ulong kept = digits >> 11;
    ulong rest = digits & 2047;
    if (rest > 1024 || (rest == 1024 && (kept & 1) == 1)) kept += 1;
    result.power = power - zeros + 11;
    if (kept >> 53 != 0) {
        kept >>= 1;
        result.power += 1;
    }
    result.digits = kept;
    result.negative = negative;
    return result;
}

/// Returns the number with the bits of a double that is zero or normal.
static inline lw_real lw_number(ulong bits) {
    lw_real result;
    int exponent = (int)(bits >> 52) & 2047;
    result.negative = bits >> 63 != 0;
    result.digits = exponent == 0 ? 0 : (bits & ((1ul << 52) - 1)) | (1ul << 52);
    result.power = exponent - 1075;
    return result;
}

/// Converts a number of columns or rows.
static inline lw_real lw_count(int value) { return lw_rounded((ulong)value, 0, false); }

/// Returns the sum, rounded.
static inline lw_real lw_sum(lw_real a, lw_real b) {
    if (b.digits == 0) return a;
    if (a.digits == 0) return b;
    if (a.power < b.power || (a.power == b.power && a.digits < b.digits)) {
        lw_real other = a;
        a = b;
        b = other;
    }
    // Ten digits below the last; the lowest represents all that were shifted out.
    ulong larger = a.digits << 10;
    ulong smaller = b.digits << 10;
    int distance = a.power - b.power;
    if (distance > 63) {
        smaller = 1;
    } else if (distance > 0) {
        bool inexact = smaller << (64 - distance) != 0;
        smaller >>= distance;
        if (inexact) smaller |= 1;
    }
    ulong digits = a.negative == b.negative ? larger + smaller : larger - smaller;
    return lw_rounded(digits, a.power - 10, a.negative);
}

/// Returns the product, rounded.
static inline lw_real lw_product(lw_real a, lw_real b) {
    if (a.digits == 0) return a;
    if (b.digits == 0) return b;
    // 64 digits each, the highest set; the product has 127 or 128.
    ulong x = a.digits << 11;
    ulong y = b.digits << 11;
    ulong x_high = x >> 32;
    ulong y_high = y >> 32;
    ulong x_low = x & 0xffffffffu;
    ulong y_low = y & 0xffffffffu;
    ulong low = x_low * y_low;
    ulong middle = x_high * y_low + (low >> 32);
    ulong other = x_low * y_high + (middle & 0xffffffffu);
    ulong high = x_high * y_high + (middle >> 32) + (other >> 32);
    bool inexact = (other << 32) != 0 || (low & 0xffffffffu) != 0;
    if (inexact) high |= 1;
    return lw_rounded(high, a.power + b.power - 22 + 64, a.negative != b.negative);
}

/// Returns 32 divided by a number other than zero, rounded.
static inline lw_real lw_32_over(lw_real divisor) {
    ulong rest = 1ul << 52;
    ulong digits = 0;
    for (int i = 0; i < 63; i++) {
        digits <<= 1;
        if (rest >= divisor.digits) {
            rest -= divisor.digits;
            digits |= 1;
        }
        rest <<= 1;
    }
    if (rest != 0) digits |= 1;
    // 32 is 2⁵² times 2⁻⁴⁷, and the digits are the quotient times 2⁶².
    return lw_rounded(digits, -47 - divisor.power - 62, divisor.negative);
}

/// Returns the nearest integer, half to even; the number must be smaller than 2³¹.
static inline int lw_integer(lw_real value) {
    int places = -value.power;
    if (value.digits == 0 || places > 53) return 0;
    ulong whole = value.digits >> places;
    ulong rest = value.digits & ((1ul << places) - 1);
    ulong middle = 1ul << (places - 1);
    if (rest > middle || (rest == middle && (whole & 1) == 1)) whole += 1;
    return value.negative ? -(int)whole : (int)whole;
}

)
