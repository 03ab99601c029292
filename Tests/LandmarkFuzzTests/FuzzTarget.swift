/// Something that takes any bytes, and must neither crash, hang nor take unlimited memory.
package struct FuzzTarget: Sendable {
    /// The name on the command line, and of the archive with its inputs.
    package let name: String
    /// The largest input that is tried, in bytes.
    package let maximumLength: Int
    /// Changes bytes in a way that fits their format; nil for the fuzzer's own changes alone.
    package let mutate: (@Sendable (inout [UInt8], inout Choices) -> Void)?
    /// Tries the bytes. Errors that the package throws for them are outcomes like any other.
    package let run: @Sendable ([UInt8]) -> Void

    init(
        name: String, maximumLength: Int = 4096,
        mutate: (@Sendable (inout [UInt8], inout Choices) -> Void)? = nil,
        run: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.maximumLength = maximumLength
        self.mutate = mutate
        self.run = run
    }

    /// Returns what `body` does, or describes why it fails, since a description is code, too.
    @discardableResult
    static func attempt<Value>(_ body: () throws -> Value) -> Value? {
        do { return try body() } catch {
            _ = "\(error)"
            return nil
        }
    }

    /// All targets, by the worth of what they try.
    package static let all =
        models + graphs + files + recordings + pages + commands + interface
}
