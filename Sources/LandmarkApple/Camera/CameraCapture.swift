#if os(iOS) || os(macOS)
import AVFoundation
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging

/// A capture session with one camera and one output; used on one queue.
final class CameraCapture {
    /// Connects to preview layers, which the main thread does.
    let session = AVCaptureSession()
    /// Called with the id of each camera that is opened.
    var onDevice: (@Sendable (String) -> Void)?
    /// Called when the system has restarted its media services, after which sessions must start again.
    var onReset: (@Sendable () -> Void)?

    private let output = AVCaptureVideoDataOutput()
    private let frames = DispatchQueue(label: "LandmarkApple.frames", qos: .userInitiated)
    private let rotation: CameraRotation
    private var position: CameraPosition
    private var framesPerSecond: Double
    private var input: AVCaptureDeviceInput?
    private var receiver: FrameReceiver?
    private var observer: SessionObserver?
    private var handler: (@Sendable (CameraEvent) -> Void)?
    /// Whether the user is being asked for permission.
    private var isAsking = false

    init(position: CameraPosition, framesPerSecond: Double, rotation: CameraRotation) {
        self.position = position
        self.framesPerSecond = framesPerSecond
        self.rotation = rotation
    }

    // MARK: Start and stop

    /// Remembers that a start waits for the user's answer.
    func willAsk(_ handler: @escaping @Sendable (CameraEvent) -> Void) { isAsking = true }

    /// Starts with the user's permission, unless `stop()` was called in the meantime.
    func didAsk(isGranted: Bool, _ handler: @escaping @Sendable (CameraEvent) -> Void) {
        guard isAsking else { return }
        isAsking = false
        guard isGranted else { return handler(.failed(.accessDenied)) }
        start(handler)
    }

    /// Opens the camera, starts it and reports to `handler`.
    func start(_ handler: @escaping @Sendable (CameraEvent) -> Void) {
        self.handler = handler
        do throws(CameraError) {
            let device = try configure()
            // After the session's changes are committed: when a preset takes effect, it resets the rate and
            // selects the format, which determines the supported rates.
            try lockFrameRate(of: device)
            onDevice?(device.uniqueID)
        } catch {
            return fail(error)
        }
        let receiver = FrameReceiver(rotation: rotation, handler: handler)
        receiver.isMirrored = position == .front
        output.setSampleBufferDelegate(receiver, queue: frames)
        self.receiver = receiver
        observer = SessionObserver(session, onReset: onReset, handler: handler)
        if !session.isRunning { session.startRunning() }
        handler(.started)
    }

    /// Starts again after the system has stopped the session.
    func restart() {
        if let handler { start(handler) }
    }

    /// Stops the camera and releases the handler.
    func stop() {
        isAsking = false
        handler = nil
        observer = nil
        output.setSampleBufferDelegate(nil, queue: nil)
        receiver = nil
        if session.isRunning { session.stopRunning() }
    }

    private func fail(_ error: CameraError) {
        let handler = handler
        stop()
        handler?(.failed(error))
    }

    // MARK: Configuration

    /// Changes the camera, immediately if it is running.
    func use(_ position: CameraPosition) {
        guard position != self.position else { return }
        self.position = position
        guard let handler else {
            input.map(session.removeInput)
            input = nil
            return
        }
        start(handler)
    }

    /// Changes the frame rate, immediately if the camera is open.
    func setFrameRate(_ framesPerSecond: Double) {
        guard framesPerSecond > 0, framesPerSecond.isFinite else { return }
        self.framesPerSecond = framesPerSecond
        guard let device = input?.device else { return }
        do throws(CameraError) {
            try lockFrameRate(of: device)
        } catch {
            fail(error)
        }
    }

