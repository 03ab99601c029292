/// Why the eyes of a face cannot be read.
public enum EyeUnreadableReason: Sendable, Hashable, Codable {
    /// The face is too small or too far away; `eyeWidth` is the distance between an eye's corners
    /// in pixels.
    case faceTooSmall(eyeWidth: Double)
    /// The image is too dark.
    case tooDark
    /// The image is blurred: out of focus, or moving.
    case blurred
    /// The image is noisy, or compressed too much.
    case noisy
    /// The image is overexposed.
    case overexposed
    /// The eyes are covered by dark or mirrored glasses or a hand, or the edges of their lids are covered,
    /// for example by the rims of glasses: the lids then seem neither open nor closed.
    case covered
    /// The face is turned too far away.
    case turnedAway
    /// The eyes are not measured: landmarks or head pose are missing or invalid.
    case notMeasured

    /// The name used in files, without the width.
    public var name: String {
        switch self {
        case .faceTooSmall: "faceTooSmall"
        case .tooDark: "tooDark"
        case .blurred: "blurred"
        case .noisy: "noisy"
        case .overexposed: "overexposed"
        case .covered: "covered"
        case .turnedAway: "turnedAway"
        case .notMeasured: "notMeasured"
        }
    }

    /// The reason itself, or `notMeasured` for a width that is not a length.
    var sanitized: EyeUnreadableReason {
        guard case .faceTooSmall(let width) = self else { return self }
        return (0...1e6).contains(width) ? self : .notMeasured
    }
}

extension EyeUnreadableReason: CustomStringConvertible {
    /// The reason in English, such as `face too small: eyes are 9 pixels wide`.
    public var description: String {
        switch self {
        case .faceTooSmall(let width):
            (0...1e6).contains(width)
                ? "face too small: eyes are \(Int(width.rounded())) pixels wide" : "face too small"
        case .tooDark: "too dark"
        case .blurred: "blurred"
        case .noisy: "too much noise"
        case .overexposed: "overexposed"
        case .covered: "eyes covered"
        case .turnedAway: "face turned away"
        case .notMeasured: "eyes not found"
        }
    }
}
