/// Merges boxes of the same object: the best box's neighbors are averaged with it, weighted by
/// their scores, and the best score is kept.
package struct WeightedNMS {
    private let threshold: Float
    private var order: [Int32] = []
    private var candidates: [Int32] = []

    package init(threshold: Float) {
        self.threshold = threshold
    }

    /// Replaces `merged` with one detection an object, best score first.
    package mutating func merge(_ detections: [Detection], into merged: inout [Detection]) {
        merged.removeAll(keepingCapacity: true)
        sort(detections)
        while let first = order.first {
            let count = order.count
            let best = detections[Int(first)]
            separate(detections, near: best)
            merged.append(candidates.isEmpty ? best : average(detections, best: best))
            // A box without area is not even its own neighbor: there is nothing more to take.
            if order.count == count { return }
        }
    }

    /// Orders by falling score; equal scores keep their order.
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

    /// Moves the boxes that overlap `best` from `order` to `candidates`.
    private mutating func separate(_ detections: [Detection], near best: Detection) {
        candidates.removeAll(keepingCapacity: true)
        var kept = 0
        // Not “for index in order”: that would hold the array, and writing to it would copy it.
        for position in order.indices {
            let index = order[position]
            if detections[Int(index)].intersectionOverUnion(best) > threshold {
                candidates.append(index)
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
        for index in candidates {
            let candidate = detections[Int(index)]
            let edges = SIMD4(candidate.xMin, candidate.yMin, candidate.xMax, candidate.yMax)
            total += candidate.score
            corners += edges * candidate.score
            keypoints += candidate.keypoints * candidate.score
        }
        corners /= total
        return Detection(
            score: best.score, xMin: corners[0], yMin: corners[1],
            width: corners[2] - corners[0], height: corners[3] - corners[1],
            keypoints: keypoints / total)
    }
}
