#if os(Linux)
import CWebSockets
import LandmarkCore

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The certificate that a server makes for itself once. No one vouches for it, so browsers warn about it, but
/// connections are encrypted.
package enum OwnCertificate {
    /// Its validity in seconds: five years.
    private static let validity = 5 * 365 * 86_400

    /// The files of the certificate in a folder, made if they do not exist. Only the user may read the key.
    ///
    /// - Parameters:
    ///   - folder: The folder, created if it does not exist.
    ///   - host: The address for which it is made.
    /// - Throws: ``DashboardError/noCertificate(folder:reason:)`` or `libraryMissing`.
    package static func files(
        in folder: String, for host: String
    ) throws(DashboardError) -> DashboardOptions.TLSFiles {
        if let reason = lk_websockets_load() {
            throw .libraryMissing(reason: String(cString: reason))
        }
        let certificate = Path.join(folder, "dashboard-\(host).pem")
        let key = Path.join(folder, "dashboard-\(host).key")
        let files = DashboardOptions.TLSFiles(certificate: certificate, key: key)
        if FileSystem.isFile(certificate), FileSystem.isFile(key) { return files }
        do throws(SystemError) {
            try FileSystem.makePrivateFolder(folder)
        } catch {
            throw .noCertificate(folder: folder, reason: "\(error)")
        }
        guard let made = make(for: host) else {
            throw .noCertificate(folder: folder, reason: "OpenSSL failed")
        }
        for (path, bytes) in [(key, made.key), (certificate, made.certificate)] {
            if let reason = write(bytes, to: path) {
                throw .noCertificate(folder: folder, reason: "\(path): \(reason)")
            }
        }
        return files
    }

    /// The SHA-256 fingerprint of a certificate as browsers show it, `AB:CD:…`; nil for a file without a
    /// certificate.
    package static func fingerprint(of file: String) -> String? {
        guard lk_websockets_load() == nil, let bytes = try? FileSystem.read(file, atMost: 1 << 20)
        else { return nil }
        let digest = bytes.withUnsafeBytes { bytes -> [UInt8]? in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(source) }
            guard let certificate = PEM_read_bio_X509(source, nil, nil, nil) else { return nil }
            defer { X509_free(certificate) }
            var digest = [UInt8](repeating: 0, count: 64)
            var count: UInt32 = 0
            guard X509_digest(certificate, EVP_sha256(), &digest, &count) == 1 else { return nil }
            return Array(digest.prefix(Int(count)))
        }
        return digest?.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }

    /// Writes a file that only the user may read.
    ///
    /// - Returns: nil, or the reason why it cannot be written.
    private static func write(_ bytes: [UInt8], to path: String) -> String? {
        _ = unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return String(cString: strerror(errno)) }
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        let reason = count == bytes.count ? nil : String(cString: strerror(errno))
        return Glibc.close(file) == 0 ? reason : String(cString: strerror(errno))
    }

    /// Makes a key on the curve P-256 and a certificate for it, both as PEM; nil when OpenSSL fails.
    private static func make(for host: String) -> (certificate: [UInt8], key: [UInt8])? {
        guard let key = makeKey() else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let certificate = X509_new() else { return nil }
        defer { X509_free(certificate) }
        var random = SystemRandomNumberGenerator()
        let addresses = (try? LocalAddress.resolve(host).get()) ?? []
        let isName = LocalAddress.bytes(of: host) == nil
        let names =
            Set(addresses.flatMap(LocalAddress.names) + ["127.0.0.1"]).sorted().map { "IP:\($0)" }
            + (isName && host != "localhost" ? ["DNS:\(host)"] : [])
        guard X509_set_version(certificate, 2) == 1,
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), random.next() >> 1) == 1,
            X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400) != nil,
            X509_gmtime_adj(X509_getm_notAfter(certificate), validity) != nil,
            X509_set_pubkey(certificate, key) == 1,
            let name = X509_get_subject_name(certificate),
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, "LandmarkKit", -1, -1, 0) == 1,
            X509_set_issuer_name(certificate, name) == 1,
            add(NID_basic_constraints, "critical,CA:FALSE", to: certificate),
            add(NID_ext_key_usage, "serverAuth", to: certificate),
            add(
                NID_subject_alt_name,
                (["DNS:localhost"] + names).joined(separator: ","), to: certificate),
            X509_sign(certificate, key, EVP_sha256()) != 0,
            let keyText = text({ PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }),
            let text = text({ PEM_write_bio_X509($0, certificate) })
        else { return nil }
        return (text, keyText)
    }

    private static func makeKey() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1
        else { return nil }
        return key
    }

    private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { X509_EXTENSION_free(part) }
        return X509_add_ext(certificate, part, -1) == 1
    }

    /// The text that an OpenSSL function writes.
    private static func text(_ write: (OpaquePointer) -> Int32) -> [UInt8]? {
        guard let file = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(file) }
        guard write(file) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = BIO_read(file, &bytes, Int32(bytes.count))
        return count > 0 ? Array(bytes.prefix(Int(count))) : nil
    }
}
#endif
