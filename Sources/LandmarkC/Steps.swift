// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A landmarker whose landmark model can run elsewhere.
private protocol StepsForInterface: Sendable {
    func withAnySteps<Value: Sendable>(
        _ body: (any LandmarkSteps) throws(TaskError) -> Value
    ) throws -> Value
    func decode(
        _ outputs: [UnsafeBufferPointer<Float>], of regions: [NormalizedRect], in size: PixelSize,
        _ orientation: Orientation
    ) throws -> ResultHandle
}

extension Landmarker: StepsForInterface where Task: InterfaceTask & TrackingTask {
    fileprivate func withAnySteps<Value: Sendable>(
        _ body: (any LandmarkSteps) throws(TaskError) -> Value
    ) throws -> Value {
        try withSteps { (steps: any LandmarkSteps<Task.Instance>) throws(TaskError) in
            try body(steps)
        }
    }

    fileprivate func decode(
        _ outputs: [UnsafeBufferPointer<Float>], of regions: [NormalizedRect], in size: PixelSize,
        _ orientation: Orientation
    ) throws -> ResultHandle {
        let result = try withSteps { (steps) throws(TaskError) in
            try steps.decode(outputs, of: regions, in: size, orientation: orientation)
        }
        return try ResultHandle(result, of: Task.self)
    }
}

/// The steps of the landmarker behind a pointer.
///
/// - Throws: `InterfaceError`.
private func steps(
    of landmarker: OpaquePointer?
) throws(InterfaceError) -> any StepsForInterface {
    let landmarker = try LandmarkerHandle.behind(landmarker, "landmarker").landmarker
    guard let steps = landmarker as? any StepsForInterface else {
        throw .unknownValue(
            name: "landmarker", expected: "one of hands, poses or faces", got: "of another task")
    }
    return steps
}

/// Copies a caller's list.
///
/// - Throws: `InterfaceError.null`.
private func list<Element>(
    _ start: UnsafePointer<Element>?, _ count: Int, _ argument: String
) throws(InterfaceError) -> [Element] {
    guard count > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: try required(start, argument), count: count))
}

/// Copies a caller's regions.
///
/// - Throws: `InterfaceError.null`, or `.unknownValue` for a region without an area.
private func checkedRegions(
    _ start: UnsafePointer<landmark_rect>?, _ count: Int
) throws(InterfaceError) -> [NormalizedRect] {
    let regions = try list(start, count, "regions").map { NormalizedRect($0) }
    for (index, region) in regions.enumerated() {
        let numbers = [
            region.xCenter, region.yCenter, region.width, region.height, region.rotation,
        ]
        guard numbers.allSatisfy(\.isFinite), region.width > 0, region.height > 0 else {
            throw noArea(region, index)
        }
    }
    return regions
}

private func noArea(_ region: NormalizedRect, _ index: Int) -> InterfaceError {
    .unknownValue(
        name: "regions[\(index)]", expected: "a rectangle with an area",
        got: "\(region.width)×\(region.height) at (\(region.xCenter), \(region.yCenter))")
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_regions")
#endif
public func landmark_regions(
    _ landmarker: OpaquePointer?, _ image: UnsafePointer<landmark_image>?,
    _ regions: UnsafeMutablePointer<landmark_rect>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> landmark_status {
    count?.pointee = 0
    return status {
        let count = try required(count, "count")
        let steps = try steps(of: landmarker)
        let image = try landmark_image(image, "image")
        let (pixels, orientation) = (try image.borrowed(), try image.orientation())
        let found = try steps.withAnySteps { (steps) throws(TaskError) in
            try steps.regions(pixels, orientation: orientation)
        }
        for (index, region) in found.prefix(max(capacity, 0)).enumerated() {
            try required(regions, "regions")[index] = landmark_rect(region)
        }
        count.pointee = found.count
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_input_size")
#endif
public func landmark_input_size(
    _ landmarker: OpaquePointer?, _ width: UnsafeMutablePointer<Int32>?,
    _ height: UnsafeMutablePointer<Int32>?
) -> landmark_status {
    status {
        let size = try steps(of: landmarker).withAnySteps { $0.inputSize }
        try required(width, "width").pointee = Int32(clamping: size.width)
        try required(height, "height").pointee = Int32(clamping: size.height)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_sample_regions")
#endif
public func landmark_sample_regions(
    _ landmarker: OpaquePointer?, _ image: UnsafePointer<landmark_image>?,
    _ regions: UnsafePointer<landmark_rect>?, _ region_count: Int,
    _ values: UnsafeMutablePointer<Float>?, _ value_count: Int
) -> landmark_status {
    status {
        let steps = try steps(of: landmarker)
        let image = try landmark_image(image, "image")
        let regions = try checkedRegions(regions, region_count)
        let size = try steps.withAnySteps { $0.inputSize }
        let stride = size.width * size.height * 3
        guard value_count == regions.count * stride else {
            throw InterfaceError.unknownValue(
                name: "value_count", expected: "\(regions.count * stride)", got: "\(value_count)")
        }
        guard !regions.isEmpty else { return }
        let target = try required(values, "values")
        let (pixels, orientation) = (try image.borrowed(), try image.orientation())
        for (index, region) in regions.enumerated() {
            let isSampled = try steps.withAnySteps { (steps) throws(TaskError) in
                try steps.sample(
                    region, of: pixels, orientation: orientation, into: target + index * stride)
            }
            guard isSampled else { throw noArea(region, index) }
        }
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_decode")
#endif
public func landmark_decode(
    _ landmarker: OpaquePointer?, _ image: UnsafePointer<landmark_image>?,
    _ regions: UnsafePointer<landmark_rect>?, _ region_count: Int,
    _ outputs: UnsafePointer<landmark_output>?, _ output_count: Int,
    _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    result?.pointee = nil
    return status {
        let result = try required(result, "result")
        let steps = try steps(of: landmarker)
        let image = try landmark_image(image, "image")
        let regions = try checkedRegions(regions, region_count)
        var values: [UnsafeBufferPointer<Float>] = []
        for output in try list(outputs, output_count, "outputs") {
            // A count above half of all addresses is negative here.
            guard output.value_count >= 0 else {
                throw InterfaceError.unknownValue(
                    name: "value_count", expected: "a number of floats",
                    got: "\(UInt(bitPattern: output.value_count))")
            }
            let start = try output.value_count > 0 ? required(output.values, "values") : nil
            values.append(UnsafeBufferPointer(start: start, count: output.value_count))
        }
        let size = PixelSize(width: Int(image.width), height: Int(image.height))
        guard size.width > 0, size.height > 0 else {
            throw ImagingError.invalidImageSize(width: size.width, height: size.height)
        }
        result.pointee = try steps.decode(values, of: regions, in: size, image.orientation())
            .handedOut()
    }
}
