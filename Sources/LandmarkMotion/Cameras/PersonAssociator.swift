import LandmarkCore
import LandmarkTasks

/// Works out which of the people in the images of several calibrated cameras are the same person, and
/// follows one of them.
///
/// The midpoints of the left and right shoulders, hips, knees and ankles, and the nose, are triangulated
/// from pairs of views, and views of other cameras join where they see the same points. Groups with more
/// views come first, then those with the lowest reprojection error and a trunk of the usual length. No view
/// belongs to two people. Swaps of left and right have no effect on midpoints.
///
/// At first the person with the greatest sum of heights in the images is chosen, and then followed: by the
/// cameras' track ids as long as they agree, otherwise by position. Someone missing is awaited for 10 s. A
/// value type without a clock; use one for a recording, with the frames in order.
public struct PersonAssociator: Sendable {
    /// The mean reprojection error of a view, as the tangent of an angle, up to which it shows the same
    /// person as others: 50 pixels at a focal length of 1680, as for a ray that ``Triangulator`` doubts.
    public static let largestError = 0.03
    /// Lengths of a trunk in meters, from the hips to the shoulders, and the usual one. From two cameras, two
    /// people can look like a third, larger or smaller one who does not exist.
    private static let trunks = 0.2...0.7
    private static let usualTrunk = 0.5
    /// The error that a trunk counts as when it is longer or shorter by a factor of e.
    private static let trunkWeight = 0.02
    /// The greatest distance in meters at which a person with new track ids is still the same person.
    private static let reach = 1.0
    /// The distance in meters within which nobody else can be: a track there is the person's, even if it was
    /// another's.
    private static let room = 0.3
    /// How far in meters a person can appear to move at once, and how fast in meters per second: tracks
    /// farther away show someone else.
    private static let jump = 0.5
    private static let speed = 4.0
    /// The fewest midpoints that two views must share.
    private static let leastPoints = 2
    /// The most people in an image that are compared; the smallest others are ignored.
    private static let limit = 8
    private static let leftJoints: [PoseJoint] = [
        .leftShoulder, .leftHip, .leftKnee, .leftAnkle,
    ]
    private static let pointCount = leftJoints.count + 1

    /// The track ids of the person followed, in the cameras' order; nil for a camera in which they have
    /// not been found yet, or which shows someone else under that id.
    public private(set) var ids: [Int?]
    /// The number of the person followed: 1 at first, and one more whenever another person replaces someone
    /// who was missing for 10 s; 0 before anyone was found.
    public private(set) var person = 0

    private var solver: PointSolver
    /// Where the person was last found.
    private var last: (time: Double, place: SIMD3<Double>)?
    /// The tracks of other people in that frame.
    private var others: Set<Track> = []

    private struct Track: Hashable {
        let camera: Int
        let id: Int
    }

    /// A person in the image of a camera.
    private struct View: Hashable {
        let camera: Int
        /// The index among the camera's people.
        let place: Int
        let id: Int
        /// The height as a fraction of the image's.
        let height: Double
        let points: [Ray]

        var track: Track { Track(camera: camera, id: id) }

        static func == (one: View, other: View) -> Bool {
            one.camera == other.camera && one.place == other.place
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(camera)
            hasher.combine(place)
        }
    }

    /// Views of one person.
    private struct Group {
        var views: [View]
        /// The mean reprojection error, and what the length of the trunk adds.
        var cost: Double
        /// The mean of the midpoints.
        var center: SIMD3<Double>

        var height: Double { views.reduce(0) { $0 + $1.height } }
    }

    /// Creates an associator that follows nobody.
    ///
    /// - Throws: `CalibrationError.tooFewCameras` for fewer than two.
    public init(_ cameras: [CameraCalibration.Camera]) throws(CalibrationError) {
        guard cameras.count >= Triangulator.leastCameras else {
            throw .tooFewCameras(count: cameras.count, least: Triangulator.leastCameras)
        }
        solver = PointSolver(cameras)
        ids = Array(repeating: nil, count: cameras.count)
    }

    /// Finds the views of the person followed.
    ///
    /// - Parameters:
    ///   - people: For each camera, everyone it shows at the same time, with the ids of their tracks.
    ///     Cameras that are missing show nobody.
    ///   - time: The time in seconds, later than that of the frame before.
    /// - Returns: For each camera the index of the person among its people; nil for a camera that does
    ///   not show them. All are nil unless at least two cameras agree.
    public mutating func associate(_ people: [[MotionFrame]], at time: Double) -> [Int?] {
        let views = views(of: people)
        let known = ids.indices.compactMap { camera in
            views.first { $0.camera == camera && $0.id == ids[camera] }
        }
        var places = [Int?](repeating: nil, count: ids.count)
        guard
            let group = followed(known, at: time).map({ extended($0, by: views) })
                ?? choose(among: groups(of: views), at: time)
        else { return places }
        // A track that shows someone else now is not the person's.
        for view in known where !group.views.contains(view) { ids[view.camera] = nil }
        for view in group.views {
            places[view.camera] = view.place
            ids[view.camera] = view.id
        }
        last = (time, group.center)
        others = Set(views.map(\.track)).subtracting(group.views.map(\.track))
        return places
    }

    /// The views with the ids of the person followed, as a group; nil if they do not show that person.
    private mutating func followed(_ views: [View], at time: Double) -> Group? {
        guard let last, time - last.time < PersonSelector.retention,
            let group = group(of: views),
            (group.center - last.place).length < Self.jump + Self.speed * (time - last.time)
        else { return nil }
        return group
    }

