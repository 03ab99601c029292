import Dispatch
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Frames that belong together: a video, a folder's images, a camera, raw frames.
struct FrameStream: Sendable {
    let input: Input
    /// How its frames are searched.
    let mode: RunningMode
    let settings: StreamSettings

    /// What results and messages call it.
    var name: String { input.name }

    /// What people call it.
    var title: String {
        if case .standardInput = input { return "standard input" }
        return name
    }

    /// Opens it; what is wrong with a file shows here. Nil as soon as the task is cancelled: a pipe
    /// may have no writer, and a camera no image.
    func open(on console: Console) async throws(CaptureError) -> (any FrameSource)? {
        let (answers, answer) = AsyncStream.makeStream(
            of: Result<any FrameSource, CaptureError>.self)
        DispatchQueue.global().async {
            answer.yield(Result { () throws(CaptureError) in try source(on: console) })
            answer.finish()
        }
        for await opened in answers { return try opened.get() }
        return nil
    }

    private func source(on console: Console) throws(CaptureError) -> any FrameSource {
        switch input {
        case .image(let path), .video(let path):
            var options = VideoOptions()
            // Damage is told once, by the error at the end.
            options.logger = console.logger { $0.hasPrefix("\(path): its images") }
            return try VideoFile(path: path, options: options)
        case .folder(let path):
            return try ImageFolder(path: path, frameRate: settings.rate)
        case .camera(let device):
            var options = CameraOptions()
            if let size = settings.size { options.size = size }
            options.frameRate = settings.rate
            let isPath = device.hasPrefix("camera:/")
            return try Camera(
                device: isPath ? String(device.dropFirst("camera:".count)) : device,
                options: options)
        case .standardInput:
            // `InputList` sees to it that the size is said.
            return try RawFrames(
                size: settings.size ?? PixelSize(width: 640, height: 480),
                format: settings.pixelFormat, frameRate: settings.rate)
        }
    }

    /// Whether its frames are to be played at their own pace when they are to seem live; a camera's
    /// and a pipe's come as they come.
    var isRecorded: Bool {
        switch input {
        case .image, .folder, .video: true
        case .camera, .standardInput: false
        }
    }
}
