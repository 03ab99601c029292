#if os(Linux)
import Dispatch
import Glibc
import LandmarkCore
import Testing

@testable import LandmarkDashboard

// One suite after another, because they examine the memory and the files of the process.
extension ServerTests {
    @Suite("Browsers get the newest frame, and every event")
    struct LiveConnectionTests {
        private func open(_ server: Dashboard) throws -> TestClient {
            let client = try #require(TestClient(port: server.port))
            #expect(client.upgrade(server.port).hasPrefix("HTTP/1.1 101"))
            #expect(client.nextMessage()?.text == #"{"type":"hello"}"#)
            return client
        }

        /// Waits until a condition is true, for at most 5 s.
        private func wait(_ body: () -> Bool) -> Bool {
            let start = MonotonicTime.now
            while start.elapsedSeconds < 5 {
                if body() { return true }
                usleep(2000)
            }
            return body()
        }

        @Test("a frame has its number, results and image")
        func frame() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            #expect(!server.feed.hasRoom)
            let client = try open(server)
            #expect(wait { server.feed.hasRoom })
            server.feed.show(ServerTests.frame(300, bytes: 70_000))
            let message = try #require(client.nextMessage())
            #expect(message.kind == 2 && message.number == 300)
            let length = Int(message.bytes[8])
            #expect(String(decoding: message.bytes[16..<16 + length], as: UTF8.self) == #"{"a":1}"#)
            #expect(message.bytes.count == 16 + length + 70_000)
            #expect(message.bytes[12..<16].allSatisfy { $0 == 0 })
            usleep(20_000)
            client.acknowledge(300)
            #expect(wait { server.feed.hasRoom })
            server.feed.show(ServerTests.frame(301))
            let next = try #require(client.nextMessage())
            let latency = (0..<4).reduce(0) { $0 | Int(next.bytes[12 + $1]) << (8 * $1) }
            #expect(20_000..<2_000_000 ~= latency)
        }

