#if !canImport(AVFoundation)
import CFFmpeg

extension FrameTiming {
    /// Creates the conversion for a stream with frame rate `rate`.
    init(_ stream: UnsafeMutablePointer<AVStream>, rate: FrameRate?, isLive: Bool) {
        let unit = stream.pointee.time_base
        let average = stream.pointee.avg_frame_rate
        let nominal = stream.pointee.r_frame_rate
        // The average of a constant rate can be off by the error in the last frame's duration.
        let mean = average.den > 0 ? Double(average.num) / Double(average.den) : 0
        let base = nominal.den > 0 ? Double(nominal.num) / Double(nominal.den) : 0
        let isConstant = !isLive && base > 0 && abs(mean / base - 1) < 0.001
        self.init(
            unit: (numerator: max(1, Int(unit.num)), denominator: max(1, Int(unit.den))),
            rate: isConstant ? FrameRate(Int(nominal.num), Int(nominal.den)) ?? rate : rate,
            isConstant: isConstant, isLive: isLive)
    }
}
#endif
