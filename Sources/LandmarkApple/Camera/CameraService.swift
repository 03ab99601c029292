#if os(iOS) || os(macOS)
public import AVFoundation
import Dispatch
import Foundation
import LandmarkCore

/// The device's camera, set up for landmarks: 640×480 BGRA at 30 frames per second, dropping late frames.
///
/// Frames are neither rotated nor mirrored; they carry their orientation. Only the front camera's preview is
/// mirrored.
///
/// The system asks the user for permission at the first start; the app's `Info.plist` needs
/// `NSCameraUsageDescription`. In the background and while another app uses the camera, the service reports
/// an interruption and resumes afterward.
public final class CameraService: CameraSource {
    private let capture: Confined<CameraCapture>
    private let rotation = CameraRotation()
    private let position: Mutex<CameraPosition>
    /// The rate that the service was created with.
    public let framesPerSecond: Double?
    /// Follows the device's rotation; on the main actor, like the preview.
    @MainActor private var tracker: RotationTracker?
    @MainActor private var previews = WeakLayers()
    /// The rotation of the interface, for systems before iOS 17.
    @MainActor private var turn: InterfaceTurn?

    /// Creates a service; nothing is opened before `start(_:)`.
    ///
    /// - Parameters:
    ///   - position: The camera to begin with.
    ///   - framesPerSecond: The rate to lock the camera to; the nearest supported rate is used.
    public init(position: CameraPosition = .front, framesPerSecond: Double = 30) {
        let rotation = rotation
        self.position = Mutex(position)
        self.framesPerSecond = framesPerSecond
        capture = Confined(on: DispatchQueue(label: "LandmarkApple.camera")) {
            CameraCapture(
                position: position, framesPerSecond: framesPerSecond, rotation: rotation)
        }
    }

    deinit { capture.async { $0.stop() } }

    /// The direction that the camera faces, or will face after a switch in progress.
    public var currentPosition: CameraPosition { position.withLock { $0 } }

    /// Asks for permission if necessary, opens the camera and starts it.
    ///
    /// Errors arrive as `CameraEvent.failed`: `.accessDenied`, `.accessRestricted`, `.noCamera`,
    /// `.cannotOpen`, `.unsupported`, and while running `.stopped`.
    public func start(_ handler: @escaping @Sendable (CameraEvent) -> Void) {
        let onDevice: @Sendable (String) -> Void = { [weak self] id in
            Task { @MainActor [weak self] in self?.follow(deviceID: id) }
        }
        let onReset: @Sendable () -> Void = { [weak capture] in
            capture?.async { $0.restart() }
        }
        capture.async {
            $0.onDevice = onDevice
            $0.onReset = onReset
        }
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized: capture.async { $0.start(handler) }
        case .notDetermined:
            capture.async { $0.willAsk(handler) }
            AVCaptureDevice.requestAccess(for: .video) { [capture] isGranted in
                capture.async { $0.didAsk(isGranted: isGranted, handler) }
            }
        case .restricted: handler(.failed(.accessRestricted))
        case .denied: handler(.failed(.accessDenied))
        @unknown default: handler(.failed(.accessDenied))
        }
    }

    /// Stops the camera.
    public func stop() { capture.async { $0.stop() } }

    /// Changes between the front and the back camera. A camera that does not exist is reported as
    /// `CameraEvent.failed`.
    public func switchCamera() {
        let new = position.withLock { position in
            position = position.opposite
            return position
        }
        capture.async { $0.use(new) }
    }

    /// Locks the camera to the supported rate nearest to `framesPerSecond`.
    public func setFrameRate(_ framesPerSecond: Double) {
        capture.async { $0.setFrameRate(framesPerSecond) }
    }

    // MARK: Preview

    /// Shows the camera in a layer, which follows the rotation and is mirrored for the front camera.
    @MainActor
    public func connect(_ layer: AVCaptureVideoPreviewLayer) {
        layer.session = capture.outside { $0.session }
        previews.add(layer)
        tracker?.previewLayer = layer
        arrange()
    }

    /// Sets the rotation of the interface before iOS 17, which introduced a rotation coordinator.
    @MainActor
    func interfaceTurned(_ turn: InterfaceTurn) {
        self.turn = turn
        followInterface()
        arrange()
    }

    /// Computes the angles from the turn of the interface: in landscape, the two cameras of a device
    /// are 180° apart.
    @MainActor
    private func followInterface() {
        guard tracker?.isAutomatic != true, let turn else { return }
        let angle = turn.rotation(of: currentPosition)
        rotation.current = CameraRotation.Angles(capture: angle, preview: angle)
    }

    @MainActor
    private func follow(deviceID: String) {
        tracker = RotationTracker(
            deviceID: deviceID, previewLayer: previews.newest, rotation: rotation
        ) { [weak self] in self?.arrange() }
        followInterface()
        arrange()
    }

    /// Rotates and mirrors the previews.
    @MainActor
    private func arrange() {
        let angle = rotation.current.preview
        let isMirrored = currentPosition == .front
        for layer in previews.all {
            guard let connection = layer.connection else { continue }
            connection.rotate(to: angle, position: currentPosition)
            guard connection.isVideoMirroringSupported else { continue }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
        }
    }
}

/// Preview layers, held weakly.
private struct WeakLayers {
    private struct Entry {
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    private var entries: [Entry] = []

    var all: [AVCaptureVideoPreviewLayer] { entries.compactMap(\.layer) }
    var newest: AVCaptureVideoPreviewLayer? { all.last }

    mutating func add(_ layer: AVCaptureVideoPreviewLayer) {
        entries.removeAll { $0.layer == nil || $0.layer === layer }
        entries.append(Entry(layer: layer))
    }
}

extension AVCaptureConnection {
    /// Rotates the connection's images clockwise.
    fileprivate func rotate(to degrees: Double, position: CameraPosition) {
        if #available(iOS 17, macOS 14, *) {
            if isVideoRotationAngleSupported(degrees) { videoRotationAngle = degrees }
        } else if isVideoOrientationSupported {
            videoOrientation =
                switch InterfaceTurn(rotation: degrees, of: position) {
                case .portrait: .portrait
                case .portraitUpsideDown: .portraitUpsideDown
                case .landscapeRight: .landscapeRight
                case .landscapeLeft: .landscapeLeft
                }
        }
    }
}
#endif
