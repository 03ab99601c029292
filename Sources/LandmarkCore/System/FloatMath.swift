#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The C library's mathematical functions, in single precision where MediaPipe uses it.
package enum FloatMath {
    package static func sin(_ x: Float) -> Float { sinf(x) }
    package static func cos(_ x: Float) -> Float { cosf(x) }
    package static func atan2(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
    package static func exp(_ x: Float) -> Float { expf(x) }
    package static func log2(_ x: Float) -> Float { log2f(x) }
    package static func sin(_ x: Double) -> Double {
        #if canImport(Darwin)
        Darwin.sin(x)
        #elseif canImport(Musl)
        Musl.sin(x)
        #else
        Glibc.sin(x)
        #endif
    }
    package static func cos(_ x: Double) -> Double {
        #if canImport(Darwin)
        Darwin.cos(x)
        #elseif canImport(Musl)
        Musl.cos(x)
        #else
        Glibc.cos(x)
        #endif
    }
    package static func atan2(_ y: Double, _ x: Double) -> Double {
        #if canImport(Darwin)
        Darwin.atan2(y, x)
        #elseif canImport(Musl)
        Musl.atan2(y, x)
        #else
        Glibc.atan2(y, x)
        #endif
    }
    package static func log(_ x: Double) -> Double {
        #if canImport(Darwin)
        Darwin.log(x)
        #elseif canImport(Musl)
        Musl.log(x)
        #else
        Glibc.log(x)
        #endif
    }
}
