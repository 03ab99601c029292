#if os(Linux)
import Glibc
import LandmarkTestSupport
import Testing

@testable import LandmarkDashboard

extension ServerTests {
    @Suite("A page of this machine is no one else's")
    struct LoopbackTests {
        /// Addresses of this machine at which a page must not be reachable: those that other
        /// machines reach, and a loopback address that is not requested, so that there is always
        /// one.
        private static let others =
            ["127.0.0.2"]
            + LocalAddress.names(of: "0.0.0.0").filter { !LocalAddress.isLoopback($0) }

        @Test("without a host the sockets are at 127.0.0.1 and ::1, and nowhere else")
        func sockets() throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            let found = try SocketAddress.listening().values.filter { $0.port == server.port }
                .map(\.address)
            #expect(
                found.compactMap { LocalAddress.text(of: $0) }.sorted() == LocalAddress.loopback)
            #expect(found.allSatisfy { LocalAddress.isLoopback($0) })
            #expect(TestClient(port: server.port) != nil)
        }

        @Test("other addresses of this machine are refused at connect", arguments: others)
        func otherAddress(_ address: String) throws {
            let server = try ServerTests.start()
            defer { server.stop() }
            #expect(TestClient(port: server.port, host: address) == nil)
        }

        @Test(
            "an IPv4 address, an IPv6 address and a name are bound as they were asked for",
            arguments: ["127.0.0.1", "127.0.0.5", "::1", "localhost"])
        func asked(_ host: String) throws {
            let expected = try LocalAddress.resolve(host).get()
            if host == "::1", !LocalAddress.loopback.contains(host) {
                try Test.cancel("this machine has no IPv6")
            }
            let server = try ServerTests.start { options, _ in try options.setHost(host) }
            defer { server.stop() }
            let found = try SocketAddress.listening().values.filter { $0.port == server.port }
                .compactMap { LocalAddress.text(of: $0.address) }
            #expect(found.sorted() == expected.sorted())
        }

        @Test("an address that others reach is served only with a token and TLS")
        func unprotected() throws {
            let expected = DashboardError.unprotected(host: "0.0.0.0")
            #expect(throws: expected) {
                try ServerTests.start { options, _ in try options.setHost("0.0.0.0") }
            }
            #expect(throws: expected) {
                try ServerTests.start { options, _ in
                    try options.setHost("0.0.0.0")
                    options.token = AccessToken()
                }
            }
            #expect(throws: expected) {
                try ServerTests.start { options, _ in
                    try options.setHost("0.0.0.0")
                    options.tls = .init(certificate: "/dev/null", key: "/dev/null")
                }
            }
        }

        @Test("addresses that only this machine reaches")
        func loopback() {
            for address in ["127.0.0.1", "127.1.2.3", "::1"] {
                #expect(LocalAddress.isLoopback(address))
            }
            for address in ["0.0.0.0", "::", "192.168.1.2", "127.evil.example", "", "10.0.0.127"] {
                #expect(!LocalAddress.isLoopback(address))
            }
            let wrapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 1]
            #expect(LocalAddress.unwrapped(wrapped) == [10, 0, 0, 1])
            #expect(!LocalAddress.isLoopback(LocalAddress.unwrapped(wrapped)))
        }
    }
}
#endif
