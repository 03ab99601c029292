extension DriverCalibration {
    /// One eye, compared with the driver's own.
    func signal(_ eye: RawEye, isLeft: Bool, isUsed: Bool) -> EyeSignal {
        let ratio = eye.aspectRatio
        let byRatio =
            isLeft
            ? aspectRatio.openness(left: ratio, right: nil)
            : aspectRatio.openness(left: nil, right: ratio)
        let byBlink =
            isLeft
            ? blink.openness(left: eye.blink, right: nil)
            : blink.openness(left: nil, right: eye.blink)
        return EyeSignal(
            openness: byBlink ?? byRatio ?? 1, aspectRatio: ratio,
            opennessByAspectRatio: byRatio ?? 1, isUsed: isUsed)
    }
}
