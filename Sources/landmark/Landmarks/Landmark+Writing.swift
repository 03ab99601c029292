import LandmarkCommandSupport
import LandmarkCore

extension JSONText {
    /// Writes the member `landmarks`, or another of that shape.
    mutating func landmarks(_ points: [Landmark], name: String = "landmarks") {
        key(name)
        array { json in
            for point in points {
                json.point(point.x, point.y, point.z, point.visibility, point.presence)
            }
        }
    }

    /// Writes the member `worldLandmarks`, or another of that shape.
    mutating func worldLandmarks(_ points: [WorldLandmark], name: String = "worldLandmarks") {
        key(name)
        array { json in
            for point in points {
                json.point(point.x, point.y, point.z, point.visibility, point.presence)
            }
        }
    }

    /// Writes what `body` makes of a value, or `null`.
    mutating func optional<Value>(_ value: Value?, _ body: (Value, inout JSONText) -> Void) {
        guard let value else { return null() }
        body(value, &self)
    }

    private mutating func point(
        _ x: Float, _ y: Float, _ z: Float, _ visibility: Float?, _ presence: Float?
    ) {
        array { json in
            json.number(x)
            json.number(y)
            json.number(z)
            if let visibility, let presence {
                json.number(visibility)
                json.number(presence)
            }
        }
    }
}

extension CSVText {
    /// Adds x, y and z.
    mutating func point(_ point: Landmark) {
        field(point.x)
        field(point.y)
        field(point.z)
    }

    /// Adds x, y and z in meters.
    mutating func point(_ point: WorldLandmark) {
        field(point.x)
        field(point.y)
        field(point.z)
    }
}
