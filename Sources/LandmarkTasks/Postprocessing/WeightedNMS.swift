/// Weighted non-maximum suppression: replaces each group of overlapping boxes by their average,
/// weighted by score, with the group's best score.
package struct WeightedNMS {
    private let threshold: Float
    private var order: [Int32] = []
    private var overlapping: [Int32] = []

    /// Creates NMS that merges boxes whose IoU with the best one is above `threshold`.
    package init(threshold: Float) {
        self.threshold = threshold
    }

    /// Replaces `merged` with one detection per group, best score first.
    package mutating func merge(_ detections: [Detection], into merged: inout [Detection]) {
        merged.removeAll(keepingCapacity: true)
        sort(detections)
        while let first = order.first {
            let count = order.count
            let best = detections[Int(first)]
            separate(detections, near: best)
            merged.append(overlapping.isEmpty ? best : average(detections, best: best))
            // A zero-area box has IoU 0 with itself, so nothing was removed; stop instead of
            // looping.
            if order.count == count { return }
        }
    }

    /// Sorts by descending score; the sort is stable.
    private mutating func sort(_ detections: [Detection]) {
        order.removeAll(keepingCapacity: true)
        for (index, detection) in detections.enumerated() {
            var low = 0
            var high = order.count
            while low < high {
                let middle = (low + high) / 2
                if detections[Int(order[middle])].score >= detection.score {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            order.insert(Int32(index), at: low)
        }
    }

    /// Moves the boxes that overlap `best` from `order` to `overlapping`.
    private mutating func separate(_ detections: [Detection], near best: Detection) {
        overlapping.removeAll(keepingCapacity: true)
        var kept = 0
        // Not `for index in order`: the iterator would retain the array, and writing would copy it.
        for position in order.indices {
            let index = order[position]
            if detections[Int(index)].intersectionOverUnion(best) > threshold {
                overlapping.append(index)
            } else {
                order[kept] = index
                kept += 1
            }
        }
        order.removeLast(order.count - kept)
    }

    private func average(_ detections: [Detection], best: Detection) -> Detection {
        var total: Float = 0
        var corners = SIMD4<Float>.zero
        var keypoints = SIMD16<Float>.zero
        for index in overlapping {
            let detection = detections[Int(index)]
            let edges = SIMD4(detection.xMin, detection.yMin, detection.xMax, detection.yMax)
            total += detection.score
            corners += edges * detection.score
            keypoints += detection.keypoints * detection.score
        }
        // The lowest accepted logit has a score of 0: weights cannot distinguish such boxes.
        guard total >= .leastNormalMagnitude else { return best }
        corners /= total
        return Detection(
            score: best.score, xMin: corners[0], yMin: corners[1],
            width: corners[2] - corners[0], height: corners[3] - corners[1],
            keypoints: keypoints / total)
    }
}
