public import LandmarkMotion

/// Comparisons with a model identifier, such as `iPhone14,2`. All of them are false for a model of
/// another family, and for a string that isn't a model identifier: test for what a device must have
/// (`>=`), and do not negate the result.
extension DeviceModel {
    /// Whether a model has a name.
    public static func == (model: DeviceModel, name: String) -> Bool { model.compare(name, by: ==) }

    /// Whether a model is at least as new as the one of a name, and of its family.
    public static func >= (model: DeviceModel, name: String) -> Bool { model.compare(name, by: >=) }

    /// Whether a model is newer than the one of a name, and of its family.
    public static func > (model: DeviceModel, name: String) -> Bool { model.compare(name, by: >) }

    /// Whether a model is at most as new as the one of a name, and of its family.
    public static func <= (model: DeviceModel, name: String) -> Bool { model.compare(name, by: <=) }

    /// Whether a model is older than the one of a name, and of its family.
    public static func < (model: DeviceModel, name: String) -> Bool { model.compare(name, by: <) }

    private func compare(
        _ name: String, by relation: (DeviceModel, DeviceModel) -> Bool
    ) -> Bool {
        guard let other = DeviceModel(name), other.family == family else { return false }
        return relation(self, other)
    }
}
