package import LandmarkCore

/// Where to look in the next frame: around what was seen in this one and, while less was seen
/// than is looked for, around what the detector finds.
package struct RegionTracker {
    private let limit: Int
    private let overlap: Float
    private let association: Association
    private var followed: [NormalizedRect] = []
    /// Where to look in this frame.
    package private(set) var regions: [NormalizedRect] = []

    /// Follows up to `limit` objects.
    package init(limit: Int, overlap: Float, association: Association) {
        self.limit = limit
        self.overlap = overlap
        self.association = association
    }

    /// Whether this frame has to go through the detector.
    package var needsDetector: Bool { followed.count < limit }

    /// Chooses where to look in this frame; `detected`, best first, is empty when the detector
    /// was not needed. What is seen there must be followed anew.
    package mutating func begin(detected: some Sequence<NormalizedRect>) {
        regions.removeAll(keepingCapacity: true)
        switch association {
        case .keepTracked:
            // Hands that are both followed are not compared: they may meet and cross.
            regions.append(contentsOf: followed)
        case .preferDetected:
            association.add(followed, to: &regions, overlap: overlap)
        }
        association.add(detected, to: &regions, overlap: overlap)
        regions.removeLast(max(0, regions.count - limit))
        followed.removeAll(keepingCapacity: true)
    }

    /// Chooses where to look in an image of its own.
    package mutating func beginAlone(detected: some Sequence<NormalizedRect>) {
        regions.removeAll(keepingCapacity: true)
        regions.append(contentsOf: detected.prefix(limit))
        followed.removeAll(keepingCapacity: true)
    }

    /// Says where an object that was seen will be looked for in the next frame.
    package mutating func follow(_ next: NormalizedRect) {
        followed.append(next)
    }

    /// Forgets what was seen.
    package mutating func reset() {
        followed.removeAll(keepingCapacity: true)
    }
}
