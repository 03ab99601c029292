extension ModelParser {
    struct Code {
        var code: OperatorCode
        var version: Int
    }

    private enum Slot {
        static let code = 0
        static let inputs = 1
        static let outputs = 2
        static let optionsKind = 3
        static let options = 4
        static let customOptions = 5
    }

    func readCodes(_ tables: [FlatBufferTable]) throws(ModelFileError) -> [Code] {
        var codes: [Code] = []
        codes.reserveCapacity(tables.count)
        for (index, table) in tables.enumerated() {
            // Codes once had 8 bits. Current writers fill in both fields, old ones only the first.
            let old = Int32(try table.integer(0, as: Int8.self))
            let builtin = BuiltinOperator(
                rawValue: max(old, try table.integer(3, as: Int32.self)))
            let version = Int(try table.integer(2, as: Int32.self, default: 1))
            if builtin == .custom {
                guard let name = try table.text(1), !name.isEmpty else {
                    throw refusal(.badOperatorCode(code: index))
                }
                codes.append(Code(code: .custom(name), version: version))
            } else if builtin.rawValue >= 0 {
                codes.append(Code(code: .builtin(builtin), version: version))
            } else {
                throw refusal(.badOperatorCode(code: index))
            }
        }
        return codes
    }

    func readOperators(
        _ tables: [FlatBufferTable], codes: [Code], tensors: Int
    ) throws(ModelFileError) -> [Operator] {
        var operators: [Operator] = []
        operators.reserveCapacity(tables.count)
        for (index, table) in tables.enumerated() {
            let number = Int(try table.integer(Slot.code, as: UInt32.self))
            guard codes.indices.contains(number) else {
                throw refusal(.operatorCode(operator: index, code: number, codes: codes.count))
            }
            let code = codes[number]
            operators.append(
                Operator(
                    index: index, code: code.code, version: code.version,
                    inputs: try readInputs(table, index, tensors),
                    outputs: try readOutputs(table, index, tensors),
                    options: try readOptions(table, index, code.code)))
        }
        return operators
    }

    private func readInputs(
        _ table: FlatBufferTable, _ index: Int, _ tensors: Int
    ) throws(ModelFileError) -> [Int?] {
        var inputs: [Int?] = []
        for tensor in try table.integers(Slot.inputs) ?? [] {
            guard tensor != -1 else {
                inputs.append(nil)
                continue
            }
            guard tensor >= 0, tensor < tensors else {
                throw refusal(.tensorIndex(operator: index, index: tensor, tensors: tensors))
            }
            inputs.append(tensor)
        }
        return inputs
    }

    private func readOutputs(
        _ table: FlatBufferTable, _ index: Int, _ tensors: Int
    ) throws(ModelFileError) -> [Int] {
        let outputs = try table.integers(Slot.outputs) ?? []
        for tensor in outputs where tensor < 0 || tensor >= tensors {
            throw refusal(.tensorIndex(operator: index, index: tensor, tensors: tensors))
        }
        return outputs
    }

    private func readOptions(
        _ table: FlatBufferTable, _ index: Int, _ code: OperatorCode
    ) throws(ModelFileError) -> OperatorOptions {
        guard case .builtin(let builtin) = code else {
            let bytes = try table.vector(Slot.customOptions, elementSize: 1)
            return .custom(try bytes?.integers(UInt8.self).map { UInt8($0) } ?? [])
        }
        guard let expected = builtin.optionsKind else { return .none }
        let kind = Int(try table.integer(Slot.optionsKind, as: UInt8.self))
        guard kind == expected || kind == 0 else {
            throw refusal(
                .optionsKind(
                    operator: index, name: builtin.name, expected: expected, found: kind))
        }
        let options = kind == 0 ? nil : try table.table(Slot.options)
        guard options != nil || !builtin.needsOptions else {
            throw refusal(.noOptions(operator: index, name: builtin.name))
        }
        return try OptionsReader(table: options, index: index, name: builtin.name, file: file)
            .read(builtin)
    }
}
