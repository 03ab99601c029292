import DriverMonitoring
import Foundation
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Monitors on drivers whose lids are known to close, in good and bad images.
///
/// `Tools/drive-scenes/drive-scenes` runs every scene with every face, and with other photographs.
@Suite(.serialized) struct SceneTests {
    private static let faces = Fixtures.footage("faces")
    private static let people = ["laughing", "smiling"]
    /// Whether every person is in every scene, which takes minutes: `make test-all` says so.
    private static let isExhaustive =
        ProcessInfo.processInfo.environment["LANDMARK_TEST_ALL"] != nil

    @Test(
        "no closure is missed while the eyes are said to be readable, and no alert is false",
        .enabled(
            if: Fixtures.available(
                Footage.model, faces + "/laughing.jpg", faces + "/smiling.jpg")))
    func smallSet() throws {
        let paths = Self.people.map { "\(Self.faces)/\($0).jpg" }
        let outcomes =
            if Self.isExhaustive {
                try Self.outcomes(of: paths, in: DriverScene.small, .short)
            } else {
                try DriverScene.small.enumerated().flatMap { index, scene in
                    try Self.outcomes(of: [paths[index % paths.count]], in: [scene], .short)
                }
            }
        #expect(
            outcomes.count == DriverScene.small.count * (Self.isExhaustive ? paths.count : 1))
        let table = SceneTable(outcomes: outcomes)
        print(table.text)
        let calibration = SceneCalibration(outcomes)
        print(calibration.text)
        #expect(calibration.error <= 0.1)
        for outcome in outcomes {
            let what: Comment = "\(outcome.scene), \(outcome.person)"
            #expect(outcome.missed == 0, what)
            #expect(outcome.falseAlerts == 0, what)
            let scene = try #require(DriverScene.all.first { $0.name == outcome.scene })
            switch scene.sight {
            case .good:
                #expect(outcome.noticed == outcome.closures, what)
                #expect(outcome.unusable <= 0.05, what)
            case .doubtful: break
            case .none:
                // What is read nevertheless must be right.
                let read = outcome.frames.filter(\.result.signals.isUsable).compactMap(\.isRight)
                #expect(50 * read.count { !$0 } <= outcome.frames.count, what)
            }
        }
    }

    @Test(
        "what was recorded of a scene is judged as the scene itself was",
        .enabled(if: Fixtures.available(Footage.model, faces + "/smiling.jpg")))
    func recording() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("")
        let scene = try #require(DriverScene.small.first { $0.name == "upside down" })
        let live = try Self.outcomes(
            of: ["\(Self.faces)/smiling.jpg"], in: [scene], .short, nil, path)
        let again = try Self.replayed(["smiling"], in: [scene], .short, path, nil)
        #expect(live.first?.frames.map(\.result) == again.first?.frames.map(\.result))
        #expect(again.first?.noticed == 2)
        #expect(try Self.replayed(["no one"], in: [scene], .short, path, nil).isEmpty)
    }

    @Test(
        "every scene, with the photographs of a folder",
        .enabled(
            if: ProcessInfo.processInfo.environment["LANDMARK_SCENE_FACES"] != nil,
            "LANDMARK_SCENE_FACES is not set to a folder of photographs"))
    func all() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["LANDMARK_SCENE_FACES"])
        let only = environment["LANDMARK_SCENES"]?.split(separator: ",").map(String.init)
        let paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.map { "\(folder)/\($0)" }
        let isSweep = environment["LANDMARK_SCENE_SWEEP"] != nil
        let scenes = (isSweep ? SceneSweep.scenes : DriverScene.all).filter {
            only?.contains($0.name) ?? true
        }
        var script = environment["LANDMARK_SCENE_SHORT"] == nil ? SceneScript.sleepy : .short
        if let minutes = environment["LANDMARK_SCENE_AWAKE"].flatMap(Double.init) {
            script = .awake(60 * minutes)
        }
        if let minutes = environment["LANDMARK_SCENE_ACTS"].flatMap(Double.init) {
            script = .acting(60 * minutes)
        }
        let frames = try environment["LANDMARK_SCENE_FRAMES"].map(Self.created)
        let outcomes =
            if let folder = environment["LANDMARK_SCENE_REPLAY"] {
                try Self.replayed(paths.map(Self.name), in: scenes, script, folder, frames)
            } else {
                try Self.outcomes(
                    of: paths, in: scenes, script, frames, environment["LANDMARK_SCENE_RECORD"])
            }
        print(isSweep ? SceneSweep.text(outcomes) : SceneTable(outcomes: outcomes).text)
        if !script.acts.isEmpty { print(SceneActTable(outcomes, script).text) }
        print(SceneCalibration(outcomes).text)
        #expect(!outcomes.isEmpty)
    }

    private static func outcomes(
        of paths: [String], in scenes: [DriverScene], _ script: SceneScript,
        _ frames: FileHandle? = nil, _ recording: String? = nil
    ) throws -> [SceneOutcome] {
        let landmarker = try FaceLandmarker(
            options: FaceLandmarkerOptions(model: .file(Footage.model)))
        let faces = try paths.compactMap { path in
            let face = try SceneFace(path, name: name(path), landmarker)
            if face == nil { print("no face in \(path)") }
            return face
        }
        if let folder = ProcessInfo.processInfo.environment["LANDMARK_SCENE_IMAGES"] {
            try paint(faces, in: scenes, script, folder)
        }
        return try scenes.flatMap { scene in
            try faces.map { face in
                let outcome = try scene.outcome(of: face, script, recordingIn: recording)
                try report(outcome, frames)
                return outcome
            }
        }
    }

    /// The outcomes of analyzers on what monitors found earlier, for the available people and
    /// scenes.
    private static func replayed(
        _ people: [String], in scenes: [DriverScene], _ script: SceneScript, _ folder: String,
        _ frames: FileHandle?
    ) throws -> [SceneOutcome] {
        try scenes.flatMap { scene in
            try people.compactMap { person in
                guard
                    let recording = try SceneRecording(
                        reading: folder, scene: scene.name, person: person)
                else { return nil }
                let outcome = try scene.outcome(of: recording, person: person, script)
                try report(outcome, frames)
                return outcome
            }
        }
    }

    private static func report(_ outcome: SceneOutcome, _ frames: FileHandle?) throws {
        print(outcome.line)
        guard let frames else { return }
        let lines = outcome.frames.lines(scene: outcome.scene, person: outcome.person)
        try frames.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static func name(_ path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// Creates a file to which lines are appended as they arrive.
    private static func created(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Writes each face with open and with closed lids, and in the middle of each act.
    private static func paint(
        _ faces: [SceneFace], in scenes: [DriverScene], _ script: SceneScript, _ folder: String
    ) throws {
        var moments = [("open", SceneExpression()), ("closed", SceneExpression(closure: 1))]
        for (index, act) in script.acts.enumerated() {
            let middle = (act.time.lowerBound + act.time.upperBound) / 2
            moments.append(("\(index) \(act.kind.rawValue)", script.expression(at: middle)))
        }
        for scene in scenes {
            for face in faces {
                for (name, expression) in moments {
                    let still = SceneScript.still(
                        expression, duration: 1 / scene.framesPerSecond)
                    try scene.forEachFrame(of: face, still) { frame, _ in
                        try PNGFile.write(
                            frame.image, to: "\(folder)/\(scene.name) \(face.name) \(name).png")
                    }
                }
            }
        }
    }
}
