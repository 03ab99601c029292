public import Foundation
import LandmarkImaging

/// A mask: one value per pixel of an image, in row-major order from the top left.
///
/// Values of the other data type are computed on first access and cached; the pointer stays the
/// same and is valid for the lifetime of the mask. A mask may be read from any thread.
#if canImport(ObjectiveC)
@objc(MPPMask) @objcMembers
#endif
open class Mask: NSObject, NSCopying {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The data type with which the mask was created.
    public let dataType: MaskDataType

    private let lock = NSLock()
    private var bytes: UnsafePointer<UInt8>?
    private var floats: UnsafePointer<Float>?
    /// The memory to deallocate, of the two above.
    private var owned: [UnsafeRawPointer] = []

    /// Creates a mask of `width` × `height` values 0…255.
    ///
    /// Fails when a side is below 1.
    ///
    /// - Parameters:
    ///   - uInt8Data: The values in row-major order.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - shouldCopy: Whether to copy the values; if false, `uInt8Data` must outlive the mask.
    public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
        guard Self.isValid(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .uInt8
        super.init()
        bytes = shouldCopy ? ownedCopy(width * height) { uInt8Data[$0] } : uInt8Data
    }

    /// Creates a mask of `width` × `height` values 0…1.
    ///
    /// Fails when a side is below 1.
    ///
    /// - Parameters:
    ///   - float32Data: The values in row-major order.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - shouldCopy: Whether to copy the values; if false, `float32Data` must outlive the mask.
    public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
        guard Self.isValid(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .float32
        super.init()
        floats = shouldCopy ? ownedCopy(width * height) { float32Data[$0] } : float32Data
    }

    deinit {
        for memory in owned { memory.deallocate() }
    }

    /// The values as bytes. Float values are multiplied by 255, truncated and clamped to 0…255.
    open var uint8Data: UnsafePointer<UInt8> {
        lock.withLock {
            if let bytes { return bytes }
            let source = floats
            let converted = ownedCopy(width * height) { Self.byte(source?[$0] ?? 0) }
            bytes = converted
            return converted
        }
    }

    /// The values as floats. Byte values are divided by 255.
    open var float32Data: UnsafePointer<Float> {
        lock.withLock {
            if let floats { return floats }
            let source = bytes
            let converted = ownedCopy(width * height) { Float(source?[$0] ?? 0) / 255 }
            floats = converted
            return converted
        }
    }

    /// Returns a mask with its own copy of the values.
    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    func copied() -> Mask {
        let copy: Mask? =
            switch dataType {
            case .uInt8:
                Mask(uInt8Data: uint8Data, width: width, height: height, shouldCopy: true)
            case .float32:
                Mask(float32Data: float32Data, width: width, height: height, shouldCopy: true)
            }
        // Not nil, because the size of an existing mask is valid.
        return copy ?? self
    }

    private func ownedCopy<Value>(_ count: Int, _ value: (Int) -> Value) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: count)
        for index in 0..<count { (memory + index).initialize(to: value(index)) }
        owned.append(UnsafeRawPointer(memory))
        return UnsafePointer(memory)
    }

    private static func isValid(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && !width.multipliedReportingOverflow(by: height).overflow
    }

    private static func byte(_ value: Float) -> UInt8 {
        // NaN compares false and becomes 0.
        value > 0 ? UInt8(min(value * 255, 255)) : 0
    }

    convenience init?(_ mask: LandmarkImaging.Mask) {
        self.init(
            float32Data: mask.values, width: mask.width, height: mask.height, shouldCopy: true)
    }

    /// The category of each pixel of a mask of the only category: 0 where it exceeds 0.5, 255 elsewhere.
    static func categories(of mask: LandmarkImaging.Mask) -> Mask? {
        Mask(
            uInt8Data: mask.values.map { $0 > 0.5 ? 0 : 255 }, width: mask.width,
            height: mask.height, shouldCopy: true)
    }
}

/// The data type of a mask's values.
#if canImport(ObjectiveC)
@objc(MPPMaskDataType)
#endif
public enum MaskDataType: UInt, Sendable {
    /// Bytes, 0…255.
    case uInt8 = 0
    /// Floats, 0…1.
    case float32 = 1
}
