#if os(Linux)
import LandmarkCore

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One end of a socket, as the system reports it.
struct SocketAddress: Hashable {
    /// 4 bytes for IPv4, or 16 for IPv6; an IPv4 address wrapped in IPv6 has 4.
    let address: [UInt8]
    let port: Int

    /// The local end of an open socket; nil for a file that is not an Internet socket.
    static func local(of file: Int32) -> SocketAddress? { read { getsockname(file, $0, $1) } }

    /// The other end of an open connection; nil if unknown.
    static func peer(of file: Int32) -> SocketAddress? { read { getpeername(file, $0, $1) } }

    /// Whether the address is this machine's own, which no network carries: 127.0.0.0/8 or ::1.
    var isLoopback: Bool { LocalAddress.isLoopback(address) }

    /// The listening sockets of this process, by descriptor.
    ///
    /// - Throws: ``SystemError`` when the descriptors cannot be listed.
    static func listening() throws(SystemError) -> [Int32: SocketAddress] {
        let files = try FileSystem.names(in: "/proc/self/fd")
        var found: [Int32: SocketAddress] = [:]
        for file in files.compactMap({ Int32($0) }) where listens(file) {
            found[file] = local(of: file)
        }
        return found
    }

    private static func listens(_ file: Int32) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0
    }

    private static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        guard status == 0 else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let value = bytes.loadUnaligned(as: sockaddr_in.self)
                return SocketAddress(
                    address: withUnsafeBytes(of: value.sin_addr) { Array($0) },
                    port: Int(UInt16(bigEndian: value.sin_port)))
            case AF_INET6:
                let value = bytes.loadUnaligned(as: sockaddr_in6.self)
                let address = withUnsafeBytes(of: value.sin6_addr) { Array($0) }
                return SocketAddress(
                    address: LocalAddress.unwrapped(address),
                    port: Int(UInt16(bigEndian: value.sin6_port)))
            default: return nil
            }
        }
    }
}
#endif
