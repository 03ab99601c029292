#if os(Linux)
/// A recording of a live page: a SQLite file with results and events, which the page can also show.
public struct LiveRecording: Sendable, Hashable {
    /// The path of the file. Sessions are added to an existing file.
    public var file: String
    /// Whether images are kept: five a second, at most 640 pixels wide or high.
    public var keepsImages = false
    /// The age in days from which sessions, and the beginning of a session in progress, are deleted; nil to
    /// keep them.
    public var maxDays: Int?
    /// The size in bytes above which the oldest sessions, and then the beginning of the session in progress,
    /// are deleted; nil for no limit.
    public var maxBytes: Int?

    /// Creates a recording of results and events, without images and limits.
    public init(file: String) { self.file = file }
}

/// An MQTT broker to which a live page publishes events and its state. This opens a network connection.
public struct LiveBroker: Sendable, Hashable {
    /// `mqtt[s]://[USER@]HOST[:PORT]/TOPIC`.
    public var url: String
    /// The user's password; nil for none.
    public var password: String?
    /// The path of a PEM file with the certificates that vouch for the broker; nil for the system's.
    public var authorities: String?

    /// Creates a broker without a password.
    public init(url: String) { self.url = url }
}
#endif
