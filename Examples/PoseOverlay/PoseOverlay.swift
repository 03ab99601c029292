import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import MediaPipeTasksVision

/// From live frames to bodies drawn over them, in MediaPipe's Swift API. A video that is played at
/// its own pace stands for the camera: frames that come too fast are dropped, as they are live.
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

    /// What makes a video useless here.
    enum Unusable: LocalizedError {
        case sizeUnknown(path: String)
        case noFrames(path: String)

        var errorDescription: String? {
            switch self {
            case .sizeUnknown(let path): "\(path) does not say how large its frames are"
            case .noFrames(let path): "\(path) has no frames"
            }
        }
    }

    static func draw(model: String, video: String, output: String) async throws {
        let service = try PoseLandmarkerService(modelPath: model)
        let camera = try VideoFile(path: video)
        guard let size = camera.information.size else {
            throw Unusable.sizeUnknown(path: video)
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
        guard let last else { throw Unusable.noFrames(path: video) }
        // The newest frame is never dropped: once it is drawn, all is.
        var count = 0
        for try await time in view.drawn {
            count += 1
            if time == last { break }
        }
        // Both are held weakly by those who call them.
        withExtendedLifetime((service, view)) {}
        try writer.finish()
        print("\(count) frames drawn to \(output)")
    }
}