    private func configure() throws(CameraError) -> AVCaptureDevice {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        let device = try openDevice()
        guard session.canSetSessionPreset(.vga640x480) else {
            throw .unsupported(what: "640×480 pixels")
        }
        session.sessionPreset = .vga640x480
        if !session.outputs.contains(output) {
            guard session.canAddOutput(output) else {
                throw .unsupported(what: "frames for processing")
            }
            session.addOutput(output)
        }
        output.alwaysDiscardsLateVideoFrames = true
        guard output.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_32BGRA) else {
            throw .unsupported(what: "BGRA pixels")
        }
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA)
        ]
        if let connection = output.connection(with: .video) {
            connection.keepAsStored()
        }
        return device
    }

    /// Makes the position's camera the session's only input.
    private func openDevice() throws(CameraError) -> AVCaptureDevice {
        let wanted: AVCaptureDevice.Position = position == .front ? .front : .back
        var found = AVCaptureDevice.default(
            .builtInWideAngleCamera, for: .video, position: wanted)
        #if os(macOS)
        // The cameras of Macs and displays have no position.
        if position == .front { found = found ?? AVCaptureDevice.default(for: .video) }
        #endif
        guard let device = found else { throw .noCamera(position) }
        if let input, input.device.uniqueID == device.uniqueID { return device }
        let new: AVCaptureDeviceInput
        do {
            new = try AVCaptureDeviceInput(device: device)
        } catch {
            throw .cannotOpen(reason: error.localizedDescription)
        }
        input.map(session.removeInput)
        input = nil
        guard session.canAddInput(new) else {
            throw .cannotOpen(reason: "\(device.localizedName) cannot be added to the session")
        }
        session.addInput(new)
        input = new
        return device
    }

    /// Locks the shortest and the longest frame to the same duration, so that the rate does not drop in the
    /// dark. A duration outside the format's ranges would raise an exception.
    private func lockFrameRate(of device: AVCaptureDevice) throws(CameraError) {
        let ranges = device.activeFormat.videoSupportedFrameRateRanges
        let choice = FrameRateChoice(
            framesPerSecond, ranges: ranges.map { ($0.minFrameRate, $0.maxFrameRate) })
        let duration: CMTime
        switch choice {
        case nil: throw .unsupported(what: "a frame rate")
        case .exact(let rate, let index):
            let wanted = CMTime(seconds: 1 / rate, preferredTimescale: 60_000)
            // Rounding may leave the range slightly.
            duration = min(
                max(wanted, ranges[index].minFrameDuration), ranges[index].maxFrameDuration)
        case .highest(let index): duration = ranges[index].minFrameDuration
        case .lowest(let index): duration = ranges[index].maxFrameDuration
        }
        do {
            try device.lockForConfiguration()
        } catch {
            throw .cannotOpen(reason: error.localizedDescription)
        }
        device.activeVideoMinFrameDuration = duration
        device.activeVideoMaxFrameDuration = duration
        device.unlockForConfiguration()
    }
}

extension AVCaptureConnection {
    /// Delivers frames as the sensor captures them: rotating and mirroring costs time, and mirrored frames
    /// would exchange left and right of landmarks.
    fileprivate func keepAsStored() {
        if isVideoMirroringSupported {
            automaticallyAdjustsVideoMirroring = false
            isVideoMirrored = false
        }
        if #available(iOS 17, macOS 14, *) {
            if isVideoRotationAngleSupported(0) { videoRotationAngle = 0 }
        } else if isVideoOrientationSupported {
            #if os(iOS)  // Cameras of Macs are not turned.
            // A front camera's sensor is mounted the other way around; see `InterfaceTurn`.
            let isFront = inputPorts.contains { $0.sourceDevicePosition == .front }
            videoOrientation = isFront ? .landscapeLeft : .landscapeRight
            #endif
        }
    }
}

/// Converts sample buffers to frames, on the output's queue.
private final class FrameReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    var isMirrored = false
    private let rotation: CameraRotation
    private let handler: @Sendable (CameraEvent) -> Void

    init(rotation: CameraRotation, handler: @escaping @Sendable (CameraEvent) -> Void) {
        self.rotation = rotation
        self.handler = handler
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let arrival = Uptime.now
        let angles = rotation.current
        do throws(AppleImageError) {
            let frame = try Frame(
                sampleBuffer, orientation: Orientation(uprightRotation: angles.capture))
            handler(
                .frame(
                    CameraFrame(
                        frame, displayOrientation: Orientation(uprightRotation: angles.preview),
                        isMirrored: isMirrored, arrival: arrival)))
        } catch {
            handler(.failed(.unusableFrame(error)))
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        handler(.dropped)
    }
}
#endif
