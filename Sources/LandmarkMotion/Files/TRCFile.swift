/// Writes marker positions in the TRC format that OpenSim reads.
public struct TRCFile {
    public struct Row: Sendable { public var time: Double; public var world: [SIMD3<Double>?]
        public init(time: Double, world: [SIMD3<Double>?]) { self.time = time; self.world = world } }
    /// The file of all rows; `name` is what its first line calls it. Points are in x right, y down,
    /// z away, and written Y-up.
    public static func bytes(of rows: [Row], name: String, frameRate: Double) -> [UInt8] { [] }
}
