import LandmarkGraph

func printMeans(of numbers: [Double], to print: @escaping @Sendable (Double) -> Void) throws {
    let config = try GraphConfig(
        parsing: """
            input_stream: "number"
            output_stream: "mean"
            node {
              calculator: "MovingAverageCalculator"
              input_stream: "VALUE:number"
              output_stream: "MEAN:mean"
              node_options: {
                [type.googleapis.com/example.MovingAverageOptions] { length: 2 }
              }
            }
            """)
    var registry = CalculatorRegistry.standard
    registry.register("MovingAverageCalculator", MovingAverageCalculator.self)

    let graph = try CalculatorGraph(config, registry: registry)
    try graph.observe("mean") { packet in print(try packet.get(Double.self)) }
    try graph.start()
    for (place, number) in numbers.enumerated() {
        try graph.add(Packet(number, at: .microseconds(Int64(place) * 40_000)), to: "number")
    }
    graph.closeAllInputs()
    try graph.waitUntilDone()
}
