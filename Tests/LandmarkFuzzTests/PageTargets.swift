#if os(Linux)
import LandmarkCore
import LandmarkLive

@testable import LandmarkDashboard
@testable import LandmarkHistory

extension FuzzTarget {
    /// What browsers and brokers send.
    static let pages: [FuzzTarget] = [request, sessions, broker, outbox]

    /// A request's head, a line for each of its parts, and whether it may be answered.
    private static let request = FuzzTarget(name: "request", mutate: TextTokens.mutate) { bytes in
        let head = PageTrial.head(bytes)
        for rules in PageTrial.rules {
            _ = rules.refusal(of: head)
            _ = rules.encryptedAddress(for: head)
        }
        _ = LocalAddress.bytes(of: head.host)
        _ = LocalAddress.isLoopback(head.host)
    }

    /// Requests to the page of recordings.
    private static let sessions = FuzzTarget(name: "sessions", mutate: TextTokens.mutate) { bytes in
        PageTrial.answer(bytes)
    }

    private static let broker = FuzzTarget(name: "mqtt-address", mutate: TextTokens.mutate) {
        bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1).map {
            String(decoding: $0, as: UTF8.self)
        }
        attempt { try MQTTAddress(parts.first ?? "", password: parts.count > 1 ? parts[1] : nil) }
    }

    /// The queue of messages for a broker: any texts and bytes come back as they were.
    private static let outbox = FuzzTarget(name: "outbox", maximumLength: 256) { bytes in
        guard let outbox = PageTrial.outbox else { return }
        var choices = Choices(bytes)
        let length = choices.below(max(bytes.count, 1))
        let topic = String(decoding: bytes.prefix(length), as: UTF8.self)
        let payload = Array(bytes.dropFirst(length))
        do {
            try outbox.add(topic: topic, payload: payload)
            for message in try outbox.messages(after: 0, limit: 4) {
                precondition(message.payload == payload)
                try outbox.remove(message.id)
            }
        } catch { return }
    }
}

/// Requests from bytes, and what answers them.
enum PageTrial {
    static let rules = [
        AccessRules.local(port: 8765),
        AccessRules(
            names: ["a.example"], allowsAddresses: true, usesTLS: true, token: AccessToken(),
            port: 1),
    ]

    // SAFETY: libFuzzer calls targets on one thread.
    nonisolated(unsafe) static let outbox = try? Outbox(":memory:")

    /// The head that the lines of a text describe.
    static func head(_ bytes: [UInt8]) -> RequestHead {
        var lines = String(decoding: bytes.dropFirst(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        func next() -> String { lines.popFirst() ?? "" }
        let methods: [RequestHead.Method] = [.get, .head, .delete, .other]
        var head = RequestHead(methods[Int(bytes.first ?? 0) & 3], next())
        head.query = next()
        head.host = next()
        let origin = next()
        head.origin = origin.isEmpty ? nil : origin
        head.cookie = next()
        head.authorization = next()
        head.fetchSite = next()
        head.fetchMode = next()
        head.fetchDestination = next()
        head.isUpgrade = (bytes.first ?? 0) & 4 != 0
        return head
    }

    static func answer(_ bytes: [UInt8]) {
        var head = head(bytes)
        // Nothing is deleted, so that all inputs meet the same recording.
        if head.method == .delete { head.method = .get }
        let source = SessionsSource(Recording.lasting(), isLive: true)
        let answer = source.answer(ResourceRequest(head))
        if case .parts(let make) = answer.body { try? make { _ in } }
    }
}
#else
extension FuzzTarget {
    static let pages: [FuzzTarget] = []
}
#endif
