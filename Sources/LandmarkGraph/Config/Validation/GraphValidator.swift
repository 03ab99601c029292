import LandmarkCore

/// Validates an expanded graph and sorts its nodes topologically.
struct GraphValidator {
    private let config: GraphConfig
    private let registry: CalculatorRegistry
    private(set) var errors: [GraphValidationError] = []
    private(set) var contracts: [CalculatorContract] = []
    private(set) var order: [Int] = []
    private(set) var payloads = PayloadCheck.Types()
    private(set) var neededSidePackets: [ValidatedGraph.NeededSidePacket] = []

    init(_ config: GraphConfig, _ registry: CalculatorRegistry) {
        self.config = config
        self.registry = registry
    }

    /// Runs all checks. Checks that depend on a failed one are skipped.
    mutating func run() {
        errors += SettingsCheck.errors(config)
        checkPorts()
        checkContracts()
        var streams = ProducerTable(config, .inputStream, .outputStream)
        let sidePackets = ProducerTable(config, .inputSidePacket, .outputSidePacket)
        errors += streams.errors + sidePackets.errors
        checkInputs(&streams, sidePackets)
        let edges = GraphEdges(config, streams, sidePackets)
        errors += edges.errors
        switch edges.order() {
        case .success(let order): self.order = order
        case .failure(let error): errors.append(error)
        }
        if errors.isEmpty {
            let check = PayloadCheck.check(config, contracts)
            payloads = check.types
            errors = check.errors
        }
    }

    private mutating func checkPorts() {
        for kind in PortKind.allCases { errors += PortCheck.errors(config[kind], kind, nil) }
        for node in config.nodes {
            for kind in PortKind.allCases {
                errors += PortCheck.errors(node[kind], kind, node.label)
            }
        }
    }

    private mutating func checkContracts() {
        var suggestions = NameSuggestions(registry.names)
        for node in config.nodes {
            var contract = CalculatorContract()
            if case .calculator(let calculator)? = registry[node.calculator] {
                do {
                    try calculator.contract(&contract, node)
                    errors += contract.violations(of: node).map { violation in
                        GraphValidationError(
                            .contract(violation), node: node.label, at: violation.position)
                    }
                } catch let error as TextFormatError {
                    errors.append(
                        GraphValidationError(
                            .contractRejected(error.kind.description), node: node.label,
                            at: error.position))
                } catch {
                    errors.append(
                        GraphValidationError(.contractRejected("\(error)"), node: node.label))
                }
            } else if node.calculator.isEmpty {
                errors.append(GraphValidationError(.missingCalculator, node: node.label))
            } else {
                let nearest = suggestions.nearest(to: node.calculator)
                errors.append(
                    GraphValidationError(
                        .unknownCalculator(node.calculator, nearest: nearest), node: node.label))
            }
            contracts.append(contract)
        }
    }

    /// Every input stream needs a producer; side packets may also be provided by the caller.
    private mutating func checkInputs(_ streams: inout ProducerTable, _ sidePackets: ProducerTable)
    {
        var needed: Set<String> = []
        for (node, contract) in zip(config.nodes, contracts) {
            for reference in node.inputStreams where streams[reference.name] == nil {
                let nearest = streams.nearest(to: reference.name)
                errors.append(
                    GraphValidationError(
                        .missingProducer(.inputStream, reference.name, nearest: nearest),
                        node: node.label, at: reference.position))
            }
            for reference in node.inputSidePackets where !sidePackets.isMade(reference.name) {
                let rule = contract.rule(
                    .inputSidePacket, tag: reference.tag, index: reference.index)
                guard rule?.isOptional == false, needed.insert(reference.name).inserted else {
                    continue
                }
                neededSidePackets.append(
                    .init(name: reference.name, node: node.label, position: reference.position))
            }
        }
        for reference in config.outputStreams where streams[reference.name] == nil {
            let nearest = streams.nearest(to: reference.name)
            errors.append(
                GraphValidationError(
                    .missingProducer(.outputStream, reference.name, nearest: nearest),
                    at: reference.position))
        }
        for reference in config.outputSidePackets where sidePackets[reference.name] == nil {
            errors.append(
                GraphValidationError(
                    .missingProducer(.outputSidePacket, reference.name, nearest: nil),
                    at: reference.position))
        }
    }
}

extension ContractViolation {
    /// The position of the offending reference; nil when a declared port is missing.
    fileprivate var position: TextPosition? {
        guard case .undeclared(_, let reference) = self else { return nil }
        return reference.position
    }
}

/// Suggests similar names for unknown ones, within a budget, so that a file full of errors is still
/// processed quickly.
struct NameSuggestions {
    private let names: [String]
    /// The total length of all names, in bytes.
    private let totalLength: Int
    private var remaining = 20
    /// The number of byte comparisons left.
    private var comparisonsLeft = 20_000_000

    init(_ names: [String]) {
        self.names = names
        totalLength = names.reduce(0) { $0 + $1.utf8.count }
    }

    mutating func nearest(to name: String) -> String? {
        guard remaining > 0, comparisonsLeft > 0 else { return nil }
        remaining -= 1
        comparisonsLeft -= min(name.utf8.count, 100) * totalLength
        return NearestName.of(name, among: names)
    }
}
