#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Numeric addresses, and whether this machine has them.
enum LocalAddress {
    /// The numeric addresses that a host stands for: itself, or those that the system's resolver returns for
    /// its name. `localhost` is always this machine's own, whatever the resolver returns.
    ///
    /// - Returns: At least one address, or the reason why the server cannot listen on any. The library would
    ///   wait for a network that has the address.
    static func resolve(_ host: String) -> Result<[String], Problem> {
        if host.lowercased() == "localhost" { return .success(loopback) }
        guard bytes(of: host) == nil else {
            return isOwn(host) ? .success([host]) : .failure(.notOwn)
        }
        let found = lookUp(host)
        guard !found.isEmpty else { return .failure(.unknownName) }
        return found.allSatisfy(isOwn) ? .success(found) : .failure(.notOwn)
    }

    /// Why the server cannot listen on a host.
    enum Problem: String, Error {
        case notOwn = "this machine does not have the address"
        case unknownName = "it is neither a numeric address nor a name that is known here"
    }

    /// This machine's own addresses: 127.0.0.1, and ::1 if IPv6 is available.
    static var loopback: [String] {
        let ipv6 = [UInt8](repeating: 0, count: 15) + [1]
        return own().contains(ipv6) ? ["127.0.0.1", "::1"] : ["127.0.0.1"]
    }

    /// Whether an address is in 127.0.0.0/8, or is ::1.
    static func isLoopback(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: address[0] == 127
        case 16: address.last == 1 && address.dropLast().allSatisfy { $0 == 0 }
        default: false
        }
    }

    /// Whether a numeric address is in 127.0.0.0/8, or is ::1.
    static func isLoopback(_ host: String) -> Bool { bytes(of: host).map(isLoopback) ?? false }

    /// An IPv6 address, or the IPv4 address that it wraps (::ffff:a.b.c.d).
    static func unwrapped(_ address: [UInt8]) -> [UInt8] {
        let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return address.count == 16 && address.starts(with: prefix)
            ? Array(address.suffix(4)) : address
    }

    private static func isOwn(_ host: String) -> Bool {
        guard let address = bytes(of: host) else { return false }
        return address.allSatisfy { $0 == 0 } || isLoopback(address) || own().contains(address)
    }

    /// The addresses that the system's resolver returns for a name.
    private static func lookUp(_ name: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ai_next
            guard let address = entry.pointee.ai_addr.flatMap(bytes).flatMap(text) else { continue }
            if !found.contains(address) { found.append(address) }
        }
        return found
    }

    /// The addresses under which a host is reached. A host that stands for all addresses has all those that
    /// others can reach.
    static func names(of host: String) -> [String] {
        guard let address = bytes(of: host), address.allSatisfy({ $0 == 0 }) else { return [host] }
        let names = own().filter { other in
            // Neither this machine's own addresses nor IPv6's link-local ones.
            other.count == 4 && other[0] != 127
                || address.count == 16 && other.count == 16 && other[0] != 0xFE
                    && !other.dropLast().allSatisfy { $0 == 0 }
        }.compactMap(text).sorted()
        return names.isEmpty ? [address.count == 4 ? "127.0.0.1" : "::1"] : names
    }

    /// An address of 4 or 16 bytes as text.
    static func text(of address: [UInt8]) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        return inet_ntop(family, address, &buffer, socklen_t(buffer.count)).map {
            String(cString: $0)
        }
    }

    /// The 4 or 16 bytes of an address; nil for anything else.
    static func bytes(of host: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }

    /// The addresses of this machine's networks.
    private static func own() -> Set<[UInt8]> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<[UInt8]> = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            if let address = entry.pointee.ifa_addr.flatMap(bytes) { found.insert(address) }
        }
        return found
    }

    /// The 4 or 16 bytes of a socket's address; nil for other networks.
    private static func bytes(_ address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let value = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return withUnsafeBytes(of: value) { Array($0) }
        case AF_INET6:
            let value = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return withUnsafeBytes(of: value) { Array($0) }
        default: return nil
        }
    }
}
#endif
