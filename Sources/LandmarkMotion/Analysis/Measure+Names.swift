import LandmarkCore

extension Measure {
    /// The name in files: `kneeFlexion.left`, `trunk.forward`, `legSpread`.
    public var name: String { Self.names[rawValue] }

    /// The name without the side: `kneeFlexion`; the same as `name` for a measure without sides.
    public var baseName: String { quantity.name }

    /// Creates the measure with a name such as `kneeFlexion.left`; nil if no measure has it.
    public init?(name: String) {
        guard let index = Self.names.firstIndex(of: name), let measure = Measure(rawValue: index)
        else { return nil }
        self = measure
    }

    /// The measures of both sides with a name such as `kneeFlexion`; nil if none has the name, or if the
    /// measure has no sides.
    public static func pair(named baseName: String) -> BySide<Measure>? {
        guard let left = Measure(name: baseName + ".left"),
            let right = Measure(name: baseName + ".right")
        else { return nil }
        return BySide(left: left, right: right)
    }

    /// The measures with these names, each once, in this order: `kneeFlexion.left` for one side,
    /// `kneeFlexion` for both.
    ///
    /// - Throws: `UnknownMeasure` for the first name that no measure has.
    package static func named(_ names: [String]) throws(UnknownMeasure) -> [Measure] {
        var measures: [Measure] = []
        for name in names {
            let found =
                Measure(name: name).map { [$0] } ?? pair(named: name).map { [$0.left, $0.right] }
            guard let found else { throw UnknownMeasure(name) }
            measures += found.filter { !measures.contains($0) }
        }
        return measures
    }

    /// The name for people to read, such as "left knee flexion".
    public var displayName: String {
        guard let side else { return quantity.displayName }
        return "\(side.rawValue) \(quantity.displayName)"
    }

    private static let names = Measure.allCases.map { measure in
        guard let side = measure.side else { return measure.quantity.name }
        return "\(measure.quantity.name).\(side.rawValue)"
    }
}

extension Measure: Codable {
    /// Decodes a measure from its name.
    ///
    /// - Throws: `DecodingError` if there is no measure of that name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let measure = Measure(name: name) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "there is no measure \"\(name)\""))
        }
        self = measure
    }

    /// Encodes the measure's name.
    ///
    /// - Throws: `EncodingError`, as the encoder does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension Quantity {
    /// The name in files.
    var name: String {
        switch self {
        case .trunkInclination: "trunk.inclination"
        case .trunkForward: "trunk.forward"
        case .trunkLateral: "trunk.lateral"
        case .trunkLateral2D: "trunk.lateral2D"
        case .neckFlexion: "neck.flexion"
        case .neckLateral: "neck.lateral"
        case .neckRotation: "neck.rotation"
        case .pelvisAcross: "pelvis.across"
        case .pelvisUp: "pelvis.up"
        case .pelvisAway: "pelvis.away"
        default: "\(self)"
        }
    }

    /// The name for people to read, without the side.
    var displayName: String {
        switch self {
        case .kneeFlexion: "knee flexion"
        case .hipFlexion: "hip flexion"
        case .hipAbduction: "hip abduction"
        case .ankleDorsiflexion: "ankle dorsiflexion"
        case .elbowFlexion: "elbow flexion"
        case .shoulderFlexion: "shoulder flexion"
        case .shoulderAbduction: "shoulder abduction"
        case .shoulderElevation: "arm elevation"
        case .wristFlexion: "wrist flexion"
        case .fppa: "knee valgus"
        case .footPitch: "heel rise"
        case .footLift: "foot lift"
        case .heelForward: "heel in front of the pelvis"
        case .toeForward: "toes in front of the pelvis"
        case .kneeFlexion2D: "knee flexion in the image"
        case .hipFlexion2D: "hip flexion in the image"
        case .ankleDorsiflexion2D: "ankle dorsiflexion in the image"
        case .elbowFlexion2D: "elbow flexion in the image"
        case .shoulderFlexion2D: "shoulder flexion in the image"
        case .hipAbduction2D: "hip abduction in the image"
        case .shoulderAbduction2D: "shoulder abduction in the image"
        case .trunkInclination: "trunk inclination"
        case .trunkForward: "forward lean"
        case .trunkLateral: "lean to the left"
        case .trunkLateral2D: "lean to the left in the image"
        case .neckFlexion: "neck flexion"
        case .neckLateral: "neck tilt to the left"
        case .neckRotation: "neck rotation to the left"
        case .pelvisObliquity: "pelvic obliquity"
        case .shoulderObliquity: "shoulder obliquity"
        case .legSpread: "angle between the legs"
        case .shoulderRotation: "shoulder rotation inward"
        case .hipRotation: "hip rotation inward"
        case .forearmPronation: "forearm pronation"
        case .pelvisAcross: "pelvis to the right"
        case .pelvisUp: "pelvis up"
        case .pelvisAway: "pelvis away"
        }
    }
}

/// A name that no measure has.
package struct UnknownMeasure: Error {
    /// The name.
    package let name: String
    /// The most similar name of a measure; nil if none is similar.
    package let nearest: String?

    fileprivate init(_ name: String) {
        self.name = name
        let known = Measure.allCases.map(\.name) + Measure.allCases.map(\.baseName)
        nearest = NearestName.of(name, among: known)
    }
}
