#if os(Linux)
import Glibc

/// A connection to a server on this machine, which can send anything.
final class TestClient {
    private let file: Int32

    /// nil if the server does not accept it.
    ///
    /// - Parameter host: An IPv4 address of this machine.
    init?(port: Int, host: String = "127.0.0.1", timeout: Int = 5) {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { return nil }
    }

    deinit { close(file) }

    /// Sends bytes; false when the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes; empty at the end, and if nothing arrives in time.
    func receive(atMost limit: Int = 65_536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(file, &bytes, limit, 0)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }

    /// Exactly `count` bytes; nil if they do not arrive.
    func receive(exactly count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = receive(atMost: count - bytes.count)
            if part.isEmpty { return nil }
            bytes += part
        }
        return bytes
    }

    /// Everything up to the end.
    func receiveAll() -> String {
        var bytes: [UInt8] = []
        while case let part = receive(), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a request and returns the response.
    static func ask(
        _ port: Int, _ line: String, host: String? = nil, _ headers: String...
    ) -> String {
        guard let client = TestClient(port: port) else { return "refused" }
        let lines = ["\(line) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return client.receiveAll()
    }
}

// MARK: WebSockets

extension TestClient {
    /// A message from the server.
    struct Message {
        /// 1 text, 2 binary, 8 close, 9 ping.
        let kind: UInt8
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The number of a frame.
        var number: Int { bytes.count < 8 ? -1 : Int(bytes[4]) | Int(bytes[5]) << 8 }
    }

    /// Requests a WebSocket.
    ///
    /// - Returns: The first line of the response.
    func upgrade(
        _ port: Int, path: String = "/live", host: String? = nil, origin: String? = "",
        headers: [String] = []
    ) -> String {
        let host = host ?? "localhost:\(port)"
        var lines = [
            "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: landmark-live",
        ]
        if let origin { lines.append("Origin: \(origin.isEmpty ? "http://\(host)" : origin)") }
        send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n")
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard let byte = receive(exactly: 1) else { break }
            head += byte
        }
        let text = String(decoding: head, as: UTF8.self)
        return String(text.prefix { $0 != "\r\n" })
    }

    /// Sends a message in one frame, masked as browsers do.
    @discardableResult
    func sendMessage(_ bytes: [UInt8], kind: UInt8 = 2) -> Bool {
        var frame: [UInt8] = [0x80 | kind]
        if bytes.count < 126 {
            frame.append(0x80 | UInt8(bytes.count))
        } else if bytes.count < 65_536 {
            frame += [UInt8(0x80 | 126), UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        } else {
            frame.append(0x80 | 127)
            frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        return send(frame + mask + bytes.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// Acknowledges that a frame is on the screen.
    func acknowledge(_ number: Int) {
        sendMessage([1, 0, 0, 0, UInt8(number & 255), UInt8(number >> 8), 0, 0])
    }

    /// The next message; nil if none arrives in time.
    func nextMessage() -> Message? {
        guard let head = receive(exactly: 2) else { return nil }
        var length = Int(head[1] & 127)
        if length >= 126 {
            guard let more = receive(exactly: length == 126 ? 2 : 8) else { return nil }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let bytes = length == 0 ? [] : receive(exactly: length) else { return nil }
        return Message(kind: head[0] & 15, bytes: bytes)
    }
}
#endif
