// The order of sums in half precision, the same for every instruction set.

#ifndef LK_F16_ORDER_H
#define LK_F16_ORDER_H

enum {
    /// Segments, of eight channels or a row of an image, whose products are summed in half precision before the sum is added
    /// to a float. More of them take fewer instructions, and are less precise.
    LK_HALF_SEGMENTS = 4,
};

#endif
