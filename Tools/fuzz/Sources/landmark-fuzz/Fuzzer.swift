import CFuzzer
import Glibc
import LandmarkFuzzTargets

/// libFuzzer, with one target.
enum Fuzzer {
    // SAFETY: it is set before libFuzzer begins, which calls everything on one thread.
    nonisolated(unsafe) fileprivate static var target: FuzzTarget?

    /// Hands the process to libFuzzer, with its options, and returns its exit code.
    static func run(_ target: FuzzTarget, _ arguments: [String]) -> Int32 {
        Self.target = target
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        var count = Int32(arguments.count)
        return words.withUnsafeMutableBufferPointer { buffer in
            var values = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &values) { data, size in
                Fuzzer.target?.run(Array(UnsafeBufferPointer(start: data, count: size)))
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
    // Bytes that do not even resemble the format must be refused, too.
    guard let mutate = Fuzzer.target?.mutate, choices.below(3) > 0 else {
        return LLVMFuzzerMutate(data, size, capacity)
    }
    var bytes = Array(UnsafeBufferPointer(start: data, count: size))
    mutate(&bytes, &choices)
    let kept = min(bytes.count, capacity)
    for index in 0..<kept { data[index] = bytes[index] }
    return kept
}
