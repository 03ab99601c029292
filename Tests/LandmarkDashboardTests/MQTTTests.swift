#if os(Linux)
import Foundation
import LandmarkDashboard
import LandmarkHistory
import LandmarkCore
import Testing

@Suite(
    "Publishing to a broker", .serialized,
    .enabled(if: Broker.isInstalled, "mosquitto is not installed"))
struct MQTTTests {
    @Test("addresses name host, port, user and topic")
    func addresses() throws {
        let plain = try MQTTAddress("mqtt://host")
        #expect(plain.host == "host" && plain.port == 1883 && plain.prefix == "landmark")
        let full = try MQTTAddress("mqtts://me:a:b@[::1]:99/car/7/")
        #expect(full.host == "::1" && full.port == 99 && full.usesTLS)
        #expect(full.user == "me" && full.password == "a:b" && full.prefix == "car/7")
        for text in [
            "", "http://h", "mqtt://", "mqtt:///a", "mqtt://h:0", "mqtt://h:x", "mqtt://h:70000",
            "mqtt://h/a/+/b", "mqtt://h/#", "mqtt://h/$SYS",
        ] {
            #expect(throws: MQTTError.self, "\(text)") { try MQTTAddress(text) }
        }
    }

    @Test("keeps events until a broker has them, over restarts of both")
    func delivery() throws {
        let broker = try Broker()
        let outbox = broker.folder.appendingPathComponent("outbox.sqlite").path
        let told = Mutex<[String?]>([])
        func publisher() throws -> MQTTPublisher {
            try MQTTPublisher(
                MQTTAddress("mqtt://127.0.0.1:\(broker.port)/car"), client: "test",
                outbox: outbox, announcements: [("announced/config", Array("{}".utf8))]
            ) { problem in told.withLock { $0.append(problem) } }
        }
        func publish(_ numbers: Range<Int>, _ publisher: MQTTPublisher) {
            for number in numbers { publisher.publish(event: Array("\(number)".utf8)) }
        }
        do {
            // There is no broker yet.
            let first = try publisher()
            publish(0..<5, first)
            #expect(wait { told.withLock { !$0.isEmpty } })
            #expect(wait { first.waiting == 5 })
            try broker.start()
            #expect(wait { first.waiting == 0 })
            #expect(broker.events == ["0", "1", "2", "3", "4"])
            first.publish(state: Array("{\"alert\":true}".utf8))
            #expect(wait { broker.received.contains("car/state {\"alert\":true}") })
            #expect(broker.received.contains("announced/config {}"))
            #expect(broker.received.contains("car/status online"))
            broker.kill()
            publish(5..<60, first)
            #expect(wait { first.waiting == 55 })
            // The program ends here without disconnecting.
        }
        let second = try publisher()
        #expect(second.waiting == 55)
        try broker.start()
        #expect(wait { second.waiting == 0 })
        // Each at least once, and the first ones in order.
        #expect(wait { Set(broker.events) == Set((0..<60).map(String.init)) })
        second.stop()
        #expect(wait { broker.received.contains("car/status offline") })
        #expect(told.withLock { $0.contains(nil) })
    }

    @Test("says that a broker refuses, and goes on")
    func refused() throws {
        let broker = try Broker(isOpen: false)
        try broker.start()
        let told = Mutex<[String?]>([])
        let publisher = try MQTTPublisher(
            MQTTAddress("mqtt://u:p@127.0.0.1:\(broker.port)/car"), client: "test",
            outbox: broker.folder.appendingPathComponent("outbox.sqlite").path
        ) { problem in told.withLock { $0.append(problem) } }
        publisher.publish(event: Array("1".utf8))
        #expect(wait { told.withLock { $0.contains { $0?.contains("not authorised") == true } } })
        #expect(publisher.waiting == 1)
        // A connection that never existed is not lost.
        Thread.sleep(forTimeInterval: 1.5)
        #expect(!told.withLock { $0.contains { $0?.contains("is lost") == true } })
        let start = MonotonicTime.now
        publisher.stop()
        #expect(start.elapsedSeconds < 5)
    }

    private func wait(_ seconds: Double = 30, for condition: () -> Bool) -> Bool {
        let start = MonotonicTime.now
        while start.elapsedSeconds < seconds {
            if condition() { return true }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }
}

/// Our own broker on a free port, with a subscriber to everything.
private final class Broker {
    let folder: URL
    let port: Int
    private var processes: [Foundation.Process] = []
    private let isOpen: Bool

    private static let program = "/usr/sbin/mosquitto"
    private static let subscriber = "/usr/bin/mosquitto_sub"

    static var isInstalled: Bool {
        [program, subscriber].allSatisfy(FileManager.default.isExecutableFile)
    }

    init(isOpen: Bool = true) throws {
        self.isOpen = isOpen
        folder = FileManager.default.temporaryDirectory.appending(
            path: "broker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = .random(in: 20_000..<60_000)
        let settings = "listener \(port) 127.0.0.1\nallow_anonymous \(isOpen)\n"
        try settings.write(
            to: folder.appendingPathComponent("broker.conf"), atomically: true, encoding: .utf8)
        _ = FileManager.default.createFile(
            atPath: folder.appendingPathComponent("received").path, contents: nil)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    func start() throws {
        try launch(Self.program, ["-c", folder.appendingPathComponent("broker.conf").path])
        Thread.sleep(forTimeInterval: 0.3)
        guard isOpen else { return }
        try launch(
            Self.subscriber, ["-h", "127.0.0.1", "-p", "\(port)", "-t", "#", "-v", "-q", "1"])
    }

    /// Ends the broker like a power failure.
    func kill() {
        for process in processes where process.isRunning {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        processes = []
    }

    private func launch(_ program: String, _ arguments: [String]) throws {
        let process = Foundation.Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: folder.appendingPathComponent("received"))
        try output.seekToEnd()
        process.standardOutput = program == Self.subscriber ? output : FileHandle.nullDevice
        try process.run()
        processes.append(process)
    }

    /// Topics and payloads, in order.
    var received: [String] {
        let text = try? String(
            contentsOf: folder.appendingPathComponent("received"), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    var events: [String] {
        received.filter { $0.hasPrefix("car/events ") }.map { String($0.dropFirst(11)) }
    }
}
#endif
