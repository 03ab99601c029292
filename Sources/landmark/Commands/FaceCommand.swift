import LandmarkCommandSupport
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let face = Subcommand(
        name: "face", summary: "Finds faces: 478 points each, expression and placement",
        synopsis: LandmarkOptions.synopsis, discussion: LandmarkOptions.discussion,
        options: LandmarkOptions.search(model: "PATH", plural: "faces")
            + LandmarkOptions.output + LandmarkOptions.input
    ) { arguments in
        var run = try LandmarkRun<FaceSubject>(arguments)
        return try await run.run()
    }
}

/// Faces.
struct FaceSubject: Subject {
    static let noun = (one: "face", several: "faces")
    static let columns = ["face", "landmark", "x", "y", "z"]

    let landmarker: FaceLandmarker
    let view: View
    /// Whether JSON tells where points were before smoothing.
    private let tellsRaw: Bool

    init(_ arguments: Arguments, mode: RunningMode) throws {
        let setup = try LandmarkSetup(arguments, model: .face)
        var options = FaceLandmarkerOptions(setup)
        options.runningMode = mode
        // Only JSON has a place for them.
        let isJSONWanted = Outputs<Self>.jsonPath(arguments) != nil
        options.blendshapes = isJSONWanted
        options.transformationMatrices = isJSONWanted
        landmarker = try FaceLandmarker(options: options)
        view = setup.view
        tellsRaw = setup.tellsRaw
    }

    func findings(in output: FaceLandmarkerResult) -> [Face] { output.faces }

    func write(_ faces: [Face], to json: inout JSONText) {
        for face in faces { json.face(face, tellsRaw: tellsRaw) }
    }

    func write(_ faces: [Face], to csv: inout CSVText, start: (inout CSVText) -> Void) {
        for face in faces {
            for (index, landmark) in face.landmarks.enumerated() {
                start(&csv)
                csv.field(face.id)
                csv.field(index)
                csv.point(landmark)
                csv.endLine()
            }
        }
    }

    func draw(_ faces: [Face], on canvas: Canvas) throws {
        for face in faces { try face.overlay.draw(on: canvas) }
    }
}

extension JSONText {
    /// Writes a face as an object.
    mutating func face(_ face: Face, tellsRaw: Bool = false) {
        object { json in
            json.key("id")
            json.integer(face.id)
            json.landmarks(face.landmarks)
            json.key("blendshapes")
            json.optional(face.blendshapes) { shapes, json in
                json.object { json in
                    for shape in Blendshape.allCases {
                        json.key(shape.name)
                        json.number(shapes[shape])
                    }
                }
            }
            json.key("transformationMatrix")
            json.optional(face.transformationMatrix) { $1.numbers($0.rowMajor) }
            if tellsRaw { json.landmarks(face.rawLandmarks, name: "rawLandmarks") }
        }
    }
}
