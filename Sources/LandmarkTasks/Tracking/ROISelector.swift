package import LandmarkCore

/// Selects the ROIs for the landmark model: those tracked from the previous frame and, while fewer
/// instances are tracked than wanted, those of new detections.
package struct ROISelector {
    private let maxCount: Int
    private let minOverlap: Float
    private let association: Association
    private var schedule: DetectionSchedule
    private var tracked: [NormalizedRect] = []
    /// The selected ROIs of the current frame.
    package private(set) var rois: [NormalizedRect] = []

    /// Creates a selector.
    ///
    /// - Parameters:
    ///   - maxCount: Maximum number of ROIs.
    ///   - minOverlap: IoU above which two ROIs belong to the same instance.
    ///   - association: Which of two such ROIs to keep.
    ///   - interval: How often new detections are wanted while some instances are tracked.
    ///   - mode: The running mode, on which `.automatic` depends.
    package init(
        maxCount: Int, minOverlap: Float, association: Association,
        interval: DetectionInterval = .everyFrame, mode: RunningMode = .video
    ) {
        self.maxCount = maxCount
        self.minOverlap = minOverlap
        self.association = association
        schedule = DetectionSchedule(interval, mode: mode)
    }

    /// Whether the next frame requires the detector.
    package var needsDetector: Bool {
        tracked.count < maxCount && schedule.isDue(tracked: tracked.count)
    }

    /// Selects the ROIs of a frame, and discards the tracked ones: `track(_:)` has to be called for
    /// each instance that is found in this frame.
    ///
    /// - Parameter detected: The ROIs of new detections, best first; nil if the detector did not run.
    package mutating func select(detected: (some Sequence<NormalizedRect>)?) {
        rois.removeAll(keepingCapacity: true)
        let foundNew: Bool
        switch association {
        case .keepTracked:
            // Tracked hands are not compared with each other: they may meet and cross.
            rois.append(contentsOf: tracked)
            foundNew = addWithinLimit(detected)
        case .preferDetected:
            association.add(tracked, to: &rois, minOverlap: minOverlap)
            foundNew = addWithinLimit(detected)
        case .preferTracked:
            if let detected { association.add(detected, to: &rois, minOverlap: minOverlap) }
            association.add(tracked, to: &rois, minOverlap: minOverlap)
            foundNew = rois.count > tracked.count
        }
        schedule.didSelect(tracked: tracked.count, foundNew: detected == nil ? nil : foundNew)
        tracked.removeAll(keepingCapacity: true)
    }

    /// Adds the ROIs of new detections up to the maximum number of ROIs; returns whether any were new.
    private mutating func addWithinLimit(_ detected: (some Sequence<NormalizedRect>)?) -> Bool {
        let known = rois.count
        if let detected { association.add(detected, to: &rois, minOverlap: minOverlap) }
        defer { rois.removeLast(max(0, rois.count - maxCount)) }
        return rois.count > known
    }

    /// Selects the ROIs of an independent image; the tracked ones are kept.
    package mutating func selectIndependently(detected: some Sequence<NormalizedRect>) {
        rois.removeAll(keepingCapacity: true)
        switch association {
        case .keepTracked, .preferDetected:
            rois.append(contentsOf: detected.prefix(maxCount))
        case .preferTracked:
            association.add(detected.prefix(maxCount), to: &rois, minOverlap: minOverlap)
        }
    }

    /// Adds the ROI of an instance for the next frame.
    package mutating func track(_ roi: NormalizedRect) {
        tracked.append(roi)
    }

    /// Discards the tracked ROIs.
    package mutating func reset() {
        schedule.reset()
        tracked.removeAll(keepingCapacity: true)
    }
}

/// Which ROI to keep if a tracked and a newly detected one belong to the same instance.
package enum Association {
    /// The tracked one. Used for hands.
    case keepTracked
    /// The detected one, which moves to the end. Used for poses and faces.
    case preferDetected
    /// The tracked one, which moves to the end; detected ones replace each other, too, and the number of
    /// ROIs is not limited. Used by MediaPipe Solutions.
    case preferTracked

    /// Adds `candidates`, in order, to `rois`.
    ///
    /// Two ROIs belong to the same instance if the IoU of their boxes, ignoring rotation, is above
    /// `minOverlap`.
    package func add(
        _ candidates: some Sequence<NormalizedRect>, to rois: inout [NormalizedRect],
        minOverlap: Float
    ) {
        for candidate in candidates {
            let box = Bounds(ignoringRotationOf: candidate)
            func isSame(_ other: NormalizedRect) -> Bool {
                box.intersectionOverUnion(Bounds(ignoringRotationOf: other)) > minOverlap
            }
            switch self {
            case .keepTracked:
                if rois.contains(where: isSame) { continue }
            case .preferDetected, .preferTracked:
                rois.removeAll(where: isSame)
            }
            rois.append(candidate)
        }
    }
}

/// The detections and ROIs of one image.
package struct ROITrace: Sendable {
    /// The detector's output; empty also if the detector did not run.
    package var detections: [Detection] = []
    /// The ROI of each detection.
    package var detectedROIs: [NormalizedRect] = []
    /// The ROI for the next frame of each instance.
    package var nextROIs: [NormalizedRect] = []

    init() {}

    mutating func removeAll() {
        detections.removeAll(keepingCapacity: true)
        detectedROIs.removeAll(keepingCapacity: true)
        nextROIs.removeAll(keepingCapacity: true)
    }
}
