/// The thermal state of the device, and whether it is saving power.
public struct DeviceCondition: Sendable, Hashable {
    /// The thermal level: 0 nominal, 1 fair, 2 serious, 3 critical.
    public var thermal: Int
    /// Whether the device is saving power.
    public var isLowPower: Bool

    /// Creates a condition.
    public init(thermal: Int = 0, isLowPower: Bool = false) {
        self.thermal = thermal
        self.isLowPower = isLowPower
    }
}

#if canImport(Darwin)
import Foundation

extension DeviceCondition {
    /// The condition of this device now; may be read on any thread.
    public static func current() -> DeviceCondition {
        let process = ProcessInfo.processInfo
        let thermal =
            switch process.thermalState {
            case .nominal: 0
            case .fair: 1
            case .serious: 2
            case .critical: 3
            @unknown default: 2
            }
        return DeviceCondition(thermal: thermal, isLowPower: process.isLowPowerModeEnabled)
    }
}
#else
extension DeviceCondition {
    /// A good condition, because this system does not report its own.
    public static func current() -> DeviceCondition { DeviceCondition() }
}
#endif
