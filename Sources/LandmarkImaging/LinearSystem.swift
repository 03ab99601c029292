/// Eight linear equations for a homography's first eight numbers, in memory of the caller's.
struct LinearSystem {
    /// How many numbers the memory holds: eight rows of eight factors and a right-hand side.
    static let count = size * row

    private static let size = 8
    private static let row = size + 1

    private let numbers: UnsafeMutableBufferPointer<Double>

    /// Equations that are all zero, when `storage`, of `count` numbers, is.
    init(_ storage: UnsafeMutableBufferPointer<Double>) {
        precondition(storage.count >= Self.count, "\(storage.count) numbers hold no system")
        numbers = storage
    }

    /// The solution's `index`th number, once solved.
    subscript(index: Int) -> Double { self[index, Self.size] }

    private subscript(row: Int, column: Int) -> Double {
        get { numbers[row * Self.row + column] }
        nonmutating set { numbers[row * Self.row + column] = newValue }
    }

    /// Says that the `index`th point `from` lands on `to`.
    func setRows(_ index: Int, from: Homography.Point, to: Homography.Point) {
        let (across, down) = (index, index + 4)
        self[across, 0] = Double(from.x)
        self[across, 1] = Double(from.y)
        self[across, 2] = 1
        self[down, 3] = Double(from.x)
        self[down, 4] = Double(from.y)
        self[down, 5] = 1
        // The products are rounded to single precision, as OpenCV's are.
        self[across, 6] = Double(-from.x * to.x)
        self[across, 7] = Double(-from.y * to.x)
        self[down, 6] = Double(-from.x * to.y)
        self[down, 7] = Double(-from.y * to.y)
        self[across, Self.size] = Double(to.x)
        self[down, Self.size] = Double(to.y)
    }

    /// Gaussian elimination with partial pivoting, in the order of OpenCV's; false when there is
    /// no single solution.
    func solve() -> Bool {
        let size = Self.size
        for i in 0..<size {
            var pivot = i
            for j in i + 1..<size where abs(self[j, i]) > abs(self[pivot, i]) { pivot = j }
            let largest = abs(self[pivot, i])
            guard largest >= .ulpOfOne * 100, largest.isFinite else { return false }
            if pivot != i {
                for k in i...size { numbers.swapAt(i * Self.row + k, pivot * Self.row + k) }
            }
            let factor = -1 / self[i, i]
            for j in i + 1..<size {
                let alpha = self[j, i] * factor
                for k in i + 1...size { self[j, k] += alpha * self[i, k] }
            }
        }
        for i in (0..<size).reversed() {
            var sum = self[i, size]
            for k in i + 1..<size { sum -= self[i, k] * self[k, size] }
            self[i, size] = sum / self[i, i]
        }
        return true
    }
}
