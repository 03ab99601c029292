// The order of sums in half precision, the same for every instruction set.

#ifndef LK_F16_ORDER_H
#define LK_F16_ORDER_H

enum {
    /// The number of segments whose products are summed in half precision before the sum is added to a
    /// float. A segment is eight channels, or a row of an image. More segments take fewer instructions,
    /// but are less precise.
    LK_HALF_SEGMENTS = 4,
};

#endif
