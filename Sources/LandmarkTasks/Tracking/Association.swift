package import LandmarkCore

/// Which region stays when one from the frame before and one that the detector has just found
/// are around the same object.
package enum Association {
    /// The followed one: hands.
    case keepTracked
    /// The new one, which goes to the end: bodies and faces.
    case preferDetected

    /// Adds `candidates`, in their order, to `regions`, where two whose boxes overlap by more
    /// than `overlap` (intersection over union, rotation left aside) are one object.
    package func add(
        _ candidates: some Sequence<NormalizedRect>, to regions: inout [NormalizedRect],
        overlap: Float
    ) {
        for candidate in candidates {
            let box = Bounds(unturned: candidate)
            func isSame(_ other: NormalizedRect) -> Bool {
                box.intersectionOverUnion(Bounds(unturned: other)) > overlap
            }
            switch self {
            case .keepTracked:
                if regions.contains(where: isSame) { continue }
            case .preferDetected:
                regions.removeAll(where: isSame)
            }
            regions.append(candidate)
        }
    }
}
