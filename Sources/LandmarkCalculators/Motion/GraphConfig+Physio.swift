public import LandmarkGraph

extension GraphConfig {
    /// Returns the physiotherapy graph of `Examples/graphs/physio_graph.pbtxt`, which is built in.
    ///
    /// Input stream `input` takes images. Output streams `motion` and `status` send a
    /// `MotionResult` and an `ExerciseResult` for each image, `image` sends the image with both
    /// drawn on it, `events` sends `[ExerciseEvent]` and `reports` sends `[SessionReport]`.
    ///
    /// - Throws: `GraphError` if the built-in text is malformed, which tests exclude.
    public static func physio() throws(GraphError) -> GraphConfig {
        try GraphConfig(parsing: physioText)
    }

    /// The text of `Examples/graphs/physio_graph.pbtxt`.
    public static let physioText = """
        # Physiotherapy: camera frames in, joint angles, repetitions and annotated frames out.
        #
        #   landmark graph physio_graph.pbtxt --input input=clip.mp4 --output events=- --output image=out.mp4

        # Images: PixelBuffer, or Frame if rotated.
        input_stream: "input"
        # One MotionResult per image: the joint angles of everyone.
        output_stream: "motion"
        # One ExerciseResult per image: everyone's repetitions.
        output_stream: "status"
        # [ExerciseEvent], when something has happened.
        output_stream: "events"
        # [SessionReport], when people have left and at the end.
        output_stream: "reports"
        # The image with poses, angles and repetitions drawn on it.
        output_stream: "image"

        # Detects people and keeps their ids.
        node {
          calculator: "PoseLandmarkerCalculator"
          input_stream: "IMAGE:input"
          output_stream: "POSES:poses"
          output_stream: "SIZE:size"
          output_stream: "ORIENTATION:orientation"
        }

        # Measures joint angles from landmarks only; it never receives pixels.
        node {
          calculator: "PoseMotionCalculator"
          input_stream: "POSES:poses"
          input_stream: "SIZE:size"
          input_stream: "ORIENTATION:orientation"
          output_stream: "MOTION:motion"
        }

        # Counts repetitions and checks for faults.
        node {
          calculator: "ExerciseCalculator"
          input_stream: "MOTION:motion"
          output_stream: "STATUS:status"
          output_stream: "EVENTS:events"
          output_stream: "REPORTS:reports"
          node_options: {
            [type.googleapis.com/landmarkkit.ExerciseCalculatorOptions] {
              exercise: "squat"
            }
          }
        }

        # Draws what was measured.
        node {
          calculator: "MotionRendererCalculator"
          input_stream: "IMAGE:input"
          input_stream: "POSES:poses"
          input_stream: "MOTION:motion"
          input_stream: "STATUS:status"
          output_stream: "IMAGE:image"
        }

        """
}
