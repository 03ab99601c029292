import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Graphs that use MediaPipe's subgraphs, with its tags and side packets.
@Suite("MediaPipe's subgraphs produce the tasks' results", .enabled(if: Footage.isReady))
struct MediaPipeGraphTests {
    private func runner(_ text: String, _ side: [String: Packet] = [:]) throws -> GraphRunner {
        try GraphRunner(
            config: GraphConfig(parsing: text), registry: .vision(Footage.models),
            sidePackets: side)
    }

    private func values<Value: Sendable>(
        _ packets: [String: [Packet]], _ stream: String, as type: Value.Type = Value.self
    ) throws -> Value? { try packets[stream]?.first?.get(Value.self) }

    @Test("FaceLandmarkFrontCpu", arguments: [true, false])
    func faces(withAttention: Bool) throws {
        let runner = try runner(
            """
            input_stream: "image"
            input_side_packet: "count"
            input_side_packet: "attention"
            output_stream: "landmarks"
            output_stream: "rects"
            output_stream: "detections"
            output_stream: "detected"
            node {
              calculator: "FaceLandmarkFrontCpu"
              input_stream: "IMAGE:image"
              input_side_packet: "NUM_FACES:count"
              input_side_packet: "WITH_ATTENTION:attention"
              output_stream: "LANDMARKS:landmarks"
              output_stream: "ROIS_FROM_LANDMARKS:rects"
              output_stream: "DETECTIONS:detections"
              output_stream: "ROIS_FROM_DETECTIONS:detected"
            }
            """, ["count": Packet(1), "attention": Packet(withAttention)])
        var options = FaceLandmarkerOptions(model: .file(Fixtures.model("face_landmarker.task")))
        options.runningMode = .video
        let landmarker = try FaceLandmarker(options: options)
        var previous: NormalizedRect?
        for (number, frame) in try Footage.frames.get().prefix(40).enumerated() {
            let face = try #require(try landmarker.detect(frame).faces.first)
            let packets = try runner.step([("image", Packet(frame))])
            let faces = try #require(try values(packets, "landmarks", as: [[Landmark]].self))
            let points = face.landmarks.prefix(withAttention ? 478 : 468)
            #expect(faces == [Array(points)])
            // The detector runs only on the first frame; then the face is tracked.
            #expect((packets["detections"] == nil) == (number > 0))
            if let previous { #expect(face.region == previous) }
            previous = try values(packets, "rects", as: [NormalizedRect].self)?.first
            #expect(previous != nil)
        }
    }

    @Test("HandLandmarkTrackingCpu") func hands() throws {
        let runner = try runner(
            """
            input_stream: "image"
            output_stream: "landmarks"
            output_stream: "world"
            output_stream: "sides"
            output_stream: "palms"
            node {
              calculator: "ConstantSidePacketCalculator"
              output_side_packet: "PACKET:num_hands"
              node_options: {
                [type.googleapis.com/mediapipe.ConstantSidePacketCalculatorOptions]: {
                  packet { int_value: 2 }
                }
              }
            }
            node {
              calculator: "HandLandmarkTrackingCpu"
              input_stream: "IMAGE:image"
              input_side_packet: "NUM_HANDS:num_hands"
              output_stream: "LANDMARKS:landmarks"
              output_stream: "WORLD_LANDMARKS:world"
              output_stream: "HANDEDNESS:sides"
              output_stream: "PALM_DETECTIONS:palms"
            }
            """)
        var options = HandLandmarkerOptions(model: .file(Fixtures.model("hand_landmarker.task")))
        options.runningMode = .video
        options.numHands = 2
        let landmarker = try HandLandmarker(options: options)
        let image = try ImageFile.read(Footage.bunny)
        for time in 0..<3 {
            let frame = Frame(image: image, timestamp: .milliseconds(33 * time))
            let hands = try landmarker.detect(frame).hands
            #expect(!hands.isEmpty)
            let packets = try runner.step([("image", Packet(frame))])
            #expect(try values(packets, "landmarks") == hands.map(\.landmarks))
            #expect(try values(packets, "world") == hands.map(\.worldLandmarks))
            #expect(
                try values(packets, "sides", as: [[Classification]].self)
                    == hands.map { [Classification($0.handedness, score: $0.handednessScore)] })
        }
    }

