import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import Synchronization

/// Tiny frames at given times, and then an error if there is one.
final class ListSource: FrameSource {
    let information = SourceInformation(name: "list")
    private let rest: Mutex<(times: [Int], error: CaptureError?)>

    init(_ times: [Int], error: CaptureError? = nil) {
        rest = Mutex((times, error))
    }

    func next() throws(CaptureError) -> Frame? {
        let (time, error) = rest.withLock { rest -> (Int?, CaptureError?) in
            if !rest.times.isEmpty { return (rest.times.removeFirst(), nil) }
            defer { rest.error = nil }
            return (nil, rest.error)
        }
        if let error { throw error }
        guard let time else { return nil }
        do {
            let image = try PixelBuffer(width: 1, height: 1, format: .gray8, bytes: [0])
            return Frame(image: image, timestamp: .milliseconds(time))
        } catch {
            throw .image(error)
        }
    }
}
