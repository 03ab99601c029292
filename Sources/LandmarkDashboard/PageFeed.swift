#if os(Linux)
/// The content of a page: its producers hold the feed, and a ``Dashboard`` serves it.
///
/// Any thread may call it. Content that arrives before the server runs, or after it has ended, is dropped.
package final class PageFeed: Sendable {
    let mailbox = Mailbox()

    package init() {}

    /// Whether a browser waits for a frame. If not, no frame needs to be made.
    package var hasRoom: Bool { mailbox.hasRoom }

    /// Shows a frame in all browsers that are ready for one; it replaces one that was not sent.
    package func show(_ frame: LiveFrame) { mailbox.post { $0.put(frame) } }

    /// Keeps a frame, which is shown in all browsers, including those that connect later; nil keeps none.
    package func keep(_ frame: LiveFrame?) {
        mailbox.post { post in
            post.kept = .some(frame)
            if let frame { post.put(frame) }
        }
    }

    /// Sends a frame to the one browser whose camera took the image.
    package func answer(_ frame: LiveFrame, to browser: BrowserID) {
        mailbox.post { $0.answers[browser] = frame }
    }

    /// Sends JSON to a browser, or to all. Texts are not dropped: a browser that does not take them
    /// loses its connection.
    package func send(_ json: [UInt8], to browser: BrowserID? = nil) {
        let message = Outgoing.text(json)
        mailbox.post { $0.texts.append((browser, message)) }
    }
}
#endif
