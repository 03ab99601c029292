#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A numeric address, and whether this machine has it.
enum LocalAddress {
    /// Why an address cannot be listened on; nil when it can. The library would wait for a network
    /// that has the address.
    static func problem(with host: String) -> String? {
        guard let address = bytes(of: host) else { return "it is not a numeric address" }
        if address.allSatisfy({ $0 == 0 }) || address.count == 4 && address[0] == 127 { return nil }
        return own().contains(address) ? nil : "this machine does not have the address"
    }

    /// The addresses under which a host is reached: of one that stands for all, all that others can
    /// reach.
    static func names(of host: String) -> [String] {
        guard let address = bytes(of: host), address.allSatisfy({ $0 == 0 }) else { return [host] }
        let names = own().filter { other in
            // Not this machine's own, nor those of a cable alone.
            other.count == 4 && other[0] != 127
                || address.count == 16 && other.count == 16 && other[0] != 0xFE
                    && !other.dropLast().allSatisfy { $0 == 0 }
        }.compactMap(text).sorted()
        return names.isEmpty ? [address.count == 4 ? "127.0.0.1" : "::1"] : names
    }

    private static func text(of address: [UInt8]) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        return inet_ntop(family, address, &buffer, socklen_t(buffer.count)).map {
            String(cString: $0)
        }
    }

    /// The 4 or 16 bytes of an address; nil for anything else.
    private static func bytes(of host: String) -> [UInt8]? {
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
            guard let address = entry.pointee.ifa_addr else { continue }
            let raw = UnsafeRawPointer(address)
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                let value = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
                found.insert(withUnsafeBytes(of: value) { Array($0) })
            case AF_INET6:
                let value = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
                found.insert(withUnsafeBytes(of: value) { Array($0) })
            default: break
            }
        }
        return found
    }
}
#endif
