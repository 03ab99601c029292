import LandmarkTasks

extension LandmarkTasks.RunningMode {
    init(_ mode: RunningMode) {
        switch mode {
        case .image: self = .image
        case .video: self = .video
        case .liveStream: self = .liveStream
        }
    }
}
