#if os(Linux)
import Dispatch
import LandmarkCore

/// A page on this machine that shows images with results, and its server.
///
/// The server has a thread of its own. Everything here may be called from any thread and returns at once: a
/// slow browser gets fewer frames rather than late ones, and delays no one.
package final class Dashboard: Sendable {
    /// The port that the server listens on.
    package let port: Int
    /// The addresses of the page, with the token if one is needed; at least one.
    package let links: [String]
    /// The content of the page.
    package let feed: PageFeed
    private let hasEnded: DispatchSemaphore

    /// Starts the server.
    ///
    /// - Parameter feed: Where images and results come from. A feed serves one dashboard.
    /// - Throws: ``DashboardError``.
    package init(
        _ options: DashboardOptions, _ handlers: DashboardHandlers, feed: PageFeed = PageFeed()
    ) throws(DashboardError) {
        let hasEnded = DispatchSemaphore(value: 0)
        self.feed = feed
        self.hasEnded = hasEnded
        port = try ServiceThread.start(options, handlers, feed.mailbox) { hasEnded.signal() }
        let scheme = options.tls == nil ? "http" : "https"
        let query = options.token.map { "?token=\($0.text)" } ?? ""
        let names =
            options.isLocal
            ? Array(options.addresses.prefix(1)) : options.addresses.flatMap(LocalAddress.names)
        links = names.map { [port] name in
            "\(scheme)://\(name.contains(":") ? "[\(name)]" : name):\(port)/\(query)"
        }
    }

    /// The first of ``links``.
    package var link: String { links.first ?? "" }

    deinit { feed.mailbox.post { $0.isStopping = true } }

    /// The server's counts.
    package var metrics: Metrics { feed.mailbox.metrics }

    /// Closes all connections and waits until the server has ended.
    package func stop() {
        feed.mailbox.post { $0.isStopping = true }
        hasEnded.wait()
        hasEnded.signal()
    }
}
#endif
