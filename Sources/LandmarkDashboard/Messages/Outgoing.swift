#if os(Linux)
import CWebSockets
#endif

/// Texts on their way to browsers.
enum Outgoing {
    /// The bytes before a message that the library writes its header into.
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
