public import Foundation
import LandmarkImaging

/// A value for every pixel of an image, row after row from the top left.
///
/// Values of the other type are made when they are first asked for, and kept: the pointer stays the
/// same and is valid as long as the mask lives. A mask may be read from several threads.
open class Mask: NSObject, NSCopying {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The type in which the values were given.
    public let dataType: MaskDataType

    private let lock = NSLock()
    private var bytes: UnsafePointer<UInt8>?
    private var floats: UnsafePointer<Float>?
    /// Memory of the mask's own among the two above.
    private var owned: [UnsafeRawPointer] = []

    /// Makes a mask of `width` × `height` values 0…255.
    ///
    /// - Parameter shouldCopy: When false, `uInt8Data` must stay valid as long as the mask.
    /// - Returns: nil when a side is below 1.
    public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
        guard Self.isSize(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .uInt8
        super.init()
        bytes = shouldCopy ? own(width * height) { uInt8Data[$0] } : uInt8Data
    }

    /// Makes a mask of `width` × `height` values 0…1.
    ///
    /// - Parameter shouldCopy: When false, `float32Data` must stay valid as long as the mask.
    /// - Returns: nil when a side is below 1.
    public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
        guard Self.isSize(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .float32
        super.init()
        floats = shouldCopy ? own(width * height) { float32Data[$0] } : float32Data
    }

    deinit {
        for memory in owned { memory.deallocate() }
    }

    /// The values 0…255; of fractions, the whole part of 255 times as much, within 0…255.
    open var uint8Data: UnsafePointer<UInt8> {
        lock.withLock {
            if let bytes { return bytes }
            let source = floats
            let made = own(width * height) { Self.byte(source?[$0] ?? 0) }
            bytes = made
            return made
        }
    }

    /// The values 0…1; of bytes, a 255th of each.
    open var float32Data: UnsafePointer<Float> {
        lock.withLock {
            if let floats { return floats }
            let source = bytes
            let made = own(width * height) { Float(source?[$0] ?? 0) / 255 }
            floats = made
            return made
        }
    }

    /// A mask with memory of its own.
    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    func copied() -> Mask {
        let copy: Mask? =
            switch dataType {
            case .uInt8:
                Mask(uInt8Data: uint8Data, width: width, height: height, shouldCopy: true)
            case .float32:
                Mask(float32Data: float32Data, width: width, height: height, shouldCopy: true)
            }
        // A mask that exists has a size that one can be made of.
        return copy ?? self
    }

    private func own<Value>(_ count: Int, _ value: (Int) -> Value) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: count)
        for index in 0..<count { (memory + index).initialize(to: value(index)) }
        owned.append(UnsafeRawPointer(memory))
        return UnsafePointer(memory)
    }

    private static func isSize(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && !width.multipliedReportingOverflow(by: height).overflow
    }

    private static func byte(_ value: Float) -> UInt8 {
        // A NaN compares false and becomes 0.
        value > 0 ? UInt8(min(value * 255, 255)) : 0
    }
}

extension Mask {
    convenience init?(_ mask: LandmarkImaging.Mask) {
        self.init(
            float32Data: mask.values, width: mask.width, height: mask.height, shouldCopy: true)
    }
}
