// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A task whose instances the interface can represent.
protocol InterfaceTask: LandmarkTask {
    /// Returns the instances of a result with their lists in `arena`.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    static func show(
        _ result: LandmarkerResult<Instance>, _ arena: Arena
    ) throws(InterfaceError) -> [landmark_instance]
}

/// A task whose results are lists of instances of one kind.
protocol InstancesTask: InterfaceTask {
    /// Returns an instance with its lists in `arena`; `size` is that of the image.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    static func show(
        _ instance: Instance, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance
}

extension InstancesTask {
    static func show(
        _ result: LandmarkerResult<Instance>, _ arena: Arena
    ) throws(InterfaceError) -> [landmark_instance] {
        var instances: [landmark_instance] = []
        for instance in result.instances {
            instances.append(try show(instance, in: result.imageSize, arena))
        }
        return instances
    }
}

/// The result for an image, in the form that callers see.
final class ResultHandle: Handle {
    let count: Int
    // SAFETY: written before anyone else sees it, and freed with the object.
    nonisolated(unsafe) private let instances: UnsafePointer<landmark_instance>?
    // SAFETY: as above.
    nonisolated(unsafe) let device: UnsafePointer<CChar>?
    /// The hands, for a driver monitor; nil in the results of other tasks.
    let hands: [Hand]?
    // SAFETY: it never changes after initialization.
    nonisolated(unsafe) private let arena: Arena

    /// Copies a landmarker's result.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    init<Task: InterfaceTask>(
        _ result: LandmarkerResult<Task.Instance>, of task: Task.Type
    ) throws(InterfaceError) {
        let arena = Arena()
        let instances = try Task.show(result, arena)
        count = instances.count
        device = try arena.string("\(result.device)")
        hands = result.instances as? [Hand]
        self.instances = try arena.copy(instances)
        self.arena = arena
    }

    /// The instance at `index`, or nil if there is none.
    func instance(at index: Int) -> UnsafePointer<landmark_instance>? {
        0..<count ~= index ? instances.map { $0 + index } : nil
    }
}

extension landmark_rect {
    init(_ rect: NormalizedRect) {
        self.init(
            x_center: rect.xCenter, y_center: rect.yCenter, width: rect.width,
            height: rect.height, rotation: rect.rotation)
    }
}

extension NormalizedRect {
    init(_ rect: landmark_rect) {
        self.init(
            xCenter: rect.x_center, yCenter: rect.y_center, width: rect.width,
            height: rect.height, rotation: rect.rotation)
    }
}

extension landmark_instance {
    fileprivate init(id: Int, score: Float, region: NormalizedRect) {
        self.init()
        self.id = Int32(clamping: id)
        self.score = score
        handedness = LANDMARK_NO_HAND
        handedness_score = .nan
        self.region = landmark_rect(region)
    }

    fileprivate mutating func set(
        _ landmarks: [Landmark], raw: [Landmark], _ arena: Arena
    ) throws(InterfaceError) {
        landmark_count = landmarks.count
        self.landmarks = try arena.copy(landmarks.map { landmark_point($0) })
        raw_landmarks = try arena.copy(raw.map { landmark_point($0) })
    }

    fileprivate mutating func set(
        world: [WorldLandmark], raw: [WorldLandmark], _ arena: Arena
    ) throws(InterfaceError) {
        world_landmark_count = world.count
        world_landmarks = try arena.copy(world.map { landmark_point($0) })
        raw_world_landmarks = try arena.copy(raw.map { landmark_point($0) })
    }
}

extension landmark_instance {
    fileprivate mutating func set(_ mask: Mask, _ arena: Arena) throws(InterfaceError) {
        self.mask = try arena.copy(mask.values)
        mask_width = Int32(clamping: mask.size.width)
        mask_height = Int32(clamping: mask.size.height)
    }
}

extension landmark_point {
    fileprivate init(_ landmark: some LandmarkPoint) {
        self.init(
            x: landmark.x, y: landmark.y, z: landmark.z,
            visibility: landmark.visibility ?? .nan, presence: landmark.presence ?? .nan)
    }
}

