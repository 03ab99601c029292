#if os(Linux)
import Glibc
import LandmarkCore
import Testing

@testable import LandmarkDashboard

@Suite("Resources are asked for by the page alone, and sent as they are taken", .serialized)
struct ResourceTests {
    private func start(
        _ answer: @escaping @Sendable (ResourceRequest) -> ResourceAnswer,
        limits: DashboardOptions.Limits = .init()
    ) throws -> Dashboard {
        try ServerTests.start { options, handlers in
            options.limits = limits
            handlers.history = answer
        }
    }

    @Test("path and query arrive, and the answer with its headers")
    func whole() throws {
        let server = try start { request in
            let text =
                "\(request.path) \(request.value("a") ?? "-") \(request.value("b") ?? "-")"
            return ResourceAnswer(
                .missing, type: "application/json", .whole(Array(text.utf8)),
                fileName: request.path.count > 2 ? "x.csv" : nil)
        }
        defer { server.stop() }
        let answer = TestClient.ask(server.port, "GET /history/sessions?a=1&b=-22")
        #expect(answer.hasPrefix("HTTP/1.1 404 "))
        #expect(answer.hasSuffix(#"["history", "sessions"] 1 -22"#))
        #expect(answer.contains("nosniff") && answer.contains("sandbox"))
        #expect(!answer.contains("Disposition"))
        #expect(
            TestClient.ask(server.port, "GET /history/sessions/3").contains(
                "attachment; filename=\"x.csv\""))
        #expect(
            TestClient.ask(server.port, "HEAD /history/sessions").hasSuffix("\r\n\r\n"))
        #expect(TestClient.ask(server.port, "GET /history").contains("<!doctype html>"))
        #expect(TestClient.ask(server.port, "PUT /history/sessions").contains(" 405 "))
    }

    @Test("without recorded sessions there is neither page nor answer")
    func none() throws {
        let server = try ServerTests.start()
        defer { server.stop() }
        #expect(TestClient.ask(server.port, "GET /history").contains(" 404 "))
        #expect(TestClient.ask(server.port, "GET /history/sessions").contains(" 404 "))
    }

    @Test("changes only for the page itself")
    func changes() throws {
        let count = Mutex(0)
        let server = try start { request in
            if request.deletes { count.withLock { $0 += 1 } }
            return ResourceAnswer(.done, type: "application/json", .whole(Array("{}".utf8)))
        }
        defer { server.stop() }
        let own = "Origin: http://localhost:\(server.port)"
        let line = "DELETE /history/sessions/1"
        #expect(TestClient.ask(server.port, line).contains(" 403 "))
        #expect(
            TestClient.ask(server.port, line, host: nil, "Origin: http://a.example")
                .contains(" 403 "))
        #expect(TestClient.ask(server.port, line, host: nil, "Origin: null").contains(" 403 "))
        #expect(
            TestClient.ask(
                server.port, line, host: nil, own, "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"
            ).contains(" 403 "))
        #expect(count.withLock { $0 } == 0)
        #expect(
            TestClient.ask(server.port, line, host: nil, own).contains(" 200 "))
        #expect(count.withLock { $0 } == 1)
    }

    @Test("parts are complete, in order, and no more than one ahead of the browser")
    func parts() throws {
        let made = Mutex(0)
        let server = try start { _ in
            ResourceAnswer(
                .done, type: "text/csv",
                .parts { write in
                    for number in 0..<400 {
                        made.withLock { $0 = number }
                        try write([UInt8](repeating: UInt8(number % 251), count: 65_536))
                    }
                })
        }
        defer { server.stop() }
        let client = try #require(TestClient(port: server.port))
        client.send("GET /history/x HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        // It waits for a browser that does not read: 26 MB are not generated in advance.
        while made.withLock({ $0 }) < 3 { usleep(20_000) }
        for _ in 0..<10 { usleep(20_000) }
        #expect(made.withLock { $0 } < 350)
        var (count, end): (Int, [UInt8]) = (0, [])
        while case let part = client.receive(), !part.isEmpty {
            count += part.count
            end = (end + part).suffix(5)
        }
        let size = 400 * (65_536 + "10000\r\n\r\n".utf8.count) + "0\r\n\r\n".utf8.count
        #expect((1...1500).contains(count - size))
        #expect(String(decoding: end, as: UTF8.self) == "0\r\n\r\n")
    }

    @Test("a browser that goes, and an error, end what is being made")
    func ends() throws {
        let ended = Mutex(0)
        struct Failure: Error {}
        let server = try start { request in
            ResourceAnswer(
                .done, type: "text/csv",
                .parts { write in
                    defer { ended.withLock { $0 += 1 } }
                    try write([1])
                    if request.path.last == "failure" { throw Failure() }
                    while true { try write([UInt8](repeating: 1, count: 65_536)) }
                })
        }
        defer { server.stop() }
        let answer = TestClient.ask(server.port, "GET /history/failure")
        #expect(answer.contains("chunked") && !answer.hasSuffix("0\r\n\r\n"))
        #expect(ended.withLock { $0 } == 1)
        do {
            let client = try #require(TestClient(port: server.port))
            client.send("GET /history/x HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
            _ = client.receive()
        }
        let start = MonotonicTime.now
        while ended.withLock({ $0 }) < 2, start.elapsedSeconds < 10 { usleep(20_000) }
        #expect(ended.withLock { $0 } == 2)
    }

    @Test("only so many at a time, and those that stand still make room")
    func limit() throws {
        var limits = DashboardOptions.Limits()
        limits.transfers = 3
        limits.transferSeconds = 5
        let server = try start(
            { _ in
                ResourceAnswer(
                    .done, type: "text/csv",
                    .parts { write in
                        while true { try write([UInt8](repeating: 1, count: 65_536)) }
                    })
            }, limits: limits)
        defer { server.stop() }
        let request = "GET /history/x HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n"
        let clients = (0..<3).compactMap { _ in TestClient(port: server.port) }
        for client in clients {
            client.send(request)
            _ = client.receive(atMost: 16)
        }
        /// The first line of the answer; the rest may have no end.
        func status() throws -> String {
            let client = try #require(TestClient(port: server.port))
            client.send(request)
            return String(decoding: client.receive(atMost: 16), as: UTF8.self)
        }
        #expect(try status().contains(" 503"))
        #expect(TestClient.ask(server.port, "GET /").contains(" 200 "))
        let start = MonotonicTime.now
        var isFree = false
        while !isFree, start.elapsedSeconds < 30 {
            isFree = try status().contains(" 200")
            usleep(20_000)
        }
        #expect(isFree)
        withExtendedLifetime(clients) {}
    }
}
#endif
