#include "lk_websockets.h"

#if defined(__linux__)

#include <lk_lazy_library.h>

// The library file for the version of the headers that this is compiled with.
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
    F(lws_context_user) F(lws_create_context) F(lws_create_vhost) F(lws_frame_is_binary) \
    F(lws_get_context) F(lws_get_library_version) F(lws_get_vhost_listen_port) F(lws_hdr_copy) F(lws_hdr_custom_copy) \
    F(lws_hdr_custom_length) F(lws_hdr_total_length) F(lws_is_final_fragment) \
    F(lws_is_first_fragment) F(lws_is_ssl) F(lws_remaining_packet_payload) F(lws_service) \
    F(lws_set_log_level) F(lws_set_timeout) F(lws_write)
#define CRYPTO(F) \
    F(ASN1_INTEGER_set_uint64) F(BIO_free) F(BIO_new) F(BIO_new_mem_buf) F(BIO_read) F(BIO_s_mem) F(EVP_PKEY_CTX_free) \
    F(EVP_PKEY_CTX_new_id) F(EVP_PKEY_CTX_set_ec_paramgen_curve_nid) F(EVP_PKEY_free) \
    F(EVP_PKEY_keygen) F(EVP_PKEY_keygen_init) F(EVP_sha256) F(PEM_write_bio_PKCS8PrivateKey) \
    F(PEM_read_bio_X509) F(PEM_write_bio_X509) F(X509_digest) F(X509_EXTENSION_free) F(X509V3_EXT_conf_nid) F(X509_NAME_add_entry_by_txt) \
    F(X509_add_ext) F(X509_free) F(X509_get_serialNumber) F(X509_get_subject_name) \
    F(X509_getm_notAfter) F(X509_getm_notBefore) F(X509_gmtime_adj) F(X509_new) \
    F(X509_set_issuer_name) F(X509_set_pubkey) F(X509_set_version) F(X509_sign)

WEBSOCKETS(LK_LAZY_DEFINE)
CRYPTO(LK_LAZY_DEFINE)

static const lk_lazy_function websockets[] = {WEBSOCKETS(LK_LAZY_ENTRY)};
static const lk_lazy_function crypto[] = {CRYPTO(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {
    LK_LAZY_LIBRARY(WEBSOCKETS_FILE, websockets),
    LK_LAZY_LIBRARY(CRYPTO_FILE, crypto),
};

const char *lk_websockets_load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), NULL);
}

#else

typedef int lk_websockets_nothing;

#endif
