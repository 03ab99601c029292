#if os(Linux)
import LandmarkCommandSupport
package import LandmarkDashboard
import LandmarkCore

/// How another machine, such as a phone, opens a page that others can reach.
package struct PageShare: Sendable {
    let link: String
    /// nil if libqrencode is not installed.
    package let code: QRCode?
    /// The SHA-256 fingerprint of the certificate; nil if it cannot be read.
    package let fingerprint: String?

    /// - Returns: nil for a page that only this machine can reach.
    init?(_ dashboard: Dashboard, _ options: DashboardOptions) {
        guard !options.isLocal else { return nil }
        link = dashboard.link
        code = QRCode(link)
        fingerprint = options.tls.flatMap { OwnCertificate.fingerprint(of: $0.certificate) }
    }
}

extension JSONText {
    /// Writes an object: the link, the fingerprint, and the rows of the code as text of 0 and 1.
    mutating func members(of share: PageShare) {
        object { json in
            json.key("link")
            json.string(share.link)
            json.key("fingerprint")
            json.optional(share.fingerprint) { $1.string($0) }
            json.key("code")
            json.optional(share.code) { code, json in
                json.array { json in
                    for row in code.rows { json.string(row.map { $0 ? "1" : "0" }.joined()) }
                }
            }
        }
    }
}
#endif
