// The cases are spelled as MediaPipe spells them.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// What a task is asked to run on.
public enum Delegate: UInt, Sendable {
    /// The processor.
    case CPU = 0
    /// The graphics processor. Taken, and run on the processor all the same.
    case GPU = 1
}
