#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging

#if os(macOS)
/// Reads a Mac's camera.
final class CameraReader: LiveFrames {
    let size: PixelSize?
    let frameRate: FrameRate?
    private let receiver: CameraReceiver
    private let session: AVCaptureSession
    private var timing = FrameTiming(
        unit: (numerator: 1, denominator: 1_000_000_000), rate: nil, isConstant: false, isLive: true
    )
    /// The first image, received by the initializer and not yet delivered.
    private var first: Frame?
    private(set) var endReason: String?

    /// Opens `camera:N` and waits for its first image.
    ///
    /// - Throws: ``CaptureError/noCamera(device:reason:)``, `cameraNotPermitted`, `cameraBusy` or
    ///   `cameraLost`.
    init(device: String, options: CameraOptions) throws(CaptureError) {
        let camera = try Self.camera(device)
        receiver = CameraReceiver()
        session = AVCaptureSession()
        frameRate = options.frameRate
        do {
            let input = try AVCaptureDeviceInput(device: camera)
            guard session.canAddInput(input) else { throw CaptureError.cameraBusy(device: device) }
            session.addInput(input)
            try camera.lockForConfiguration()
            camera.choose(options)
            camera.unlockForConfiguration()
        } catch let error as CaptureError {
            throw error
        } catch {
            throw .noCamera(device: device, reason: error.localizedDescription)
        }
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = true
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
        ]
        output.setSampleBufferDelegate(
            receiver, queue: DispatchQueue(label: "LandmarkCapture.camera.frames"))
        guard session.canAddOutput(output) else { throw .cameraBusy(device: device) }
        session.addOutput(output)
        session.startRunning()
        guard let sample = receiver.wait() else {
            session.stopRunning()
            throw .cameraLost(device: device, frames: 0, reason: "it does not send images")
        }
        size = sample.image.size
        first = Frame(image: sample.image, timestamp: timing.timestamp(of: sample.time))
    }

    deinit { session.stopRunning() }

    func next() throws(CaptureError) -> Frame? {
        if let first {
            self.first = nil
            return first
        }
        guard let sample = receiver.wait() else {
            endReason = "it stopped sending images"
            return nil
        }
        return Frame(image: sample.image, timestamp: timing.timestamp(of: sample.time))
    }

    private static func camera(_ device: String) throws(CaptureError) -> AVCaptureDevice {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .denied, .restricted: throw .cameraNotPermitted(device: device)
        default: break
        }
        guard device.hasPrefix("camera:"), let number = Int(device.dropFirst(7)) else {
            throw .noCamera(device: device, reason: "cameras are named camera:0, camera:1, …")
        }
        let cameras = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .externalUnknown], mediaType: .video,
            position: .unspecified
        ).devices
        guard cameras.indices.contains(number) else {
            throw .noCamera(device: device, reason: "there are \(cameras.count) cameras")
        }
        return cameras[number]
    }
}

extension AVCaptureDevice {
    /// Selects the format closest to the requested size, and the rate if the format supports it.
    fileprivate func choose(_ options: CameraOptions) {
        func distance(_ format: Format) -> Int {
            let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            return abs(Int(size.width) - options.size.width)
                + abs(Int(size.height) - options.size.height)
        }
        guard let best = formats.min(by: { distance($0) < distance($1) }) else { return }
        activeFormat = best
        let rate = options.frameRate
        let isSupported = best.videoSupportedFrameRateRanges.contains {
            $0.minFrameRate...$0.maxFrameRate ~= rate.framesPerSecond
        }
        guard isSupported else { return }
        let period = CMTime(
            value: Int64(rate.denominator), timescale: CMTimeScale(clamping: rate.numerator))
        activeVideoMinFrameDuration = period
        activeVideoMaxFrameDuration = period
    }
}

/// Receives the images of a camera and keeps the newest.
private final class CameraReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    Sendable
{
    struct Sample: Sendable {
        var image: PixelBuffer
        /// The time in nanoseconds; nil if the image has none.
        var time: Int64?
    }

    private let slot = Mutex(LatestSlot<Sample>())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Waits for an image; nil if none arrives within ten seconds.
    func wait() -> Sample? {
        let deadline = DispatchTime.now() + 10
        while arrivals.wait(timeout: deadline) == .success {
            if let sample = slot.withLock({ $0.take() }) { return sample }
        }
        return nil
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let pixels = sampleBuffer.imageBuffer,
            let image = try? PixelBuffer(copying: pixels)
        else { return }
        let time = sampleBuffer.presentationTimeStamp
        let sample = Sample(
            image: image,
            time: time.isNumeric ? Int64(exactly: (time.seconds * 1e9).rounded()) : nil)
        if slot.withLock({ $0.offer(sample) }) { arrivals.signal() }
    }
}
#else
/// Apps for these systems use the camera service of `LandmarkApple`, so no camera is available
/// here.
final class CameraReader: LiveFrames {
    let size: PixelSize? = nil
    let frameRate: FrameRate? = nil
    let endReason: String? = nil

    /// - Throws: ``CaptureError/noCamera(device:reason:)``.
    init(device: String, options: CameraOptions) throws(CaptureError) {
        throw .noCamera(device: device, reason: "apps use LandmarkApple's camera service")
    }

    func next() throws(CaptureError) -> Frame? { nil }
}
#endif
#endif
