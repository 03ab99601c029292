#define _GNU_SOURCE
#include "lk_websockets.h"

// Linking libwebsockets would load OpenSSL at every start of the program, and ask for both where no
// page is served. The functions are defined here as jumps to the real ones, which
// `lk_websockets_load` resolves when a server starts.

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The file of the version whose headers this was compiled with.
#if LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 1
#define WEBSOCKETS_FILE "libwebsockets.so.17"
#elif LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 2
#define WEBSOCKETS_FILE "libwebsockets.so.18"
#elif LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 3
#define WEBSOCKETS_FILE "libwebsockets.so.19"
#else
#define WEBSOCKETS_FILE "libwebsockets.so"
#endif
#define CRYPTO_FILE "libcrypto.so.3"

#define WEBSOCKETS(F) \
    F(lws_callback_on_writable) F(lws_cancel_service) F(lws_close_reason) F(lws_context_destroy) \
    F(lws_context_user) F(lws_create_context) F(lws_frame_is_binary) F(lws_get_context) \
    F(lws_get_vhost_by_name) F(lws_get_vhost_listen_port) F(lws_hdr_copy) F(lws_hdr_custom_copy) \
    F(lws_hdr_custom_length) F(lws_hdr_total_length) F(lws_is_final_fragment) \
    F(lws_is_first_fragment) F(lws_remaining_packet_payload) F(lws_service) \
    F(lws_set_log_level) F(lws_set_timeout) F(lws_write)
#define CRYPTO(F) \
    F(ASN1_INTEGER_set_uint64) F(BIO_free) F(BIO_new) F(BIO_read) F(BIO_s_mem) F(EVP_PKEY_CTX_free) \
    F(EVP_PKEY_CTX_new_id) F(EVP_PKEY_CTX_set_ec_paramgen_curve_nid) F(EVP_PKEY_free) \
    F(EVP_PKEY_keygen) F(EVP_PKEY_keygen_init) F(EVP_sha256) F(PEM_write_bio_PKCS8PrivateKey) \
    F(PEM_write_bio_X509) F(X509_EXTENSION_free) F(X509V3_EXT_conf_nid) F(X509_NAME_add_entry_by_txt) \
    F(X509_add_ext) F(X509_free) F(X509_get_serialNumber) F(X509_get_subject_name) \
    F(X509_getm_notAfter) F(X509_getm_notBefore) F(X509_gmtime_adj) F(X509_new) \
    F(X509_set_issuer_name) F(X509_set_pubkey) F(X509_set_version) F(X509_sign)
#define EVERY(F) WEBSOCKETS(F) CRYPTO(F)

#if defined(__x86_64__)
#define JUMP(name) "jmp *lk_real_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) \
    "adrp x16, lk_real_" #name "\n" \
    "ldr x16, [x16, :lo12:lk_real_" #name "]\n" \
    "br x16\n"
#else
#error "no jump for this processor"
#endif
#define DEFINE(name) \
    __attribute__((visibility("hidden"), used)) void *lk_real_##name; \
    __asm__( \
        ".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ",%function\n" \
        #name ":\n" JUMP(name) ".size " #name ", .-" #name "\n");
EVERY(DEFINE)

typedef struct {
    const char *name;
    void **real;
} entry;

#define ENTRY(name) {#name, &lk_real_##name},
static const entry websockets[] = {WEBSOCKETS(ENTRY)};
static const entry crypto[] = {CRYPTO(ENTRY)};

static char reason[256];

static int resolve(const char *file, const entry *entries, int count) {
    // Never unloaded, because OpenSSL registers functions for the program's end.
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *message = dlerror();
        snprintf(reason, sizeof reason, "%s", message ? message : file);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        *entries[i].real = dlsym(library, entries[i].name);
        if (*entries[i].real) continue;
        snprintf(reason, sizeof reason, "%s has no %s", file, entries[i].name);
        return 0;
    }
    return 1;
}

#define COUNT(entries) ((int)(sizeof(entries) / sizeof(*(entries))))

static void load(void) {
    if (resolve(WEBSOCKETS_FILE, websockets, COUNT(websockets)))
        resolve(CRYPTO_FILE, crypto, COUNT(crypto));
}

const char *lk_websockets_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

#else

typedef int lk_websockets_nothing;

#endif
