import LandmarkCore
import LandmarkImaging

/// Finds where the landmark model shall look: around what was seen a frame ago, and around what
/// the detector sees when that is needed.
struct ROISelector {
    private let detector: Detector
    private let region: (Detection, PixelSize) -> NormalizedRect
    /// How many of the detector's finds count before they are compared with followed regions.
    private let limit: Int
    private var tracker: RegionTracker
    private var found: [NormalizedRect] = []
    /// What the search for the last frame's regions came upon.
    private(set) var trace = SearchTrace()

    /// `region` is where to look for what was detected. `clipsDetections` says whether only as
    /// many detections count as objects are looked for: MediaPipe's bodies are clipped later.
    init(
        _ detector: Detector, settings: TaskSettings, association: Association,
        clipsDetections: Bool, region: @escaping (Detection, PixelSize) -> NormalizedRect
    ) {
        self.detector = detector
        self.region = region
        limit = clipsDetections ? settings.count : .max
        tracker = RegionTracker(
            limit: settings.count, overlap: settings.minTrackingConfidence,
            association: association)
    }

    /// Where to look in `image`, by itself or as the next frame of a stream.
    mutating func regions(
        in image: PixelBuffer, orientation: Orientation, isStream: Bool,
        timings: inout StageTimings
    ) throws(TaskError) -> [NormalizedRect] {
        found.removeAll(keepingCapacity: true)
        trace.clear()
        if !isStream || tracker.needsDetector {
            let detections = try detector.detect(
                image, orientation: orientation, timings: &timings)
            for detection in detections.prefix(limit) {
                let place = region(detection, image.size)
                found.append(place)
                trace.detections.append(detection)
                trace.detected.append(place)
            }
        }
        if isStream {
            tracker.begin(detected: found)
        } else {
            tracker.beginAlone(detected: found)
        }
        return tracker.regions
    }

    /// Says where an object that was seen will be looked for in the next frame.
    mutating func follow(_ next: NormalizedRect) {
        tracker.follow(next)
        trace.next.append(next)
    }

    /// Forgets the stream.
    mutating func reset() { tracker.reset() }
}