    @Test("PoseLandmarkCpu", arguments: [true, false])
    func poses(smooths: Bool) throws {
        let runner = try runner(
            """
            input_stream: "image"
            input_side_packet: "smooth"
            input_side_packet: "masks"
            output_stream: "landmarks"
            output_stream: "world"
            output_stream: "mask"
            node {
              calculator: "PoseLandmarkCpu"
              input_stream: "IMAGE:image"
              input_side_packet: "SMOOTH_LANDMARKS:smooth"
              input_side_packet: "ENABLE_SEGMENTATION:masks"
              output_stream: "LANDMARKS:landmarks"
              output_stream: "WORLD_LANDMARKS:world"
              output_stream: "SEGMENTATION_MASK:mask"
            }
            """, ["smooth": Packet(smooths), "masks": Packet(true)])
        var options = PoseLandmarkerOptions(
            model: .file(Fixtures.model("pose_landmarker_full.task")))
        options.runningMode = .video
        options.segmentationMasks = true
        options.smoothing = smooths ? .mediaPipe : .off
        let landmarker = try PoseLandmarker(options: options)
        var found = 0
        for frame in try Footage.frames.get().prefix(10) {
            let pose = try landmarker.detect(frame).poses.first
            let packets = try runner.step([("image", Packet(frame))])
            #expect(try values(packets, "landmarks") == pose?.landmarks)
            #expect(try values(packets, "world") == pose?.worldLandmarks)
            #expect(try values(packets, "mask") == pose?.mask)
            if pose != nil { found += 1 }
        }
        #expect(found > 0)
    }

    @Test("without previous landmarks, images are processed independently")
    func withoutTracking() throws {
        let runner = try runner(
            """
            input_stream: "image"
            output_stream: "landmarks"
            output_stream: "detections"
            node {
              calculator: "FaceLandmarkFrontCpu"
              input_stream: "IMAGE:image"
              input_side_packet: "USE_PREV_LANDMARKS:follow"
              output_stream: "LANDMARKS:landmarks"
              output_stream: "DETECTIONS:detections"
            }
            """, ["follow": Packet(false)])
        let landmarker = try FaceLandmarker(
            options: FaceLandmarkerOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        for frame in try Footage.frames.get().prefix(5) {
            let face = try #require(try landmarker.detect(frame.image).faces.first)
            let packets = try runner.step([("image", Packet(frame))])
            #expect(try values(packets, "landmarks") == [Array(face.landmarks.prefix(468))])
            let detections = try #require(
                try values(packets, "detections", as: [DetectionBox].self))
            #expect(detections.count == 1 && detections[0].keypoints.count == 6)
            // The nose, the detector's third keypoint, is in its box and near that of the mesh.
            let nose = detections[0].keypoints[2]
            #expect(abs(nose.x - face.landmarks[1].x) < 0.05)
            #expect(abs(nose.y - face.landmarks[1].y) < 0.05)
            #expect(abs(nose.x - detections[0].box.xCenter) < detections[0].box.width / 2)
        }
    }

    @Test(
        "out-of-range side packets are errors",
        arguments: [
            ("FaceLandmarkFrontCpu", "NUM_FACES", 0, "num_faces must be from 1"),
            ("HandLandmarkTrackingCpu", "MODEL_COMPLEXITY", 2, "must be 0 or 1, not 2"),
            ("PoseLandmarkCpu", "MODEL_COMPLEXITY", 3, "must be 0, 1 or 2, not 3"),
        ])
    func outOfRange(calculator: String, tag: String, value: Int, words: String) {
        do {
            _ = try runner(
                """
                input_stream: "image"
                output_stream: "landmarks"
                node {
                  calculator: "\(calculator)"
                  input_stream: "IMAGE:image"
                  input_side_packet: "\(tag):value"
                  output_stream: "LANDMARKS:landmarks"
                }
                """, ["value": Packet(value)])
            Issue.record("no error was thrown")
        } catch {
            #expect("\(error)".contains(words) && "\(error)".contains(calculator), "\(error)")
        }
    }

    static let folder = ProcessInfo.processInfo.environment["LANDMARK_MEDIAPIPE_GRAPHS"]
    static let files: Bool = {
        if folder != nil { return true }
        print(
            "SKIPPED: LANDMARK_MEDIAPIPE_GRAPHS is not set to a folder of MediaPipe's graph files")
        return false
    }()

    @Test(
        "MediaPipe's graph files run unmodified", .enabled(if: files),
        arguments: [
            "face_mesh_desktop_live.pbtxt", "hand_tracking_desktop_live.pbtxt",
            "pose_tracking_cpu.pbtxt",
        ])
    func unmodified(name: String) throws {
        let runner = try GraphRunner(
            path: (Self.folder ?? "") + "/" + name, models: Footage.models)
        for frame in try Footage.frames.get().prefix(5) {
            let packets = try runner.step([("input_video", Packet(frame))])
            let drawn = try #require(try values(packets, "output_video", as: PixelBuffer.self))
            #expect(drawn.size == frame.image.size)
        }
        try runner.close()
    }
}
