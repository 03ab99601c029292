#include "lk_lazy_library.h"
#include "lk_optional.h"

#if defined(__linux__)

#include <pthread.h>

// libqrencode 4, as its interface declares it.
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
static int is_loaded;

static void load(void) {
    char reason[256];
    is_loaded = lk_lazy_resolve(
        "libqrencode.so.4", functions, LK_LAZY_COUNT(functions), reason, sizeof reason);
}

int lk_qrcode_encode(const char *text, unsigned char *modules, size_t capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return 0;
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

#endif
