package import LandmarkCore

/// A pipeline that can be told where to look in the next frame, whatever it saw before.
///
/// A tracker feeds back its own rounding; told the regions of another one, each frame can be
/// compared by itself.
protocol RegionFed: TaskPipeline {
    var finder: ROISelector { get set }
}

extension FacePipeline: RegionFed {}
extension PosePipeline: RegionFed {}
extension HandPipeline: RegionFed {}

extension TaskRunner where Pipeline: RegionFed {
    fileprivate func follow(_ region: NormalizedRect) {
        prepare { pipeline in
            pipeline.finder.reset()
            pipeline.finder.follow(region)
        }
    }
}

extension PoseLandmarker {
    /// Makes the next frame's only region `region`, if one body at most is looked for.
    package func follow(_ region: NormalizedRect) { runner.follow(region) }
}

extension HandLandmarker {
    /// Makes the next frame's only region `region`, if one hand at most is looked for.
    package func follow(_ region: NormalizedRect) { runner.follow(region) }
}
