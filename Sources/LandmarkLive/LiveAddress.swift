#if os(Linux)
import LandmarkCore
package import LandmarkDashboard

/// Where a page is served, and who can reach it.
///
/// Only this machine can reach the page unless ``host`` names another address. In that case, requests are
/// encrypted, and each needs the token in ``LivePage/links``.
public struct LiveAddress: Sendable, Hashable {
    /// The numeric address or name to listen on; nil for 127.0.0.1 and ::1.
    public var host: String?
    /// The port; 0 for any free port.
    public var port = 8765
    /// Additional names under which browsers reach this machine.
    public var names: [String] = []
    /// The paths of a certificate and its key as PEM; nil for a certificate that is made on first use and
    /// kept in `~/.local/share/landmarkkit`. Browsers warn about such a certificate.
    public var certificate: (file: String, key: String)? {
        get { tls.map { ($0.certificate, $0.key) } }
        set { tls = newValue.map { .init(certificate: $0.file, key: $0.key) } }
    }
    private var tls: DashboardOptions.TLSFiles?

    /// Serves only this machine, at port 8765.
    public init() {}

    /// The options that the server is started with.
    ///
    /// - Throws: `DashboardError` for an address that this machine does not have, or if no certificate can be
    ///   read or made.
    package var options: DashboardOptions {
        get throws(DashboardError) {
            var options = DashboardOptions()
            options.port = port
            if let host { try options.setHost(host) }
            options.names = Set(names)
            options.tls = tls
            if !options.isLocal {
                options.token = AccessToken()
                if options.tls == nil {
                    options.tls = try OwnCertificate.files(in: Self.folder, for: options.host)
                }
            }
            try options.check()
            return options
        }
    }

    /// The user's data folder.
    package static var folder: String {
        let data =
            CurrentProcess.environment("XDG_DATA_HOME")
            ?? Path.join(CurrentProcess.environment("HOME") ?? "/", ".local/share")
        return Path.join(data, "landmarkkit")
    }
}
#endif
