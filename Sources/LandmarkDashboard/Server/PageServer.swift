#if os(Linux)
import CWebSockets
import LandmarkSystem

/// The server as its own thread sees it. Nothing of it is used by any other thread.
final class PageServer {
    /// What callbacks return: to go on, and to close the connection.
    private static let goOn: Int32 = 0
    private static let close: Int32 = -1

    private let options: DashboardOptions
    private let handlers: DashboardHandlers
    private let mailbox: Mailbox
    /// Set as soon as the port is known.
    var rules: AccessRules
    private var browsers: [OpaquePointer: BrowserConnection] = [:]
    /// Connections that are not WebSockets, oldest first.
    private var requests: [OpaquePointer] = []
    private var lastBrowser = 0
    private(set) var isStopping = false

    init(
        _ options: DashboardOptions, _ rules: AccessRules, _ handlers: DashboardHandlers,
        _ mailbox: Mailbox
    ) {
        self.options = options
        self.rules = rules
        self.handlers = handlers
        self.mailbox = mailbox
    }

    /// Handles a callback of the library.
    func handle(
        _ connection: OpaquePointer, _ reason: lws_callback_reasons, _ input: UnsafeRawPointer?,
        _ length: Int
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: accept(connection)
        case LWS_CALLBACK_WSI_DESTROY: requests.removeAll { $0 == connection }
        case LWS_CALLBACK_HTTP: return answer(connection)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
            let kind = input.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            return confirm(connection, upgradeTo: kind ?? "")
        case LWS_CALLBACK_HTTP_BODY: return Self.close
        case LWS_CALLBACK_ESTABLISHED: return open(connection)
        case LWS_CALLBACK_CLOSED: closed(connection)
        case LWS_CALLBACK_RECEIVE:
            return receive(connection, UnsafeRawBufferPointer(start: input, count: length))
        case LWS_CALLBACK_SERVER_WRITEABLE: return send(connection)
        case LWS_CALLBACK_EVENT_WAIT_CANCELLED: deliver()
        default: break
        }
        return Self.goOn
    }
}

// MARK: Requests

extension PageServer {
    /// Makes room for a connection that has just been opened: those that send their request slowly
    /// must not keep others out.
    private func accept(_ connection: OpaquePointer) {
        requests.append(connection)
        guard requests.count > options.limits.requests else { return }
        lws_set_timeout(requests.removeFirst(), PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC)
        mailbox.count { $0.closed += 1 }
    }

    private func answer(_ connection: OpaquePointer) -> Int32 {
        let head = RequestReader.head(of: connection, isUpgrade: false)
        if let refusal = rules.refusal(of: head) { return refuse(refusal, connection) }
        let answer: HTTPAnswer
        switch (head.method, head.path) {
        case (.other, _): answer = .notAllowed
        case (_, "/"):
            let shown = head.queryValue("token") != nil
            answer = .page(
                cookie: rules.token.flatMap { shown ? (rules.cookie, $0) : nil },
                usesTLS: rules.scheme == "https")
        case (_, "/metrics"): answer = .metrics(mailbox.metrics.text + handlers.metrics())
        default: answer = .notFound
        }
        mailbox.count { $0.answered += 1 }
        write(answer, connection, withBody: head.method != .head)
        return Self.close
    }

    private func confirm(_ connection: OpaquePointer, upgradeTo kind: String) -> Int32 {
        let head = RequestReader.head(of: connection, isUpgrade: true)
        if let refusal = rules.refusal(of: head) { return refuse(refusal, connection) }
        guard kind.lowercased() == "websocket", head.method == .get, head.path == "/live" else {
            write(.notFound, connection, withBody: true)
            return Self.close
        }
        guard browsers.count < options.limits.browsers else {
            write(.full, connection, withBody: true)
            return Self.close
        }
        return Self.goOn
    }

    private func refuse(_ refusal: AccessRules.Refusal, _ connection: OpaquePointer) -> Int32 {
        mailbox.count { $0.refused += 1 }
        write(refusal == .noToken ? .tokenNeeded : .refused, connection, withBody: true)
        return Self.close
    }

    private func write(_ answer: HTTPAnswer, _ connection: OpaquePointer, withBody: Bool) {
        var bytes = [UInt8](repeating: 0, count: Outgoing.space) + answer.bytes(withBody: withBody)
        _ = Self.write(&bytes, to: connection, LWS_WRITE_HTTP_HEADERS)
    }

    /// Writes what stands after the library's space; false when the connection is lost.
    private static func write(
        _ bytes: inout [UInt8], to connection: OpaquePointer, _ kind: lws_write_protocol
    ) -> Bool {
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            let count = buffer.count - Outgoing.space
            // What the socket does not take at once, the library keeps and sends before anything else.
            return lws_write(connection, start + Outgoing.space, count, kind) >= count
        }
    }
}

