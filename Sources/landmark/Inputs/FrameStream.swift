import LandmarkCapture
import LandmarkTasks

/// Frames that belong together: a video, a folder's pictures, a camera, raw frames.
struct FrameStream {
    let input: Input
    /// How its frames are searched.
    let mode: RunningMode
    let settings: StreamSettings

    /// What results and messages call it.
    var name: String { input.name }

    /// Opens it; what is wrong with a file shows here.
    func open() throws(CaptureError) -> any FrameSource {
        switch input {
        case .picture(let path), .video(let path):
            return try VideoFile(path: path)
        case .folder(let path):
            return try ImageFolder(path: path, frameRate: settings.rate)
        case .camera(let device):
            var options = CameraOptions()
            if let size = settings.size { options.size = size }
            options.frameRate = settings.rate
            return try Camera(device: device, options: options)
        case .standardInput:
            return try StandardInput(settings)
        }
    }

    /// Whether its frames are to be played at their own pace when they are to seem live; a camera's
    /// and a pipe's come as they come.
    var isRecorded: Bool {
        switch input {
        case .picture, .folder, .video: true
        case .camera, .standardInput: false
        }
    }
}
