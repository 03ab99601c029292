/// The sign of a knee's bend: flexion or hyperextension.
enum KneeBend {
    /// The greatest hyperextension of a knee, in degrees. A knee that is bent further is flexed, even if the
    /// landmarks suggest otherwise.
    private static let maxHyperextension = 30.0
    /// The least share of a bend's axis along the knee's hinge that makes it hyperextension. Between 0 and
    /// this share, the bend is mostly sideways, and its sign changes gradually, so that landmark errors do
    /// not make the value jump.
    private static let backwardShare = 0.5

    /// The flexion of a knee, negative in hyperextension.
    ///
    /// - Parameters:
    ///   - size: The angle between thigh and shank in degrees, 0…180.
    ///   - share: The cosine of the angle between the axis about which the shank is bent and that of flexion:
    ///     1 in flexion, −1 in hyperextension, 0 sideways.
    static func signed(_ size: Double, _ share: Double) -> Double {
        guard share < 0, size <= maxHyperextension else { return size }
        return size * max(-1, 1 + 2 * share / backwardShare)
    }
}