    /// The group that shows the person followed: the one with the most of their ids, and of several the one
    /// nearest to their last place. Without their ids, a group of new tracks near that place. While nobody is
    /// awaited, the most prominent group.
    private mutating func choose(among groups: [Group], at time: Double) -> Group? {
        guard let last, time - last.time < PersonSelector.retention else {
            return replace(by: groups)
        }
        let limit = Self.jump + Self.speed * (time - last.time)
        func distance(_ group: Group) -> Double { (group.center - last.place).length }
        func followers(_ group: Group) -> Int {
            distance(group) < limit ? group.views.count { $0.id == ids[$0.camera] } : 0
        }
        let most = groups.map(followers).max() ?? 0
        let likely = groups.filter { group in
            guard most == 0 else { return followers(group) == most }
            return distance(group) < Self.reach
                && (distance(group) < Self.room
                    || others.isDisjoint(with: group.views.map(\.track)))
        }
        return likely.min { distance($0) < distance($1) }
    }

    /// Follows the most prominent of other people.
    private mutating func replace(by groups: [Group]) -> Group? {
        guard let group = groups.max(by: { $0.height < $1.height }) else { return nil }
        ids = Array(repeating: nil, count: ids.count)
        person += 1
        return group
    }

    /// The groups of views that show one person each, in at least two cameras.
    private mutating func groups(of views: [View]) -> [Group] {
        var groups: [Group] = []
        for first in views.indices {
            for second in first + 1..<views.count
            where views[first].camera != views[second].camera {
                guard let pair = group(of: [views[first], views[second]]) else { continue }
                groups.append(extended(pair, by: views))
            }
        }
        groups.sort { ($1.views.count, $0.cost) < ($0.views.count, $1.cost) }
        var used: Set<View> = []
        return groups.filter { group in
            guard used.isDisjoint(with: group.views) else { return false }
            used.formUnion(group.views)
            return true
        }
    }

    /// A group with the best view of each further camera that shows the same person.
    private mutating func extended(_ group: Group, by views: [View]) -> Group {
        var extended = group
        for camera in ids.indices where !group.views.contains(where: { $0.camera == camera }) {
            let larger = views.filter { $0.camera == camera }.compactMap { view in
                self.group(of: extended.views + [view])
            }
            if let best = larger.min(by: { $0.cost < $1.cost }) { extended = best }
        }
        return extended
    }

    /// Views as a group of one person; nil if they show several people or are fewer than two.
    private mutating func group(of views: [View]) -> Group? {
        guard views.count >= Triangulator.leastCameras else { return nil }
        var points: [SIMD3<Double>?] = []
        var errors = views.map { _ in (sum: 0.0, weight: 0.0) }
        for index in 0..<Self.pointCount {
            for camera in solver.rays.indices { solver.rays[camera] = .unseen }
            for view in views { solver.rays[view.camera] = view.points[index] }
            let point = solver.solve()
            points.append(point)
            guard let point else { continue }
            for (place, view) in views.enumerated() {
                let weight = view.points[index].weight
                guard weight > 0 else { continue }
                errors[place].sum += weight * solver.error(of: view.camera, at: point)
                errors[place].weight += weight
            }
        }
        let found = points.compactMap { $0 }
        guard found.count >= Self.leastPoints,
            errors.allSatisfy({ $0.weight > 0 && $0.sum <= Self.largestError * $0.weight })
        else { return nil }
        var cost = errors.reduce(0) { $0 + $1.sum / $1.weight } / Double(views.count)
        if let shoulders = points[0], let hips = points[1] {
            let trunk = (shoulders - hips).length
            guard Self.trunks.contains(trunk) else { return nil }
            cost += Self.trunkWeight * abs(FloatMath.log(trunk / Self.usualTrunk))
        }
        return Group(
            views: views, cost: cost, center: found.reduce(.zero, +) / Double(found.count))
    }

    private func views(of people: [[MotionFrame]]) -> [View] {
        zip(solver.cameras.indices, people).flatMap { camera, people in
            people.enumerated().compactMap { place, frame in
                view(of: frame, at: place, in: camera)
            }.sorted { ($1.height, $0.place) < ($0.height, $1.place) }.prefix(Self.limit)
        }
    }

    private func view(of frame: MotionFrame, at place: Int, in camera: Int) -> View? {
        let calibration = solver.cameras[camera]
        guard frame.image.count == MotionFrame.landmarkCount,
            frame.visibility.count == MotionFrame.landmarkCount,
            let scale = try? calibration.scale(forImagesOf: frame.imageSize)
        else { return nil }
        func ray(_ landmarks: Int...) -> Ray {
            let weight = landmarks.map { frame.visibility[$0] }.min() ?? 0
            let sum = landmarks.reduce(SIMD2<Double>.zero) { $0 + frame.image[$1] }
            guard weight >= Triangulator.Options().leastVisibility, weight <= 1,
                let point = calibration.ideal(sum * (scale / Double(landmarks.count)))
            else { return .unseen }
            return Ray(point: point, weight: weight)
        }
        let rows = frame.image.map(\.y).filter(\.isFinite)
        guard let top = rows.min(), let bottom = rows.max() else { return nil }
        return View(
            camera: camera, place: place, id: frame.id,
            height: (bottom - top) / Double(frame.imageSize.height),
            points: Self.leftJoints.map { ray($0.rawValue, $0.rawValue + 1) }
                + [ray(PoseJoint.nose.rawValue)])
    }
}
