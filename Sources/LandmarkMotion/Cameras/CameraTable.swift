import LandmarkCore

/// Reading a camera from a table of a calibration file.
extension CameraCalibration.Camera {
    /// The keys by which a table is recognized as a camera.
    static let keys = ["matrix", "rotation", "translation"]

    /// The largest number that a calibration may hold; it keeps products finite.
    private static let largest = 1e9

    /// - Throws: ``CalibrationError`` `.missingKey`, `.invalidValue` or `.fisheyeUnsupported`.
    init(_ table: TOMLReader.Table) throws(CalibrationError) {
        let camera = try Self.name(of: table)
        let source = CameraTable(camera: camera, table: table)
        if try source.flag("fisheye") { throw .fisheyeUnsupported(camera: camera) }
        let size = try source.numbers("size", 2...2, "an image's width and height in pixels")
        guard size.allSatisfy({ $0 >= 1 && $0 <= 1e6 }) else {
            throw source.invalid("size", "a width and height from 1 to 1000000 pixels")
        }
        let matrix = try source.matrix("matrix")
        let coefficients = try source.numbers(
            "distortions", 0...14, "the coefficients k1, k2, p1, p2 and k3")
        guard coefficients.dropFirst(5).allSatisfy({ $0 == 0 }) else {
            throw source.invalid("distortions", "at most k1, k2, p1, p2 and k3, then zeros")
        }
        let k = coefficients + [Double](repeating: 0, count: 5)
        let rotation = try source.numbers("rotation", 3...3, "a Rodrigues vector of three numbers")
        let translation = try source.numbers("translation", 3...3, "three numbers in meters")
        self.init(
            name: camera,
            imageSize: PixelSize(width: Int(size[0].rounded()), height: Int(size[1].rounded())),
            focalLength: SIMD2(matrix[0][0], matrix[1][1]),
            principalPoint: SIMD2(matrix[0][2], matrix[1][2]),
            distortion: LensDistortion(k1: k[0], k2: k[1], p1: k[2], p2: k[3], k3: k[4]),
            rotation: SIMD3(rotation[0], rotation[1], rotation[2]),
            translation: SIMD3(translation[0], translation[1], translation[2]))
    }

    private static func name(of table: TOMLReader.Table) throws(CalibrationError) -> String {
        switch table.values["name"] {
        case nil: return table.name
        case .string(let name): return name
        default:
            throw .invalidValue(
                camera: table.name, key: "name", line: table.lines["name"] ?? 0,
                expected: "a string")
        }
    }

    /// A camera's table with checks of its values.
    private struct CameraTable {
        let camera: String
        let table: TOMLReader.Table

        func invalid(_ key: String, _ expected: String) -> CalibrationError {
            .invalidValue(
                camera: camera, key: key, line: table.lines[key] ?? 0, expected: expected)
        }

        /// A list of numbers of at most `largest`.
        func numbers(
            _ key: String, _ counts: ClosedRange<Int>, _ expected: String
        ) throws(CalibrationError) -> [Double] {
            guard let value = table.values[key] else { throw .missingKey(camera: camera, key: key) }
            guard let numbers = Self.numbers(value), counts.contains(numbers.count) else {
                throw invalid(key, expected)
            }
            return numbers
        }

        /// A camera matrix without skew.
        func matrix(_ key: String) throws(CalibrationError) -> [[Double]] {
            guard let value = table.values[key] else { throw .missingKey(camera: camera, key: key) }
            let expected = "[[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with positive fx and fy in pixels"
            guard case .array(let rows) = value else { throw invalid(key, expected) }
            let matrix = rows.compactMap(Self.numbers)
            guard rows.count == 3, matrix.count == 3, matrix.allSatisfy({ $0.count == 3 }),
                matrix[0][0] >= 1e-3, matrix[1][1] >= 1e-3, matrix[0][1] == 0, matrix[1][0] == 0,
                matrix[2] == [0, 0, 1]
            else { throw invalid(key, expected) }
            return matrix
        }

        /// A boolean that is false when absent.
        func flag(_ key: String) throws(CalibrationError) -> Bool {
            switch table.values[key] {
            case nil: return false
            case .boolean(let flag): return flag
            default: throw invalid(key, "true or false")
            }
        }

        private static func numbers(_ value: TOMLReader.Value) -> [Double]? {
            guard case .array(let values) = value else { return nil }
            var numbers: [Double] = []
            for value in values {
                guard case .number(let number) = value, number.isFinite, abs(number) <= largest
                else { return nil }
                numbers.append(number)
            }
            return numbers
        }
    }
}
