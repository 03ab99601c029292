import LandmarkCore

/// An instance that the landmark model has confirmed in one ROI, on its way to the result.
struct Candidate {
    /// The ROI that the landmark model ran on.
    var roi = NormalizedRect.full
    /// The ROI for the next frame.
    var nextROI = NormalizedRect.full
    var presence: Float = 0
    /// The probability (0…1) that the instance belongs to its task's first class, a right hand; nil
    /// for tasks without classes.
    var classScore: Float?
    /// Whether the side guard has exchanged left and right of the raw landmarks; poses only.
    var sidesSwapped = false
    /// The landmarks as the model returns them, except for the side guard.
    var rawLandmarks: [Landmark] = []
    var rawWorldLandmarks: [WorldLandmark] = []
    /// The landmarks after smoothing.
    var landmarks: [Landmark] = []
    var worldLandmarks: [WorldLandmark] = []

    /// Uses the raw landmarks as the smoothed ones. They are copied so that each array can be
    /// reused.
    mutating func skipSmoothing() {
        landmarks.copy(rawLandmarks)
        worldLandmarks.copy(rawWorldLandmarks)
    }
}

/// The candidates of one image, in memory that is reused for the next image.
///
/// The arrays in results share this memory. If the caller has released a result, the next image
/// does not allocate; otherwise copy-on-write keeps the result unchanged.
struct Candidates {
    private var all: [Candidate] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Candidate {
        _read { yield all[index] }
        _modify { yield &all[index] }
    }

    mutating func removeAll() { count = 0 }

    /// Appends a candidate with the contents of an earlier image; returns its index.
    mutating func add() -> Int {
        if count == all.count { all.append(Candidate()) }
        count += 1
        return count - 1
    }

    mutating func removeLast() { count -= 1 }

    /// Uses the raw landmarks of all candidates as the smoothed ones.
    mutating func skipSmoothing() {
        for index in indices { self[index].skipSmoothing() }
    }
}

extension Array {
    /// Replaces the elements by those of `other` without sharing its memory.
    mutating func copy(_ other: some Sequence<Element>) {
        removeAll(keepingCapacity: true)
        append(contentsOf: other)
    }
}
