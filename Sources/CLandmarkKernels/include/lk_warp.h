#ifndef LK_WARP_H
#define LK_WARP_H
#endif
