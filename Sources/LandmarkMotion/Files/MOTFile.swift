/// Writes joint angles in the MOT format that OpenSim reads.
public struct MOTFile {
    /// The file of a recording's filtered curves.
    public static func bytes(of recording: MotionRecording, name: String) -> [UInt8] { [] }
}
