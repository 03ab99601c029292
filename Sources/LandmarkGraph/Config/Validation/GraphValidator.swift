/// Checks a graph without subgraphs, and orders its nodes.
struct GraphValidator {
    private let config: GraphConfig
    private let registry: CalculatorRegistry
    private(set) var faults: [GraphFault] = []
    private(set) var contracts: [CalculatorContract] = []
    private(set) var order: [Int] = []
    private(set) var payloads = PayloadCheck.Types()
    private(set) var neededSidePackets: [ValidatedGraph.NeededSidePacket] = []

    init(_ config: GraphConfig, _ registry: CalculatorRegistry) {
        self.config = config
        self.registry = registry
    }

    /// Checks everything. What builds on what was found wrong is left out.
    mutating func run() {
        faults += SettingsCheck.faults(config)
        checkPorts()
        checkContracts()
        var streams = ProducerTable(config, .inputStream, .outputStream)
        let sidePackets = ProducerTable(config, .inputSidePacket, .outputSidePacket)
        faults += streams.faults + sidePackets.faults
        checkInputs(&streams, sidePackets)
        let edges = GraphEdges(config, streams, sidePackets)
        faults += edges.faults
        switch edges.order() {
        case .success(let order): self.order = order
        case .failure(let fault): faults.append(fault)
        }
        if faults.isEmpty {
            let check = PayloadCheck.check(config, contracts)
            payloads = check.types
            faults = check.faults
        }
    }

    private mutating func checkPorts() {
        for kind in PortKind.allCases { faults += PortCheck.faults(config[kind], kind, nil) }
        for node in config.nodes {
            for kind in PortKind.allCases {
                faults += PortCheck.faults(node[kind], kind, node.label)
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
                    faults += contract.faults(of: node).map { fault in
                        GraphFault(.contract(fault), node: node.label, at: fault.position)
                    }
                } catch let error as TextFormatError {
                    faults.append(
                        GraphFault(
                            .refused(error.fault.description), node: node.label,
                            at: error.position))
                } catch { faults.append(GraphFault(.refused("\(error)"), node: node.label)) }
            } else if node.calculator.isEmpty {
                faults.append(GraphFault(.noCalculator, node: node.label))
            } else {
                let nearest = suggestions.nearest(to: node.calculator)
                faults.append(
                    GraphFault(
                        .unknownCalculator(node.calculator, nearest: nearest), node: node.label))
            }
            contracts.append(contract)
        }
    }

    /// Every stream that is read must be made; side packets may also be given.
    private mutating func checkInputs(_ streams: inout ProducerTable, _ sidePackets: ProducerTable)
    {
        var needed: Set<String> = []
        for (node, contract) in zip(config.nodes, contracts) {
            for reference in node.inputStreams where streams[reference.name] == nil {
                let nearest = streams.nearest(to: reference.name)
                faults.append(
                    GraphFault(
                        .noProducer(.inputStream, reference.name, nearest: nearest),
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
            faults.append(
                GraphFault(
                    .noProducer(.outputStream, reference.name, nearest: nearest),
                    at: reference.position))
        }
        for reference in config.outputSidePackets where sidePackets[reference.name] == nil {
            faults.append(
                GraphFault(
                    .noProducer(.outputSidePacket, reference.name, nearest: nil),
                    at: reference.position))
        }
    }
}

extension ContractFault {
    /// Where the reference stands that does not fit; nil when it is about a missing one.
    fileprivate var position: TextPosition? {
        guard case .undeclared(_, let reference) = self else { return nil }
        return reference.position
    }
}
