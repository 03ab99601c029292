import DriverMonitoring
import Foundation
import LandmarkCore
import LandmarkTasks

/// The input on which a monitor judged a scene, without images, so that changed analyzers can
/// quickly judge it again.
///
/// A file has one block of numbers for each frame, all of the same size.
struct SceneRecording {
    /// A frame and what is known about it.
    struct Frame {
        let observation: DriverObservation
        /// How far the lids are closed, 0…1.
        let closure: Double
        /// Whether the monitor changed the orientation before it.
        let isTurned: Bool
    }

    private(set) var frames: [Frame] = []
    private let data: FileHandle?

    /// Creates the file of a scene and a person.
    init(in folder: String, scene: String, person: String) throws {
        let path = Self.path(folder, scene, person)
        try Data().write(to: URL(fileURLWithPath: path))
        data = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Reads the file of a scene and a person; nil when there is none.
    init?(reading folder: String, scene: String, person: String) throws {
        let path = Self.path(folder, scene, person)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        data = nil
        let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        frames = stride(from: 0, to: numbers.count - Self.size + 1, by: Self.size).map { start in
            Self.frame(numbers[start..<start + Self.size])
        }
    }

    /// Adds a frame to the file.
    func add(_ frame: Frame) throws {
        try data?.write(contentsOf: Self.numbers(frame).withUnsafeBytes { Data($0) })
    }

    private static func path(_ folder: String, _ scene: String, _ person: String) -> String {
        "\(folder)/\(scene), \(person).frames"
    }

    private static let eyeSize = 13
    private static let size =
        6 + 2 * eyeSize + 1 + 2 + Blendshape.allCases.count + 16 + 3 * Face.landmarkCount

    private static func numbers(_ frame: Frame) -> [Double] {
        let observation = frame.observation
        var numbers = [
            Double(observation.timestamp.milliseconds), frame.closure, frame.isTurned ? 1 : 0,
            Double(observation.imageSize.width), Double(observation.imageSize.height),
            observation.face == nil ? 0 : 1,
        ]
        guard let face = observation.face, let images = observation.eyeImages else {
            return numbers + [Double](repeating: 0, count: size - numbers.count)
        }
        numbers += Self.numbers(images.left) + Self.numbers(images.right) + [images.blockiness]
        numbers += [Double(face.presence), face.transformationMatrix == nil ? 0 : 1]
        numbers +=
            face.blendshapes?.values.map { Double($0) }
            ?? [Double](repeating: .nan, count: Blendshape.allCases.count)
        for index in 0..<4 {
            let column = face.transformationMatrix?.column(index) ?? .zero
            for row in 0..<4 { numbers.append(Double(column[row])) }
        }
        for point in face.landmarks {
            numbers += [Double(point.x), Double(point.y), Double(point.z)]
        }
        return numbers
    }

    private static func frame(_ numbers: ArraySlice<Double>) -> Frame {
        var rest = numbers
        func take(_ count: Int) -> [Double] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let head = take(6)
        var observation = DriverObservation(
            timestamp: Timestamp(milliseconds: Int(head[0])),
            imageSize: PixelSize(width: Int(head[3]), height: Int(head[4])), face: nil)
        if head[5] == 1 {
            observation.eyeImages = EyeImages(
                left: eye(take(eyeSize)), right: eye(take(eyeSize)), blockiness: take(1)[0])
            let (presence, hasMatrix) = (Float(take(1)[0]), take(1)[0] == 1)
            let shapes = take(Blendshape.allCases.count).map { Float($0) }
            let columns = (0..<4).map { _ in
                let column = take(4)
                return SIMD4(
                    Float(column[0]), Float(column[1]), Float(column[2]), Float(column[3]))
            }
            let points = (0..<Face.landmarkCount).map { _ in
                let point = take(3)
                return Landmark(x: Float(point[0]), y: Float(point[1]), z: Float(point[2]))
            }
            observation.face = Face(
                id: 1, presence: presence, landmarks: points,
                blendshapes: shapes[0].isNaN ? nil : Blendshapes(shapes),
                transformationMatrix: hasMatrix
                    ? TransformMatrix(columns[0], columns[1], columns[2], columns[3]) : nil,
                region: .full)
        }
        return Frame(observation: observation, closure: head[1], isTurned: head[2] == 1)
    }

    private static func numbers(_ eye: EyeImage?) -> [Double] {
        guard let eye else { return [Double](repeating: 0, count: eyeSize) }
        return [
            1, eye.width, eye.brightness, eye.cheekBrightness, eye.lidBrightness, eye.contrast,
            eye.blur, eye.noise, eye.overexposure, eye.irisContrast, eye.colorDifference,
            eye.lids?.open ?? .nan, eye.lids?.closed ?? .nan,
        ]
    }

    private static func eye(_ numbers: [Double]) -> EyeImage? {
        guard numbers[0] == 1 else { return nil }
        return EyeImage(
            width: numbers[1], brightness: numbers[2], cheekBrightness: numbers[3],
            lidBrightness: numbers[4], contrast: numbers[5], blur: numbers[6], noise: numbers[7],
            overexposure: numbers[8], irisContrast: numbers[9], colorDifference: numbers[10],
            lids: numbers[11].isNaN ? nil : EyelidState(open: numbers[11], closed: numbers[12]))
    }
}
