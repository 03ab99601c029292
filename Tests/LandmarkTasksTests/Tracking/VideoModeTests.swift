import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Video mode with real networks.
struct VideoModeTests {
    /// The footage's frames of a man in a car, and an empty image of the same size.
    struct Clip {
        let frames: [PixelBuffer]
        let blank: PixelBuffer

        init() throws {
            frames = try [0, 30, 60, 90].map { number in
                let digits = String(number)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                return try Landmarkers.footage("carphone_\(zeros)\(digits).png")
            }
            blank = try Images.blank(width: frames[0].width, height: frames[0].height)
        }
    }

    static func frame(_ image: PixelBuffer, _ milliseconds: Int) -> Frame {
        Frame(image: image, timestamp: .milliseconds(milliseconds))
    }

    static func video(
        _ set: (inout FaceLandmarkerOptions) -> Void = { _ in }
    ) throws -> FaceLandmarker {
        try Landmarkers.face { options in
            options.runningMode = .video
            options.numFaces = 1
            set(&options)
        }
    }

    /// The largest distance of corresponding landmarks, normalized. A filter that does not change a
    /// value still rounds its last bit.
    static func distance(_ a: [Face], _ b: [Face]) -> Float {
        guard a.count == b.count else { return .infinity }
        return zip(a.flatMap(\.landmarks), b.flatMap(\.landmarks)).reduce(0) { most, pair in
            max(most, abs(pair.0.x - pair.1.x), abs(pair.0.y - pair.1.y))
        }
    }

    @Test("the first frame gives the same as an independent image")
    func firstFrame() throws {
        let clip = try Clip()
        let alone = try Landmarkers.face { $0.numFaces = 1 }.detect(clip.frames[0])
        let first = try Self.video().detect(Self.frame(clip.frames[0], 0))
        #expect(Self.distance(first.faces, alone.faces) < 1e-6)
        #expect(first.faces.map(\.rawLandmarks) == alone.faces.map(\.landmarks))
        #expect(first.timestamp == .milliseconds(0))
        #expect(alone.timestamp == nil)
    }

    @Test("the detector does not run while the face is tracked")
    func detectorRuns() throws {
        let clip = try Clip()
        let landmarker = try Self.video()
        let images = [clip.frames[0], clip.frames[0], clip.blank, clip.frames[1], clip.frames[1]]
        let results = try images.enumerated().map { index, image in
            try landmarker.detect(Self.frame(image, 33 * index))
        }
        #expect(results.map(\.faces.count) == [1, 1, 0, 1, 1])
        let detections = results.map { $0.timings[.detector] > .zero }
        #expect(detections == [true, false, false, true, false])
        #expect(results.map { $0.faces.first?.id } == [1, 1, nil, 1, 1])
        // After the loss the filters of the landmarks in the image restart.
        let alone = try Landmarkers.face { $0.numFaces = 1 }.detect(clip.frames[1])
        #expect(Self.distance(results[3].faces, alone.faces) < 1e-6)
    }

