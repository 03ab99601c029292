public import LandmarkCore

/// Calibrated cameras, as Pose2Sim's TOML files describe them.
///
/// Such a file has a table for each camera with the image's `size`, its `matrix` K, the
/// `distortions` k1, k2, p1, p2 (and k3) of OpenCV, and the `rotation` (a Rodrigues vector) and
/// `translation` in meters from the calibration's frame into the camera's. Tables without `matrix`,
/// `rotation` and `translation` are not cameras, and their content is ignored. The syntax must be
/// the part of TOML 1.0 that such files use: tables, strings on one line, decimal numbers, booleans,
/// arrays and comments.
///
/// The calibration's frame is right-handed with Z up. Points in space are instead given in x right, y down, z
/// away, like world landmarks. This frame is right-handed, too: (x, y, z) = (Y, −Z, −X). So up is (0, −1, 0),
/// and `TRCFile` writes (Y, Z, X), as Pose2Sim does.
public struct CameraCalibration: Sendable, Hashable {
    /// The cameras in the order of the file.
    public var cameras: [Camera]

    /// Up in the frame of triangulated landmarks, the opposite of gravity.
    public static let up = SIMD3<Double>(0, -1, 0)

    /// Creates a calibration.
    public init(cameras: [Camera]) { self.cameras = cameras }

    /// Parses a calibration file.
    ///
    /// - Throws: ``CalibrationError`` with the line for text that is not valid, and with the camera
    ///   for values that are missing, out of range or not supported; `.tooFewCameras` for a file without
    ///   cameras.
    public init(parsing text: String) throws(CalibrationError) {
        cameras = []
        var names: Set<String> = []
        for table in try TOMLReader.tables(of: text) {
            guard Camera.keys.contains(where: { table.values[$0] != nil }) else { continue }
            let camera = try Camera(table)
            guard names.insert(camera.name).inserted else {
                throw .repeatedCamera(name: camera.name)
            }
            cameras.append(camera)
        }
        guard !cameras.isEmpty else { throw .tooFewCameras(count: 0, least: 2) }
    }

    /// Finds the camera of each recording.
    ///
    /// A recording belongs to the camera whose name is contained in its own, comparing only letters
    /// and digits: `trial_cam01.mp4` to `cam_01`. If this does not give every recording a camera of its own,
    /// recordings and cameras must be equal in number and in the same order.
    ///
    /// - Parameter names: The recordings' file names without folders.
    /// - Throws: `CalibrationError.recordingsDoNotMatch`.
    public func cameras(forRecordings names: [String]) throws(CalibrationError) -> [Camera] {
        func plain(_ name: String) -> String {
            name.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        let matches = names.map { name in
            cameras.filter {
                let camera = plain($0.name)
                return !camera.isEmpty && plain(name).hasPart(camera)
            }
        }
        if matches.allSatisfy({ $0.count == 1 }) {
            let found = matches.flatMap { $0 }
            if Set(found.map(\.name)).count == names.count { return found }
        }
        guard names.count == cameras.count else {
            throw .recordingsDoNotMatch(recordings: names, cameras: cameras.map(\.name))
        }
        return cameras
    }

    /// A camera: where it stands, and how it maps space to its image.
    public struct Camera: Sendable, Hashable {
        /// The camera's name.
        public var name: String
        /// The size in pixels of the images that it was calibrated with.
        public var imageSize: PixelSize
        /// The focal lengths fx and fy in pixels.
        public var focalLength: SIMD2<Double>
        /// The principal point cx, cy in pixels.
        public var principalPoint: SIMD2<Double>
        /// How the lens distorts.
        public var distortion: LensDistortion
        /// The axes of the camera (right, down, forward) as unit vectors in x right, y down, z away
        /// of the landmarks' frame.
        public var axes: [SIMD3<Double>] { [right, down, forward] }
        /// The landmarks' origin in the camera's frame, in meters.
        public var translation: SIMD3<Double>

        let right, down, forward: SIMD3<Double>

        /// Creates a camera.
        ///
        /// - Parameters:
        ///   - name: The camera's name.
        ///   - imageSize: The size in pixels of the images that it was calibrated with.
        ///   - focalLength: The focal lengths fx and fy in pixels.
        ///   - principalPoint: The principal point cx, cy in pixels.
        ///   - distortion: How the lens distorts.
        ///   - rotation: The rotation from the calibration's frame, Z up, into the camera's: its axis
        ///     times its angle in radians (Rodrigues).
        ///   - translation: The calibration's origin in the camera's frame, in meters.
        public init(
            name: String, imageSize: PixelSize, focalLength: SIMD2<Double>,
            principalPoint: SIMD2<Double>, distortion: LensDistortion = LensDistortion(),
            rotation: SIMD3<Double>, translation: SIMD3<Double>
        ) {
            self.name = name
            self.imageSize = imageSize
            self.focalLength = focalLength
            self.principalPoint = principalPoint
            self.distortion = distortion
            self.translation = translation
            let rows = RotationVector.rows(of: rotation)
            // X = −z, Y = x, Z = −y.
            right = SIMD3(rows.0.y, -rows.0.z, -rows.0.x)
            down = SIMD3(rows.1.y, -rows.1.z, -rows.1.x)
            forward = SIMD3(rows.2.y, -rows.2.z, -rows.2.x)
        }

        /// The pixel of a point in space.
        ///
        /// - Parameter point: In meters, x right, y down, z away.
        /// - Returns: The pixel, perhaps outside the image; nil for a point that is not in front of
        ///   the camera.
        public func pixel(of point: SIMD3<Double>) -> SIMD2<Double>? {
            let seen = local(point)
            guard seen.z > 0 else { return nil }
            let ideal = SIMD2(seen.x, seen.y) / seen.z
            return distortion.distorted(ideal) * focalLength + principalPoint
        }

        /// The point on the plane at distance 1 whose image is `pixel`; nil where the lens model gives none.
        func ideal(_ pixel: SIMD2<Double>) -> SIMD2<Double>? {
            distortion.undistorted((pixel - principalPoint) / focalLength)
        }

        /// A point in the camera's own frame: x right, y down, z forward.
        func local(_ point: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(right.dot(point), down.dot(point), forward.dot(point)) + translation
        }

        /// The factor from pixels of an image to those of the calibration.
        ///
        /// Videos may be scaled evenly. A few extra columns or rows, which codecs add to fill
        /// blocks, do not count as scaling.
        ///
        /// - Throws: `CalibrationError.imageShape` for images of another shape, such as rotated
        ///   ones.
        func scale(forImagesOf size: PixelSize) throws(CalibrationError) -> Double {
            let ratios = SIMD2<Double>(imageSize) / SIMD2<Double>(size)
            guard ratios.x.isNormal, ratios.y.isNormal, ratios.min() > 0,
                ratios.max() < ratios.min() * (1 + Self.shapeTolerance)
            else { throw .imageShape(camera: name, calibrated: imageSize, got: size) }
            let ratio = size.width > size.height ? ratios.x : ratios.y
            return abs(ratio - 1) < Self.shapeTolerance ? 1 : ratio
        }

        /// How far aspect ratios may differ.
        private static let shapeTolerance = 0.02
    }
}

/// How a lens bends rays: OpenCV's model with three radial and two tangential coefficients.
public struct LensDistortion: Sendable, Hashable {
    /// The radial coefficients of r², r⁴ and r⁶.
    public var k1, k2, k3: Double
    /// The tangential coefficients.
    public var p1, p2: Double

