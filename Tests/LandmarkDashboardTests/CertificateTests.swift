#if os(Linux)
import Glibc
import LandmarkTestSupport
import Testing

@testable import LandmarkDashboard

extension ServerTests {
    @Suite("A certificate of its own")
    struct CertificateTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func contents(_ path: String) throws -> String {
            let file = try #require(fopen(path, "r"))
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = fread(&bytes, 1, bytes.count, file)
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }

        @Test("is made once, for the user alone, and serves")
        func made() throws {
            let files = try OwnCertificate.files(in: folder.path("a/b"), for: "127.0.0.1")
            #expect(try contents(files.certificate).hasPrefix("-----BEGIN CERTIFICATE-----"))
            let key = try contents(files.key)
            #expect(key.hasPrefix("-----BEGIN PRIVATE KEY-----"))
            for path in [files.certificate, files.key] {
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            }
            #expect(try OwnCertificate.files(in: folder.path("a/b"), for: "127.0.0.1") == files)
            #expect(try contents(files.key) == key)
            let server = try ServerTests.start { options, _ in options.tls = files }
            defer { server.stop() }
            #expect(server.link.hasPrefix("https://"))
            // Without TLS there is no answer.
            #expect(!TestClient.ask(server.port, "GET /").contains("200 OK"))
        }

        @Test("cannot be made where nothing can be written, and files that are none are named")
        func failures() throws {
            #expect(throws: DashboardError.self) {
                try OwnCertificate.files(in: "/proc/nowhere", for: "127.0.0.1")
            }
            let page = folder.path("page.pem")
            let file = try #require(fopen(page, "w"))
            fputs("no certificate", file)
            fclose(file)
            for path in [page, folder.path("absent.pem")] {
                #expect {
                    try ServerTests.start { options, _ in
                        options.tls = .init(certificate: path, key: path)
                    }
                } throws: { error in
                    guard case .badCertificate(path, _) = error as? DashboardError else {
                        return false
                    }
                    return true
                }
            }
        }
    }
}
#endif
