#if os(Linux)
import LandmarkCore
#endif

/// Where a page is served, and who can reach it.
package struct DashboardOptions: Sendable {
    /// A certificate and its key, as paths of PEM files.
    package struct TLSFiles: Sendable, Hashable {
        package let certificate: String
        package let key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The limits of a server.
    package struct Limits: Sendable {
        /// The number of connections that have not become WebSockets. The oldest is closed for a new one.
        package var requests = 48
        /// The number of resources that are being made and sent at a time.
        package var transfers = 16
        /// The seconds within which a browser must receive a part of a resource, and the program make it.
        package var transferSeconds: Int32 = 60
        /// The number of browsers that show the page at a time.
        package var browsers = 16
        /// The bytes of a message from a browser: an image, or a text.
        package var imageBytes = 4 << 20
        package var textBytes = 16 << 10
        /// The seconds within which a request must be complete.
        package var requestSeconds: UInt32 = 5
        /// The number of frames that a browser may have received but not yet shown.
        package var framesInFlight = 2
        /// The number of texts that may wait for a browser. If more wait, its connection is closed.
        package var waitingTexts = 512

        package init() {}
    }

    /// The address or name to listen on; see ``setHost(_:)``.
    package private(set) var host = "localhost"
    /// The numeric addresses that ``host`` stands for; the server listens on all of them.
    package private(set) var addresses: [String]
    /// The port; 0 for any free port.
    package var port = 8765
    /// nil to serve without encryption.
    package var tls: TLSFiles?
    /// The token that requests need; nil for none.
    package var token: AccessToken?
    /// Additional names under which the server is reached.
    package var names: Set<String> = []
    package var limits = Limits()

    #if os(Linux)
    package init() { addresses = LocalAddress.loopback }

    /// Whether only this machine can reach the addresses.
    package var isLocal: Bool { addresses.allSatisfy { LocalAddress.isLoopback($0) } }

    /// Sets what to listen on.
    ///
    /// - Parameter host: A numeric address that this machine has, 0.0.0.0 or :: for all of them, or a name
    ///   that stands for addresses of this machine. `localhost` is 127.0.0.1 and ::1.
    /// - Throws: ``DashboardError/cannotListen(host:port:reason:)``.
    package mutating func setHost(_ host: String) throws(DashboardError) {
        switch LocalAddress.resolve(host) {
        case .success(let found): (self.host, addresses) = (host, found)
        case .failure(let problem):
            throw .cannotListen(host: host, port: port, reason: problem.rawValue)
        }
    }

    /// Checks that strangers are kept out, and that the certificate's files can be read.
    ///
    /// - Throws: ``DashboardError``.
    package func check() throws(DashboardError) {
        guard isLocal || token != nil && tls != nil else {
            throw .unprotected(host: host)
        }
        guard let tls else { return }
        for file in [tls.certificate, tls.key] where !FileSystem.isReadable(file) {
            throw .badCertificate(file: file, reason: "it cannot be read")
        }
    }
    #else
    package init() { addresses = ["127.0.0.1", "::1"] }

    /// Whether only this machine can reach the addresses.
    package let isLocal = true
    #endif

    func rules(port: Int) -> AccessRules {
        let local = AccessRules.local(port: port, usesTLS: tls != nil)
        if isLocal, token == nil, names.isEmpty { return local }
        return AccessRules(
            names: local.names.union(names.map { $0.lowercased() }).union([host.lowercased()]),
            allowsAddresses: !isLocal, usesTLS: tls != nil, token: token, port: port)
    }
}

/// A browser that shows the page; each connection counts as another browser.
package struct BrowserID: Sendable, Hashable {
    package let number: Int
}

/// The functions of the program that the server calls on its thread; all must return at once.
package struct DashboardHandlers: Sendable {
    /// Returns the first text for a browser, as JSON.
    package var greeting: @Sendable (BrowserID) -> [UInt8] = { _ in Array("{}".utf8) }
    /// Receives a text from a browser, which anyone may have written.
    package var text: @Sendable (BrowserID, [UInt8]) -> Void = { _, _ in }
    /// Receives an image from a browser's camera, with its number; the bytes may be anything.
    package var image: @Sendable (BrowserID, UInt32, [UInt8]) -> Void = { _, _, _ in }
    /// Called when a browser has disconnected.
    package var closed: @Sendable (BrowserID) -> Void = { _ in }
    /// Whether there is a live page; otherwise the page of recorded sessions comes first.
    package var isLive = true
    /// Answers requests below `/history/`; nil without recorded sessions. Unlike the others, it is called on
    /// its own thread, and may take its time.
    package var history: (@Sendable (ResourceRequest) -> ResourceAnswer)?
    /// The counts that `/metrics` reports in addition to the server's own, in Prometheus' text format.
    package var metrics: @Sendable () -> String = { "" }

    package init() {}
}
