internal import CLandmarkKernels

/// How a sparse convolution is split into tiles of pixels and ranges of outputs.
struct SparseCut {
    let tiles: Int
    let ranges: Int
    private let pixels: Int
    /// Pixels, those included that only fill up vectors.
    private let filled: Int

    /// As few units as the kernel has room for, but a multiple of `threads` where they are few.
    init(pixels: Int, outputs: Int, _ block: Int, _ threads: Int) {
        func rounded(_ count: Int) -> Int { (count + threads - 1) / threads * threads }
        let vectors = (pixels + block - 1) / block
        let most = Int(LK_SPARSE_VECTORS)
        let least = (vectors + most - 1) / most
        // Shorter tiles than six vectors would leave the units for products waiting.
        tiles = least == 1 || vectors / rounded(least) < 6 ? least : rounded(least)
        let blocks = (outputs + block - 1) / block
        let room = Int(LK_SPARSE_SUMS) / (most * block * block)
        var ranges = (blocks + room - 1) / room
        if tiles < 4 * threads {
            while tiles * ranges % threads != 0, ranges < blocks { ranges += 1 }
        }
        self.ranges = ranges
        self.pixels = pixels
        // Few vectors at once keep too few sums in flight, and take as long as four.
        filled = max(vectors, 4) * block
    }

    /// Whether `count` weights that are not zero take less time than all of them.
    ///
    /// Measured with AVX2 on Zen 3 over the shapes of MediaPipe's pose detector and the hand's
    /// landmarks, half of whose last weights are zero: a product takes 1.4 times as
    /// long as one of whole blocks, since each needs a load of its own, and turning a block's
    /// channels into pixels or back as long as five products for each number. At a quarter of the
    /// weights that pays from 16 channels on; at half of them, from 40 on.
    func isWorthIt(_ count: Int, inputs: Int, outputs: Int) -> Bool {
        7 * count * filled + 25 * (inputs * ranges + outputs) * pixels
            < 5 * inputs * outputs * pixels
    }
}
