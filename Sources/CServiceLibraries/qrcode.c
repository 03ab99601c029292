#include "lk_qrcode.h"

#if defined(__linux__)

#include <lk_lazy_library.h>

// The declarations of libqrencode 4's interface.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} QRcode;
extern QRcode *QRcode_encodeString8bit(const char *text, int version, int level);
extern void QRcode_free(QRcode *code);

#define QRCODE(F) F(QRcode_encodeString8bit) F(QRcode_free)

QRCODE(LK_LAZY_DEFINE)

static const lk_lazy_function functions[] = {QRCODE(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {LK_LAZY_LIBRARY("libqrencode.so.4", functions)};

static lk_lazy_state state = LK_LAZY_STATE;

int lk_qrcode_encode(const char *text, unsigned char *modules, size_t capacity) {
    if (lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), NULL)) return 0;
    QRcode *code = QRcode_encodeString8bit(text, 0, 0);
    if (!code) return 0;
    int width = code->width;
    size_t count = (size_t)width * (size_t)width;
    if (count <= capacity) {
        for (size_t i = 0; i < count; i++) modules[i] = code->data[i] & 1;
    } else {
        width = 0;
    }
    QRcode_free(code);
    return width;
}

#else

typedef int lk_qrcode_nothing;

#endif
