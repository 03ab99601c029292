/// Graphs whose option values would copy more than a million fields.
///
/// Each is a megabyte, so that it has a name here by which a log can call it.
enum GreedyOptionValues: CaseIterable {
    case listToManyPlaces
    case listToOnePlaceAgainAndAgain
    case listToManyNodes
    case manyFieldsEachLookedForAmongAll
    case largeMessageIntoALargeOne
    case manyMessagesEachLookedForAmongAll

    /// What takes options of a graph, without its end.
    static let node = "node { calculator: 'Any' node_options { [x.com/p.N] { } }"

    /// The graph's text; its option values begin on the second line or below.
    var text: String {
        switch self {
        case .listToManyPlaces: graph(Self.list, "option_value: 'a#:x' \n")
        case .listToOnePlaceAgainAndAgain: graph(Self.list, "option_value: 'a:x' \n")
        case .listToManyNodes:
            Self.list + "\n" + .many("\(Self.node) option_value: 'a:x' } \n")
        case .manyFieldsEachLookedForAmongAll:
            graph(
                "graph_options { [x.com/p.G] { \(String.many("x#: 1 ")) } }",
                "option_value: 'a:x#' \n")
        case .largeMessageIntoALargeOne:
            graph(
                "graph_options { [x.com/p.G] { b { \(String.many("x#: 1 ", 300_000)) } } }",
                "option_value: 'm:b' \n",
                of: "node { calculator: 'Any' node_options { [x.com/p.N] { m { "
                    + "\(String.many("y#: 1 ", 300_000)) } } }")
        case .manyMessagesEachLookedForAmongAll:
            graph(.many("graph_options { [x.com/p.G#] { } } "), "option_value: 'a:Ext::p.X#/b' \n")
        }
    }

    private static var list: String {
        "graph_options { [x.com/p.G] { x: [\(String.many("1,"))1] } }"
    }

    /// One node with many lines like `line`.
    private func graph(_ options: String, _ line: String, of node: String = Self.node) -> String {
        "\(options)\n\(node) \n\(String.many(line))}"
    }
}
