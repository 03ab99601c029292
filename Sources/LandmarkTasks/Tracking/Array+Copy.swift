extension Array {
    /// Becomes equal to `other` without sharing its memory.
    mutating func copy(_ other: some Sequence<Element>) {
        removeAll(keepingCapacity: true)
        append(contentsOf: other)
    }
}
