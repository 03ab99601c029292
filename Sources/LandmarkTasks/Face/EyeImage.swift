import LandmarkCore
public import LandmarkImaging

/// Statistics of the image of one eye, which show whether the eyelids could be visible at all.
///
/// Landmarks do not show that: the face landmarker places an open eye even behind sunglasses, and in a face of
/// a few pixels. All values come from the luma of a rectangle around the eye, aligned with the line between
/// its corners, and of a patch of the cheek below it.
public struct EyeImage: Sendable, Hashable, Codable {
    /// The distance between the corners, in pixels of the image.
    public var width: Double
    /// The mean luma around the eye, 0…1.
    public var brightness: Double
    /// The mean luma of the cheek below the eye, 0…1.
    public var cheekBrightness: Double
    /// The luma that three quarters of the rectangle do not exceed, 0…1: the brightness of the
    /// eyelids' skin.
    public var lidBrightness: Double
    /// The range of luma around the eye without the darkest and brightest twentieths, 0…1.
    public var contrast: Double
    /// How far the steepest edges around the eye extend, relative to `width`: the standard
    /// deviation of the Gaussian that would blur a step edge to this gradient. 0 is sharp; the
    /// samples limit it to about 0.02.
    public var blur: Double
    /// The standard deviation of the luma's noise, 0…1, estimated on the cheek.
    public var noise: Double
    /// The share of the rectangle, 0…1, that is as bright as the image can be.
    public var overexposure: Double
    /// How much brighter the white of the eye is than the iris, relative to the cheek: a difference
    /// that an open eye shows and an eyelid, a dark lens or a reflection does not. It is meaningful
    /// for open eyes.
    public var irisContrast: Double
    /// How much less red or more blue the skin above and below the eye is than the rest of the
    /// face: the distance between their color differences relative to their luma. It is 0 for skin,
    /// even in shadow, and in images without color; reflections reach about 0.2 and more.
    public var colorDifference: Double
    /// Whether the image shows open or closed lids; nil when that was not judged.
    public var lids: EyelidState?

    /// Creates statistics; the defaults are those of a good image.
    public init(
        width: Double = 40, brightness: Double = 0.5, cheekBrightness: Double = 0.6,
        lidBrightness: Double = 0.55, contrast: Double = 0.4, blur: Double = 0.02,
        noise: Double = 0.01, overexposure: Double = 0, irisContrast: Double = 0.4,
        colorDifference: Double = 0.03, lids: EyelidState? = nil
    ) {
        self.width = width
        self.brightness = brightness
        self.cheekBrightness = cheekBrightness
        self.lidBrightness = lidBrightness
        self.contrast = contrast
        self.blur = blur
        self.noise = noise
        self.overexposure = overexposure
        self.irisContrast = irisContrast
        self.colorDifference = colorDifference
        self.lids = lids
    }
}

/// Statistics of the images of both eyes of a face.
public struct EyeImages: Sendable, Hashable, Codable {
    /// The person's left eye; nil when its landmarks lie outside the image.
    public var left: EyeImage?
    /// The person's right eye.
    public var right: EyeImage?
    /// The ratio, around the eyes, of pixel steps at the edges of video compression blocks to those
    /// within blocks: about 1.05 in good images, and 1.3 where little but blocks is left.
    public var blockiness: Double

    /// Creates a pair; the default blockiness is that of a good image.
    public init(left: EyeImage?, right: EyeImage?, blockiness: Double = 1.05) {
        self.left = left
        self.right = right
        self.blockiness = blockiness
    }

    /// Measures the eyes of a face in the image that it was detected in. It takes about a tenth of a
    /// millisecond.
    ///
    /// - Parameters:
    ///   - face: The face, with landmarks normalized to `image` as stored, whatever its
    ///     orientation.
    ///   - image: The image, in any format.
    public init(_ face: Face, in image: PixelBuffer) {
        let scale = SIMD2(Float(image.width), Float(image.height))
        func point(_ index: Int) -> SIMD2<Float> {
            SIMD2(face.landmarks[index].x, face.landmarks[index].y) * scale
        }
        func eye(from first: Int, to second: Int, iris: Int, edge: Int) -> EyeImage? {
            EyePlace(
                from: point(first), to: point(second), iris: point(iris), edge: point(edge),
                // The upper lip and the skin between the brows.
                mouth: point(13), brow: point(9))?.measure(in: image)
        }
        left = eye(from: 362, to: 263, iris: 473, edge: 474)
        right = eye(from: 33, to: 133, iris: 468, edge: 469)
        blockiness = BlockGrid.blockiness(of: image, around: (point(33) + point(263)) / 2)
    }
}
