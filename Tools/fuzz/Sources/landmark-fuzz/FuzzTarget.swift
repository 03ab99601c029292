import CFuzzer
import Glibc

/// Something that takes any bytes, and must neither crash, hang nor take unlimited memory.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder with its inputs.
    let name: String
    /// The largest input that is tried, in bytes.
    var maximumLength = 4096
    /// Changes bytes in a way that fits their format; nil for libFuzzer's own changes.
    var mutate: (@Sendable (inout [UInt8], inout Choices) -> Void)?
    /// Tries the bytes. Errors that the package throws for them are outcomes like any other.
    let run: @Sendable ([UInt8]) -> Void

    /// All targets, by the worth of what they try.
    static let all: [FuzzTarget] = models + graphs + files + pages + interface

    /// The target that runs.
    // SAFETY: it is set before libFuzzer begins, which calls targets on one thread.
    nonisolated(unsafe) static var current: FuzzTarget?

    /// Hands the process to libFuzzer and returns its exit code.
    static func drive(_ arguments: [String]) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        var count = Int32(arguments.count)
        return words.withUnsafeMutableBufferPointer { buffer in
            var values = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &values) { data, size in
                FuzzTarget.current?.run(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
    }
}

/// libFuzzer calls this instead of its own mutations.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    var choices = Choices(seed: seed)
    // Bytes that are not a format's own, too, must be refused.
    guard let mutate = FuzzTarget.current?.mutate, choices.below(3) > 0 else {
        return LLVMFuzzerMutate(data, size, capacity)
    }
    var bytes = Array(UnsafeBufferPointer(start: data, count: size))
    mutate(&bytes, &choices)
    let kept = min(bytes.count, capacity)
    for index in 0..<kept { data[index] = bytes[index] }
    return kept
}
