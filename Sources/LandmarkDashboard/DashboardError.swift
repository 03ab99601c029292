import LandmarkCore

/// Why a page cannot be served.
package enum DashboardError: LandmarkError, Hashable {
    /// libwebsockets or OpenSSL cannot be loaded.
    case libraryMissing(reason: String)
    /// The address cannot be listened on, for example because another program does.
    case cannotListen(host: String, port: Int, reason: String)
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
        case .badCertificate(let file, let reason):
            "\(file) cannot be used as a certificate: \(reason)"
        case .noCertificate(let folder, let reason):
            "no certificate can be made in \(folder): \(reason)"
        }
    }
}
