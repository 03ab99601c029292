#if os(Linux)
import CWebSockets
import LandmarkCore

/// Browsers that show the live page.
extension PageServer {
    func open(_ connection: OpaquePointer) -> Int32 {
        requests.removeAll { $0 == connection }
        guard browsers.count < options.limits.browsers else { return Self.close }
        lastBrowser += 1
        let id = BrowserID(number: lastBrowser)
        var browser = BrowserConnection(id)
        _ = browser.add(Outgoing.text(handlers.greeting(id)), options.limits)
        if let kept { _ = browser.put(kept) }
        browsers[connection] = browser
        lws_callback_on_writable(connection)
        update()
        return Self.goOn
    }

    func closed(_ connection: OpaquePointer) {
        guard let browser = browsers.removeValue(forKey: connection) else { return }
        handlers.closed(browser.id)
        update()
    }

    /// Informs other threads of changes.
    private func update() {
        let count = browsers.count
        mailbox.count { $0.browsers = count }
        mailbox.hasRoom = browsers.values.contains { $0.isReady(options.limits) }
    }

    /// Delivers what other threads have left.
    func deliver() {
        let post = mailbox.take()
        if post.isStopping { isStopping = true }
        if let newer = post.kept { kept = newer }
        if post.hasParts {
            for (connection, transfer) in transfers where transfer.hasWork {
                lws_callback_on_writable(connection)
            }
        }
        var skipped = 0
        for connection in Array(browsers.keys) {
            guard var browser = browsers[connection], !browser.isClosing else { continue }
            if let frame = post.frame, !browser.isCamera {
                skipped += post.replaced + (browser.put(frame) ? 1 : 0)
            }
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

    func send(_ connection: OpaquePointer) -> Int32 {
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

    func receive(_ connection: OpaquePointer, _ part: UnsafeRawBufferPointer) -> Int32 {
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
