/// A wanted output of a network.
struct GraphOutput {
    /// Its position in the model.
    var position: Int
    /// The value that the nodes make for it: the output itself, or what it is made of.
    var value: Int
    /// The pointwise convolution that makes the output of the value wherever it is read; nil when
    /// the value is the output.
    var deferred: Node?
}
