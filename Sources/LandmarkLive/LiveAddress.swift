#if os(Linux)
import LandmarkCore
package import LandmarkDashboard

/// Where a page is served, and to whom.
///
/// Only this machine reaches the page unless ``host`` names another address. Then every request needs the
/// token that ``LivePage/links`` contain, and is encrypted.
public struct LiveAddress: Sendable, Hashable {
    /// The numeric address or name to listen on; nil for 127.0.0.1 and ::1.
    public var host: String?
    /// The port; 0 for any that is free.
    public var port = 8765
    /// Further names under which browsers reach this machine.
    public var names: [String] = []
    /// The paths of a certificate and its key as PEM; nil for a certificate that is made on first use and
    /// kept in `~/.local/share/landmarkkit`, of which browsers warn.
    public var certificate: (file: String, key: String)? {
        get { tls.map { ($0.certificate, $0.key) } }
        set { tls = newValue.map { .init(certificate: $0.file, key: $0.key) } }
    }
    private var tls: DashboardOptions.TLSFiles?

    /// This machine alone, at port 8765.
    public init() {}

    /// What the server is started with.
    ///
    /// - Throws: `DashboardError` for an address that this machine does not have, and when no certificate
    ///   can be read or made.
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
