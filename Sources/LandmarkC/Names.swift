// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkTasks

private let names = [
    HandTask.landmarkNames, PoseTask.landmarkNames, FaceTask.landmarkNames,
    FaceDetectionTask.landmarkNames,
].map(StaticStrings.init)

private let connections = [
    HandTask.connections, PoseTask.connections, FaceTask.connections,
    FaceDetectionTask.connections,
]

private let blendshapeNames = StaticStrings(Blendshape.allCases.map(\.name))

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_version")
#endif
public func landmark_version() -> UInt32 {
    UInt32(LANDMARK_VERSION_MAJOR) << 16 + UInt32(LANDMARK_VERSION_MINOR)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_name")
#endif
public func landmark_name(_ task: landmark_task, _ index: Int) -> UnsafePointer<CChar>? {
    let task = Int(task.rawValue)
    return names.indices.contains(task) ? names[task][index] : nil
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_blendshape_name")
#endif
public func landmark_blendshape_name(_ index: Int) -> UnsafePointer<CChar>? {
    blendshapeNames[index]
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_connections")
#endif
public func landmark_connections(
    _ task: landmark_task, _ pairs: UnsafeMutablePointer<UInt16>?, _ capacity: Int
) -> Int {
    let task = Int(task.rawValue)
    guard connections.indices.contains(task) else { return 0 }
    if let pairs {
        for (index, connection) in connections[task].enumerated() where index < capacity {
            pairs[2 * index] = UInt16(connection.start)
            pairs[2 * index + 1] = UInt16(connection.end)
        }
    }
    return connections[task].count
}