// MARK: Browsers

extension PageServer {
    private func open(_ connection: OpaquePointer) -> Int32 {
        requests.removeAll { $0 == connection }
        guard browsers.count < options.limits.browsers else { return Self.close }
        lastBrowser += 1
        let id = BrowserID(number: lastBrowser)
        var browser = BrowserConnection(id)
        _ = browser.add(Outgoing.text(handlers.greeting(id)), options.limits)
        browsers[connection] = browser
        lws_callback_on_writable(connection)
        update()
        return Self.goOn
    }

    private func closed(_ connection: OpaquePointer) {
        guard let browser = browsers.removeValue(forKey: connection) else { return }
        handlers.closed(browser.id)
        update()
    }

    /// Tells other threads what has changed.
    private func update() {
        let count = browsers.count
        mailbox.count { $0.browsers = count }
        mailbox.hasRoom = browsers.values.contains { $0.isReady(options.limits) }
    }

    /// Hands out what other threads have left.
    private func deliver() {
        let post = mailbox.take()
        if post.isStopping { isStopping = true }
        var skipped = 0
        for connection in Array(browsers.keys) {
            guard var browser = browsers[connection], !browser.isClosing else { continue }
            if let frame = post.frame, !browser.isCamera, browser.put(frame) { skipped += 1 }
            if let answer = post.answers[browser.id] { browser.answer = answer }
            var isSlow = false
            for text in post.texts
            where !isSlow && (text.recipient == nil || text.recipient == browser.id) {
                isSlow = !browser.add(text.message, options.limits)
            }
            browser.isClosing = isSlow
            browsers[connection] = browser
            if isSlow {
                mailbox.count { $0.closed += 1 }
                lws_set_timeout(connection, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
            } else if browser.hasWork(options.limits) {
                lws_callback_on_writable(connection)
            }
        }
        if skipped > 0 { mailbox.count { [skipped] in $0.framesSkipped += skipped } }
        update()
    }

    private func send(_ connection: OpaquePointer) -> Int32 {
        guard let message = browsers[connection]?.takeNext(options.limits) else { return Self.goOn }
        let isSent: Bool
        switch message {
        case .text(var bytes): isSent = Self.write(&bytes, to: connection, LWS_WRITE_TEXT)
        case .frame(var bytes):
            isSent = Self.write(&bytes, to: connection, LWS_WRITE_BINARY)
            mailbox.count { $0.framesSent += 1 }
        }
        guard isSent else { return Self.close }
        if browsers[connection]?.hasWork(options.limits) == true {
            lws_callback_on_writable(connection)
        }
        update()
        return Self.goOn
    }

    private func receive(_ connection: OpaquePointer, _ part: UnsafeRawBufferPointer) -> Int32 {
        guard var browser = browsers.removeValue(forKey: connection) else { return Self.close }
        defer { browsers[connection] = browser }
        if lws_is_first_fragment(connection) != 0 {
            browser.incoming.removeAll(keepingCapacity: browser.incoming.capacity < 1 << 18)
            browser.incomingIsBinary = lws_frame_is_binary(connection) != 0
        }
        let limit =
            browser.incomingIsBinary ? options.limits.imageBytes : options.limits.textBytes
        guard browser.incoming.count + part.count <= limit else {
            mailbox.count { $0.closed += 1 }
            lws_close_reason(connection, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, nil, 0)
            return Self.close
        }
        browser.incoming += part
        guard lws_is_final_fragment(connection) != 0,
            lws_remaining_packet_payload(connection) == 0
        else { return Self.goOn }
        let message = browser.incoming
        guard browser.incomingIsBinary else {
            handlers.text(browser.id, message)
            return Self.goOn
        }
        switch IncomingMessage(message) {
        case .shown(let number):
            if let seconds = browser.shown(number) {
                mailbox.count { $0.add(latency: seconds) }
            }
            if browser.hasWork(options.limits) { lws_callback_on_writable(connection) }
            if browser.isReady(options.limits) { mailbox.hasRoom = true }
        case .image(let number, let jpeg):
            if !browser.isCamera {
                browser.isCamera = true
                let others = browsers.values.contains { $0.isReady(options.limits) }
                mailbox.hasRoom = others
            }
            handlers.image(browser.id, number, Array(jpeg))
        case nil:
            mailbox.count { $0.closed += 1 }
            lws_close_reason(connection, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, nil, 0)
            return Self.close
        }
        return Self.goOn
    }
}
#endif
