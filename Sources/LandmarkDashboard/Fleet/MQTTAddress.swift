import LandmarkCore

/// A broker, and the topic below which everything is published: `mqtt://host/prefix`, or `mqtts` for
/// TLS, with an optional port, user and password.
package struct MQTTAddress: Sendable, Hashable {
    package let host: String
    package let port: Int
    package let usesTLS: Bool
    package let user: String?
    package let password: String?
    /// The topic, without slashes at its ends.
    package let prefix: String

    /// Parses an address.
    ///
    /// - Parameter password: The user's password if the address has none; everyone can see command lines.
    /// - Throws: ``MQTTError/badAddress(_:reason:)``.
    package init(_ text: String, password: String? = nil) throws(MQTTError) {
        func bad(_ reason: String) -> MQTTError { .badAddress(text, reason: reason) }
        let scheme: (name: String, tls: Bool, port: Int)
        if text.hasPrefix("mqtts://") {
            scheme = ("mqtts://", true, 8883)
        } else if text.hasPrefix("mqtt://") {
            scheme = ("mqtt://", false, 1883)
        } else {
            throw bad("it must begin with mqtt:// or mqtts://")
        }
        let rest = text.dropFirst(scheme.name.count)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var place = parts[0]
        var names: [Substring] = []
        if let at = place.lastIndex(of: "@") {
            names = place[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            place = place[place.index(after: at)...]
        }
        var port = scheme.port
        // Colons within the brackets of an IPv6 address do not begin a port.
        if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
            guard let number = Int(place[place.index(after: colon)...]),
                (1...65_535).contains(number)
            else { throw bad("the port must be a number from 1 to 65535") }
            port = number
            place = place[..<colon]
        }
        if place.first == "[", place.last == "]" { place = place.dropFirst().dropLast() }
        let prefix = parts.count > 1 ? parts[1] : ""
        let topic = prefix.split(separator: "/").joined(separator: "/")
        if place.isEmpty { throw bad("the host is missing") }
        if topic.contains(where: { "+#\0".contains($0) }) || topic.hasPrefix("$") {
            throw bad("a topic has no +, # or zero, and begins with no $")
        }
        host = String(place)
        self.port = port
        usesTLS = scheme.tls
        user = names.first.map(String.init)
        self.password = names.count > 1 ? String(names[1]) : password
        self.prefix = topic.isEmpty ? "landmark" : topic
    }
}

/// Why nothing can be published.
package enum MQTTError: LandmarkError, Hashable {
    case badAddress(String, reason: String)
    /// libmosquitto cannot be loaded.
    case libraryMissing(reason: String)
    /// The connection cannot be prepared, or a file for TLS cannot be used.
    case cannotPrepare(host: String, reason: String)

    package var description: String {
        switch self {
        case .badAddress(let text, let reason): "“\(text)” is no address of a broker: \(reason)"
        case .libraryMissing(let reason):
            "libmosquitto is needed to publish, and cannot be loaded: \(reason)"
        case .cannotPrepare(let host, let reason): "cannot publish to \(host): \(reason)"
        }
    }
}
