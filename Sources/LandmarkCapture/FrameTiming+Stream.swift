import CFFmpeg

extension FrameTiming {
    /// The timing of a stream whose rate is `rate`.
    init(_ stream: UnsafeMutablePointer<AVStream>, rate: FrameRate?, isLive: Bool) {
        let unit = stream.pointee.time_base
        let average = stream.pointee.avg_frame_rate
        let usual = stream.pointee.r_frame_rate
        // The average of a constant rate is off by what the last frame's length is off.
        let mean = average.den > 0 ? Double(average.num) / Double(average.den) : 0
        let base = usual.den > 0 ? Double(usual.num) / Double(usual.den) : 0
        let isConstant = !isLive && base > 0 && abs(mean / base - 1) < 0.001
        self.init(
            unit: (above: max(1, Int(unit.num)), below: max(1, Int(unit.den))),
            rate: isConstant ? FrameRate(Int(usual.num), Int(usual.den)) ?? rate : rate,
            isConstant: isConstant)
    }
}
