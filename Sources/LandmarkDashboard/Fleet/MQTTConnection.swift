#if os(Linux)
import CMosquitto
import Dispatch
import LandmarkCore

/// A connection to a broker, maintained on its own thread. It may be used from any thread.
final class MQTTConnection: Sendable {
    /// Something that happened on the connection's thread.
    enum Event: Sendable {
        case connected
        /// The broker refused, or cannot be reached, with the reason.
        case failed(String)
        case disconnected
        /// The broker has received the message with this number.
        case delivered(Int32)
    }

    /// libmosquitto's client, which any thread may use (`mosquitto_threaded_set`).
    private struct Client: Sendable {
        private let address: UInt

        init(_ pointer: OpaquePointer) { address = UInt(bitPattern: pointer) }

        var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
    }

    /// Ends the thread, and waits for its end.
    private final class Ending: Sendable {
        let isRequested = Mutex(false)
        let request = DispatchSemaphore(value: 0)
        let thread = DispatchGroup()
    }

    /// The longest pause before the next attempt, in seconds.
    private static let longestPause = 30.0

    private let client: Client
    private let listener: Listener
    private let ending = Ending()

    /// - Parameters:
    ///   - will: The retained message that the broker publishes when the connection is lost.
    ///   - authorities: A file of certificates for TLS; nil for the system's.
    /// - Throws: ``MQTTError``.
    init(
        _ address: MQTTAddress, client name: String, will: (topic: String, payload: String),
        authorities: String?, _ tell: @escaping @Sendable (Event) -> Void
    ) throws(MQTTError) {
        if let reason = lk_mosquitto_load() {
            throw .libraryMissing(reason: String(cString: reason))
        }
        let listener = Listener(tell)
        self.listener = listener
        let object = Unmanaged.passUnretained(listener).toOpaque()
        guard let pointer = mosquitto_new(name, true, object) else {
            throw .cannotPrepare(host: address.host, reason: "no memory")
        }
        client = Client(pointer)
        let code = Self.prepare(pointer, address, will, authorities)
        guard code == Self.done else {
            throw .cannotPrepare(host: address.host, reason: Self.reason(code))
        }
        DispatchQueue(label: "landmark.mqtt.connection").async(group: ending.thread) {
            [client, ending] in Self.run(client, address, ending, tell)
        }
    }

    deinit {
        ending.isRequested.withLock { $0 = true }
        ending.request.signal()
        guard let pointer = client.pointer else { return }
        mosquitto_disconnect(pointer)
        guard ending.thread.wait(timeout: .now() + 2) == .success else {
            // The thread is waiting for a host that does not answer, and nothing else waits for it.
            _ = Unmanaged.passRetained(listener)
            return
        }
        mosquitto_destroy(pointer)
    }

    /// Publishes at least once (QoS 1).
    ///
    /// - Returns: The number of the message; nil if it could not be queued.
    func publish(_ topic: String, _ payload: [UInt8], retain: Bool) -> Int32? {
        var number = Int32(0)
        let code = mosquitto_publish(
            client.pointer, &number, topic, Int32(payload.count), payload, 1, retain)
        return code == Self.done ? number : nil
    }

    private static let done = MOSQ_ERR_SUCCESS.rawValue

    /// - Returns: The code of the first error.
    private static func prepare(
        _ client: OpaquePointer, _ address: MQTTAddress, _ will: (topic: String, payload: String),
        _ authorities: String?
    ) -> Int32 {
        var code = mosquitto_threaded_set(client, true)
        if code == done, let user = address.user {
            code = mosquitto_username_pw_set(client, user, address.password)
        }
        if code == done, address.usesTLS {
            let folder = authorities == nil ? "/etc/ssl/certs" : nil
            code = mosquitto_tls_set(client, authorities, folder, nil, nil, nil)
        }
        guard code == done else { return code }
        mosquitto_connect_callback_set(client) { _, object, code in
            Listener.of(object)?.tell(
                code == 0
                    ? .connected : .failed(String(cString: mosquitto_connack_string(code))))
        }
        mosquitto_disconnect_callback_set(client) { _, object, _ in
            Listener.of(object)?.tell(.disconnected)
        }
        mosquitto_publish_callback_set(client) { _, object, number in
            Listener.of(object)?.tell(.delivered(number))
        }
        mosquitto_reconnect_delay_set(client, 1, UInt32(longestPause), true)
        return mosquitto_will_set(
            client, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true)
    }

    /// Tries to connect until the end: libmosquitto itself reconnects only to a broker that it has reached
    /// before.
    private static func run(
        _ client: Client, _ address: MQTTAddress, _ ending: Ending,
        _ tell: @Sendable (Event) -> Void
    ) {
        var pause = 1.0
        while !ending.isRequested.withLock({ $0 }) {
            var code = mosquitto_connect(client.pointer, address.host, Int32(address.port), 15)
            if code == done {
                pause = 1
                code = mosquitto_loop_forever(client.pointer, -1, 1)
            }
            if code == done || ending.isRequested.withLock({ $0 }) { continue }
            tell(.failed(reason(code)))
            if ending.request.wait(timeout: .now() + pause) == .success { return }
            pause = min(pause * 2, longestPause)
        }
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: mosquitto_strerror(code))
    }

    /// The object passed to libmosquitto's callbacks.
    private final class Listener: Sendable {
        let tell: @Sendable (Event) -> Void

        init(_ tell: @escaping @Sendable (Event) -> Void) { self.tell = tell }

        static func of(_ object: UnsafeMutableRawPointer?) -> Listener? {
            object.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}
#endif
