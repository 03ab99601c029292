// Types of files. Everything here is available since iOS 14 and macOS 11.

public struct UTType: Hashable, Sendable {
    public var identifier: String { "" }
    public static var movie: UTType { UTType() }
    public static var image: UTType { UTType() }
}
