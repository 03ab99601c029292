#if os(Linux)
import Glibc
import LandmarkCore
import Testing

@testable import LandmarkDashboard

@Suite("The server answers what is asked, and nothing else", .serialized)
struct ServerTests {
    /// A server on a free port.
    static func start(
        _ feed: PageFeed = PageFeed(),
        _ change: (inout DashboardOptions, inout DashboardHandlers) throws -> Void = { _, _ in }
    ) throws -> Dashboard {
        var options = DashboardOptions()
        options.port = 0
        var handlers = DashboardHandlers()
        handlers.greeting = { _ in Array(#"{"type":"hello"}"#.utf8) }
        try change(&options, &handlers)
        return try Dashboard(options, handlers, feed: feed)
    }

    static func frame(_ number: UInt32, bytes: Int = 100) -> LiveFrame {
        LiveFrame(
            number: number, capture: .now, json: Array(#"{"a":1}"#.utf8),
            jpeg: [UInt8](repeating: 7, count: bytes))
    }

    @Test("the page, with what keeps other pages out")
    func page() throws {
        let server = try Self.start()
        defer { server.stop() }
        let answer = TestClient.ask(server.port, "GET /")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("default-src 'none'"))
        #expect(answer.contains("frame-ancestors 'none'"))
        #expect(answer.contains("Cross-Origin-Resource-Policy: same-origin"))
        #expect(answer.contains("<!doctype html>") && answer.contains("</html>"))
        let nonce = try #require(answer.split(separator: "nonce-").dropFirst().first?.prefix(32))
        #expect(answer.contains("<script nonce=\"\(nonce)\">"))
        #expect(!TestClient.ask(server.port, "GET /").contains(nonce))
        #expect(server.link == "http://127.0.0.1:\(server.port)/")
        let head = TestClient.ask(server.port, "HEAD /")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && !head.contains("doctype"))
    }

    @Test("only its own paths exist")
    func paths() throws {
        let server = try Self.start()
        defer { server.stop() }
        for path in [
            "/index.html", "/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2fetc/passwd", "/live/../../etc/passwd", "/.git/config", "/etc/passwd",
            "/\\..\\etc\\passwd", "/a/b/c", "/live",
        ] {
            let answer = TestClient.ask(server.port, "GET \(path)")
            #expect(
                !answer.hasPrefix("HTTP/1.1 200") || answer.contains("<!doctype html>"), "\(path)")
            #expect(!answer.contains("root:"), "\(path)")
        }
        #expect(TestClient.ask(server.port, "GET /nothing").hasPrefix("HTTP/1.1 404 "))
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
            let answer = TestClient.ask(server.port, "\(method) /")
            #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(method)")
        }
    }

    @Test("other hosts and pages get 403 and nothing else")
    func refusals() throws {
        let server = try Self.start()
        defer { server.stop() }
        let port = server.port
        let answers = [
            TestClient.ask(port, "GET /", host: "evil.example"),
            TestClient.ask(port, "GET /metrics", host: "127.0.0.1.evil.example:\(port)"),
            TestClient.ask(port, "GET /", "Origin: http://evil.example"),
            TestClient.ask(port, "GET /metrics", "Sec-Fetch-Site: cross-site"),
            TestClient.ask(port, "GET /nothing", "Origin: null"),
        ]
        for answer in answers {
            #expect(answer.hasPrefix("HTTP/1.1 403 "))
            #expect(answer.contains("Content-Length: 0") && answer.hasSuffix("\r\n\r\n"))
        }
        #expect(server.metrics.refused == answers.count)
        for (host, origin) in [
            ("evil.example", nil), (nil, "http://evil.example"), (nil, nil), (nil, "null"),
        ] as [(String?, String?)] {
            let client = try #require(TestClient(port: port))
            let line = client.upgrade(port, host: host, origin: origin ?? (host == nil ? nil : ""))
            #expect(line.hasPrefix("HTTP/1.1 403"), "\(host ?? "") \(origin ?? "")")
        }
        let client = try #require(TestClient(port: port))
        #expect(client.upgrade(port, path: "/other").hasPrefix("HTTP/1.1 404"))
    }

    @Test("the token opens the page, and a cookie keeps it open")
    func token() throws {
        let token = AccessToken()
        let server = try Self.start { options, _ in options.token = token }
        defer { server.stop() }
        let port = server.port
        #expect(server.link.hasSuffix("/?token=\(token.text)"))
        #expect(TestClient.ask(port, "GET /").hasPrefix("HTTP/1.1 401 "))
        #expect(TestClient.ask(port, "GET /?token=wrong").hasPrefix("HTTP/1.1 401 "))
        #expect(TestClient.ask(port, "GET /metrics").hasPrefix("HTTP/1.1 401 "))
        let answer = TestClient.ask(port, "GET /?token=\(token.text)")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        let cookie = "Cookie: landmark-\(port)=\(token.text)"
        #expect(answer.contains("Set-\(cookie); Path=/; HttpOnly; SameSite=Strict"))
        #expect(!answer.contains("<body>\(token.text)"))
        #expect(TestClient.ask(port, "GET /", cookie).hasPrefix("HTTP/1.1 200 "))
        let client = try #require(TestClient(port: port))
        #expect(client.upgrade(port).hasPrefix("HTTP/1.1 401"))
        let other = try #require(TestClient(port: port))
        #expect(other.upgrade(port, headers: [cookie]).hasPrefix("HTTP/1.1 101"))
    }

    @Test("a port that is taken, and an address that is not ours, are told")
    func takenPort() throws {
        let server = try Self.start()
        defer { server.stop() }
        #expect {
            try Self.start { options, _ in options.port = server.port }
        } throws: { error in
            "\(error)".contains("\(server.port): another program listens there")
        }
        for host in ["203.0.113.7", "desk.invalid", ""] {
            #expect {
                try Self.start { options, _ in try options.setHost(host) }
            } throws: { error in
                guard case .cannotListen(host, _, _) = error as? DashboardError else {
                    return false
                }
                return true
            }
        }
    }

    @Test("counts for Prometheus")
    func metrics() throws {
        let server = try Self.start { _, handlers in handlers.metrics = { "landmark_own 5\n" } }
        defer { server.stop() }
        let answer = TestClient.ask(server.port, "GET /metrics")
        #expect(answer.contains("text/plain; version=0.0.4"))
        #expect(answer.contains("landmark_own 5\n"))
        #expect(answer.contains("landmark_camera_to_screen_seconds_bucket{le=\"+Inf\"} 0\n"))
    }
}
#endif
