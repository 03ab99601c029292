import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// A payload of a recorded graph: from JSON, from a packet, and as a packet.
enum ReferenceValue {
    case flag(Bool)
    case integer(Int)
    case number(Float)
    case numbers([Float])
    case image(PixelBuffer)
    case rects([NormalizedRect], isSingle: Bool)
    case landmarks([[Landmark]], isSingle: Bool)
    case world([WorldLandmark])
    case detections([DetectionBox], isSingle: Bool)
    case classes([Classification])
    case pixelRects([IntegerRect], isSingle: Bool)
    case size(PixelSize)
    case renderData(RenderData)

    /// Reads JSON as a type.
    init(_ json: Any, _ type: String) throws {
        switch type {
        case "bool": self = .flag(try #require(json as? Bool))
        case "int": self = .integer(try #require(json as? Int))
        case "float": self = .number(try Self.float(json))
        case "floats": self = .numbers(try Self.floats(json))
        case "image": self = .image(try Self.image(json))
        case "mask":
            let mask = try #require(json as? [String: Any])
            self = .numbers(
                try [Self.float(mask["width"] ?? 0), Self.float(mask["height"] ?? 0)]
                    + Self.floats(mask["values"] ?? []))
        case "rect": self = .rects([try Self.rect(json)], isSingle: true)
        case "rects":
            self = .rects(try Self.array(json).map(Self.rect), isSingle: false)
        case "landmarks": self = .landmarks([try Self.points(json)], isSingle: true)
        case "landmarkLists":
            self = .landmarks(try Self.array(json).map(Self.points), isSingle: false)
        case "world":
            self = .world(
                try Self.points(json).map {
                    WorldLandmark(
                        x: $0.x, y: $0.y, z: $0.z, visibility: $0.visibility,
                        presence: $0.presence)
                })
        case "detection": self = .detections([try Self.detection(json)], isSingle: true)
        case "detections":
            self = .detections(try Self.array(json).map(Self.detection), isSingle: false)
        case "classes": self = .classes(try Self.array(json).map(Self.classification))
        case "pixelRect": self = .pixelRects([try Self.pixelRect(json)], isSingle: true)
        case "pixelRects":
            self = .pixelRects(try Self.array(json).map(Self.pixelRect), isSingle: false)
        case "size":
            let sides = try #require(json as? [Int])
            self = .size(PixelSize(width: sides[0], height: sides[1]))
        case "renderData": self = .renderData(try RenderData(json))
        default:
            Issue.record("there is no type \(type)")
            self = .flag(false)
        }
    }

    /// Reads a packet as a type.
    init(_ packet: Packet, _ type: String) throws {
        switch type {
        case "bool": self = .flag(try packet.get(Bool.self))
        case "int": self = .integer(try packet.get(Int.self))
        case "float": self = .number(try packet.get(Float.self))
        case "floats": self = .numbers(try packet.get([Float].self))
        case "image": self = .image(try packet.get(PixelBuffer.self))
        case "mask":
            let mask = try packet.get(Mask.self)
            self = .numbers([Float(mask.width), Float(mask.height)] + mask.values)
        case "rect": self = .rects([try packet.get(NormalizedRect.self)], isSingle: true)
        case "rects": self = .rects(try packet.get([NormalizedRect].self), isSingle: false)
        case "landmarks": self = .landmarks([try packet.get([Landmark].self)], isSingle: true)
        case "landmarkLists":
            self = .landmarks(try packet.get([[Landmark]].self), isSingle: false)
        case "world": self = .world(try packet.get([WorldLandmark].self))
        case "detection":
            self = .detections([try packet.get(DetectionBox.self)], isSingle: true)
        case "classes": self = .classes(try packet.get([Classification].self))
        case "pixelRect":
            self = .pixelRects([try packet.get(IntegerRect.self)], isSingle: true)
        case "pixelRects": self = .pixelRects(try packet.get([IntegerRect].self), isSingle: false)
        case "size": self = .size(try packet.get(PixelSize.self))
        case "renderData": self = .renderData(try packet.get(RenderData.self))
        default: self = .detections(try packet.get([DetectionBox].self), isSingle: false)
        }
    }

    func packet(at timestamp: GraphTimestamp) throws -> Packet {
        switch self {
        case .flag(let value): Packet(value, at: timestamp)
        case .integer(let value): Packet(value, at: timestamp)
        case .number(let value): Packet(value, at: timestamp)
        case .numbers(let values): Packet(values, at: timestamp)
        case .image(let image): Packet(image, at: timestamp)
        case .rects(let rects, true): Packet(try #require(rects.first), at: timestamp)
        case .rects(let rects, false): Packet(rects, at: timestamp)
        case .landmarks(let lists, true): Packet(try #require(lists.first), at: timestamp)
        case .landmarks(let lists, false): Packet(lists, at: timestamp)
        case .world(let points): Packet(points, at: timestamp)
        case .detections(let detections, true):
            Packet(try #require(detections.first), at: timestamp)
        case .detections(let detections, false): Packet(detections, at: timestamp)
        case .classes(let classes): Packet(classes, at: timestamp)
        case .pixelRects(let rects, true): Packet(try #require(rects.first), at: timestamp)
        case .pixelRects(let rects, false): Packet(rects, at: timestamp)
        case .size(let size): Packet(size, at: timestamp)
        case .renderData(let data): Packet(data, at: timestamp)
        }
    }

    /// The largest difference of two numbers; infinity for values that are not comparable.
    func difference(from other: ReferenceValue) -> Double {
        if case .image(let a) = self, case .image(let b) = other, a.size != b.size {
            return .infinity
        }
        guard words == other.words, list.count == other.list.count else { return .infinity }
        let differences = zip(list, other.list).map { abs($0 - $1) }
        // NaN is never equal.
        return differences.contains(where: \.isNaN) ? .infinity : differences.max() ?? 0
    }

    /// What must be equal.
    private var words: [String] {
        switch self {
        case .flag(let value): ["\(value)"]
        case .integer(let value): ["\(value)"]
        case .detections(let detections, _):
            detections.map {
                "\($0.scores.count) \($0.labelIDs) \($0.labels) \($0.displayNames)"
                    + " \($0.keypoints.count)"
            }
        case .landmarks(let lists, _):
            lists.map { list in
                list.map { "\($0.visibility != nil) \($0.presence != nil)" }.joined()
            }
        case .classes(let classes):
            classes.map { "\($0.index) \($0.label) \($0.displayName)" }
        case .renderData(let data):
            [data.sceneClass] + data.annotations.map { "\($0.sceneTag) \($0.facts.words)" }
        default: []
        }
    }

    /// All numbers in order.
    private var list: [Double] {
        if case .renderData(let data) = self {
            return data.annotations.flatMap { [$0.thickness] + $0.facts.numbers }
        }
        return floats.map { Double($0) }
    }

    private var floats: [Float] {
        switch self {
        case .flag, .integer: []
        case .number(let value): [value]
        case .numbers(let values): values
        case .image(let image): Self.bytes(of: image)
        case .rects(let rects, _):
            rects.flatMap { [$0.xCenter, $0.yCenter, $0.width, $0.height, $0.rotation] }
        case .landmarks(let lists, _):
            lists.joined().flatMap { [$0.x, $0.y, $0.z, $0.visibility ?? 0, $0.presence ?? 0] }
        case .world(let points):
            points.flatMap { [$0.x, $0.y, $0.z, $0.visibility ?? 0, $0.presence ?? 0] }
        case .detections(let detections, _):
            detections.flatMap { detection in
                detection.scores
                    + [detection.xMin, detection.yMin, detection.width, detection.height]
                    + detection.keypoints.flatMap { [$0.x, $0.y] }
            }
        case .classes(let classes): classes.map(\.score)
        case .pixelRects(let rects, _):
            rects.flatMap { rect in
                [rect.xCenter, rect.yCenter, rect.width, rect.height].map { Float($0) }
                    + [rect.rotation]
            }
        case .size(let size): [Float(size.width), Float(size.height)]
        case .renderData: []
        }
    }

    private static func bytes(of image: PixelBuffer) -> [Float] {
        let row = image.width * image.format.bytesPerPixel
        return image.withUnsafeBytes { bytes in
            (0..<image.height).flatMap { y in
                (0..<row).map { Float(bytes[y * image.bytesPerRow + $0]) }
            }
        }
    }

    private static func array(_ json: Any?) throws -> [Any] { try #require(json as? [Any]) }

    private static func float(_ json: Any) throws -> Float {
        let number = try #require(json as? NSNumber)
        return Float(number.doubleValue)
    }

    private static func floats(_ json: Any?) throws -> [Float] { try array(json).map(float) }

    private static func rect(_ json: Any) throws -> NormalizedRect {
        let numbers = try floats(json)
        return NormalizedRect(
            xCenter: numbers[0], yCenter: numbers[1], width: numbers[2], height: numbers[3],
            rotation: numbers[4])
    }

    private static func pixelRect(_ json: Any) throws -> IntegerRect {
        let numbers = try floats(json)
        return IntegerRect(
            xCenter: Int(numbers[0]), yCenter: Int(numbers[1]), width: Int(numbers[2]),
            height: Int(numbers[3]), rotation: numbers[4])
    }

    private static func classification(_ json: Any) throws -> Classification {
        let item = try array(json)
        return Classification(
            index: try #require(item[0] as? Int), score: try float(item[1]),
            label: try #require(item[2] as? String), displayName: try #require(item[3] as? String))
    }

    private static func points(_ json: Any) throws -> [Landmark] {
        try array(json).map { json in
            let point = try array(json)
            return Landmark(
                x: try float(point[0]), y: try float(point[1]), z: try float(point[2]),
                visibility: (point[3] as? NSNumber).map { Float($0.doubleValue) },
                presence: (point[4] as? NSNumber).map { Float($0.doubleValue) })
        }
    }

    private static func detection(_ json: Any) throws -> DetectionBox {
        let json = try #require(json as? [String: Any])
        let box = try floats(json["box"])
        let ids = try #require(json["ids"] as? [Int])
        let labels = try #require(json["labels"] as? [String])
        return DetectionBox(
            scores: try floats(json["scores"]), labelIDs: ids, labels: labels,
            displayNames: json["displayNames"] as? [String] ?? [], id: json["id"] as? Int ?? 0,
            xMin: box[0], yMin: box[1], width: box[2], height: box[3],
            keypoints: try array(json["points"]).map { point in
                let place = try floats(point)
                return SIMD2(place[0], place[1])
            })
    }

    private static func image(_ json: Any) throws -> PixelBuffer {
        let json = try #require(json as? [String: Any])
        if let file = json["file"] as? String {
            return try ImageFile.read(Fixtures.packageRoot + "/" + file)
        }
        let base64 = try #require(json["bytes"] as? String)
        let data = try #require(Data(base64Encoded: base64))
        let width = try #require(json["width"] as? Int)
        let height = try #require(json["height"] as? Int)
        return try PixelBuffer(
            width: width, height: height,
            format: json["channels"] as? Int == 1 ? .gray8 : .rgb24, bytes: [UInt8](data))
    }
}
