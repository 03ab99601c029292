import Testing

@testable import LandmarkDashboard

@Suite("Who may talk to the server")
struct AccessTests {
    private let local = AccessRules.local(port: 8765)

    private func head(_ host: String, origin: String? = nil, upgrade: Bool = false) -> RequestHead {
        var head = RequestHead(.get, "/")
        head.host = host
        head.origin = origin
        head.isUpgrade = upgrade
        return head
    }

    @Test(
        "this machine's own names",
        arguments: [
            "localhost:8765", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST", "localhost:9000",
        ])
    func ownNames(host: String) {
        #expect(local.refusal(of: head(host)) == nil)
        #expect(local.refusal(of: head(host, origin: "http://\(host)", upgrade: true)) == nil)
    }

    @Test(
        "other names, as an attacker points them here, and what is none",
        arguments: [
            "", "evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example:8765",
            "127.0.0.2:8765", "0.0.0.0:8765", "192.168.1.2:8765", "2130706433:8765", "127.1:8765",
            "localhost:8765, evil.example", "localhost:99999", "localhost:", "[::1", "[::1]x",
            "localhost@evil.example", "localhost/", " localhost", "lоcalhost", "localhost:+80",
            "127.0.0.1:8765\u{0}",
        ])
    func otherNames(host: String) {
        #expect(local.refusal(of: head(host)) == .unknownHost)
    }

    @Test(
        "other pages",
        arguments: [
            "null", "http://evil.example", "https://localhost:8765", "http://localhost",
            "http://localhost:3000", "http://127.0.0.1:8765", "http://localhost:8765.evil.example",
            "", "file://",
        ])
    func foreignOrigins(origin: String) {
        #expect(local.refusal(of: head("localhost:8765", origin: origin)) == .foreignPage)
        #expect(
            local.refusal(of: head("localhost:8765", origin: origin, upgrade: true)) == .foreignPage
        )
    }

    @Test("a WebSocket without an origin is no browser's")
    func noOrigin() {
        #expect(local.refusal(of: head("localhost:8765", upgrade: true)) == .foreignPage)
    }

    @Test("what browsers say about who asks")
    func fetchMetadata() {
        var request = head("localhost:8765")
        for site in ["same-origin", "none"] {
            request.fetchSite = site
            #expect(local.refusal(of: request) == nil)
        }
        for site in ["cross-site", "same-site", "anything"] {
            request.fetchSite = site
            request.fetchMode = "no-cors"
            request.fetchDestination = "image"
            #expect(local.refusal(of: request) == .foreignPage)
            // Someone follows a link.
            request.fetchMode = "navigate"
            request.fetchDestination = "document"
            #expect(local.refusal(of: request) == nil)
            request.fetchDestination = "iframe"
            #expect(local.refusal(of: request) == .foreignPage)
        }
    }

    @Test("the token in the link, the cookie or the header")
    func tokens() throws {
        let token = AccessToken()
        let rules = AccessRules(
            names: ["desk.example"], allowsAddresses: true, usesTLS: true, token: token, port: 443)
        var request = head("desk.example")
        #expect(rules.refusal(of: request) == .noToken)
        #expect(rules.refusal(of: head("192.168.1.2:8765")) == .noToken)
        #expect(rules.refusal(of: head("other.example")) == .unknownHost)
        for wrong in ["", "x", String(token.text.dropLast()), token.text + "0", AccessToken().text]
        {
            request.query = "token=\(wrong)"
            #expect(rules.refusal(of: request) == .noToken)
        }
        request.query = "a=b&token=\(token.text)"
        #expect(rules.refusal(of: request) == nil)
        request.query = ""
        request.cookie = "other=1; \(rules.cookie)=\(token.text)"
        #expect(rules.refusal(of: request) == nil)
        request.cookie = "x\(rules.cookie)=\(token.text)"
        #expect(rules.refusal(of: request) == .noToken)
        request.cookie = ""
        request.authorization = "Bearer \(token.text)"
        #expect(rules.refusal(of: request) == nil)
        request.authorization = "Basic \(token.text)"
        #expect(rules.refusal(of: request) == .noToken)
    }

    @Test("tokens have 256 random bits, and only the same text is one")
    func randomTokens() {
        let tokens = (0..<100).map { _ in AccessToken() }
        #expect(Set(tokens.map(\.text)).count == 100)
        #expect(tokens.allSatisfy { $0.text.utf8.count == 64 })
        #expect(tokens[0].matches(tokens[0].text))
        #expect(!tokens[0].matches(tokens[1].text))
        #expect(!tokens[0].matches(tokens[0].text.uppercased() + "x"))
    }
}
