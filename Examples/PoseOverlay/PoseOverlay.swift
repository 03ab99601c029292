import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import MediaPipeTasksVision

/// Draws poses over live frames, with MediaPipe's Swift API.
///
/// A video played in real time stands in for the camera; frames that arrive too fast are dropped.
@main
struct PoseOverlay {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            print("usage: PoseOverlay pose_landmarker_full.task VIDEO OUTPUT.mp4")
            exit(2)
        }
        do {
            try await draw(model: arguments[1], video: arguments[2], output: arguments[3])
        } catch {
            let reason =
                (error as? any LandmarkError)?.description ?? error.localizedDescription
            FileHandle.standardError.write(Data("PoseOverlay: \(reason)\n".utf8))
            exit(1)
        }
    }

    /// Why a video cannot be used.
    enum UnusableVideo: LocalizedError {
        case sizeUnknown(path: String)
        case noFrames(path: String)

        var errorDescription: String? {
            switch self {
            case .sizeUnknown(let path): "\(path) has frames of unknown size"
            case .noFrames(let path): "\(path) has no frames"
            }
        }
    }

    static func draw(model: String, video: String, output: String) async throws {
        let service = try PoseLandmarkerService(modelPath: model)
        let camera = try VideoFile(path: video)
        guard let size = camera.information.size else {
            throw UnusableVideo.sizeUnknown(path: video)
        }
        let writer = try VideoWriter(path: output, size: size, source: camera)
        let view = OverlayView(writer: writer)
        service.delegate = view

        var last: Int?
        for try await frame in Replay(camera) {
            let time = frame.timestamp.milliseconds
            view.willDetect(in: frame.image, timestampInMilliseconds: time)
            // On iOS: MPImage(sampleBuffer:orientation:)
            let image = try MPImage(pixelBuffer: frame.image)
            try service.detectAsync(image: image, timestampInMilliseconds: time)
            last = time
        }
        guard let last else { throw UnusableVideo.noFrames(path: video) }
        // The newest frame is never dropped: when it is drawn, all frames are done.
        var count = 0
        for try await time in view.drawn {
            count += 1
            if time == last { break }
        }
        // Their callers only hold weak references.
        withExtendedLifetime((service, view)) {}
        try writer.finish()
        print("\(count) frames drawn to \(output)")
    }
}
