import LandmarkCore

/// The network address of a video or of a camera's stream.
package struct NetworkAddress: Sendable, Hashable {
    /// The supported schemes.
    package static let schemes = ["rtsp", "rtsps", "http", "https"]

    /// The address that FFmpeg opens.
    let text: String
    private let scheme: String
    /// The address for display and for results, without a user name and password, and without a
    /// query, which may contain a key.
    package let name: String

    /// - Returns: nil for text without one of ``schemes``, such as a file path.
    package init?(_ text: String) {
        scheme = text.prefix { $0 != ":" }.lowercased()
        let start = text.dropFirst(scheme.count)
        guard Self.schemes.contains(scheme), start.hasPrefix("://") else { return nil }
        self.text = text
        let rest = start.dropFirst(3).prefix { $0 != "?" && $0 != "#" }
        let host = rest.prefix { $0 != "/" }
        let user = host.lastIndex(of: "@").map { host.index(after: $0) } ?? host.startIndex
        name = scheme + "://" + host[user...] + rest[host.endIndex...]
    }

    /// Whether it is a live stream, such as a camera's.
    package var isLive: Bool { scheme == "rtsp" || scheme == "rtsps" }

    /// The protocols allowed for opening it: a server must not redirect to a file.
    var protocols: String {
        isLive ? "rtsp,rtsps,rtp,udp,tcp,tls" : "http,https,httpproxy,tcp,tls"
    }
}
