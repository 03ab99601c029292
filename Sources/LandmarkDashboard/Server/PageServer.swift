#if os(Linux)
import CWebSockets
import LandmarkCore

/// The server's state and callbacks, used only on its own thread.
final class PageServer {
    /// The results of callbacks: to continue, and to close the connection.
    static let goOn: Int32 = 0
    static let close: Int32 = -1

    let options: DashboardOptions
    let handlers: DashboardHandlers
    let mailbox: Mailbox
    /// Set as soon as the port is known.
    var rules: AccessRules
    var browsers: [OpaquePointer: BrowserConnection] = [:]
    /// Connections that are not WebSockets, oldest first.
    var requests: [OpaquePointer] = []
    /// Resources on their way.
    var transfers: [OpaquePointer: Transfer] = [:]
    var lastBrowser = 0
    /// The frame that is shown to a browser that connects when no new frames arrive.
    var kept: LiveFrame?
    var isStopping = false

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
        case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
            return admits(Int32(truncatingIfNeeded: Int(bitPattern: input)))
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: accept(connection)
        case LWS_CALLBACK_WSI_DESTROY:
            requests.removeAll { $0 == connection }
            transfers.removeValue(forKey: connection)?.cancel()
        case LWS_CALLBACK_HTTP: return answer(connection)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
            // Does not use what `input` points to: for an unknown protocol, the library has already freed it
            // (CVE-2025-11677). The headers are then gone, too, so the request is refused.
            return confirm(connection)
        case LWS_CALLBACK_HTTP_BODY: return Self.close
        case LWS_CALLBACK_HTTP_WRITEABLE: return sendPart(connection)
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
    /// Makes room for a connection that has just been opened: connections that send their requests slowly
    /// must not keep others out.
    private func accept(_ connection: OpaquePointer) {
        requests.append(connection)
        guard requests.count > options.limits.requests else { return }
        lws_set_timeout(requests.removeFirst(), PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC)
        mailbox.count { $0.closed += 1 }
    }

    /// Whether a connection that was just accepted may send a request: on this machine's own address, only a
    /// connection from this machine.
    ///
    /// - Parameter file: The connection's socket.
    private func admits(_ file: Int32) -> Int32 {
        guard options.isLocal else { return Self.goOn }
        let isOwn =
            SocketAddress.peer(of: file)?.isLoopback == true
            && SocketAddress.local(of: file)?.isLoopback == true
        if !isOwn { mailbox.count { $0.refused += 1 } }
        return isOwn ? Self.goOn : Self.close
    }

    private func answer(_ connection: OpaquePointer) -> Int32 {
        let head = RequestReader.head(of: connection, isUpgrade: false)
        if isBare(connection) { return sendToEncrypted(head, connection) }
        if let refusal = rules.refusal(of: head) { return refuse(refusal, connection) }
        if head.path.hasPrefix("/history/"), head.method != .other, let history = handlers.history {
            return start(history, head, connection)
        }
        let answer: HTTPAnswer
        switch (head.method, head.path) {
        case (.other, _), (.delete, _): answer = .notAllowed
        case (_, "/") where handlers.isLive: answer = page(PageDocument.live, head)
        case (_, "/"): answer = page(PageDocument.history, head)
        case (_, "/history") where handlers.history != nil:
            answer = page(PageDocument.history, head)
        case (_, "/metrics"): answer = .metrics(mailbox.metrics.text + handlers.metrics())
        default: answer = .notFound
        }
        mailbox.count { $0.answered += 1 }
        write(answer, connection, withBody: head.method != .head)
        return Self.close
    }

    /// Whether a connection is not encrypted, though the page is.
    private func isBare(_ connection: OpaquePointer) -> Bool {
        options.tls != nil && lws_is_ssl(connection) == 0
    }

    /// Answers only with the address of the page.
    private func sendToEncrypted(_ head: RequestHead, _ connection: OpaquePointer) -> Int32 {
        guard let address = rules.encryptedAddress(for: head) else {
            return refuse(.unknownHost, connection)
        }
        mailbox.count { $0.refused += 1 }
        write(.moved(to: address), connection, withBody: head.method != .head)
        return Self.close
    }

    private func page(
        _ document: Result<PageDocument, PageError>, _ head: RequestHead
    ) -> HTTPAnswer {
        let shown = head.queryValue("token") != nil
        switch document {
        case .success(let document):
            return .page(
                document, cookie: rules.token.flatMap { shown ? (rules.cookie, $0) : nil },
                usesTLS: rules.scheme == "https")
        case .failure(let error): return .broken(error)
        }
    }

    private func confirm(_ connection: OpaquePointer) -> Int32 {
        let head = RequestReader.head(of: connection, isUpgrade: true)
        if isBare(connection) { return sendToEncrypted(head, connection) }
        if let refusal = rules.refusal(of: head) { return refuse(refusal, connection) }
        guard RequestReader.upgrade(of: connection).lowercased() == "websocket",
            head.method == .get, head.path == "/live"
        else {
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

    /// Writes the bytes after the library's space; false when the connection is lost.
    static func write(
        _ bytes: inout [UInt8], to connection: OpaquePointer, _ kind: lws_write_protocol
    ) -> Bool {
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            let count = buffer.count - Outgoing.space
            // The library keeps bytes that the socket does not accept at once, and sends them before anything
            // else.
            return lws_write(connection, start + Outgoing.space, count, kind) >= count
        }
    }
}

// MARK: Resources

extension PageServer {
    /// Starts to make a resource, which is sent as it is made.
    private func start(
        _ make: @escaping @Sendable (ResourceRequest) -> ResourceAnswer, _ head: RequestHead,
        _ connection: OpaquePointer
    ) -> Int32 {
        guard transfers.count < options.limits.transfers else {
            write(.busy, connection, withBody: head.method != .head)
            return Self.close
        }
        // It is no longer a slow request, and has its own limits.
        requests.removeAll { $0 == connection }
        let transfer = Transfer { [mailbox] in mailbox.post { $0.hasParts = true } }
        transfers[connection] = transfer
        mailbox.count { $0.answered += 1 }
        extendTime(of: connection)
        transfer.start(ResourceRequest(head), withBody: head.method != .head, make)
        return Self.goOn
    }

    private func extendTime(of connection: OpaquePointer) {
        lws_set_timeout(
            connection, PENDING_TIMEOUT_HTTP_CONTENT, options.limits.transferSeconds)
    }

    private func sendPart(_ connection: OpaquePointer) -> Int32 {
        guard let transfer = transfers[connection] else { return Self.goOn }
        switch transfer.next() {
        case .wait: return Self.goOn
        case .end: return Self.close
        case .send(let part):
            extendTime(of: connection)
            var bytes = [UInt8](repeating: 0, count: Outgoing.space) + part
            guard Self.write(&bytes, to: connection, LWS_WRITE_HTTP) else { return Self.close }
            lws_callback_on_writable(connection)
            return Self.goOn
        }
    }
}
#endif
