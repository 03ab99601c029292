#include "lk_mosquitto.h"

#if defined(__linux__)

#include <lk_lazy_library.h>

#define MOSQUITTO(F) \
    F(mosquitto_connack_string) F(mosquitto_connect) F(mosquitto_connect_callback_set) \
    F(mosquitto_destroy) F(mosquitto_disconnect) F(mosquitto_disconnect_callback_set) \
    F(mosquitto_lib_init) F(mosquitto_lib_version) F(mosquitto_loop_forever) F(mosquitto_new) F(mosquitto_publish) \
    F(mosquitto_publish_callback_set) F(mosquitto_reconnect_delay_set) F(mosquitto_strerror) \
    F(mosquitto_threaded_set) F(mosquitto_tls_set) F(mosquitto_username_pw_set) \
    F(mosquitto_will_set)

MOSQUITTO(LK_LAZY_DEFINE)

static const lk_lazy_function mosquitto[] = {MOSQUITTO(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {LK_LAZY_LIBRARY("libmosquitto.so.1", mosquitto)};

static void prepare(void) { mosquitto_lib_init(); }

const char *lk_mosquitto_load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), prepare);
}

#else

typedef int lk_mosquitto_nothing;

#endif
