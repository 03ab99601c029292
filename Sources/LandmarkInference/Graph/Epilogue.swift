/// What is fused into the end of an operator: an added tensor and an activation.
struct Epilogue {
    /// An activation that kernels apply before storing.
    enum Activation: Equatable {
        case none
        case relu
        case relu6
        case hardSwish
        /// With the constant value that holds a slope for each channel.
        case prelu(slopes: Int)
    }

    /// The value that is added.
    var residual: Int?
    /// Whether it is added after the activation.
    var residualLast = false
    var activation = Activation.none

    /// Whether it leaves everything as it is.
    var isEmpty: Bool { residual == nil && activation == .none }
}