    @Test("timestamps must increase, and a rejected frame changes nothing")
    func timestamps() throws {
        let clip = try Clip()
        let refusing = try Self.video()
        let steady = try Self.video()
        for (index, time) in [0, 10, 10, 9, 11].enumerated() {
            let frame = Self.frame(clip.frames[index % 4], time)
            if time == 9 || index == 2 {
                let error = #expect(throws: TaskError.self) { try refusing.detect(frame) }
                #expect(
                    error?.description
                        == "a frame at \(time) ms cannot follow one at 10 ms: timestamps must"
                        + " increase")
            } else {
                let faces = try refusing.detect(frame).faces
                #expect(try faces == steady.detect(frame).faces)
            }
        }
    }

    @Test("the first timestamp may be negative")
    func negativeTimestamp() throws {
        let clip = try Clip()
        let landmarker = try Self.video()
        for time in [-5, 0, 10] {
            #expect(try landmarker.detect(Self.frame(clip.frames[0], time)).faces.count == 1)
        }
    }

    @Test("reset makes the next frame the first")
    func reset() throws {
        let clip = try Clip()
        let landmarker = try Self.video()
        let first = try landmarker.detect(Self.frame(clip.frames[0], 1000))
        _ = try landmarker.detect(Self.frame(clip.frames[1], 1033))
        landmarker.reset()
        let again = try landmarker.detect(Self.frame(clip.frames[0], 1000))
        #expect(again.faces == first.faces)
        #expect(again.timings[.detector] > .zero)
    }

    @Test("calls in the wrong mode are rejected")
    func wrongMode() throws {
        let clip = try Clip()
        let video = try Self.video()
        let image = try Landmarkers.face()
        let early = #expect(throws: TaskError.self) { try video.detect(clip.frames[0]) }
        #expect(
            early?.description
                == "detect(_ image:) requires running mode image, but this landmarker's is video")
        let late = #expect(throws: TaskError.self) {
            try image.detect(Self.frame(clip.frames[0], 0))
        }
        #expect(
            late?.description
                == "detect(_ frame:) requires running mode video, but this landmarker's is image")
        #expect(try video.detect(Self.frame(clip.frames[0], 0)).faces.count == 1)
        #expect(try image.detect(clip.frames[0]).faces.count == 1)
    }

    @Test("frames may change their size and orientation")
    func changingFrames() throws {
        let clip = try Clip()
        let landmarker = try Self.video()
        let small = clip.frames[0]
        let astronaut = try Landmarkers.footage("astronaut.png")
        #expect(try landmarker.detect(Self.frame(small, 0)).imageSize == small.size)
        _ = try landmarker.detect(Self.frame(astronaut, 40))
        let other = try landmarker.detect(Self.frame(astronaut, 80))
        #expect(other.imageSize == astronaut.size)
        #expect(other.faces.count == 1)
        let turned = try landmarker.detect(
            Frame(image: small, timestamp: .milliseconds(120), orientation: .down))
        #expect(turned.imageSize == small.size)
    }

    @Test("smoothing is optional, and raw landmarks are always available")
    func smoothing() throws {
        let clip = try Clip()
        var results: [String: [Face]] = [:]
        let choices: [(String, Smoothing)] = [
            ("off", .off), ("mediaPipe", .mediaPipe),
            ("oneEuro", .oneEuro(minCutoff: 0.05, beta: 80)),
            ("steady", .oneEuro(minCutoff: 1e-6, beta: 0)),
        ]
        for (name, smoothing) in choices {
            let landmarker = try Self.video { $0.smoothing = smoothing }
            results[name] = try clip.frames.enumerated().flatMap { index, image in
                try landmarker.detect(Self.frame(image, 33 * (index + 1))).faces
            }
        }
        let off = try #require(results["off"])
        let mediaPipe = try #require(results["mediaPipe"])
        let steady = try #require(results["steady"])
        #expect(off.count == 4)
        for (index, face) in off.enumerated() {
            #expect(face.landmarks == face.rawLandmarks)
            #expect(mediaPipe[index].rawLandmarks == face.landmarks)
            // With a cutoff near zero nothing moves.
            for (point, first) in zip(steady[index].landmarks, off[0].landmarks) {
                #expect(abs(point.x - first.x) < 1e-4 && abs(point.y - first.y) < 1e-4)
            }
        }
        #expect(mediaPipe[3].landmarks != off[3].landmarks)
        // A One-Euro filter with MediaPipe's parameters is MediaPipe's smoothing.
        #expect(results["oneEuro"]?.map(\.landmarks) == mediaPipe.map(\.landmarks))
        // Blendshapes are computed from the smoothed landmarks.
        #expect(mediaPipe[3].blendshapes != off[3].blendshapes)
    }

    @Test("a new image size restarts the One-Euro filter")
    func newSize() throws {
        let clip = try Clip()
        let landmarker = try Self.video { $0.smoothing = .oneEuro(minCutoff: 1e-6, beta: 0) }
        _ = try landmarker.detect(Self.frame(clip.frames[0], 33))
        let astronaut = try Landmarkers.footage("astronaut.png")
        _ = try landmarker.detect(Self.frame(astronaut, 66))
        for face in try landmarker.detect(Self.frame(clip.frames[0], 99)).faces {
            for (point, raw) in zip(face.landmarks, face.rawLandmarks) {
                #expect(abs(point.x - raw.x) < 1e-5 && abs(point.y - raw.y) < 1e-5)
            }
        }
    }

    /// With low confidences the bunny's paw is detected as a hand.
    @Test("handedness can be averaged over the frames of a hand")
    func averagedHandedness() throws {
        let image = try Landmarkers.footage("bunny_0040.png")
        func sides(averaged: Bool) throws -> [Hand] {
            let landmarker = try Landmarkers.hand { options in
                options.runningMode = .video
                options.numHands = 1
                options.minDetectionConfidence = 0.05
                options.minPresenceConfidence = 0
                options.averagesHandedness = averaged
            }
            return try (0..<4).flatMap { frame in
                try landmarker.detect(Self.frame(image, 33 * frame)).hands
            }
        }
        let each = try sides(averaged: false).map(\.rightLikelihood)
        let mean = try sides(averaged: true).map(\.rightLikelihood)
        try #require(each.count == 4 && mean.count == 4)
        #expect(Set(each).count > 1, "nothing to average")
        for count in 1...4 {
            let expected = each.prefix(count).reduce(0, +) / Float(count)
            #expect(abs(mean[count - 1] - expected) < 1e-6)
        }
    }

    @Test("several faces are smoothed only by the One-Euro filter")
    func severalFaces() throws {
        let clip = try Clip()
        let plain = try Self.video { $0.numFaces = 2 }
        let smoothed = try Self.video {
            $0.numFaces = 2
            $0.smoothing = .oneEuro(minCutoff: 0.05, beta: 80)
        }
        for (index, image) in clip.frames.enumerated() {
            let frame = Self.frame(image, 33 * index)
            for face in try plain.detect(frame).faces {
                #expect(face.landmarks == face.rawLandmarks)
            }
            let faces = try smoothed.detect(frame).faces
            if index > 0 { #expect(faces.contains { $0.landmarks != $0.rawLandmarks }) }
        }
    }

    @Test("a retained result does not change")
    func keptResults() throws {
        let clip = try Clip()
        let landmarker = try Self.video()
        let first = try landmarker.detect(Self.frame(clip.frames[0], 0))
        let before = first.faces.map { $0.landmarks.map { $0.x } }
        _ = try landmarker.detect(Self.frame(clip.frames[2], 33))
        #expect(first.faces.map { $0.landmarks.map { $0.x } } == before)
        #expect(try landmarker.detect(Self.frame(clip.frames[3], 66)).faces != first.faces)
    }

    @Test("masks and orientations work in video mode")
    func masks() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let alone = try Landmarkers.pose { $0.numPoses = 1 }.detect(image)
        let landmarker = try Landmarkers.pose {
            $0.runningMode = .video
            $0.numPoses = 1
        }
        let first = try landmarker.detect(Self.frame(image, 0))
        #expect(first.poses.map(\.rawLandmarks) == alone.poses.map(\.landmarks))
        #expect(first.poses.map(\.mask) == alone.poses.map(\.mask))
        let second = try landmarker.detect(Self.frame(image, 33))
        #expect(second.poses.first?.mask?.size == image.size)
        #expect(second.poses.first?.mask != first.poses.first?.mask)
        #expect(second.timings[.detector] == .zero)
    }
}

extension Hand {
    fileprivate var rightLikelihood: Float {
        handedness == .right ? handednessScore : 1 - handednessScore
    }
}
