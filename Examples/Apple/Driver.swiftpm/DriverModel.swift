import AudioToolbox
import DriverMonitoring
import Foundation
import LandmarkApple
import LandmarkTasks
import SwiftUI

/// The session that monitors the driver, and the sounds of its alerts.
@MainActor
final class DriverModel: ObservableObject {
    let session: LandmarkSession<DriverUpdate>
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
        session.onResult = { update in
            if let sound = update.output.result.sound { Self.play(sound) }
        }
    }

    /// Begins anew, for another driver or after the device was moved.
    func recalibrate() { monitor?.recalibrate() }

    /// Plays a sound of the system: the library says when, and the app what.
    private static func play(_ sound: DriverSound) {
        switch sound {
        case .critical: AudioServicesPlayAlertSound(1005)
        case .fatigue: AudioServicesPlayAlertSound(1007)
        case .distraction: AudioServicesPlaySystemSound(1057)
        case .notice: AudioServicesPlaySystemSound(1113)
        }
    }
}
