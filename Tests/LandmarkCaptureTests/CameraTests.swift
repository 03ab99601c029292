#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import Testing

/// FFmpeg's test source stands in for a camera, which not every machine has.
@Suite("Cameras")
struct CameraTests {
    private static let generator = CameraSystem(format: "lavfi", prefix: "", takesSettings: false)

    private func camera(_ frames: Int) throws -> Camera {
        try Camera(
            name: "testsrc=size=64x48:rate=30,trim=end_frame=\(frames)", system: Self.generator,
            options: CameraOptions())
    }

    @Test("Frames that are not read are dropped, the newest stays, and the end is an error")
    func lateFrames() throws {
        let camera = try camera(20)
        #expect(camera.information.isLive)
        #expect(camera.information.size == PixelSize(width: 64, height: 48))
        #expect(camera.information.frameRate == .thirty)
        camera.waitForEnd()
        #expect(camera.droppedFrames == 19)
        let frame = try #require(try camera.next())
        #expect(frame.timestamp == .milliseconds(633))
        let error = failure { () throws(CaptureError) in try camera.next() }
        guard case .cameraLost(_, 20, let reason) = error else {
            Issue.record("\(error.map(String.init(describing:)) ?? "no error")")
            return
        }
        #expect(!reason.isEmpty)
        #expect(try camera.next() == nil)
    }

    @Test("A waiting reader gets frames in order")
    func order() throws {
        let camera = try camera(200)
        let (frames, error) = camera.all()
        #expect(frames.milliseconds == frames.milliseconds.sorted())
        #expect(frames.count + camera.droppedFrames == 200)
        guard case .cameraLost = error else {
            Issue.record("no error")
            return
        }
    }

    @Test("The slot keeps the newest value and counts the replaced ones")
    func slot() {
        var slot = LatestSlot<Int>()
        let before = slot.take()
        let wasEmpty = [1, 2, 3].map { slot.offer($0) }
        let taken = [slot.take(), slot.take()]
        #expect(before == nil)
        #expect(wasEmpty == [true, false, false])
        #expect(taken == [3, nil])
        #expect(slot.dropped == 2)
        let isEmptyAgain = slot.offer(4)
        #expect(isEmptyAgain)
        #expect(slot.dropped == 2)
    }

    @Test("Truncated frames are ignored up to a limit, which complete ones reset")
    func faults() {
        let most = LiveFaults.limit
        var faults = LiveFaults()
        var passed = (0..<most).map { _ in faults.ignores(lk_error_invalid_data) }
        #expect(passed.allSatisfy { $0 })
        faults.reset()
        passed = (0..<most + 1).map { _ in faults.ignores(lk_error_invalid_data) }
        #expect(passed == Array(repeating: true, count: most) + [false])
        faults.reset()
        let isEnd = !faults.ignores(lk_error_end)
        #expect(isEnd)
    }

    #if os(Linux)
    @Test("A missing camera and a device that is not a camera are errors")
    func absent() throws {
        func problem(_ device: String) -> CaptureError? {
            failure { () throws(CaptureError) in try Camera(device: device) }
        }
        for device in ["camera:255", "/dev/video-absent", "camera:/dev/video-absent"] {
            #expect(
                problem(device)
                    == .noCamera(device: device, reason: "No such file or directory"))
        }
        guard case .noCamera("/dev/null", _) = problem("/dev/null") else {
            Issue.record("/dev/null is a camera")
            return
        }
        for device in ["camera:", "camera:x", "camera:-1", "camera:999"] {
            guard case .noCamera(device, _) = problem(device) else {
                Issue.record("\(device) is a camera")
                return
            }
        }
    }
    #endif
}
#endif
