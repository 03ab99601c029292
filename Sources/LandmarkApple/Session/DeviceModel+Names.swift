public import LandmarkMotion

/// Comparisons with a model identifier, such as `iPhone14,2`. All of them are false for a model of
/// another family, and for a string that isn't a model identifier: test for the model that a device must have
/// at least (`>=`), and do not negate the result.
extension DeviceModel {
    /// Whether a model has a name.
    public static func == (model: DeviceModel, name: String) -> Bool { model.compare(name, by: ==) }

    /// Whether a model is of the same family as the named one, and at least as new.
    public static func >= (model: DeviceModel, name: String) -> Bool { model.compare(name, by: >=) }

    /// Whether a model is of the same family as the named one, and newer.
    public static func > (model: DeviceModel, name: String) -> Bool { model.compare(name, by: >) }

    /// Whether a model is of the same family as the named one, and at most as new.
    public static func <= (model: DeviceModel, name: String) -> Bool { model.compare(name, by: <=) }

    /// Whether a model is of the same family as the named one, and older.
    public static func < (model: DeviceModel, name: String) -> Bool { model.compare(name, by: <) }

    private func compare(
        _ name: String, by relation: (DeviceModel, DeviceModel) -> Bool
    ) -> Bool {
        guard let other = DeviceModel(name), other.family == family else { return false }
        return relation(self, other)
    }
}
