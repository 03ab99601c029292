#if os(Linux)
import CWebSockets

/// Reads the parts of a request that libwebsockets has parsed.
enum RequestReader {
    /// The most bytes of a header that are read; longer headers count as missing.
    private static let longest = 4096

    /// The head of a connection's request.
    static func head(of connection: OpaquePointer, isUpgrade: Bool) -> RequestHead {
        let tokens: [(token: lws_token_indexes, method: RequestHead.Method)] = [
            (WSI_TOKEN_GET_URI, .get), (WSI_TOKEN_HEAD_URI, .head), (WSI_TOKEN_DELETE_URI, .delete),
        ]
        var head = RequestHead(.other, "")
        for (token, method) in tokens {
            guard let path = text(token, of: connection) else { continue }
            head = RequestHead(method, path)
            break
        }
        // The library inserts commas where it has split the query.
        head.query = (text(WSI_TOKEN_HTTP_URI_ARGS, of: connection) ?? "")
            .replacing(",", with: "&")
        head.host = text(WSI_TOKEN_HOST, of: connection) ?? ""
        head.origin = text(WSI_TOKEN_ORIGIN, of: connection)
        head.cookie = text(WSI_TOKEN_HTTP_COOKIE, of: connection) ?? ""
        head.authorization = text(WSI_TOKEN_HTTP_AUTHORIZATION, of: connection) ?? ""
        head.fetchSite = custom("sec-fetch-site:", of: connection)
        head.fetchMode = custom("sec-fetch-mode:", of: connection)
        head.fetchDestination = custom("sec-fetch-dest:", of: connection)
        head.isUpgrade = isUpgrade
        return head
    }

    /// The protocol that a connection's request asks for; empty if none.
    static func upgrade(of connection: OpaquePointer) -> String {
        text(WSI_TOKEN_UPGRADE, of: connection) ?? ""
    }

    private static func text(_ token: lws_token_indexes, of connection: OpaquePointer) -> String? {
        let length = Int(lws_hdr_total_length(connection, token))
        guard length > 0, length < longest else { return nil }
        var bytes = [CChar](repeating: 0, count: length + 2)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            lws_hdr_copy(connection, buffer.baseAddress, Int32(buffer.count), token)
        }
        return count < 0 ? nil : string(bytes, Int(count))
    }

    private static func custom(_ name: String, of connection: OpaquePointer) -> String {
        let nameLength = Int32(name.utf8.count)
        let length = Int(lws_hdr_custom_length(connection, name, nameLength))
        guard length > 0, length < longest else { return "" }
        var bytes = [CChar](repeating: 0, count: length + 2)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            lws_hdr_custom_copy(
                connection, buffer.baseAddress, Int32(buffer.count), name, nameLength)
        }
        return count < 0 ? "" : string(bytes, Int(count))
    }

    private static func string(_ bytes: [CChar], _ count: Int) -> String {
        String(decoding: bytes.prefix(count).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif
