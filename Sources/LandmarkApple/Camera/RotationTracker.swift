#if os(iOS) || os(macOS)
import AVFoundation
import Foundation

/// Follows the device's rotation, where the system has a rotation coordinator.
@MainActor
final class RotationTracker {
    private let rotation: CameraRotation
    private let deviceID: String
    private let changed: @MainActor () -> Void
    private var observations: [NSKeyValueObservation] = []
    /// Retained, because it reports only as long as it lives.
    private var coordinator: AnyObject?

    /// The layer that shows the camera; the rotation of its interface determines that of the preview.
    weak var previewLayer: AVCaptureVideoPreviewLayer? {
        didSet { observe() }
    }

    /// Whether the system reports turns; otherwise the preview view does.
    var isAutomatic: Bool { coordinator != nil }

    init(
        deviceID: String, previewLayer: AVCaptureVideoPreviewLayer?, rotation: CameraRotation,
        changed: @escaping @MainActor () -> Void
    ) {
        self.deviceID = deviceID
        self.rotation = rotation
        self.changed = changed
        self.previewLayer = previewLayer
        observe()
    }

    private func observe() {
        observations = []
        coordinator = nil
        guard #available(iOS 17, macOS 14, *) else { return }
        guard let device = AVCaptureDevice(uniqueID: deviceID) else { return }
        let coordinator = AVCaptureDevice.RotationCoordinator(
            device: device, previewLayer: previewLayer)
        self.coordinator = coordinator
        read(coordinator)
        // The coordinator changes its values on the main thread.
        observations = [
            coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: .new) {
                [weak self] _, _ in
                Task { @MainActor [weak self] in self?.readCoordinator() }
            },
            coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: .new) {
                [weak self] _, _ in
                Task { @MainActor [weak self] in self?.readCoordinator() }
            },
        ]
    }

    private func readCoordinator() {
        guard #available(iOS 17, macOS 14, *) else { return }
        guard let coordinator = coordinator as? AVCaptureDevice.RotationCoordinator else { return }
        read(coordinator)
    }

    @available(iOS 17, macOS 14, *)
    private func read(_ coordinator: AVCaptureDevice.RotationCoordinator) {
        rotation.current = CameraRotation.Angles(
            capture: coordinator.videoRotationAngleForHorizonLevelCapture,
            preview: coordinator.videoRotationAngleForHorizonLevelPreview)
        changed()
    }
}
#endif
