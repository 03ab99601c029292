import LandmarkCore

/// What was seen in one image, in memory that serves again for the next one.
///
/// The arrays handed out in results share this memory. When the caller has let go of a result the
/// next image takes no new memory; when not, it takes some, and the result stays as it is.
struct Candidates {
    private var all: [Candidate] = []
    private(set) var count = 0

    /// Whether nothing was seen.
    var isEmpty: Bool { count == 0 }
    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Candidate {
        _read { yield all[index] }
        _modify { yield &all[index] }
    }

    /// Empties the list.
    mutating func removeAll() { count = 0 }

    /// Makes room for one more; its index.
    mutating func add() -> Int {
        if count == all.count { all.append(Candidate()) }
        count += 1
        return count - 1
    }

    /// Takes the last one back.
    mutating func removeLast() { count -= 1 }
}

extension Candidates {
    /// Takes all points as they are.
    mutating func keepRaw() {
        for index in indices { self[index].keepRaw() }
    }
}
