import LandmarkCore

/// The body landmark model's mask output to likelihoods.
package enum MaskDecoder {
    /// Rows and columns of the mask.
    package static let side = 256

    /// Replaces `likelihoods` with those of `logits`; the quotient is taken in double precision,
    /// as MediaPipe takes it.
    package static func decode(
        _ logits: UnsafeBufferPointer<Float>, into likelihoods: inout [Float]
    ) {
        likelihoods.removeAll(keepingCapacity: true)
        for logit in logits {
            likelihoods.append(Float(1 / (1 + Double(FloatMath.exp(-logit)))))
        }
    }
}
