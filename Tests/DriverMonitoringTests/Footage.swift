import DriverMonitoring
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport

/// The clips that `scripts/fetch-footage` downloads, and the monitor to process them.
enum Footage {
    static let model = Fixtures.model("face_landmarker.task")
    static let carphone = Fixtures.footage("carphone_pristine.mp4")
    static let distorted = Fixtures.footage("carphone_distorted.mp4")

    static func frames(_ path: String) throws -> [Frame] {
        let file = try VideoFile(path: path)
        var frames: [Frame] = []
        while let frame = try file.next() { frames.append(frame) }
        return frames
    }

    static func monitor(
        _ set: (inout DriverMonitorOptions) -> Void = { _ in }
    ) throws -> DriverMonitor {
        var options = DriverMonitorOptions(model: .file(model))
        set(&options)
        return try DriverMonitor(options: options)
    }
}

extension Frame {
    /// A frame with rearranged pixels; `place` maps a column and row to those of the source.
    func with(
        width: Int, height: Int, orientation: Orientation = .up, place: (Int, Int) -> (Int, Int)
    ) throws -> Frame {
        let bytesPerPixel = image.format.bytesPerPixel
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * bytesPerPixel)
        image.withUnsafeBytes { source in
            for y in 0..<height {
                for x in 0..<width {
                    let (column, row) = place(x, y)
                    let start = row * image.bytesPerRow + column * bytesPerPixel
                    bytes += source[start..<start + bytesPerPixel]
                }
            }
        }
        let changed = try PixelBuffer(
            width: width, height: height, format: image.format, bytes: bytes)
        return Frame(image: changed, timestamp: timestamp, orientation: orientation)
    }

    /// The frame mirrored horizontally, as by a selfie camera.
    func mirrored() throws -> Frame {
        try with(width: image.width, height: image.height) { (image.width - 1 - $0, $1) }
    }

    /// The frame rotated so that a rotation by 90° clockwise makes it upright.
    func rotated() throws -> Frame {
        try with(width: image.height, height: image.width, orientation: .right) {
            (image.width - 1 - $1, $0)
        }
    }

    /// The frame as stored by a camera that is mounted in an orientation without reporting it.
    func mounted(_ orientation: Orientation) throws -> Frame {
        let (width, height) = (image.width, image.height)
        return switch orientation {
        case .up: self
        case .down: try with(width: width, height: height) { (width - 1 - $0, height - 1 - $1) }
        case .right: try with(width: height, height: width) { (width - 1 - $1, $0) }
        case .left: try with(width: height, height: width) { ($1, height - 1 - $0) }
        }
    }

    /// The frame in BGRA format.
    func bgra() throws -> Frame {
        let size = image.size
        var bytes: [UInt8] = []
        image.withUnsafeBytes { source in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let start = y * image.bytesPerRow + 3 * x
                    bytes += [source[start + 2], source[start + 1], source[start], 255]
                }
            }
        }
        let changed = try PixelBuffer(
            width: size.width, height: size.height, format: .bgra32, bytes: bytes)
        return Frame(image: changed, timestamp: timestamp)
    }
}
