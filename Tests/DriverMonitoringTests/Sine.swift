#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The C library's sine, which tests without Foundation need.
func sine(_ angle: Double) -> Double { sin(angle) }
