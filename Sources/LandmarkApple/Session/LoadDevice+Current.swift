import LandmarkCore
public import LandmarkMotion

extension DeviceModel {
    /// The model of this device, such as `iPhone14,2` or `Mac14,2`; in a simulator, that of the simulated
    /// device; nil if the system has no such name.
    public static let current = Host.modelName.flatMap { DeviceModel($0) }
}

extension LoadDevice {
    /// This device, for a load policy that suits long sessions: networks run on the CPU, with one thread for
    /// each fast core. A running session reads its thermal state and low power mode; see ``DeviceCondition``.
    public static var current: LoadDevice {
        LoadDevice(
            model: .current, cores: ProcessorCount.online,
            performanceCores: ProcessorCount.fastest == ProcessorCount.online
                ? nil : ProcessorCount.fastest)
    }
}

#if canImport(UIKit)
public import UIKit

extension UIDevice {
    /// The device's model, such as `iPhone14,2`, which compares by its numbers:
    /// `UIDevice.current.modelIdentifier >= "iPhone14,2"` is false for `iPhone9,1`, and for an iPad. A
    /// device without such a name has no family and compares as false.
    public nonisolated var modelIdentifier: DeviceModel {
        .current ?? DeviceModel(family: "", generation: 0, variant: 0)
    }
}
#endif
