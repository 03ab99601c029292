/// How the operating system names cameras and how FFmpeg reads them.
package struct CameraSystem {
    /// FFmpeg's name for the reader.
    let format: String
    /// What stands before a camera's number.
    let prefix: String
    /// Whether the reader is asked for a size and a rate.
    let takesSettings: Bool

    #if os(Linux)
    package static let native = CameraSystem(
        format: "v4l2", prefix: "/dev/video", takesSettings: true)
    #else
    package static let native = CameraSystem(
        format: "avfoundation", prefix: "", takesSettings: true)
    #endif

    package init(format: String, prefix: String, takesSettings: Bool) {
        self.format = format
        self.prefix = prefix
        self.takesSettings = takesSettings
    }

    /// What FFmpeg is told to open for `camera:N`, or for the path of a device with the mark or
    /// without it.
    func address(of name: String) throws(CaptureError) -> String {
        let mark = "camera:"
        guard name.hasPrefix(mark) else { return name }
        let number = name.dropFirst(mark.count)
        if number.hasPrefix("/") { return String(number) }
        guard let value = Int(number), 0...255 ~= value else {
            throw .noCamera(device: name, reason: "cameras are numbered from 0 to 255")
        }
        return "\(prefix)\(value)"
    }
}
