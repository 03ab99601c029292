import LandmarkGraph

extension GraphConfig {
    /// An `ImageTransformationCalculator` with these options, from stream `in` to stream `out`.
    static func transformation(_ options: String = "") throws(GraphError) -> GraphConfig {
        try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  calculator: "ImageTransformationCalculator"
                  input_stream: "IMAGE:in"
                  output_stream: "IMAGE:out"
                  node_options: {
                    [type.googleapis.com/mediapipe.ImageTransformationCalculatorOptions] {
                      \(options)
                    }
                  }
                }
                """)
    }
}
