import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// A rotated image gives the same landmarks, mapped back.
struct OrientationTests {
    static let assets = [
        "gest_00b85ea4-8c5d-4302-b847-0a5de1d7dab2.jpg",
        "gest_0413d5c5-f5ba-476f-a921-ea5e967692a9.jpg",
        "gest_0a038096-c14f-46ac-9155-980161ebc440.jpg",
    ]
    static let footage = ["astronaut.png", "carphone_0000.png", "carphone_0060.png"]
    /// The largest allowed distance of a landmark, normalized. A shift of half a pixel exceeds it.
    static let limit: Float = 0.002

    /// Compares the landmarks in each rotation of `image` with those in the upright image.
    static func check(
        _ image: PixelBuffer, _ name: String,
        find: (PixelBuffer, Orientation) throws -> [[Landmark]]
    ) throws {
        let upright = try find(image, .up)
        #expect(!upright.isEmpty, "\(name)")
        for orientation in Orientation.allCases {
            let turned = try find(image.turned(orientation), orientation)
            try #require(turned.count == upright.count, "\(name) \(orientation)")
            for (points, expected) in zip(turned, upright) {
                let distances = zip(points, expected).map { point, reference in
                    let offset = point.upright(orientation) - SIMD2(reference.x, reference.y)
                    return (offset * offset).sum().squareRoot()
                }
                let worst = distances.max() ?? .infinity
                #expect(worst <= limit, "\(name) \(orientation)")
            }
        }
    }

    @Test(
        "a rotated image gives the same hands",
        .enabled(
            if: Fixtures.available(Landmarkers.handModel, Fixtures.shared("assets/" + assets[0]))),
        arguments: assets)
    func hands(name: String) throws {
        let landmarker = try Landmarkers.hand()
        try Self.check(Landmarkers.asset(name), "hand " + name) { image, orientation in
            try landmarker.detect(image, orientation: orientation).hands.map(\.landmarks)
        }
    }

    @Test(
        "a rotated image gives the same poses",
        .enabled(
            if: Fixtures.available(Landmarkers.poseModel, Fixtures.shared("assets/" + assets[0]))),
        arguments: assets)
    func poses(name: String) throws {
        try Self.checkPose(Landmarkers.asset(name), name)
    }

    @Test(
        "rotated footage gives the same poses",
        .enabled(
            if: Fixtures.available(
                Landmarkers.poseModel, Fixtures.footage("astronaut.png"),
                Fixtures.footage("carphone_0000.png"))),
        arguments: footage)
    func footagePoses(name: String) throws {
        try Self.checkPose(Landmarkers.footage(name), name)
    }

    @Test(
        "the mask of a rotated image is the rotated mask",
        .enabled(
            if: Fixtures.available(Landmarkers.poseModel, Fixtures.footage("astronaut.png"))))
    func masks() throws {
        let landmarker = try Landmarkers.pose()
        let image = try Landmarkers.footage("astronaut.png")
        let upright = try #require(landmarker.detect(image).poses.first?.mask)
        for orientation in [Orientation.right, .down, .left] {
            let found = try landmarker.detect(
                image.turned(orientation), orientation: orientation)
            let mask = try #require(found.poses.first?.mask)
            let expected = try upright.image.turned(orientation)
            try #require(mask.size == expected.size)
            let difference = expected.withUnsafeBytes { bytes in
                zip(mask.values, bytes).reduce(0) { $0 + abs($1.0 - Float($1.1) / 255) }
            }
            #expect(difference / Float(mask.values.count) < 2e-3, "\(orientation)")
        }
    }

    @Test(
        "a rotated image gives the same faces",
        .enabled(
            if: Fixtures.available(Landmarkers.faceModel, Fixtures.shared("assets/" + assets[0]))),
        arguments: assets)
    func faces(name: String) throws {
        try Self.checkFace(Landmarkers.asset(name), name)
    }

    @Test(
        "rotated footage gives the same faces",
        .enabled(
            if: Fixtures.available(
                Landmarkers.faceModel, Fixtures.footage("astronaut.png"),
                Fixtures.footage("carphone_0000.png"))),
        arguments: footage)
    func footageFaces(name: String) throws {
        try Self.checkFace(Landmarkers.footage(name), name)
    }

    private static func checkPose(_ image: PixelBuffer, _ name: String) throws {
        let landmarker = try Landmarkers.pose { $0.segmentationMasks = false }
        try check(image, "pose " + name) { image, orientation in
            try landmarker.detect(image, orientation: orientation).poses.map(\.landmarks)
        }
    }

    private static func checkFace(_ image: PixelBuffer, _ name: String) throws {
        let landmarker = try Landmarkers.face {
            $0.blendshapes = false
            $0.transformationMatrices = false
        }
        try check(image, "face " + name) { image, orientation in
            try landmarker.detect(image, orientation: orientation).faces.map(\.landmarks)
        }
    }
}
