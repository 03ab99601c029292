/// How landmarks are steadied from frame to frame; images of their own never are.
public enum Smoothing: Sendable, Hashable {
    /// Not at all.
    case off
    /// As MediaPipe does: bodies and faces when one at most is looked for, hands never.
    case mediaPipe
    /// With a One-Euro filter on every point of every hand, body or face, however many.
    ///
    /// Speeds are in sizes of the object a second. `minCutoff`, in hertz and above 0, is the
    /// cutoff at rest: lower is steadier and lags more. `beta`, 0 or more, is how much the cutoff
    /// rises with speed. Frames before 0 ms pass as they are. (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012.)
    case oneEuro(minCutoff: Double, beta: Double)
}
