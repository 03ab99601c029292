/// Where something stood in a file, which does not belong to what it is: all origins are equal, so
/// that values built in code equal those that were read.
struct Origin: Sendable, Hashable {
    // Half as wide as `TextPosition`, as every value of a file has one; line 0 is none.
    private let line: UInt32
    private let column: UInt32

    init(_ position: TextPosition?) {
        line = UInt32(clamping: position?.line ?? 0)
        column = UInt32(clamping: position?.column ?? 0)
    }

    var position: TextPosition? {
        line == 0 ? nil : TextPosition(line: Int(line), column: Int(column))
    }

    static func == (a: Origin, b: Origin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
