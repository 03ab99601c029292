#ifndef LANDMARK_CWEBSOCKETS_H
#define LANDMARK_CWEBSOCKETS_H

// libwebsockets, and the part of OpenSSL that makes a certificate. Both are loaded when the first server
// starts.

#if defined(__linux__)

#include <libwebsockets.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

enum {
    /// The number of bytes before a message into which `lws_write` writes its header.
    lk_lws_space = LWS_PRE,
};

/// The options of OpenSSL that allow only TLS 1.2 and later.
static inline long lk_tls_options(void) {
    return (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION);
}

/// The options of a server: it listens only where configured, fails if its port is taken, and does not load
/// the system's trusted certificates.
static inline uint64_t lk_lws_options(int uses_tls, int uses_ipv6) {
    return LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME
        | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS | LWS_SERVER_OPTION_VALIDATE_UTF8
        | LWS_SERVER_OPTION_EXPLICIT_VHOSTS
        | (uses_ipv6 ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6)
        // Unencrypted clients are told where to go instead.
        | (uses_tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT
                | LWS_SERVER_OPTION_ALLOW_NON_SSL_ON_SSL_PORT
                | LWS_SERVER_OPTION_ALLOW_HTTP_ON_HTTPS_LISTENER : 0);
}

/// Loads the libraries once.
///
/// - Returns: NULL, or the reason why they cannot be loaded.
const char *lk_websockets_load(void);

#endif

#endif
