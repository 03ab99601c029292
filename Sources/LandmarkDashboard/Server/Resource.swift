/// A request for something that the program has, such as a recorded session.
package struct ResourceRequest: Sendable {
    /// Whether the request is to delete something; otherwise, it is to show it.
    package let deletes: Bool
    /// The parts of the path between slashes, such as `history`, `sessions`, `3`.
    package let path: [String]
    private let head: RequestHead

    init(_ head: RequestHead) {
        self.head = head
        deletes = head.method == .delete
        path = head.path.split(separator: "/").map(String.init)
    }

    /// The raw value of a name in the query; nil without one.
    package func value(_ name: String) -> String? { head.queryValue(name).map(String.init) }
}

/// The answer to a request for a resource.
package struct ResourceAnswer: Sendable {
    /// The body, whole or in parts.
    package enum Body: Sendable {
        case whole([UInt8])
        /// Called once, on its own thread. It passes the parts to a function that waits until the browser has
        /// received the previous part, and throws when the browser has disconnected.
        case parts(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
    }

    /// The status of an answer.
    package enum Status: String, Sendable {
        case done = "200 OK"
        case wrong = "400 Bad Request"
        case missing = "404 Not Found"
        case conflict = "409 Conflict"
        case failed = "500 Internal Server Error"
        case unavailable = "503 Service Unavailable"
    }

    package var status: Status
    /// The media type.
    package var type: String
    package var body: Body
    /// The name under which a browser saves the body; nil to show it.
    package var fileName: String?

    package init(_ status: Status, type: String, _ body: Body, fileName: String? = nil) {
        self.status = status
        self.type = type
        self.body = body
        self.fileName = fileName
    }
}
