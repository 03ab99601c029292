// Generated from the tables of MediaPipe.

/// The lines to draw between the landmarks of a face. Left and right are the person's own.
public enum FaceConnections {
    /// The outer and inner edges of the lips.
    public static let lips = Connection.paths([
        [
            61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291,
        ],
        [
            61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291,
        ],
        [
            78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308,
        ],
        [
            78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308,
        ],
    ])

    /// The edges of the left eye's lids.
    public static let leftEye = Connection.paths([
        [
            263, 249, 390, 373, 374, 380, 381, 382, 362,
        ],
        [
            263, 466, 388, 387, 386, 385, 384, 398, 362,
        ],
    ])

    /// The two edges of the left brow.
    public static let leftEyebrow = Connection.paths([
        [
            276, 283, 282, 295, 285,
        ],
        [
            300, 293, 334, 296, 336,
        ],
    ])

    /// Around the left iris.
    public static let leftIris = Connection.paths([
        [
            474, 475, 476, 477, 474,
        ]
    ])

    /// The edges of the right eye's lids.
    public static let rightEye = Connection.paths([
        [
            33, 7, 163, 144, 145, 153, 154, 155, 133,
        ],
        [
            33, 246, 161, 160, 159, 158, 157, 173, 133,
        ],
    ])

    /// The two edges of the right brow.
    public static let rightEyebrow = Connection.paths([
        [
            46, 53, 52, 65, 55,
        ],
        [
            70, 63, 105, 66, 107,
        ],
    ])

    /// Around the right iris.
    public static let rightIris = Connection.paths([
        [
            469, 470, 471, 472, 469,
        ]
    ])

    /// The face's outline.
    public static let oval = Connection.paths([
        [
            10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
            152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109, 10,
        ]
    ])

    /// All of the above: what drawings of a face usually show.
    public static let contours =
        lips + leftEye + leftEyebrow + leftIris + rightEye + rightEyebrow + rightIris + oval
}
