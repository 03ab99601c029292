import CLandmarkInterface

/// A struct of the interface that a caller fills: it begins with `size`.
protocol SizedStructure {
    /// The struct's name in C.
    static var name: String { get }
    /// The size in version 1.0, which programs compiled against it pass.
    static var firstSize: Int { get }
    var size: Int { get set }
    /// The defaults, with the size of this version.
    init(defaults: Void)
}

extension SizedStructure {
    /// Copies as much of a caller's struct as its size indicates; fields unknown to an older
    /// program have their defaults, and fields known only to a newer one are not read.
    ///
    /// - Throws: `InterfaceError.null` or `.wrongSize`.
    init(_ pointer: UnsafePointer<Self>?, _ argument: String) throws(InterfaceError) {
        guard let pointer else { throw .null(argument) }
        // Only the size may be read before it is known.
        let size = UnsafeRawPointer(pointer).load(as: Int.self)
        guard size >= Self.firstSize, size <= 1 << 16 else {
            throw .wrongSize(structure: Self.name, size: size, expected: MemoryLayout<Self>.size)
        }
        self.init(defaults: ())
        withUnsafeMutableBytes(of: &self) { bytes in
            let known = UnsafeRawBufferPointer(
                start: pointer, count: min(size, MemoryLayout<Self>.size))
            bytes.copyMemory(from: known)
        }
    }

    /// Sets the defaults in a caller's struct of `size` bytes, and zeroes the fields known only to
    /// a newer program. A struct that is too small for any version is left unchanged, so that its
    /// use is an error.
    static func setDefaults(in pointer: UnsafeMutablePointer<Self>?, size: Int) {
        guard let pointer, size >= firstSize, size <= 1 << 16 else { return }
        var defaults = Self(defaults: ())
        defaults.size = size
        let target = UnsafeMutableRawBufferPointer(start: pointer, count: size)
        target.initializeMemory(as: UInt8.self, repeating: 0)
        withUnsafeBytes(of: &defaults) { bytes in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
        }
    }
}

/// Returns the text of a C string.
///
/// - Throws: `InterfaceError.null` or `.notUTF8`.
func text(
    _ pointer: UnsafePointer<CChar>?, _ argument: String
) throws(InterfaceError) -> String {
    guard let pointer else { throw .null(argument) }
    guard let text = String(validatingCString: pointer) else { throw .notUTF8(argument) }
    return text
}

/// Returns a required argument.
///
/// - Throws: `InterfaceError.null`.
func required<Value>(_ value: Value?, _ argument: String) throws(InterfaceError) -> Value {
    guard let value else { throw .null(argument) }
    return value
}

/// An object to which a caller holds an opaque pointer.
protocol Handle: AnyObject, Sendable {}

extension Handle {
    /// The pointer, which retains the object until `release(_:)`.
    func handedOut() -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }

    /// The object behind a pointer.
    ///
    /// - Throws: `InterfaceError.null`.
    static func behind(
        _ pointer: OpaquePointer?, _ argument: String
    ) throws(InterfaceError) -> Self {
        guard let pointer else { throw .null(argument) }
        return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Releases the object behind a pointer, if there is one.
    static func release(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
