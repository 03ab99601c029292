#if os(Linux)
import Dispatch
import LandmarkCore

/// A page on this machine that shows images with results, and its server.
///
/// The server has a thread of its own. Everything here may be called from any thread and returns at
/// once: a slow browser gets fewer frames, never later ones, and holds no one up.
package final class Dashboard: Sendable {
    /// The port that the server listens on.
    package let port: Int
    /// The addresses of the page, with the token if one is needed; at least one.
    package let links: [String]
    private let mailbox: Mailbox
    private let hasEnded: DispatchSemaphore

    /// Starts the server.
    ///
    /// - Throws: ``DashboardError``.
    package init(
        _ options: DashboardOptions, _ handlers: DashboardHandlers
    ) throws(DashboardError) {
        let mailbox = Mailbox()
        let hasEnded = DispatchSemaphore(value: 0)
        self.mailbox = mailbox
        self.hasEnded = hasEnded
        port = try ServiceThread.start(options, handlers, mailbox) { hasEnded.signal() }
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

    deinit { mailbox.post { $0.isStopping = true } }

    /// Whether a browser waits for a frame. Without one, a frame need not even be made.
    package var hasRoom: Bool { mailbox.hasRoom }

    /// The server's counts.
    package var metrics: Metrics { mailbox.metrics }

    /// Shows a frame in all browsers that are ready for one; it replaces one that was not sent.
    package func show(_ frame: LiveFrame) { mailbox.post { $0.put(frame) } }

    /// Keeps a frame, which is shown in all browsers and in those that come later; with nil, none.
    package func keep(_ frame: LiveFrame?) {
        mailbox.post { post in
            post.kept = .some(frame)
            if let frame { post.put(frame) }
        }
    }

    /// Sends a frame to one browser, whose camera's image it is.
    package func answer(_ frame: LiveFrame, to browser: BrowserID) {
        mailbox.post { $0.answers[browser] = frame }
    }

    /// Sends JSON to a browser, or to all. Texts are not dropped: a browser that does not take them
    /// loses its connection.
    package func send(_ json: [UInt8], to browser: BrowserID? = nil) {
        let message = Outgoing.text(json)
        mailbox.post { $0.texts.append((browser, message)) }
    }

    /// Closes all connections, and waits until the server has ended.
    package func stop() {
        mailbox.post { $0.isStopping = true }
        hasEnded.wait()
        hasEnded.signal()
    }
}
#endif
