import LandmarkCore

/// Calls the calculator of a node. Calls never overlap, so the lock is uncontended.
final class NodeRunner: Sendable {
    private struct Instance {
        let context: CalculatorContext
        var calculator: (any Calculator)?
    }

    private let plan: NodePlan
    private let instance: Mutex<Instance>

    init(_ plan: NodePlan) {
        self.plan = plan
        instance = Mutex(Instance(context: CalculatorContext(plan), calculator: nil))
    }

    /// Performs the task's call and stores the outcome in the task.
    func run(_ task: inout NodeTask) {
        let plan = plan
        instance.withLock { instance in
            let context = instance.context
            context.stage = task.stage
            context.timestamp = task.timestamp
            context.hasStopped = false
            swap(&context.ports, &task.ports)
            do { try Self.call(&instance, task, plan) } catch {
                // Packets sent by a call that failed are discarded.
                task.error = .calculator(
                    node: plan.config.label,
                    stage: instance.calculator == nil ? .initialize : task.stage,
                    timestamp: task.timestamp, cause: error)
            }
            swap(&context.ports, &task.ports)
            task.hasStopped = context.hasStopped
            if !context.madeSidePackets.isEmpty || task.stage == .open {
                task.sidePackets = context.takeSidePackets()
            }
            if task.stage == .close || (task.stage == .open && task.error != nil) {
                instance.calculator = nil
                context.reset()
            }
        }
    }

    private static func call(
        _ instance: inout Instance, _ task: NodeTask, _ plan: NodePlan
    ) throws {
        let context = instance.context
        switch task.stage {
        case .initialize: break
        case .open:
            context.sidePackets = task.sidePackets
            instance.calculator = nil
            instance.calculator = try plan.calculator.init(plan.config)
            try instance.calculator?.open(context)
        case .process: try instance.calculator?.process(context)
        case .close:
            context.runError = task.runError
            try instance.calculator?.close(context)
        }
    }
}

extension CalculatorContext {
    /// Takes the side packets that the call produced.
    fileprivate func takeSidePackets() -> [Packet] {
        let made = madeSidePackets
        for port in madeSidePackets.indices { madeSidePackets[port] = .empty() }
        return made
    }

    /// Releases everything that belongs to a run.
    fileprivate func reset() {
        for port in sidePackets.indices { sidePackets[port] = .empty() }
        runError = nil
    }
}