    /// Creates a lens, by default one that does not distort.
    public init(
        k1: Double = 0, k2: Double = 0, p1: Double = 0, p2: Double = 0, k3: Double = 0
    ) {
        self.k1 = k1
        self.k2 = k2
        self.p1 = p1
        self.p2 = p2
        self.k3 = k3
    }

    /// Where the lens shows a point of the plane at distance 1.
    func distorted(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let (x, y) = (point.x, point.y)
        let r2 = x * x + y * y
        let radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        return SIMD2(
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y)
    }

    /// The inverse of `distorted(_:)`, by Newton's method; nil where it does not converge, which happens
    /// outside the lens's valid field.
    func undistorted(_ point: SIMD2<Double>) -> SIMD2<Double>? {
        var guess = point
        for _ in 0..<20 {
            let error = distorted(guess) - point
            guard error.x.isFinite, error.y.isFinite else { return nil }
            if abs(error.x) < 1e-13, abs(error.y) < 1e-13 { return guess }
            let (x, y) = (guess.x, guess.y)
            let r2 = x * x + y * y
            let radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            let slope = k1 + r2 * (2 * k2 + 3 * r2 * k3)
            let xx = radial + 2 * x * x * slope + 2 * p1 * y + 6 * p2 * x
            let xy = 2 * x * y * slope + 2 * p1 * x + 2 * p2 * y
            let yy = radial + 2 * y * y * slope + 6 * p1 * y + 2 * p2 * x
            let determinant = xx * yy - xy * xy
            guard determinant > 0 else { return nil }
            guess -= SIMD2(yy * error.x - xy * error.y, xx * error.y - xy * error.x) / determinant
        }
        let error = distorted(guess) - point
        return abs(error.x) < 1e-9 && abs(error.y) < 1e-9 ? guess : nil
    }
}

/// Rotations as vectors: their axis times their angle in radians.
enum RotationVector {
    /// The rows of the rotation's matrix (Rodrigues' formula).
    static func rows(
        of vector: SIMD3<Double>
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let angle = vector.length
        guard angle > 0 else { return (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)) }
        let axis = vector / angle
        let cosine = FloatMath.cos(angle)
        let sine = axis * FloatMath.sin(angle)
        let outer = axis * (1 - cosine)
        return (
            outer.x * axis + SIMD3(cosine, -sine.z, sine.y),
            outer.y * axis + SIMD3(sine.z, cosine, -sine.x),
            outer.z * axis + SIMD3(-sine.y, sine.x, cosine)
        )
    }
}
