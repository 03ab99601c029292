import AppSupport
import AudioToolbox
import Combine
import DriverMonitoring
import Foundation
import LandmarkApple
import LandmarkTasks
import SwiftUI

/// The session that monitors the driver, and the sounds of its alerts.
@MainActor
final class DriverModel: ObservableObject {
    @Published private(set) var session: LandmarkSession<DriverUpdate>
    /// Whether to tell the user why media cannot be shown.
    @Published var showsMessage = false
    private(set) var message = ""
    /// The video that the session plays; nil for the camera.
    private var file: TemporaryFile?
    // An alert interrupts whatever is being spoken.
    private let announcer = Announcer(waits: false)
    private let monitor: DriverMonitor?
    /// Why there is no monitor; nil if there is one.
    let failure: String?

    init() {
        let options = DriverMonitorOptions(model: .resource("face_landmarker.task"))
        do {
            let monitor = try DriverMonitor(options: options)
            self.monitor = monitor
            failure = nil
            session = LandmarkSession(.driver(monitor: monitor), camera: CameraService())
        } catch {
            monitor = nil
            failure = error.localizedDescription
            session = LandmarkSession(.driver(options), camera: CameraService())
        }
        follow()
    }

    private func follow() {
        session.onResult = { [weak self] update in
            let result = update.output.result
            if let sound = result.sound { Self.play(sound) }
            self?.announcer.announce(result.activeAlerts.first?.message)
        }
    }

    /// Shows the camera.
    func showCamera() { show(CameraService()) }

    /// Monitors the driver of a video.
    func show(_ media: PickedMedia) {
        switch media {
        case .video(let file): show(VideoFileCamera(url: file.url), of: file)
        case .image: report(Localized.text("media.needsVideo"))
        case .failure(let reason): report(reason)
        }
    }

    private func show(_ camera: any CameraSource, of file: TemporaryFile? = nil) {
        guard let monitor else { return }
        session.stop()
        announcer.announce(nil)
        session = LandmarkSession(.driver(monitor: monitor), camera: camera)
        self.file = file
        follow()
        session.start()
    }

    private func report(_ reason: String) {
        message = reason
        showsMessage = true
    }

    /// Begins anew, for another driver or after the device was moved.
    func recalibrate() { monitor?.recalibrate() }

    /// Plays a sound of the system. The library decides when, the app which one.
    private static func play(_ sound: DriverSound) {
        switch sound {
        case .critical: AudioServicesPlayAlertSound(1005)
        case .fatigue: AudioServicesPlayAlertSound(1007)
        case .distraction: AudioServicesPlaySystemSound(1057)
        case .notice: AudioServicesPlaySystemSound(1113)
        }
    }
}