extension HandTask: InstancesTask {
    static func show(
        _ hand: Hand, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance {
        var shown = landmark_instance(id: hand.id, score: hand.presence, region: hand.region)
        shown.handedness = hand.handedness == .left ? LANDMARK_LEFT_HAND : LANDMARK_RIGHT_HAND
        shown.handedness_score = hand.handednessScore
        try shown.set(hand.landmarks, raw: hand.rawLandmarks, arena)
        try shown.set(world: hand.worldLandmarks, raw: hand.rawWorldLandmarks, arena)
        return shown
    }
}

extension PoseTask: InstancesTask {
    static func show(
        _ pose: Pose, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance {
        var shown = landmark_instance(id: pose.id, score: pose.presence, region: pose.region)
        try shown.set(pose.landmarks, raw: pose.rawLandmarks, arena)
        try shown.set(world: pose.worldLandmarks, raw: pose.rawWorldLandmarks, arena)
        if let mask = pose.mask { try shown.set(mask, arena) }
        return shown
    }
}

extension FaceTask: InstancesTask {
    static func show(
        _ face: Face, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance {
        var shown = landmark_instance(id: face.id, score: face.presence, region: face.region)
        try shown.set(face.landmarks, raw: face.rawLandmarks, arena)
        if let blendshapes = face.blendshapes {
            shown.blendshape_count = Blendshape.allCases.count
            shown.blendshapes = try arena.copy(blendshapes.values)
        }
        if let matrix = face.transformationMatrix {
            shown.transformation_matrix = try arena.copy(matrix.rowMajor)
        }
        return shown
    }
}

extension SegmentationTask: InstancesTask {
    static func show(
        _ segmentation: Segmentation, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance {
        var shown = landmark_instance(id: 0, score: .nan, region: .full)
        try shown.set(segmentation.mask, arena)
        return shown
    }
}

extension HolisticTask: InterfaceTask {
    static func show(
        _ result: HolisticLandmarkerResult, _ arena: Arena
    ) throws(InterfaceError) -> [landmark_instance] {
        let size = result.imageSize
        let person = result.person
        let missing = landmark_instance(id: 0, score: 0, region: .full)
        var parts = [missing, missing, missing, missing]
        if let pose = person?.pose { parts[0] = try PoseTask.show(pose, in: size, arena) }
        if let hand = person?.leftHand { parts[1] = try HandTask.show(hand, in: size, arena) }
        if let hand = person?.rightHand { parts[2] = try HandTask.show(hand, in: size, arena) }
        if let face = person?.face { parts[3] = try FaceTask.show(face, in: size, arena) }
        return parts
    }
}

extension FaceDetectionTask: InstancesTask {
    static func show(
        _ face: FaceDetection, in size: PixelSize, _ arena: Arena
    ) throws(InterfaceError) -> landmark_instance {
        let (width, height) = (Float(size.width), Float(size.height))
        let box = face.boundingBox
        var shown = landmark_instance(
            id: 0, score: face.score,
            region: NormalizedRect(
                xCenter: box.xCenter / width, yCenter: box.yCenter / height,
                width: box.width / width, height: box.height / height, rotation: box.rotation))
        let keypoints = face.keypoints.map { Landmark(x: $0.x, y: $0.y, z: .nan) }
        try shown.set(keypoints, raw: keypoints, arena)
        return shown
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_result_count")
#endif
public func landmark_result_count(_ result: OpaquePointer?) -> Int {
    (try? ResultHandle.behind(result, "result"))?.count ?? 0
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_result_instance")
#endif
public func landmark_result_instance(
    _ result: OpaquePointer?, _ index: Int
) -> UnsafePointer<landmark_instance>? {
    (try? ResultHandle.behind(result, "result"))?.instance(at: index)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_result_device")
#endif
public func landmark_result_device(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    (try? ResultHandle.behind(result, "result"))?.device
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_result_free")
#endif
public func landmark_result_free(_ result: OpaquePointer?) { ResultHandle.release(result) }
