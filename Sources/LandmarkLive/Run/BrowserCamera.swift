#if os(Linux)
import Dispatch
import LandmarkCapture
import LandmarkCore
import LandmarkDashboard
import LandmarkImageFiles
import LandmarkImaging

/// The camera of a browser that shows the page.
///
/// One browser at a time is the camera: the first that sends an image, until it stops or disconnects.
package final class BrowserCamera: Sendable {
    private struct State {
        /// The browser that is the camera, and the time of its last image.
        var owner: BrowserID?
        var last = MonotonicTime.now
        /// The consumer of the images; nil while nothing runs.
        var frames: BrowserFrames?
        /// The browser's numbers of the images that are being processed.
        var numbers: [(timestamp: Timestamp, number: UInt32)] = []
        var lastTimestamp: Timestamp?
        var received = 0
        var damaged = 0
        /// Called with the number of an image that cannot be decoded.
        var onDamage: (@Sendable (UInt32) -> Void)?
    }

    private let state = Mutex(State())
    private let origin = MonotonicTime.now

    package init() {}

    /// Takes an image.
    ///
    /// - Returns: Whether the browser is the camera; false while another one is.
    func add(_ jpeg: [UInt8], number: UInt32, from browser: BrowserID) -> Bool {
        let (isTaken, frames) = state.withLock { state -> (Bool, BrowserFrames?) in
            // A browser that sends nothing for a while loses the camera role.
            if state.owner != browser, state.owner != nil, state.last.elapsedSeconds < 3 {
                return (false, nil)
            }
            state.owner = browser
            state.last = .now
            state.received += 1
            return (true, state.frames)
        }
        frames?.put(BrowserFrames.Image(number: number, jpeg: jpeg))
        return isTaken
    }

    /// Records that a browser has disconnected.
    func remove(_ browser: BrowserID) {
        state.withLock { state in
            if state.owner == browser { state.owner = nil }
        }
    }

    /// The browser that is the camera.
    var owner: BrowserID? { state.withLock { $0.owner } }

    /// The number of received images, and the number of them that could not be decoded.
    var counts: (received: Int, damaged: Int) {
        state.withLock { ($0.received, $0.damaged) }
    }

    /// Sets the handler that is called with the number of an image that cannot be decoded.
    func setDamageHandler(_ body: @escaping @Sendable (UInt32) -> Void) {
        state.withLock { $0.onDamage = body }
    }

    /// The images from now on, as frames; the frames of an earlier call end.
    func open() -> any FrameSource {
        close()
        let frames = BrowserFrames(self)
        state.withLock { $0.frames = frames }
        return frames
    }

    /// Ends the frames.
    func close() {
        let frames = state.withLock { state in
            defer { state.frames = nil }
            return state.frames
        }
        frames?.end()
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

    /// Registers an image as a frame.
    ///
    /// - Returns: Its timestamp, later than all earlier ones.
    fileprivate func timestamp(ofImage number: UInt32) -> Timestamp {
        state.withLock { state in
            let now = Int(origin.elapsedNanoseconds / 1_000_000)
            let timestamp = Timestamp.milliseconds(
                max(now, (state.lastTimestamp?.milliseconds ?? -1) + 1))
            state.lastTimestamp = timestamp
            state.numbers.append((timestamp, number))
            if state.numbers.count > 8 { state.numbers.removeFirst() }
            return timestamp
        }
    }

    /// Counts an image that cannot be decoded.
    fileprivate func addDamage(_ number: UInt32) {
        let body = state.withLock { state in
            state.damaged += 1
            return state.onDamage
        }
        body?(number)
    }
}

/// The images of a browser's camera as frames, from ``BrowserCamera/open()`` on. Only the newest
/// image waits.
final class BrowserFrames: FrameSource {
    struct Image: Sendable {
        let number: UInt32
        let jpeg: [UInt8]
    }

    /// The maximum number of pixels of an image, 4096×4096.
    private static let pixelLimit = 1 << 24

    let information = SourceInformation(name: "browser's camera", isLive: true)
    private let camera: BrowserCamera
    private let arrival = DispatchSemaphore(value: 0)
    private let state = Mutex<(image: Image?, isOver: Bool)>((nil, false))

    init(_ camera: BrowserCamera) { self.camera = camera }

    func put(_ image: Image) {
        state.withLock { $0.image = image }
        arrival.signal()
    }

    func end() {
        state.withLock { $0 = (nil, true) }
        arrival.signal()
    }

    /// Waits for the next image that can be decoded.
    func next() throws(CaptureError) -> Frame? {
        while true {
            arrival.wait()
            let (image, isOver) = state.withLock { state in
                defer { state.image = nil }
                return (state.image, state.isOver)
            }
            if isOver {
                // Lets later calls return, too.
                arrival.signal()
                return nil
            }
            guard let image else { continue }
            // Browsers send no other formats, so other decoders need not see untrusted bytes.
            guard image.jpeg.starts(with: [0xFF, 0xD8, 0xFF]),
                let pixels = try? ImageFile.decode(
                    image.jpeg, name: "image of the browser", pixelLimit: Self.pixelLimit)
            else {
                camera.addDamage(image.number)
                continue
            }
            return Frame(image: pixels, timestamp: camera.timestamp(ofImage: image.number))
        }
    }
}
#endif
