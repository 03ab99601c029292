import LandmarkTasks

extension FaceLandmarker {
    /// The 40 lines of the lips.
    public class func lipsConnections() -> [Connection] { lips.connections }
    /// The 16 lines of the left eye.
    public class func leftEyeConnections() -> [Connection] { leftEye.connections }
    /// The 8 lines of the left eyebrow.
    public class func leftEyebrowConnections() -> [Connection] { leftEyebrow.connections }
    /// The 4 lines around the left iris.
    public class func leftIrisConnections() -> [Connection] { leftIris.connections }
    /// The 16 lines of the right eye.
    public class func rightEyeConnections() -> [Connection] { rightEye.connections }
    /// The 8 lines of the right eyebrow.
    public class func rightEyebrowConnections() -> [Connection] { rightEyebrow.connections }
    /// The 4 lines around the right iris.
    public class func rightIrisConnections() -> [Connection] { rightIris.connections }
    /// The 36 lines around the face.
    public class func faceOvalConnections() -> [Connection] { oval.connections }
    /// The 132 lines of lips, eyes, eyebrows, irises and oval.
    public class func contoursConnections() -> [Connection] { contours.connections }
    /// The 2556 lines of the mesh: three for each triangle, one triangle after the other.
    public class func tesselationConnections() -> [Connection] { tesselation.connections }
    /// The 2728 lines of lips, contours and mesh; those of the lips come twice, as in MediaPipe.
    public class func faceConnections() -> [Connection] { face.connections }

    private static let lips = ConnectionList(FaceConnections.lips)
    private static let leftEye = ConnectionList(FaceConnections.leftEye)
    private static let leftEyebrow = ConnectionList(FaceConnections.leftEyebrow)
    private static let leftIris = ConnectionList(FaceConnections.leftIris)
    private static let rightEye = ConnectionList(FaceConnections.rightEye)
    private static let rightEyebrow = ConnectionList(FaceConnections.rightEyebrow)
    private static let rightIris = ConnectionList(FaceConnections.rightIris)
    private static let oval = ConnectionList(FaceConnections.oval)
    private static let contours = ConnectionList(FaceConnections.contours)
    private static let tesselation = ConnectionList(FaceConnections.tesselation)
    private static let face = ConnectionList(joining: [lips, contours, tesselation])
}
