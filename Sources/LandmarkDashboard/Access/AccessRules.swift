/// Who may use the server.
///
/// A server on this machine's own address trusts the programs of this machine, but not the pages in its
/// browsers: `Host` must be this machine (a name that an attacker points here is refused), `Origin` must be
/// the page's own, and requests caused by another page are refused. On other addresses every request also
/// needs the token.
package struct AccessRules: Sendable {
    /// Why a request is refused.
    package enum Refusal: Sendable, Hashable {
        /// `Host` is missing or names another machine.
        case unknownHost
        /// The request was caused by another page.
        case foreignPage
        /// The token is missing or wrong.
        case noToken
    }

    /// The names under which the server is reached, in lower case.
    package let names: Set<String>
    /// Whether every numeric address is accepted, because no one can point it elsewhere.
    package let allowsAddresses: Bool
    /// `http` or `https`.
    package let scheme: String
    /// nil when no token is needed.
    package let token: AccessToken?
    /// The name of the cookie that holds the token.
    package let cookie: String

    /// The rules of a server that only this machine reaches.
    package static func local(port: Int, usesTLS: Bool = false) -> AccessRules {
        AccessRules(
            names: ["localhost", "127.0.0.1", "::1"], allowsAddresses: false, usesTLS: usesTLS,
            token: nil, port: port)
    }

    package init(
        names: Set<String>, allowsAddresses: Bool, usesTLS: Bool, token: AccessToken?, port: Int
    ) {
        self.names = names
        self.allowsAddresses = allowsAddresses
        scheme = usesTLS ? "https" : "http"
        self.token = token
        // Browsers send a host's cookies to all its ports.
        cookie = "\(usesTLS ? "__Host-" : "")landmark-\(port)"
    }

    /// The address to which an unencrypted request is redirected; nil for a request that names another
    /// machine.
    func encryptedAddress(for head: RequestHead) -> String? {
        guard let host = HostName(head.host),
            names.contains(host.name) || allowsAddresses && host.isAddress
        else { return nil }
        return "https://\(head.host.lowercased())/"
    }

    /// Why a request is refused; nil if it is accepted.
    package func refusal(of head: RequestHead) -> Refusal? {
        guard let host = HostName(head.host),
            names.contains(host.name) || allowsAddresses && host.isAddress
        else { return .unknownHost }
        if let origin = head.origin {
            guard origin.lowercased() == "\(scheme)://\(head.host.lowercased())" else {
                return .foreignPage
            }
        } else if head.isUpgrade || head.method == .delete {
            // Every browser sends an origin with these.
            return .foreignPage
        }
        if !isOwnRequest(head) { return .foreignPage }
        if let token, !isShown(token, by: head) { return .noToken }
        return nil
    }

    /// Whether the request comes from the page itself, the address bar, a program, or a link that someone
    /// followed.
    private func isOwnRequest(_ head: RequestHead) -> Bool {
        switch head.fetchSite {
        case "", "none", "same-origin": true
        default:
            !head.isUpgrade && head.method != .delete && head.fetchMode == "navigate"
                && head.fetchDestination == "document"
        }
    }

    private func isShown(_ token: AccessToken, by head: RequestHead) -> Bool {
        if let given = head.queryValue("token") { return token.matches(given) }
        if let given = head.cookieValue(cookie) { return token.matches(given) }
        let scheme = "bearer "
        guard head.authorization.lowercased().hasPrefix(scheme) else { return false }
        return token.matches(head.authorization.dropFirst(scheme.count))
    }
}
