#if os(Linux)
import Dispatch
import LandmarkCapture
import LandmarkCore
import LandmarkDashboard
import LandmarkImageFiles
import LandmarkImaging
import LandmarkSystem

/// The camera of a browser that shows the page: a source of the images that it sends.
///
/// One browser at a time is the camera: the first that sends an image, until it stops or goes. Of
/// its images only the newest waits.
final class BrowserCamera: FrameSource {
    /// The most pixels of an image, 4096×4096.
    private static let pixelLimit = 1 << 24

    private struct State {
        /// The browser that is the camera, and when its last image came.
        var owner: BrowserID?
        var last = MonotonicTime.now
        var waiting: (number: UInt32, jpeg: [UInt8])?
        /// The number, in the browser, of the image that is being processed, by its timestamp.
        var numbers: [(timestamp: Timestamp, number: UInt32)] = []
        var lastTimestamp: Timestamp?
        var isClosed = false
        var received = 0
        var damaged = 0
    }

    let information = SourceInformation(name: "browser's camera", isLive: true)
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let origin = MonotonicTime.now

    /// Takes an image.
    ///
    /// - Returns: Whether the browser is the camera; not while another one is.
    func add(_ jpeg: [UInt8], number: UInt32, from browser: BrowserID) -> Bool {
        let isTaken = state.withLock { state in
            // A browser that sends nothing for a while gives way.
            if state.owner != browser, state.owner != nil, state.last.elapsedSeconds < 3 {
                return false
            }
            state.owner = browser
            state.last = .now
            state.received += 1
            state.waiting = (number, jpeg)
            return true
        }
        if isTaken { arrival.signal() }
        return isTaken
    }

    /// A browser has gone.
    func remove(_ browser: BrowserID) {
        state.withLock { state in
            guard state.owner == browser else { return }
            state.owner = nil
            state.waiting = nil
        }
    }

    /// The browser that is the camera.
    var owner: BrowserID? { state.withLock { $0.owner } }

    /// The images that have come, and those of them that could not be decoded.
    var counts: (received: Int, damaged: Int) {
        state.withLock { ($0.received, $0.damaged) }
    }

    /// The number that the browser gave to the image of a frame.
    func number(at timestamp: Timestamp) -> UInt32? {
        state.withLock { state in
            guard let index = state.numbers.firstIndex(where: { $0.timestamp == timestamp }) else {
                return nil
            }
            defer { state.numbers.removeSubrange(...index) }
            return state.numbers[index].number
        }
    }

    /// Opens it again after ``close()``.
    func open() { state.withLock { $0.isClosed = false } }

    /// Ends the frames: ``next()`` returns nil.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Waits for the next image that can be decoded.
    func next() throws(CaptureError) -> Frame? {
        while true {
            // A timeout, so that a closed source is noticed in any case.
            _ = arrival.wait(timeout: .now() + .milliseconds(200))
            let (image, isClosed) = state.withLock { state in
                defer { state.waiting = nil }
                return (state.waiting, state.isClosed)
            }
            if isClosed { return nil }
            guard let image else { continue }
            // Of other formats, browsers send none; their decoders need not see strangers' bytes.
            guard image.jpeg.starts(with: [0xFF, 0xD8, 0xFF]),
                let pixels = try? ImageFile.decode(
                    image.jpeg, name: "image of the browser", pixelLimit: Self.pixelLimit)
            else {
                state.withLock { $0.damaged += 1 }
                onDamage.withLock { $0 }?(image.number)
                continue
            }
            let timestamp = state.withLock { state in
                let now = Int(origin.elapsedNanoseconds / 1_000_000)
                let timestamp = Timestamp.milliseconds(
                    max(now, (state.lastTimestamp?.milliseconds ?? -1) + 1))
                state.lastTimestamp = timestamp
                state.numbers.append((timestamp, image.number))
                if state.numbers.count > 8 { state.numbers.removeFirst() }
                return timestamp
            }
            return Frame(image: pixels, timestamp: timestamp)
        }
    }

    private let onDamage = Mutex<(@Sendable (UInt32) -> Void)?>(nil)

    /// Sets what is called with the number of an image that cannot be decoded.
    func setDamageHandler(_ body: @escaping @Sendable (UInt32) -> Void) {
        onDamage.withLock { $0 = body }
    }
}
#endif
