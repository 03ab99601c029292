internal import CLandmarkKernels

extension PlanBuilder {
    /// Plans the matrix of a crop around landmarks.
    mutating func planLandmarkTransform(
        _ node: Node, _ transform: NetworkGraph.LandmarkTransform
    ) throws(InferenceError) {
        let landmarks = try rowMajor(node.inputs[0])
        let target = try newRowMajor(node.output)
        let subset = arguments.store(transform.subset.map { Int32($0) })
        let kernel = kernels.pointee.landmark_transform
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [landmarks], writes: [target]
            ) { memory in
                let arguments = lk_landmark_transform(
                    landmarks: UnsafePointer(memory[landmarks]), matrix: memory[target],
                    subset: UnsafePointer(subset), subset_count: Int32(transform.subset.count),
                    left: Int32(transform.left), right: Int32(transform.right),
                    scale_x: transform.scaleX, scale_y: transform.scaleY,
                    center_x: transform.centerX, center_y: transform.centerY)
                return memory.step(kernel, arguments, units: 1, least: 1)
            })
    }

    /// Plans a crop of an image.
    mutating func planWarp(_ node: Node) throws(InferenceError) {
        let image = graph.values[node.inputs[0]]
        let output = graph.values[node.output]
        let source = try rowMajor(node.inputs[0])
        let matrix = try rowMajor(node.inputs[1])
        let target = try newRowMajor(node.output)
        let kernel = kernels.pointee.row_major_warp
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [source, matrix], writes: [target]
            ) { memory in
                let arguments = lk_row_major_warp(
                    input: UnsafePointer(memory[source]), matrix: UnsafePointer(memory[matrix]),
                    output: memory[target], height: Int32(image.height),
                    width: Int32(image.width), channels: Int32(image.channels),
                    output_width: Int32(output.width))
                return memory.step(
                    kernel, arguments, units: output.height,
                    least: Self.floatsWorthAThread / (output.width * output.channels))
            })
    }

    /// Plans a transform of points.
    mutating func planTransformPoints(_ node: Node) throws(InferenceError) {
        let points = graph.values[node.output]
        let source = try rowMajor(node.inputs[0])
        let matrix = try rowMajor(node.inputs[1])
        let target = try newRowMajor(node.output)
        let kernel = kernels.pointee.transform_points
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [source, matrix], writes: [target]
            ) { memory in
                let arguments = lk_transform_points(
                    input: UnsafePointer(memory[source]), matrix: UnsafePointer(memory[matrix]),
                    output: memory[target], dimensions: Int32(points.channels))
                return memory.step(
                    kernel, arguments, units: points.pixels, least: Self.floatsWorthAThread)
            })
    }
}
