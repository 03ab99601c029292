import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite struct TriangulatorTests {
    @Test("points come back through distorted lenses to 1e-6 m", arguments: 2...6)
    func exact(count: Int) throws {
        var studio = try Studio(cameras: count)
        var triangulator = try Triangulator(studio.cameras)
        for index in 0..<10 {
            let person = studio.person(at: Double(index))
            var frame = MotionFrame()
            #expect(triangulator.triangulate(studio.views(of: person), into: &frame))
            #expect(largestDistance(frame, person) < 1e-6)
            #expect(frame.time == person.time && frame.id == person.id)
            #expect(!frame.sidesSwapped)
            #expect(frame.visibility.allSatisfy { abs($0 - 0.9) < 1e-9 })
            #expect(frame.imageSize == PixelSize(width: 0, height: 0))
        }
    }

    @Test("images of half the calibrated size give the same points") func scaledImages() throws {
        var studio = try Studio(cameras: 3)
        var triangulator = try Triangulator(studio.cameras)
        let person = studio.person()
        var frame = MotionFrame()
        triangulator.triangulate(studio.views(of: person, scale: 0.5), into: &frame)
        #expect(largestDistance(frame, person) < 1e-6)
        try triangulator.checkImageSize(PixelSize(width: 540, height: 960), camera: 0)
        try triangulator.checkImageSize(PixelSize(width: 1088, height: 1920), camera: 0)
        for (width, height) in [(1920, 1080), (1080, 1080), (0, 0), (-1, -1)] {
            let size = PixelSize(width: width, height: height)
            let calibrated = PixelSize(width: 1080, height: 1920)
            #expect(
                throws: CalibrationError.imageShape(
                    camera: "cam_0", calibrated: calibrated, got: size)
            ) { try triangulator.checkImageSize(size, camera: 0) }
        }
    }

    @Test("one wrong camera for each landmark does not matter", arguments: 3...5)
    func oneWrongCamera(count: Int) throws {
        var studio = try Studio(cameras: count)
        var options = Triangulator.Options()
        options.resolvesSides = false
        var triangulator = try Triangulator(studio.cameras, options: options)
        for index in 0..<10 {
            let person = studio.person(at: Double(index))
            var views = studio.views(of: person)
            for landmark in 0..<33 {
                let direction = studio.noise2()
                let length = (direction * direction).sum().squareRoot()
                views[landmark % count]?.image[landmark] += 250 * direction / length
            }
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            // In an epipolar plane of two of three cameras, the wrong one cannot be identified.
            let wrong = frame.world.indices.filter { landmark in
                let offset = frame.world[landmark] - person.world[landmark]
                return (offset * offset).sum() > 1e-12
            }
            #expect(wrong.count <= (count == 3 ? 6 : 0), "\(wrong)")
        }
    }

    @Test("noise of pixels gives errors of millimeters") func noise() throws {
        var studio = try Studio(cameras: 4)
        var triangulator = try Triangulator(studio.cameras)
        for index in 0..<20 {
            let person = studio.person(at: Double(index))
            var views = studio.views(of: person)
            for camera in views.indices {
                for landmark in 0..<33 {
                    views[camera]?.image[landmark] += 3 * studio.noise2()
                }
            }
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            // 3 pixels at 4 m are 7 mm.
            #expect(largestDistance(frame, person) < 0.02)
        }
    }

    @Test("a wrong camera is found among noise") func wrongCameraInNoise() throws {
        var studio = try Studio(cameras: 4)
        var options = Triangulator.Options()
        options.resolvesSides = false
        var triangulator = try Triangulator(studio.cameras, options: options)
        for index in 0..<20 {
            let person = studio.person(at: Double(index))
            var views = studio.views(of: person)
            for landmark in 0..<33 {
                for camera in views.indices {
                    views[camera]?.image[landmark] += 2 * studio.noise2()
                }
                views[(index + landmark) % 4]?.image[landmark].x += 180
            }
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            #expect(largestDistance(frame, person) < 0.03)
        }
    }

    @Test("a camera with left and right exchanged is found and put right", arguments: 3...5)
    func exchangedCamera(count: Int) throws {
        var studio = try Studio(cameras: count)
        var triangulator = try Triangulator(studio.cameras)
        for index in 0..<20 {
            let person = studio.person(at: Double(index))
            var views = studio.views(of: person)
            Studio.exchangeSides(&views[index % count])
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            #expect(largestDistance(frame, person) < 1e-6)
            #expect(frame.sidesSwapped)
            let expected = (0..<count).map { $0 == index % count }
            #expect(triangulator.exchangedCameras == expected)
        }
    }

    @Test("of two cameras, the one that changed is the one exchanged") func continuity() throws {
        var studio = try Studio(cameras: 2)
        var triangulator = try Triangulator(studio.cameras)
        for index in 0..<40 {
            let person = studio.person(at: Double(index) / 30)
            var views = studio.views(of: person)
            if (10..<30).contains(index) { Studio.exchangeSides(&views[1]) }
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            #expect(largestDistance(frame, person) < 1e-6, "\(index)")
        }
    }

    @Test("two of three cameras exchanged for a moment do not turn the person") func majority()
        throws
    {
        var studio = try Studio(cameras: 3)
        var triangulator = try Triangulator(studio.cameras)
        for index in 0..<60 {
            let person = studio.person(at: Double(index) / 30)
            var views = studio.views(of: person)
            if index >= 10 {
                Studio.exchangeSides(&views[0])
                Studio.exchangeSides(&views[2])
            }
            var frame = MotionFrame()
            triangulator.triangulate(views, into: &frame)
            let isRight = largestDistance(frame, person) < 1e-6
            // After half a second the majority decides.
            #expect(isRight == (index <= 25), "\(index)")
        }
    }

    @Test("landmarks seen by fewer than two cameras have visibility 0") func unseen() throws {
        var studio = try Studio(cameras: 3)
        var triangulator = try Triangulator(studio.cameras)
        let person = studio.person()
        var views = studio.views(of: person)
        views[0]?.visibility[7] = 0.1
        views[1]?.visibility[7] = .nan
        views[0]?.image[8] = SIMD2(.nan, 5)
        views[2]?.image[8] = SIMD2(.infinity, 5)
        views[1]?.visibility[9] = 0
        views[1]?.image[10] = SIMD2(1e300, -1e300)
        var frame = MotionFrame()
        triangulator.triangulate(views, into: &frame)
        #expect(frame.visibility[7] == 0 && frame.visibility[8] == 0)
        for landmark in [9, 10] {
            let offset = frame.world[landmark] - person.world[landmark]
            #expect(frame.visibility[landmark] > 0 && (offset * offset).sum() < 1e-12)
        }
        views[2] = nil
        views[0] = nil
        #expect(!triangulator.triangulate(views, into: &frame))
        #expect(frame.visibility.allSatisfy { $0 == 0 })
        #expect(!triangulator.triangulate([], into: &frame))
        #expect(!triangulator.triangulate([nil, nil, nil, nil, nil], into: &frame))
    }

    @Test("cameras that contradict each other give no landmark") func contradiction() throws {
        var studio = try Studio(cameras: 2)
        var options = Triangulator.Options()
        options.resolvesSides = false
        var triangulator = try Triangulator(studio.cameras, options: options)
        let person = studio.person()
        var views = studio.views(of: person)
        views[1]?.image[20].y += 500
        var frame = MotionFrame()
        triangulator.triangulate(views, into: &frame)
        #expect(frame.visibility[20] == 0 && frame.visibility[19] > 0)
    }

    @Test("views with lists of other lengths or other images are not used") func badViews() throws {
        var studio = try Studio(cameras: 3)
        var triangulator = try Triangulator(studio.cameras)
        let person = studio.person()
        for change in 0..<4 {
            var views = studio.views(of: person)
            switch change {
            case 0: views[1]?.image = []
            case 1: views[1]?.visibility = [1]
            case 2: views[1]?.imageSize = PixelSize(width: 1920, height: 1080)
            default: views[1]?.imageSize = PixelSize(width: 0, height: .min)
            }
            var frame = MotionFrame()
            frame.world = []
            triangulator.triangulate(views, into: &frame)
            #expect(largestDistance(frame, person) < 1e-6)
        }
    }

    @Test("fewer than two cameras are an error") func tooFew() throws {
        let studio = try Studio(cameras: 1)
        #expect(throws: CalibrationError.tooFewCameras(count: 1, least: 2)) {
            try Triangulator(studio.cameras)
        }
        #expect(throws: CalibrationError.tooFewCameras(count: 0, least: 2)) {
            try Triangulator([])
        }
    }

    @Test("a frame does not allocate", .enabled(if: Allocations.areCountedOptimized()))
    func allocations() throws {
        var studio = try Studio(cameras: 4)
        var triangulator = try Triangulator(studio.cameras)
        var frame = MotionFrame()
        var views: [[MotionFrame?]] = []
        for index in 0..<20 {
            let person = studio.person(at: Double(index) / 30)
            var seen = studio.views(of: person)
            if index % 3 == 0 { Studio.exchangeSides(&seen[1]) }
            seen[2]?.image[15].x += 300
            views.append(seen)
        }
        triangulator.triangulate(views[0], into: &frame)
        // By index, because slice iterators allocate in unoptimized code.
        for index in 1..<views.count {
            let count = Allocations.count(traced: index == 7) {
                triangulator.triangulate(views[index], into: &frame)
            }
            #expect(count == 0)
        }
    }
}
