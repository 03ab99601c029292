/// The parts of a request that determine its answer.
package struct RequestHead: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        case get
        case head
        case delete
        case other
    }

    package var method: Method
    /// The path, without the query.
    package var path: String
    /// The query, after the question mark.
    package var query = ""
    /// The value of `Host`; empty if missing.
    package var host = ""
    /// The value of `Origin`; nil if missing.
    package var origin: String?
    package var cookie = ""
    package var authorization = ""
    /// The origin of the request according to the browser: `Sec-Fetch-Site`, `-Mode` and `-Dest`.
    package var fetchSite = ""
    package var fetchMode = ""
    package var fetchDestination = ""
    /// Whether it asks for a WebSocket.
    package var isUpgrade = false

    package init(_ method: Method, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The value of a name in the query.
    package func queryValue(_ name: String) -> Substring? {
        Self.value(of: name, in: query, separator: "&")
    }

    /// The value of a cookie.
    package func cookieValue(_ name: String) -> Substring? {
        Self.value(of: name, in: cookie, separator: ";")
    }

    private static func value(
        of name: String, in list: String, separator: Character
    ) -> Substring? {
        for part in list.split(separator: separator) {
            let part = part.drop { $0 == " " }
            guard let equals = part.firstIndex(of: "="), part[..<equals] == name else { continue }
            return part[part.index(after: equals)...]
        }
        return nil
    }
}

/// The name and port of a `Host` or an `Origin`.
struct HostName: Hashable {
    /// In lower case; that of an IPv6 address without brackets.
    let name: String
    let port: Int?
    let isAddress: Bool

    /// Parses `name`, `name:port`, `1.2.3.4:port` or `[::1]:port`; nil for anything else.
    init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let rest: Substring
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            name = String(text[text.index(after: text.startIndex)..<close])
            guard !name.isEmpty,
                name.utf8.allSatisfy({ "0123456789abcdef:.".utf8.contains($0) })
            else { return nil }
            isAddress = true
            rest = text[text.index(after: close)...]
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            name = String(text[..<end])
            guard !name.isEmpty, name.count <= 253,
                name.utf8.allSatisfy({ Self.isNameByte($0) })
            else { return nil }
            isAddress = Self.isIPv4(name)
            rest = text[end...]
        }
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", rest.count <= 6, let number = UInt16(rest.dropFirst()),
                rest.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 })
            else { return nil }
            port = Int(number)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    private static func isIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8(part) != nil
            }
    }
}
