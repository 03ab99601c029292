import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkTasks
import Testing

@Suite("The motion overlay")
struct MotionOverlayTests {
    @Test("labels lie inside the image and never over each other")
    func placement() {
        var placer = LabelPlacer(PixelSize(width: 400, height: 300))
        let panel = OverlayBox(left: 0, top: 0, width: 120, height: 100)
        placer.take(panel)
        var boxes = [panel]
        var refused = 0
        for index in 0..<60 {
            let point = PixelPoint(x: Float(index * 37 % 400), y: Float(index * 53 % 300))
            let direction = PixelPoint(x: index % 2 == 0 ? 1 : -1, y: 0)
            guard
                let box = placer.place(
                    (60, 24), beside: point, toward: direction, distance: 8)
            else {
                refused += 1
                continue
            }
            #expect(box.left >= 0 && box.top >= 0 && box.right <= 400 && box.bottom <= 300)
            #expect(!boxes.contains { $0.overlaps(box) })
            boxes.append(box)
        }
        #expect(boxes.count > 20 && refused > 0)
    }

    @Test("a label stands where it is wanted, and elsewhere if that place is to be kept free")
    func avoidance() {
        var placer = LabelPlacer(PixelSize(width: 400, height: 300))
        let point = PixelPoint(x: 200, y: 150)
        let right = PixelPoint(x: 1, y: 0)
        var free = placer
        let wanted = free.place((60, 24), beside: point, toward: right, distance: 8)
        #expect(wanted?.left == 208 && wanted?.top == 138)
        placer.avoid(OverlayBox(left: 210, top: 140, width: 4, height: 4))
        let other = placer.place((60, 24), beside: point, toward: right, distance: 8)
        #expect(other != nil && other?.left != wanted?.left)
        let nowhere = PixelPoint(x: .nan, y: 0)
        let unplaced = placer.place((60, 24), beside: nowhere, toward: right, distance: 8)
        #expect(unplaced == nil)
        let tooWide = placer.place((600, 24), beside: point, toward: right, distance: 8)
        #expect(tooWide == nil)
    }

    @Test("flexion is marked from the straight continuation of a limb")
    func arc() {
        var points = [PixelPoint](repeating: PixelPoint(x: 0, y: 0), count: Pose.landmarkCount)
        points[PoseJoint.leftHip.rawValue] = PixelPoint(x: 100, y: 100)
        points[PoseJoint.leftKnee.rawValue] = PixelPoint(x: 100, y: 200)
        points[PoseJoint.leftAnkle.rawValue] = PixelPoint(x: 200, y: 200)
        let mark = AngleMark(.kneeFlexionLeft, on: PosePixels(points: points))
        #expect(mark.vertex == PixelPoint(x: 100, y: 200))
        let curve = mark.curve(radius: 10)
        // From straight down to the right, a quarter of a circle.
        #expect(abs((curve.first?.x ?? 0) - 100) < 0.01)
        #expect(abs((curve.first?.y ?? 0) - 210) < 0.01)
        #expect(abs((curve.last?.x ?? 0) - 110) < 0.01)
        #expect(abs((curve.last?.y ?? 0) - 200) < 0.01)
        #expect(
            curve.allSatisfy { point in
                let (x, y) = (point.x - 100, point.y - 200)
                return abs((x * x + y * y).squareRoot() - 10) < 0.01
            })
        points[PoseJoint.leftAnkle.rawValue] = PixelPoint(x: .nan, y: 200)
        let unknown = AngleMark(.kneeFlexionLeft, on: PosePixels(points: points))
        #expect(unknown.curve(radius: 10).isEmpty)
    }

    @Test("every measure has a place on a pose", arguments: Measure.allCases)
    func places(measure: Measure) throws {
        let canvas = try Canvas(MotionScene.image())
        let sample = MotionSample(time: 0, id: 1, readings: [measure: MotionScene.reading(20)])
        let plain = try Canvas(MotionScene.image())
        let pose = MotionScene.pose()
        try draw([.init(sample: sample, pose: pose)], [measure], on: canvas)
        try draw([.init(sample: sample, pose: pose)], [], on: plain)
        let (marked, unmarked) = (try canvas.image(), try plain.image())
        #expect(try Self.differences(marked, unmarked) > 20)
    }

    @Test("a missing value is not drawn, and a held one is dimmer than a measured one")
    func states() throws {
        func image(_ reading: Reading?) throws -> PixelBuffer {
            let canvas = try Canvas(MotionScene.image(width: 640, height: 480))
            let readings = reading.map { [Measure.elbowFlexionLeft: $0] } ?? [:]
            try draw(
                [
                    .init(
                        sample: MotionSample(time: 0, id: 1, readings: readings),
                        pose: MotionScene.pose())
                ], reading == nil ? [] : [.elbowFlexionLeft], on: canvas, showsUnseen: false)
            return try canvas.image()
        }
        let plain = try image(nil)
        let measured = MotionScene.reading(77)
        var held = measured
        held.state = .held
        let (bright, dim) = (try image(measured), try image(held))
        #expect(try Self.differences(bright, plain) > 50)
        #expect(Self.whitePixels(bright) > Self.whitePixels(dim) + 20)
        var gone = measured
        gone.value = .nan
        #expect(try Self.differences(image(gone), plain) == 0)
    }

    @Test(
        "anything can be drawn on images of any size",
        arguments: [(1, 1), (40, 30), (176, 144), (720, 1280), (2000, 300)])
    func sizes(width: Int, height: Int) throws {
        var session = try ExerciseSession(MotionScene.squat)
        var people: [MotionOverlay.Person] = []
        for id in 1...5 {
            let sample = MotionScene.sample(at: Double(id), id: id, knees: .infinity, lean: -1e9)
            _ = session.update(sample)
            people.append(
                .init(
                    sample: sample,
                    pose: id == 2 ? nil : MotionScene.pose(id: id, x: 0.2 * Float(id)),
                    status: session.status))
        }
        let canvas = try Canvas(MotionScene.image(width: width, height: height))
        try MotionOverlay(
            people, measures: MotionScene.measures, definition: MotionScene.squat, target: 10,
            on: canvas
        ).draw()
        #expect(try canvas.image().size == PixelSize(width: width, height: height))
    }

    @Test("reasons and joints are named in words")
    func names() {
        #expect(PoseJoint.leftAnkle.displayName == "left ankle")
        #expect(PoseJoint.rightFootIndex.displayName == "right toes")
        #expect(MissingReason.lowVisibility(.leftAnkle).unseen == "left ankle")
        #expect(MissingReason.outsideImage(.leftKnee).unseen == "left knee (outside the image)")
        #expect(MissingReason.view.unseen == nil)
    }

    private func draw(
        _ people: [MotionOverlay.Person], _ measures: [Measure], on canvas: Canvas,
        showsUnseen: Bool = true
    ) throws {
        try MotionOverlay(
            people, measures: measures, definition: nil, target: nil, on: canvas,
            textScale: 1, showsPanels: showsUnseen
        ).draw()
    }

    private static func differences(_ a: PixelBuffer, _ b: PixelBuffer) throws -> Int {
        try #require(a.size == b.size)
        return a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in zip(a, b).count { $0 != $1 } }
        }
    }

    private static func whitePixels(_ image: PixelBuffer) -> Int {
        image.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 2, by: 3).count {
                bytes[$0] > 240 && bytes[$0 + 1] > 240 && bytes[$0 + 2] > 240
            }
        }
    }
}
