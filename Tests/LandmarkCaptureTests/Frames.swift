import LandmarkCapture
import LandmarkCore
import LandmarkImaging

extension FrameSource {
    /// Reads all frames, and the error that ended them.
    func all() -> (frames: [Frame], error: CaptureError?) {
        var frames: [Frame] = []
        do throws(CaptureError) {
            while let frame = try next() { frames.append(frame) }
        } catch {
            return (frames, error)
        }
        return (frames, nil)
    }
}

extension PixelBuffer {
    /// The pixels without padding between rows.
    var packed: [UInt8] {
        let row = width * format.bytesPerPixel
        return withUnsafeBytes { bytes in
            (0..<height).flatMap { y in bytes[y * bytesPerRow..<y * bytesPerRow + row] }
        }
    }

    /// Returns the mean absolute difference of the pixels from those of another image.
    func meanDifference(from other: PixelBuffer) -> Double {
        let (a, b) = (packed, other.packed)
        guard a.count == b.count else { return .infinity }
        return zip(a, b).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.count)
    }

    func color(x: Int, y: Int) -> [Int] { pixel(x: x, y: y).prefix(3).map(Int.init) }
}

extension [Frame] {
    var milliseconds: [Int] { map(\.timestamp.milliseconds) }
}

/// Returns the error that `body` throws.
func failure<Value>(_ body: () throws(CaptureError) -> Value) -> CaptureError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
