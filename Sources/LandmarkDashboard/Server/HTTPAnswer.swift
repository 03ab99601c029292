/// An answer to a request, with all headers.
struct HTTPAnswer {
    /// Refuses a request without giving other pages any details.
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

    /// The answer for an unknown path.
    static let notFound = HTTPAnswer(
        status: "404 Not Found", type: "text/plain", body: "There is nothing here.\n")

    /// The answer to an upload, or to anything else that only changes things.
    static let notAllowed = HTTPAnswer(
        status: "405 Method Not Allowed", type: "text/plain",
        body: "Only GET and HEAD are answered.\n", header: "Allow: GET, HEAD")

    /// The answer when the limit of concurrent resources is reached.
    static let busy = HTTPAnswer(
        status: "503 Service Unavailable", type: "text/plain",
        body: "Too many requests at a time.\n", header: "Retry-After: 1")

    /// The answer when the limit of browsers is reached.
    static let full = HTTPAnswer(
        status: "503 Service Unavailable", type: "text/plain",
        body: "Too many browsers show this page.\n", header: "Retry-After: 5")

    /// The answer in place of a page that cannot be assembled, which tests rule out.
    static func broken(_ error: PageError) -> HTTPAnswer {
        HTTPAnswer(
            status: "500 Internal Server Error", type: "text/plain",
            body: "The page is broken: \(error)\n")
    }

    /// A page. A browser that presented a token gets it as a cookie, so that the page can be reloaded without
    /// the token.
    static func page(
        _ document: PageDocument, cookie: (name: String, token: AccessToken)?, usesTLS: Bool
    ) -> HTTPAnswer {
        let nonce = AccessToken().text.prefix(32)
        var answer = HTTPAnswer(
            status: "200 OK", type: "text/html", body: document.text(nonce: nonce))
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

    /// The answer to an unencrypted request.
    static func moved(to address: String) -> HTTPAnswer {
        HTTPAnswer(
            status: "307 Temporary Redirect", type: "text/plain",
            body:
                "The page is encrypted: \(address)\nOpen the link that “landmark serve” printed.\n",
            header: "Location: \(address)")
    }

    /// The counts for Prometheus.
    static func metrics(_ text: String) -> HTTPAnswer {
        HTTPAnswer(status: "200 OK", type: "text/plain; version=0.0.4", body: text)
    }

    private init(status: String, type: String, body: String, header: String) {
        self.init(status: status, type: type, body: body)
        headers = [header]
    }

    /// The whole answer, without the body for `HEAD`. The connection is closed after each answer.
    func bytes(withBody: Bool) -> [UInt8] {
        let body = Array(body.utf8)
        let lines = ["Content-Length: \(body.count)"] + headers
        return Self.head(status, type: "\(type); charset=utf-8", lines) + (withBody ? body : [])
    }

    private static func head(_ status: String, type: String, _ headers: [String]) -> [UInt8] {
        let lines =
            [
                "HTTP/1.1 \(status)", "Content-Type: \(type)", "Cache-Control: no-store",
                "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
                "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
                "Cross-Origin-Opener-Policy: same-origin", "Connection: close",
            ] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

// MARK: Resources

extension HTTPAnswer {
    /// The head of a resource's answer. A body in parts is sent in chunks, so that a browser recognizes an
    /// incomplete one.
    static func head(of answer: ResourceAnswer) -> [UInt8] {
        var headers = [
            // A report is a separate document, which may show content but do nothing else.
            "Content-Security-Policy: sandbox; default-src 'none'; style-src 'unsafe-inline';"
                + " img-src data:; frame-ancestors 'none'"
        ]
        switch answer.body {
        case .whole(let bytes): headers.append("Content-Length: \(bytes.count)")
        case .parts: headers.append("Transfer-Encoding: chunked")
        }
        if let name = answer.fileName {
            headers.append("Content-Disposition: attachment; filename=\"\(name)\"")
        }
        return head(answer.status.rawValue, type: answer.type, headers)
    }

    /// A part of a body with its length.
    static func chunk(_ part: [UInt8]) -> [UInt8] {
        Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
    }

    /// The end of a body in chunks.
    static let lastChunk = Array("0\r\n\r\n".utf8)
}
