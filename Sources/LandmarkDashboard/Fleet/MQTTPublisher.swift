#if os(Linux)
import Dispatch
import LandmarkHistory
import LandmarkCore

/// Publishes events and a state to a broker.
///
/// Topics below the address's prefix: `events`, one message each, delivered at least once; `state`, retained,
/// published at each change and as a heartbeat; `status`, retained, `online` or `offline`. An event stays in
/// a file until the broker has received it, whatever happens to the program or the broker. All functions
/// except ``stop(within:)`` return at once.
package final class MQTTPublisher: Sendable {
    /// The seconds between two heartbeats.
    private static let heartbeat = 10.0
    /// How many events may be on their way to the broker at a time.
    private static let window = 20

    private struct State {
        var isConnected = false
        /// Events on their way: their numbers in the outbox, by message number.
        var onTheirWay: [Int32: Int] = [:]
        /// The newest event that was sent.
        var last = 0
        var state: [UInt8]?
        var problem: String?
        var isEnding = false
    }

    private let address: MQTTAddress
    private let outbox: Mutex<Outbox>
    private let state = Mutex(State())
    private let connection = Mutex<MQTTConnection?>(nil)
    private let queue = DispatchQueue(label: "landmark.mqtt")
    private let announcements: [(topic: String, payload: [UInt8])]
    private let tell: @Sendable (String?) -> Void

    /// Opens the outbox and begins to connect.
    ///
    /// - Parameters:
    ///   - client: The name for the broker; two connections with the same name exclude each other.
    ///   - path: The outbox, created if necessary.
    ///   - authorities: A file of certificates for TLS; nil for the system's.
    ///   - announcements: Retained topics and payloads that describe the other topics.
    ///   - tell: Called with a problem, and with nil when it is over.
    /// - Throws: ``MQTTError``, or `HistoryError` for the outbox.
    package init(
        _ address: MQTTAddress, client: String, outbox path: String, authorities: String? = nil,
        announcements: [(topic: String, payload: [UInt8])] = [],
        tell: @escaping @Sendable (String?) -> Void
    ) throws {
        self.address = address
        self.announcements = announcements
        self.tell = tell
        outbox = Mutex(try Outbox(path))
        let made = try MQTTConnection(
            address, client: client, will: ("\(address.prefix)/status", "offline"),
            authorities: authorities
        ) { [weak self] event in
            guard let self else { return }
            queue.async { self.happened(event) }
        }
        connection.withLock { $0 = made }
        beat()
    }

    /// The number of events that the broker has not received.
    package var waiting: Int { outbox.withLock { (try? $0.count) ?? 0 } }

    /// Keeps an event and publishes it.
    package func publish(event: [UInt8]) {
        queue.async { [self] in
            do throws(HistoryError) {
                try outbox.withLock { outbox throws(HistoryError) in
                    try outbox.add(topic: "\(address.prefix)/events", payload: event)
                }
            } catch {
                // The event is sent now or never.
                problem("\(error)")
                _ = send("\(address.prefix)/events", event, retain: false)
            }
            sendEvents()
        }
    }

    /// Publishes a state, which replaces the one before.
    package func publish(state payload: [UInt8]) {
        queue.async { [self] in
            state.withLock { $0.state = payload }
            sendState()
        }
    }

    /// Waits up to `seconds` for the broker to receive everything, and disconnects.
    package func stop(within seconds: Double = 2) {
        let start = MonotonicTime.now
        while start.elapsedSeconds < seconds, state.withLock({ $0.isConnected }), waiting > 0 {
            queue.sync {}
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.02)
        }
        queue.sync { [self] in
            state.withLock { $0.isEnding = true }
            _ = send("\(address.prefix)/status", Array("offline".utf8), retain: true)
        }
        // The last message is sent before the connection is closed.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.1)
        let ended = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        withExtendedLifetime(ended) {}
    }
}

// MARK: On the queue

extension MQTTPublisher {
    private func happened(_ event: MQTTConnection.Event) {
        switch event {
        case .connected:
            state.withLock { $0.isConnected = true }
            problem(nil)
            for announcement in announcements {
                _ = send(announcement.topic, announcement.payload, retain: true)
            }
            _ = send("\(address.prefix)/status", Array("online".utf8), retain: true)
            sendState()
            sendEvents()
        case .failed(let reason): problem("\(address.host): \(reason)")
        case .disconnected:
            // A broker that refuses also closes the connection, but has given the reason.
            let isLost = state.withLock { state in
                defer { state.isConnected = false }
                return state.isConnected && !state.isEnding
            }
            if isLost { problem("\(address.host): the connection is lost") }
        case .delivered(let number):
            guard let id = state.withLock({ $0.onTheirWay.removeValue(forKey: number) }) else {
                return
            }
            do throws(HistoryError) {
                try outbox.withLock { outbox throws(HistoryError) in try outbox.remove(id) }
            } catch {
                // It is published again at the next start, which “at least once” allows.
                problem("\(error)")
            }
            sendEvents()
        }
    }

    private func sendEvents() {
        let (isConnected, last, count) = state.withLock {
            ($0.isConnected, $0.last, $0.onTheirWay.count)
        }
        guard isConnected, count < Self.window else { return }
        let messages = outbox.withLock { outbox in
            (try? outbox.messages(after: last, limit: Self.window - count)) ?? []
        }
        for message in messages {
            guard let number = send(message.topic, message.payload, retain: false) else { return }
            state.withLock { state in
                state.onTheirWay[number] = message.id
                state.last = message.id
            }
        }
    }

    private func sendState() {
        let (isConnected, payload) = state.withLock { ($0.isConnected, $0.state) }
        if isConnected, let payload { _ = send("\(address.prefix)/state", payload, retain: true) }
    }

    private func send(_ topic: String, _ payload: [UInt8], retain: Bool) -> Int32? {
        connection.withLock { $0?.publish(topic, payload, retain: retain) } ?? nil
    }

    private func beat() {
        queue.asyncAfter(deadline: .now() + Self.heartbeat) { [weak self] in
            guard let self else { return }
            sendState()
            beat()
        }
    }

    private func problem(_ text: String?) {
        let isNew = state.withLock { state in
            defer { state.problem = text }
            return state.problem != text
        }
        if isNew { tell(text) }
    }
}
#endif
