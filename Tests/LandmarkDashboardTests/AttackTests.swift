#if os(Linux)
import Glibc
import LandmarkCore
import Testing

@testable import LandmarkDashboard

// One suite after another, because they examine the memory and the files of the process.
extension ServerTests {
    @Suite("Attacks close their own connection only")
    struct AttackTests {
        @Test("a thousand connections that send their request byte by byte keep no one out")
        func slowRequests() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let before = Process.openFiles
            var slow: [TestClient] = []
            var longest = 0.0
            for index in 0..<1000 {
                if let client = TestClient(port: server.port) {
                    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-\(index): ")
                    slow.append(client)
                }
                if index % 100 == 99 {
                    let start = MonotonicTime.now
                    #expect(TestClient.ask(server.port, "GET /metrics").hasPrefix("HTTP/1.1 200 "))
                    longest = max(longest, start.elapsedSeconds)
                }
            }
            #expect(longest < 2)
            // The server's own descriptors are bounded: those that are open besides the clients'.
            #expect(Process.openFiles - before - slow.count < 150)
            slow = []
        }

        @Test("an upload of a gigabyte is not read")
        func upload() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let before = Process.residentBytes
            for line in ["POST / HTTP/1.1", "GET / HTTP/1.1"] {
                let client = try #require(TestClient(port: server.port, timeout: 2))
                client.send(
                    "\(line)\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n")
                let part = [UInt8](repeating: 65, count: 1 << 20)
                var sent = 0
                while sent < 1024, client.send(part) { sent += 1 }
                #expect(sent < 100)
            }
            #expect(Process.residentBytes - before < 30_000_000)
            #expect(TestClient.ask(server.port, "GET /").hasPrefix("HTTP/1.1 200 "))
        }

        @Test("a message that is too large, and one that no page sends, end the connection")
        func largeMessage() throws {
            let log = Log()
            let server = try ServerTests.start { _, handlers in
                handlers.image = { _, _, jpeg in log.add("\(jpeg.count)") }
                handlers.text = { _, text in log.add("\(text.count)") }
            }
            defer { server.stop() }
            let bad: [(bytes: [UInt8], kind: UInt8)] = [
                ([2, 0, 0, 0, 1, 0, 0, 0] + [UInt8](repeating: 1, count: 5 << 20), 2),
                ([UInt8](repeating: 65, count: 20_000), 1),
                ([1, 2, 3], 2), ([9, 0, 0, 0, 1, 0, 0, 0], 2), ([], 2),
                ([0xC3, 0x28], 1),
            ]
            for (bytes, kind) in bad {
                let client = try #require(TestClient(port: server.port))
                _ = client.upgrade(server.port)
                _ = client.nextMessage()
                client.sendMessage(bytes, kind: kind)
                var last = client.nextMessage()
                while let message = last, message.kind != 8 { last = client.nextMessage() }
                #expect(last == nil || last?.kind == 8)
            }
            #expect(log.lines.isEmpty)
            #expect(TestClient.ask(server.port, "GET /").hasPrefix("HTTP/1.1 200 "))
        }

        @Test("an upgrade to an unknown protocol is refused, and nothing freed is read")
        func unknownUpgrade() throws {
            let server = try ServerTests.start { _, _ in }
            defer { server.stop() }
            for kind in ["other", "websockets", String(repeating: "x", count: 3000), "h2c"] {
                for _ in 0..<50 {
                    let answer = TestClient.ask(
                        server.port, "GET /live", "Upgrade: \(kind)", "Connection: Upgrade")
                    #expect(!answer.hasPrefix("HTTP/1.1 101 "))
                    #expect(!answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
                }
            }
            #expect(TestClient.ask(server.port, "GET /").hasPrefix("HTTP/1.1 200 "))
        }

        @Test("ten thousand damaged WebSocket frames")
        func damagedFrames() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            var random = Random(seed: 7)
            let other = try #require(TestClient(port: server.port))
            #expect(other.upgrade(server.port).hasPrefix("HTTP/1.1 101"))
            #expect(other.nextMessage()?.kind == 1)
            var client: TestClient?
            for index in 0..<10_000 {
                if client == nil || index % 40 == 0 {
                    client = TestClient(port: server.port, timeout: 1)
                    let line = client?.upgrade(server.port) ?? ""
                    #expect(line.hasPrefix("HTTP/1.1 101"), "\(index): \(line)")
                }
                var frame: [UInt8] = [
                    0x82, 0x8C, 1, 2, 3, 4, 2 ^ 1, 2, 3, 4, 0, 2, 3, 4, 9, 9, 9, 9,
                ]
                for _ in 0...random.next(3) {
                    frame[random.next(frame.count)] = UInt8(random.next(256))
                }
                if random.next(4) == 0 { frame.removeLast(random.next(frame.count)) }
                if client?.send(frame) != true { client = nil }
            }
            client = nil
            server.feed.show(ServerTests.frame(5))
            #expect(other.nextMessage()?.number == 5)
        }

        @Test("damaged requests")
        func damagedRequests() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            var random = Random(seed: 3)
            let request = Array(
                "GET /?token=1 HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\nOrigin: x\r\n\r\n".utf8
            )
            for _ in 0..<2000 {
                var bytes = request
                for _ in 0...random.next(4) {
                    bytes[random.next(bytes.count)] = UInt8(random.next(256))
                }
                guard let client = TestClient(port: server.port, timeout: 1) else { continue }
                client.send(bytes)
            }
            let long = String(repeating: "a", count: 100_000)
            for line in ["GET /\(long)", "GET /?\(long)", "\(long) /"] {
                #expect(!TestClient.ask(server.port, line).hasPrefix("HTTP/1.1 200"))
            }
            #expect(!TestClient.ask(server.port, "GET /", "X: \(long)").contains("root:"))
            #expect(TestClient.ask(server.port, "GET /").hasPrefix("HTTP/1.1 200 "))
        }
    }
}

/// Numbers that are the same in every run.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % max(1, limit)
    }
}
#endif
