import LandmarkCore

/// The logistic function in single precision, as MediaPipe's calculators have it.
@inline(__always)
func sigmoid(_ x: Float) -> Float { 1 / (1 + FloatMath.exp(-x)) }