        @Test("a browser that shows nothing gets two frames, and then the newest")
        func slowBrowser() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let client = try open(server)
            for number in 1...100 {
                server.feed.show(ServerTests.frame(UInt32(number)))
                usleep(1000)
            }
            let first = try #require(client.nextMessage()).number
            let second = try #require(client.nextMessage()).number
            #expect(first < second && second < 100)
            #expect(wait { server.metrics.framesSkipped > 90 })
            #expect(!server.feed.hasRoom)
            client.acknowledge(second)
            #expect(client.nextMessage()?.number == 100)
            #expect(wait { server.metrics.framesSent == 3 })
        }

        @Test("texts come in order and before frames, also to one browser alone")
        func texts() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let first = try open(server)
            let second = try open(server)
            for index in 0..<300 { server.feed.send(Array("\(index)".utf8)) }
            server.feed.send(Array("only".utf8), to: BrowserID(number: 2))
            for index in 0..<300 {
                #expect(first.nextMessage()?.text == "\(index)")
                #expect(second.nextMessage()?.text == "\(index)")
            }
            #expect(second.nextMessage()?.text == "only")
            server.feed.show(ServerTests.frame(1))
            #expect(first.nextMessage()?.number == 1)
        }

        @Test("a browser that comes when nothing moves gets the frame that was kept")
        func keptFrame() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let early = try open(server)
            server.feed.keep(ServerTests.frame(7))
            #expect(early.nextMessage()?.number == 7)
            let late = try open(server)
            #expect(late.nextMessage()?.number == 7)
            server.feed.keep(nil)
            let last = try open(server)
            server.feed.send(Array("over".utf8))
            #expect(last.nextMessage()?.text == "over")
        }

        @Test("a text comes soon after frames that fill the connection")
        func textAfterFrames() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let client = try open(server)
            for number in 1...50 {
                server.feed.show(ServerTests.frame(UInt32(number), bytes: 3_000_000))
                usleep(2000)
            }
            server.feed.send(Array("ended".utf8))
            for number in 51...100 { server.feed.show(ServerTests.frame(UInt32(number))) }
            // Two frames at most were in the connection before it.
            let messages = (0..<3).compactMap { _ in client.nextMessage() }
            #expect(messages.filter { $0.text == "ended" }.count == 1)
        }

        @Test("whenever a browser comes, it gets the newest state")
        func newestState() throws {
            let state = Mutex(0)
            let feed = PageFeed()
            // The state is sent while it cannot change, as by a run.
            let change = { @Sendable in
                state.withLock { state in
                    state += 1
                    feed.send(Array("\(state)".utf8))
                }
            }
            let server = try ServerTests.start(feed) { _, handlers in
                handlers.greeting = { _ in
                    let text = "\(state.withLock { $0 })"
                    // It changes between the greeting and the browser's entry, too.
                    change()
                    return Array(text.utf8)
                }
            }
            defer { server.stop() }
            for round in 0..<100 {
                let changes = DispatchGroup()
                DispatchQueue.global().async(group: changes) {
                    for _ in 0..<20 {
                        change()
                        server.feed.show(ServerTests.frame(UInt32(round), bytes: 20_000))
                        usleep(50)
                    }
                }
                let client = try #require(TestClient(port: server.port))
                #expect(client.upgrade(server.port).hasPrefix("HTTP/1.1 101"))
                var seen = try #require(client.nextMessage()).text
                changes.wait()
                server.feed.send(Array("over".utf8))
                while let message = client.nextMessage(), message.text != "over" {
                    if message.kind == 1 { seen = message.text }
                }
                #expect(seen == "\(state.withLock { $0 })")
            }
        }

        @Test("memory does not grow for a browser that reads nothing, and it loses its connection")
        func deafBrowser() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let client = try #require(TestClient(port: server.port))
            #expect(client.upgrade(server.port).hasPrefix("HTTP/1.1 101"))
            #expect(wait { server.metrics.browsers == 1 })
            let before = Process.residentBytes
            for number in 1...2000 {
                server.feed.show(ServerTests.frame(UInt32(number), bytes: 100_000))
                if number % 100 == 0 { usleep(1000) }
            }
            #expect(Process.residentBytes - before < 20_000_000)
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
            var sent = 0
            while server.metrics.browsers == 1, sent < 20_000 {
                server.feed.send(text)
                sent += 1
                usleep(200)
            }
            #expect(server.metrics.browsers == 0)
            #expect(Process.residentBytes - before < 60_000_000)
        }

        @Test("a browser's texts and images reach the program whole, and its end is told")
        func incoming() throws {
            let log = Log()
            let server = try ServerTests.start { _, handlers in
                handlers.text = {
                    log.add("text \($0.number) \(String(decoding: $1, as: UTF8.self))")
                }
                handlers.image = { log.add("image \($0.number) \($1) \($2.count)") }
                handlers.closed = { log.add("closed \($0.number)") }
            }
            defer { server.stop() }
            var client: TestClient? = try open(server)
            client?.sendMessage(Array("hi".utf8), kind: 1)
            client?.sendMessage([2, 0, 0, 0, 9, 0, 0, 0] + [UInt8](repeating: 5, count: 300_000))
            #expect(wait { log.lines.count == 2 })
            client = nil
            #expect(wait { log.lines.count == 3 })
            #expect(log.lines == ["text 1 hi", "image 1 9 300000", "closed 1"])
        }

        @Test("an answer to a camera's image goes to its browser alone, and says what it is")
        func answer() throws {
            let owner = Mutex<BrowserID?>(nil)
            let server = try ServerTests.start { _, handlers in
                handlers.image = { browser, _, _ in owner.withLock { $0 = browser } }
            }
            defer { server.stop() }
            let (camera, watcher) = (try open(server), try open(server))
            camera.sendMessage([2, 0, 0, 0, 7, 0, 0, 0, 1])
            #expect(wait { owner.withLock { $0 != nil } })
            let browser = try #require(owner.withLock { $0 })
            server.feed.answer(
                LiveFrame(
                    number: 7, capture: .now, json: Array("{}".utf8), jpeg: [5], isAnswer: true),
                to: browser)
            server.feed.show(ServerTests.frame(8))
            let answer = try #require(camera.nextMessage())
            #expect(answer.bytes[0] == 2 && answer.number == 7 && answer.bytes.last == 5)
            let frame = try #require(watcher.nextMessage())
            #expect(frame.bytes[0] == 1 && frame.number == 8)
        }

        @Test("an end in the middle of a frame harms no one else")
        func suddenEnd() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let other = try open(server)
            for index in 0..<20 {
                let client = try open(server)
                server.feed.show(ServerTests.frame(UInt32(index), bytes: 3_000_000))
                _ = client.receive(atMost: 1000)
                client.send([0x82, 0xFE, 0xFF])
                let message = try #require(other.nextMessage())
                #expect(message.number == index && message.bytes.count > 3_000_000)
                other.acknowledge(index)
            }
            #expect(wait { server.metrics.browsers == 1 })
        }
    }
}

/// Lines that several threads add.
final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// What the system reports about this process.
enum Process {
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, 200, file) != nil else { return 0 }
        let text = String(decoding: line.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    static var openFiles: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
#endif
