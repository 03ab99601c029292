import DriverMonitoring
import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkTasks

extension JSONText {
    /// A line of JSON for a packet: `label`'s members and then what it carries; nil for a type that
    /// has no place in JSON.
    static func line(_ packet: Packet, _ label: FrameLabel) -> [UInt8]? {
        if let result = try? packet.get(DriverResult.self) { return line(result, label) }
        guard let members = members(of: packet) else { return nil }
        var json = JSONText()
        json.object { json in
            label.write(to: &json)
            members(&json)
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private typealias Members = (inout JSONText) -> Void

    private static func members(of packet: Packet) -> Members? {
        findings(of: packet) ?? landmarks(of: packet) ?? places(of: packet) ?? value(of: packet)
    }

    private static func findings(of packet: Packet) -> Members? {
        let faces =
            (try? packet.get([Face].self)) ?? (try? packet.get(FaceLandmarkerResult.self))?.faces
            ?? (try? packet.get(Face.self)).map { [$0] }
        if let faces { return { $0.list("faces", faces) { $0.face($1) } } }
        let hands =
            (try? packet.get([Hand].self)) ?? (try? packet.get(HandLandmarkerResult.self))?.hands
        if let hands { return { $0.list("hands", hands) { $0.hand($1) } } }
        let poses =
            (try? packet.get([Pose].self)) ?? (try? packet.get(PoseLandmarkerResult.self))?.poses
        if let poses { return { $0.list("poses", poses) { $0.pose($1) } } }
        return nil
    }

    private static func landmarks(of packet: Packet) -> Members? {
        if let points = try? packet.get([Landmark].self) { return { $0.landmarks(points) } }
        if let points = try? packet.get([WorldLandmark].self) {
            return { $0.worldLandmarks(points) }
        }
        if let objects = try? packet.get([[Landmark]].self) {
            return {
                $0.list("objects", objects) { json, points in
                    json.object { $0.landmarks(points) }
                }
            }
        }
        if let objects = try? packet.get([[WorldLandmark]].self) {
            return {
                $0.list("objects", objects) { json, points in
                    json.object { $0.worldLandmarks(points) }
                }
            }
        }
        guard let sides = try? packet.get([HandednessScore].self) else { return nil }
        return {
            $0.list("handedness", sides) { json, side in
                json.object { json in
                    json.key("handedness")
                    json.string(side.handedness.rawValue)
                    json.key("score")
                    json.number(side.score)
                }
            }
        }
    }

    private static func places(of packet: Packet) -> Members? {
        let regions =
            (try? packet.get([NormalizedRect].self))
            ?? (try? packet.get(NormalizedRect.self)).map { [$0] }
        if let regions { return { $0.list("regions", regions) { $0.region($1) } } }
        let detections =
            (try? packet.get([DetectionBox].self))
            ?? (try? packet.get(DetectionBox.self)).map { [$0] }
        guard let detections else { return nil }
        return {
            $0.list("detections", detections) { json, detection in
                json.object { json in
                    json.key("score")
                    json.number(detection.score)
                    json.key("box")
                    json.region(detection.box)
                    json.list("keypoints", detection.keypoints) { $0.numbers([$1.x, $1.y]) }
                }
            }
        }
    }

    /// What calculators that know no image carry.
    private static func value(of packet: Packet) -> Members? {
        let write: Members? =
            if let value = try? packet.get(Int.self) {
                { $0.integer(value) }
            } else if let value = try? packet.get(Int64.self) {
                { $0.integer(Int(value)) }
            } else if let value = try? packet.get(Bool.self) {
                { $0.flag(value) }
            } else if let value = try? packet.get(Double.self) {
                { $0.number(value) }
            } else if let value = try? packet.get(Float.self) {
                { $0.number(value) }
            } else if let value = try? packet.get(String.self) {
                { $0.string(value) }
            } else if let value = try? packet.get([Float].self) {
                { $0.numbers(value) }
            } else if let values = try? packet.get([Int].self) {
                { json in json.array { for value in values { $0.integer(value) } } }
            } else if let values = try? packet.get([String].self) {
                { json in json.array { for value in values { $0.string(value) } } }
            } else if let value = try? packet.get(PixelSize.self) {
                { $0.numbers([Float(value.width), Float(value.height)]) }
            } else { nil }
        return write.map { write in
            { json in
                json.key("value")
                write(&json)
            }
        }
    }

    private mutating func list<Element>(
        _ name: String, _ elements: [Element], _ body: (inout JSONText, Element) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { body(&json, element) }
        }
    }

    private mutating func region(_ region: NormalizedRect) {
        object { json in
            for (name, value) in [
                ("xCenter", region.xCenter), ("yCenter", region.yCenter), ("width", region.width),
                ("height", region.height), ("rotation", region.rotation),
            ] {
                json.key(name)
                json.number(value)
            }
        }
    }
}
