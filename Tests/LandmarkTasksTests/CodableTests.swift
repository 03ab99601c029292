import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

struct CodableTests {
    static func landmarks(_ count: Int) -> [Landmark] {
        (0..<count).map { index in
            Landmark(
                x: Float(index) / 7, y: -0.1, z: 1e-9, visibility: index == 0 ? nil : 0.25,
                presence: 0.5)
        }
    }

    static func worldLandmarks(_ count: Int) -> [WorldLandmark] {
        (0..<count).map { WorldLandmark(x: 0.1, y: Float($0) / 3, z: -2) }
    }

    static let region = NormalizedRect(
        xCenter: 0.1, yCenter: 0.2, width: 0.3, height: 0.4, rotation: 0.5)

    static var hand: Hand {
        Hand(
            id: 3, handedness: .right, handednessScore: 0.9, presence: 0.8,
            landmarks: landmarks(21), worldLandmarks: worldLandmarks(21), region: region,
            rawLandmarks: landmarks(22).suffix(21))
    }

    static func result<Instance>(_ instances: [Instance]) -> LandmarkerResult<Instance> {
        var timings = StageTimings([.detector, .landmarks, .total])
        timings.add(nanoseconds: 3000, to: .landmarks)
        timings.add(nanoseconds: 7000, to: .total)
        return LandmarkerResult(
            instances: instances, timestamp: .milliseconds(40),
            imageSize: PixelSize(width: 3, height: 2), timings: timings, device: .cpu(.scalar))
    }

    static func expectRoundTrip<Value: Codable & Equatable>(
        _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let data = try JSONEncoder().encode(value)
        let decoded = try JSONDecoder().decode(Value.self, from: data)
        #expect(decoded == value, sourceLocation: sourceLocation)
    }

    @Test("a result of hands survives encoding")
    func hands() throws {
        try Self.expectRoundTrip(Self.result([Self.hand, Self.hand]))
        try Self.expectRoundTrip(
            HandLandmarkerResult(
                hands: [], imageSize: PixelSize(width: 1, height: 1), timings: StageTimings(),
                device: .cpu))
    }

    @Test("a result of poses survives encoding, with and without a mask")
    func poses() throws {
        for mask in [nil, try Mask(width: 3, height: 2, values: [0, 0.1, 0.2, 0.3, 0.9, 1])] {
            let pose = Pose(
                id: 1, presence: 0.8, landmarks: Self.landmarks(33),
                worldLandmarks: Self.worldLandmarks(33), mask: mask, region: Self.region)
            try Self.expectRoundTrip(Self.result([pose]))
        }
    }

    @Test("exchanged sides survive encoding, and only they have a key")
    func sidesSwapped() throws {
        for sidesSwapped in [false, true] {
            let pose = Pose(
                id: 1, presence: 0.8, landmarks: Self.landmarks(33),
                worldLandmarks: Self.worldLandmarks(33), region: Self.region,
                sidesSwapped: sidesSwapped)
            let data = try JSONEncoder().encode(pose)
            #expect(try JSONDecoder().decode(Pose.self, from: data) == pose)
            #expect(
                String(decoding: data, as: UTF8.self).contains("sidesSwapped") == sidesSwapped)
        }
    }

    @Test("a result of faces survives encoding, with and without blendshapes and matrix")
    func faces() throws {
        let matrix = TransformMatrix([1, 2, 3, 0], [4, 5, 6, 0], [7, 8, 9, 0], [10, 11, 12, 1])
        for isFull in [false, true] {
            let face = Face(
                id: 1, presence: 0.8, landmarks: Self.landmarks(478),
                blendshapes: isFull ? Blendshapes((0..<52).map { Float($0) / 52 }) : nil,
                transformationMatrix: isFull ? matrix : nil, region: Self.region)
            try Self.expectRoundTrip(Self.result([face]))
        }
    }

    @Test("a result of face detections survives encoding")
    func detections() throws {
        let detection = FaceDetection(
            score: 0.75,
            boundingBox: PixelRect(xCenter: 1, yCenter: 2, width: 3, height: 4, rotation: 0),
            keypoints: (0..<6).map { SIMD2(Float($0), 0.5) })
        try Self.expectRoundTrip(Self.result([detection]))
    }

    @Test("enumerations, connections and statistics survive encoding")
    func others() throws {
        try Self.expectRoundTrip(HandConnections.all)
        try Self.expectRoundTrip(HandJoint.allCases)
        try Self.expectRoundTrip(PoseJoint.allCases)
        try Self.expectRoundTrip(Blendshape.allCases)
        try Self.expectRoundTrip(FaceKeypoint.allCases)
        try Self.expectRoundTrip(RunningMode.allCases)
        try Self.expectRoundTrip(OverflowPolicy.allCases)
        try Self.expectRoundTrip([Smoothing.off, .mediaPipe, .oneEuro(minCutoff: 1, beta: 2)])
        try Self.expectRoundTrip(LiveStatistics())
    }

    @Test(
        "decoding refuses a list of the wrong length",
        arguments: ["landmarks", "worldLandmarks", "rawLandmarks", "rawWorldLandmarks"])
    func wrongLength(key: String) throws {
        let data = try JSONEncoder().encode(Self.hand)
        var fields = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var list = try #require(fields[key] as? [Any])
        list.removeLast()
        fields[key] = list
        let short = try JSONSerialization.data(withJSONObject: fields)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Hand.self, from: short) }
    }

    @Test("decoding refuses masks, blendshapes and matrices of the wrong size")
    func wrongSize() {
        let mask = Data(#"{"size": {"width": 2, "height": 2}, "values": [0, 1, 0]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Mask.self, from: mask) }
        let shapes = Data(#"{"values": [0, 1]}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Blendshapes.self, from: shapes)
        }
        let matrix = Data("[1, 2, 3]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TransformMatrix.self, from: matrix)
        }
    }
}
