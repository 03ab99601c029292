import LandmarkCore

/// Why a page cannot be served.
package enum DashboardError: LandmarkError, Hashable {
    /// libwebsockets or OpenSSL cannot be loaded.
    case libraryMissing(reason: String)
    /// The server cannot listen on the address, for example because another program does.
    case cannotListen(host: String, port: Int, reason: String)
    /// The system bound an address other than the requested one; nothing was served there.
    case boundElsewhere(host: String, port: Int, address: String)
    /// Others could reach the address, but a token or encryption is missing.
    case unprotected(host: String)
    /// A certificate or its key cannot be used.
    case badCertificate(file: String, reason: String)
    /// A certificate cannot be made or kept.
    case noCertificate(folder: String, reason: String)

    package var description: String {
        switch self {
        case .libraryMissing(let reason):
            "libwebsockets is needed to serve a page, and cannot be loaded: \(reason)"
        case .cannotListen(let host, let port, let reason):
            "cannot listen on \(host), port \(port): \(reason)"
        case .boundElsewhere(let host, let port, let address):
            "asked to listen on \(host), port \(port), but the socket was bound to \(address);"
                + " nothing is served"
        case .unprotected(let host):
            "\(host) can be reached by others, so it is served only with a token and TLS"
        case .badCertificate(let file, let reason):
            "\(file) cannot be used as a certificate: \(reason)"
        case .noCertificate(let folder, let reason):
            "cannot create a certificate in \(folder): \(reason)"
        }
    }
}
