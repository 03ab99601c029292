/// A point of the body model before it is projected: in fractions of the region.
package struct PosePoint {
    package var x: Float
    package var y: Float
    package var z: Float
    package var visibility: Float
    package var presence: Float

    package init(x: Float, y: Float, z: Float, visibility: Float, presence: Float) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }
}
