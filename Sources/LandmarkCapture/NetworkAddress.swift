import LandmarkCore

/// The network address of a video or of a camera's stream.
package struct NetworkAddress: Sendable, Hashable {
    /// The schemes that can be read.
    package static let schemes = ["rtsp", "rtsps", "http", "https"]

    /// What FFmpeg opens.
    let text: String
    private let scheme: String
    /// The address for people and for results: without a name and password in front of the host, and
    /// without a query, which may hold a key.
    package let name: String

    /// - Returns: nil for text that has none of ``schemes``, such as the path of a file.
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

    /// Whether it is a stream without beginning or end, such as a camera's.
    package var isLive: Bool { scheme == "rtsp" || scheme == "rtsps" }

    /// The protocols that opening it may use: a server must not lead to a file.
    var protocols: String {
        isLive ? "rtsp,rtsps,rtp,udp,tcp,tls" : "http,https,httpproxy,tcp,tls"
    }
}
