/// A part of a driver's view, such as the road or a mirror, as a rectangle of gaze angles.
///
/// Angles are in degrees relative to the driver's usual look at the road; negative is down and to
/// the driver's left.
public struct GazeZone: Sendable, Hashable, Codable {
    /// The zone's name in results.
    public var name: String
    /// The horizontal angles.
    public var yaw: ClosedRange<Double>
    /// The vertical angles.
    public var pitch: ClosedRange<Double>
    /// Whether a look there is a look at the road.
    public var isRoad: Bool

    /// Creates a zone.
    public init(
        _ name: String, yaw: ClosedRange<Double>, pitch: ClosedRange<Double>, isRoad: Bool = false
    ) {
        self.name = name
        self.yaw = yaw
        self.pitch = pitch
        self.isRoad = isRoad
    }

    /// Decodes a zone; `isRoad` is false if it is missing.
    ///
    /// - Throws: `DecodingError` for missing and unknown members, for members of other types, and
    ///   for a range whose bounds are in the wrong order.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.knownContainer(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        yaw = try values.decode(ClosedRange<Double>.self, forKey: .yaw)
        pitch = try values.decode(ClosedRange<Double>.self, forKey: .pitch)
        isRoad = try values.decodeIfPresent(Bool.self, forKey: .isRoad) ?? false
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, yaw, pitch, isRoad
    }

    /// Whether the zone, larger by a margin in degrees on all sides, contains a direction.
    func contains(_ gaze: GazeEstimate, margin: Double = 0) -> Bool {
        gaze.yaw >= yaw.lowerBound - margin && gaze.yaw <= yaw.upperBound + margin
            && gaze.pitch >= pitch.lowerBound - margin && gaze.pitch <= pitch.upperBound + margin
    }

    /// The zone of a car with the wheel on the other side.
    func mirrored(_ name: String) -> GazeZone {
        GazeZone(name, yaw: -yaw.upperBound ... -yaw.lowerBound, pitch: pitch, isRoad: isRoad)
    }
}

/// The gaze zones of a vehicle; the first zone that contains a direction counts.
///
/// Its JSON form is an array of zones:
///
/// ```json
/// [{"name": "road", "yaw": [-20, 20], "pitch": [-15, 90], "isRoad": true},
///  {"name": "cluster", "yaw": [-20, 20], "pitch": [-30, -15]}]
/// ```
public struct GazeZones: Sendable, Hashable, Codable {
    /// How many degrees inside the road a look must be to count as back on it, or outside a zone to count as
    /// having left it.
    static let hysteresis = 4.0

    /// The zones. Directions outside all of them are not the road.
    public var zones: [GazeZone]

    /// Creates a map of zones.
    public init(_ zones: [GazeZone]) { self.zones = zones }

    /// Decodes an array of zones.
    ///
    /// - Throws: `DecodingError` for anything else, for zones without a name or with the same name, and if no
    ///   zone is the road, because every look would then be off the road.
    public init(from decoder: any Decoder) throws {
        zones = try decoder.singleValueContainer().decode([GazeZone].self)
        let names = zones.map(\.name)
        let problem: String? =
            if names.contains("") {
                "a zone has no name"
            } else if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
                "two zones are named “\(name)”"
            } else if !zones.contains(where: \.isRoad) {
                "no zone is the road; expected one with isRoad"
            } else { nil }
        if let problem {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: problem))
        }
    }

    /// Encodes an array of zones.
    ///
    /// - Throws: `EncodingError`, as the encoder throws it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(zones)
    }

    /// The zone of a direction; nil outside all zones.
    public func zone(at gaze: GazeEstimate) -> GazeZone? { zones.first { $0.contains(gaze) } }

    /// The index of a direction's zone, given that of the look so far, if any.
    ///
    /// A look off the road is back on it only when it is inside by `hysteresis`, and stays in its zone until
    /// it is outside by as much.
    func index(of gaze: GazeEstimate, after previous: Int?, isOff: Bool) -> Int? {
        if isOff {
            let road = zones.firstIndex {
                $0.isRoad && $0.contains(gaze, margin: -Self.hysteresis)
            }
            if let road { return road }
            if let previous, zones[previous].contains(gaze, margin: Self.hysteresis) {
                return previous
            }
        }
        return zones.firstIndex { !($0.isRoad && isOff) && $0.contains(gaze) }
    }
}

extension GazeZones {
    /// The zones of a usual car with the wheel on the left, for traffic that keeps right.
    public static let leftHandDrive = GazeZones([
        GazeZone("road", yaw: -20...20, pitch: -15...90, isRoad: true),
        GazeZone("cluster", yaw: -20...20, pitch: -30 ... -15),
        GazeZone("lap", yaw: -30...20, pitch: -90 ... -30),
        GazeZone("leftMirror", yaw: -55 ... -20, pitch: -30...5),
        GazeZone("centerMirror", yaw: 20...50, pitch: -6...40),
        GazeZone("centerStack", yaw: 20...50, pitch: -60 ... -6),
        GazeZone("rightMirror", yaw: 50...70, pitch: -25...5),
        GazeZone("leftWindow", yaw: -180 ... -20, pitch: -90...90),
        GazeZone("passenger", yaw: 50...180, pitch: -90...90),
    ])

    /// The zones of a usual car with the wheel on the right, for traffic that keeps left.
    public static let rightHandDrive = GazeZones(
        leftHandDrive.zones.map { zone in
            let name =
                switch zone.name {
                case "leftMirror": "rightMirror"
                case "rightMirror": "leftMirror"
                case "leftWindow": "rightWindow"
                default: zone.name
                }
            return zone.mirrored(name)
        })
}
