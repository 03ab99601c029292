#if os(Linux)
import CWebSockets
import Dispatch
import LandmarkCore

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The thread on which a server runs.
enum ServiceThread {
    /// The outcome of the thread's start.
    private final class Start: Sendable {
        let outcome = Mutex<Result<Int, DashboardError>?>(nil)
        let isKnown = DispatchSemaphore(value: 0)
    }

    /// Starts a server and returns when it listens.
    ///
    /// - Parameter ended: Called when the thread is about to end.
    /// - Returns: The port.
    /// - Throws: ``DashboardError``.
    static func start(
        _ options: DashboardOptions, _ handlers: DashboardHandlers, _ mailbox: Mailbox,
        ended: @escaping @Sendable () -> Void
    ) throws(DashboardError) -> Int {
        if let reason = lk_websockets_load() {
            throw .libraryMissing(reason: String(cString: reason))
        }
        try options.check()
        let start = Start()
        DispatchQueue(label: "landmark.dashboard").async {
            run(options, handlers, mailbox) { outcome in
                start.outcome.withLock { $0 = outcome }
                start.isKnown.signal()
            }
            ended()
        }
        start.isKnown.wait()
        let outcome = start.outcome.withLock { $0 }
        guard let outcome else {
            throw .cannotListen(host: options.host, port: options.port, reason: "no answer")
        }
        return try outcome.get()
    }

    private static func run(
        _ options: DashboardOptions, _ handlers: DashboardHandlers, _ mailbox: Mailbox,
        started: (Result<Int, DashboardError>) -> Void
    ) {
        let server = PageServer(options, options.rules(port: options.port), handlers, mailbox)
        let settings = ContextSettings(options, server)
        let context: OpaquePointer
        let port: Int
        do throws(DashboardError) {
            (context, port) = try settings.makeContext()
        } catch {
            return started(.failure(error))
        }
        server.rules = options.rules(port: port)
        let address = UInt(bitPattern: context)
        mailbox.setWake { OpaquePointer(bitPattern: address).map { lws_cancel_service($0) } }
        started(.success(port))
        while !server.isStopping, lws_service(context, 0) >= 0 {}
        mailbox.setWake(nil)
        lws_context_destroy(context)
        withExtendedLifetime((server, settings)) {}
    }
}

/// The settings from which a context of the library is made; they must live as long as the context.
private final class ContextSettings {
    private let options: DashboardOptions
    private let server: PageServer
    private var strings: [UnsafeMutablePointer<CChar>] = []
    private let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    private let idle = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    /// The library's first error message, which gives the reason for a failure.
    fileprivate static let firstError = Mutex("")

    init(_ options: DashboardOptions, _ server: PageServer) {
        self.options = options
        self.server = server
        protocols.initialize(repeating: lws_protocols(), count: 2)
        idle.initialize(to: lws_retry_bo_t())
    }

    deinit {
        strings.forEach { $0.deallocate() }
        protocols.deallocate()
        idle.deallocate()
    }

    /// Makes a context that listens on exactly the requested addresses.
    ///
    /// - Returns: The context, and its port.
    /// - Throws: ``DashboardError``, in which case nothing listens.
    func makeContext() throws(DashboardError) -> (OpaquePointer, port: Int) {
        let before = try listeningSockets()
        var info = makeInfo()
        guard let context = lws_create_context(&info) else { throw failure }
        do throws(DashboardError) {
            var port = options.port
            for address in options.addresses {
                // The library takes an IPv4 address for “::” as long as it may use IPv6.
                info.options = lk_lws_options(
                    options.tls == nil ? 0 : 1, address.contains(":") ? 1 : 0)
                info.vhost_name = UnsafePointer(copy(address))
                info.iface = info.vhost_name
                info.port = Int32(port)
                guard let host = lws_create_vhost(context, &info) else { throw failure }
                port = Int(lws_get_vhost_listen_port(host))
            }
            try checkSockets(port: port, before: before)
            return (context, port)
        } catch {
            lws_context_destroy(context)
            throw error
        }
    }

