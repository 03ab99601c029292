package import LandmarkCore

/// What a landmarker came upon on its way to the objects of one image.
package struct SearchTrace {
    /// What the detector found; empty also when it was not needed.
    package var detections: [Detection] = []
    /// Where each detection had the landmark model look.
    package var detected: [NormalizedRect] = []
    /// Where each object that was seen will be looked for in the next frame.
    package var next: [NormalizedRect] = []

    init() {}

    mutating func clear() {
        detections.removeAll(keepingCapacity: true)
        detected.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
    }
}

extension TaskRunner where Pipeline: RegionFed {
    fileprivate var trace: SearchTrace {
        var trace = SearchTrace()
        prepare { trace = $0.finder.trace }
        return trace
    }
}

extension FaceLandmarker {
    /// How the last image's faces were found.
    package var trace: SearchTrace { runner.trace }
}

extension HandLandmarker {
    /// How the last image's hands were found.
    package var trace: SearchTrace { runner.trace }
}

extension PoseLandmarker {
    /// How the last image's bodies were found.
    package var trace: SearchTrace { runner.trace }
}
