@_exported import Foundation

public final class CGColorSpace {}
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
public enum CGImageAlphaInfo: UInt32 { case none, premultipliedLast }
public final class CGImage { public var width: Int { 0 }; public var height: Int { 0 } }
public final class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
        bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
    ) {}; public func draw(_ i: CGImage, in r: CGRect) {}
}
