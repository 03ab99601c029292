/// An answer to a request, with all headers.
struct HTTPAnswer {
    /// The request is refused without a word to pages from elsewhere.
    static let refused = HTTPAnswer(status: "403 Forbidden", type: "text/plain", body: "")

    private let status: String
    private let type: String
    private let body: String
    private var headers: [String] = []

    private init(status: String, type: String, body: String) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// The answer for someone without a token.
    static let tokenNeeded = HTTPAnswer(
        status: "401 Unauthorized", type: "text/plain",
        body: "Open the link that “landmark serve” printed: it holds the token.\n")

    /// The answer for a path that leads nowhere.
    static let notFound = HTTPAnswer(
        status: "404 Not Found", type: "text/plain", body: "There is nothing here.\n")

    /// The answer to an upload, or to anything else that only changes things.
    static let notAllowed = HTTPAnswer(
        status: "405 Method Not Allowed", type: "text/plain",
        body: "Only GET and HEAD are answered.\n", header: "Allow: GET, HEAD")

    /// The answer when as many browsers see the page as may.
    static let full = HTTPAnswer(
        status: "503 Service Unavailable", type: "text/plain",
        body: "Too many browsers show this page.\n", header: "Retry-After: 5")

    /// The page. A browser that came with a token gets it as a cookie, so that the page can be loaded
    /// again without it.
    static func page(cookie: (name: String, token: AccessToken)?, usesTLS: Bool) -> HTTPAnswer {
        let nonce = AccessToken().text.prefix(32)
        var answer = HTTPAnswer(
            status: "200 OK", type: "text/html", body: PageDocument.text(nonce: nonce))
        answer.headers = [
            "Content-Security-Policy: default-src 'none'; script-src 'nonce-\(nonce)';"
                + " style-src 'nonce-\(nonce)'; img-src data: blob:; media-src blob: mediastream:;"
                + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'",
            "Permissions-Policy: camera=(self), microphone=(), geolocation=()",
        ]
        if let cookie {
            answer.headers.append(
                "Set-Cookie: \(cookie.name)=\(cookie.token.text); Path=/; HttpOnly;"
                    + " SameSite=Strict\(usesTLS ? "; Secure" : "")")
        }
        return answer
    }

    /// The counts for Prometheus.
    static func metrics(_ text: String) -> HTTPAnswer {
        HTTPAnswer(status: "200 OK", type: "text/plain; version=0.0.4", body: text)
    }

    private init(status: String, type: String, body: String, header: String) {
        self.init(status: status, type: type, body: body)
        headers = [header]
    }

    /// The whole answer; without the body for `HEAD`. The connection is closed after each.
    func bytes(withBody: Bool) -> [UInt8] {
        let body = Array(body.utf8)
        let lines =
            [
                "HTTP/1.1 \(status)", "Content-Type: \(type); charset=utf-8",
                "Content-Length: \(body.count)", "Cache-Control: no-store",
                "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
                "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
                "Cross-Origin-Opener-Policy: same-origin", "Connection: close",
            ] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (withBody ? body : [])
    }
}
