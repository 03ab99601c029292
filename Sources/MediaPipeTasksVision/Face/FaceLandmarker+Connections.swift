import LandmarkTasks

extension FaceLandmarker {
    /// The 40 lines of the lips.
    public class func lipsConnections() -> [Connection] { Connection.list(FaceConnections.lips) }
    /// The 16 lines of the left eye.
    public class func leftEyeConnections() -> [Connection] {
        Connection.list(FaceConnections.leftEye)
    }
    /// The 8 lines of the left eyebrow.
    public class func leftEyebrowConnections() -> [Connection] {
        Connection.list(FaceConnections.leftEyebrow)
    }
    /// The 4 lines around the left iris.
    public class func leftIrisConnections() -> [Connection] {
        Connection.list(FaceConnections.leftIris)
    }
    /// The 16 lines of the right eye.
    public class func rightEyeConnections() -> [Connection] {
        Connection.list(FaceConnections.rightEye)
    }
    /// The 8 lines of the right eyebrow.
    public class func rightEyebrowConnections() -> [Connection] {
        Connection.list(FaceConnections.rightEyebrow)
    }
    /// The 4 lines around the right iris.
    public class func rightIrisConnections() -> [Connection] {
        Connection.list(FaceConnections.rightIris)
    }
    /// The 36 lines around the face.
    public class func faceOvalConnections() -> [Connection] {
        Connection.list(FaceConnections.oval)
    }
    /// The 132 lines of lips, eyes, eyebrows, irises and oval.
    public class func contoursConnections() -> [Connection] {
        Connection.list(FaceConnections.contours)
    }
    /// The 2556 lines of the mesh: three for each triangle, one triangle after the other.
    public class func tesselationConnections() -> [Connection] {
        Connection.list(FaceConnections.tesselation)
    }
    /// The 2728 lines of lips, contours and mesh; those of the lips come twice, as in MediaPipe.
    public class func faceConnections() -> [Connection] {
        lipsConnections() + contoursConnections() + tesselationConnections()
    }
}
