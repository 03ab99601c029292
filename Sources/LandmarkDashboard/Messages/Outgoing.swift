#if os(Linux)
import CWebSockets
#endif

/// Texts on their way to browsers.
enum Outgoing {
    /// The number of bytes before a message into which the library writes its header.
    static var space: Int {
        #if os(Linux)
        Int(lk_lws_space)
        #else
        16
        #endif
    }

    /// A text with the library's space before it.
    static func text(_ json: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: space) + json }
}
