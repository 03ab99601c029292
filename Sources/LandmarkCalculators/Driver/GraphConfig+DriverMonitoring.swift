public import LandmarkGraph

extension GraphConfig {
    /// The graph of `Examples/graphs/dms_graph.pbtxt`, which need not be at hand.
    ///
    /// Its input stream `input` takes images, its output stream `result` gives a `DriverResult`
    /// for each.
    public static func driverMonitoring() throws(GraphError) -> GraphConfig {
        try GraphConfig(parsing: driverMonitoringText)
    }

    /// The text of `dms_graph.pbtxt`.
    public static let driverMonitoringText = """
        # Driver monitoring: camera frames in, what is known of the driver out.
        #
        #   landmark graph dms_graph.pbtxt --input input=clip.mp4 --output result=-

        # Images (PixelBuffer), or turned ones (Frame).
        input_stream: "input"
        # DriverResult, one for each image.
        output_stream: "result"

        # Finds the face with its expression and its place before the camera.
        node {
          calculator: "FaceLandmarkerCalculator"
          input_stream: "IMAGE:input"
          output_stream: "FACES:faces"
          output_stream: "SIZE:size"
          node_options: {
            [type.googleapis.com/landmarkkit.FaceLandmarkerCalculatorOptions] {
              num_faces: 1
              blendshapes: true
              transformation_matrices: true
            }
          }
        }

        # Judges the driver by the landmarks; pixels do not come here.
        node {
          calculator: "DriverMonitoringCalculator"
          input_stream: "FACES:faces"
          input_stream: "SIZE:size"
          output_stream: "RESULT:result"
        }

        """
}
