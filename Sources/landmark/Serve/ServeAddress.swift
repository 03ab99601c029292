#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkLive

/// Where `serve` listens, and what it requires of clients.
struct ServeAddress {
    /// The options on the command line.
    static let options = [
        Option(
            name: "--port", value: .integer(0...65_535),
            help: "port to listen on, 0 for any free port (default 8765)"),
        Option(
            name: "--host", value: .text("ADDRESS"),
            help: "address or name to listen on (default localhost: 127.0.0.1 and ::1)"),
        Option(
            name: "--name", value: .text("NAME"),
            help: "an additional host name for this machine; can be repeated", repeats: true),
        Option(
            name: "--cert", value: .text("FILE"), help: "TLS certificate, as PEM"),
        Option(name: "--key", value: .text("FILE"), help: "private key of the certificate, as PEM"),
    ]

    /// The options for starting the server.
    let options: DashboardOptions

    /// - Throws: `CommandError`, or `DashboardError` if no certificate can be made.
    init(_ arguments: Arguments) throws {
        var address = LiveAddress()
        if let port = arguments.integer("--port") { address.port = port }
        address.host = arguments.text("--host")
        address.names = arguments.texts("--name")
        if let certificate = arguments.text("--cert") {
            guard let key = arguments.text("--key") else {
                throw CommandError.neededOption("--key FILE", reason: "--cert requires its key")
            }
            address.certificate = (certificate, key)
        } else if arguments.has("--key") {
            throw CommandError.neededOption("--cert FILE", reason: "--key belongs to a certificate")
        }
        options = try address.options
    }
}
#endif