    /// Reads back where the sockets are, before any connection is accepted.
    private func checkSockets(
        port: Int, before: [Int32: SocketAddress]
    ) throws(DashboardError) {
        let made = try listeningSockets().filter { before[$0.key] != $0.value }.values
            .filter { $0.port == port }.map(\.address)
        let asked = options.addresses.compactMap(LocalAddress.bytes)
        if let other = made.first(where: { !asked.contains($0) }) {
            throw .boundElsewhere(
                host: options.host, port: port, address: LocalAddress.text(of: other) ?? "\(other)")
        }
        guard asked.allSatisfy(made.contains) else {
            throw .cannotListen(
                host: options.host, port: port, reason: "the system shows no socket there")
        }
    }

    private func listeningSockets() throws(DashboardError) -> [Int32: SocketAddress] {
        do throws(SystemError) {
            return try SocketAddress.listening()
        } catch {
            throw .cannotListen(host: options.host, port: options.port, reason: "\(error)")
        }
    }

    private func makeInfo() -> lws_context_creation_info {
        Self.firstError.withLock { $0 = "" }
        // Only LLL_ERR.
        lws_set_log_level(1) { _, line in
            guard let line else { return }
            let text = String(cString: line)
            ContextSettings.firstError.withLock { if $0.isEmpty { $0 = text } }
        }
        protocols[0].name = UnsafePointer(copy("landmark-live"))
        protocols[0].callback = { connection, reason, _, input, length in
            guard let connection, let context = lws_get_context(connection),
                let server = lws_context_user(context)
            else { return 0 }
            return Unmanaged<PageServer>.fromOpaque(server).takeUnretainedValue()
                .handle(connection, reason, UnsafeRawPointer(input), length)
        }
        // The size of the parts in which browsers' messages arrive.
        protocols[0].rx_buffer_size = 65_536
        idle.pointee.secs_since_valid_ping = 15
        idle.pointee.secs_since_valid_hangup = 30
        var info = lws_context_creation_info()
        info.protocols = UnsafePointer(protocols)
        info.options = lk_lws_options(options.tls == nil ? 0 : 1, 1)
        info.user = Unmanaged.passUnretained(server).toOpaque()
        info.timeout_secs = options.limits.requestSeconds
        info.timeout_secs_ah_idle = options.limits.requestSeconds
        info.max_http_header_data = 8192
        info.max_http_header_pool = UInt16(clamping: options.limits.requests * 2)
        info.fd_limit_per_thread =
            UInt32(clamping: 2 * (options.limits.requests + options.limits.browsers) + 16)
        info.retry_and_idle_policy = UnsafePointer(idle)
        info.server_string = UnsafePointer(copy("landmark"))
        // Answers use only HTTP/1.1.
        info.alpn = UnsafePointer(copy("http/1.1"))
        if let tls = options.tls {
            info.ssl_cert_filepath = UnsafePointer(copy(tls.certificate))
            info.ssl_private_key_filepath = UnsafePointer(copy(tls.key))
            info.ssl_options_set = lk_tls_options()
        }
        return info
    }

    /// Why the context could not be made.
    var failure: DashboardError {
        let line = Self.firstError.withLock { $0 }.split(separator: "\n").first ?? ""
        // The library puts the system's error number at the end.
        let reason =
            line.hasSuffix(" \(EADDRINUSE))")
            ? "another program listens there"
            : line.hasSuffix(" \(EACCES))") ? "this user may not" : String(line)
        if let tls = options.tls, !line.contains("binding") {
            return .badCertificate(file: tls.certificate, reason: reason)
        }
        return .cannotListen(host: options.host, port: options.port, reason: reason)
    }

    private func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { pointer[index] = byte }
        strings.append(pointer)
        return pointer
    }
}
#endif
