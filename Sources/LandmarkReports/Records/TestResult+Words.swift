package import LandmarkCore
package import LandmarkMotion

extension TestResult {
    /// The result in a few words for people.
    package var words: String {
        switch self {
        case .chairStand(let result):
            return String.counted(result.stands, "stand")
                + (result.isComplete ? " in 30 s" : " in \(Self.text(result.duration)), incomplete")
                + (result.usedArms == true ? ", arms used" : "")
        case .fiveTimesSitToStand(let result):
            guard let duration = result.duration else {
                return "\(String.counted(result.standTimes.count, "stand")) of 5"
            }
            return "5 stands in \(Self.text(duration))"
                + (result.usedArms == true ? ", arms used" : "")
        case .timedUpAndGo(let result):
            guard let duration = result.duration else { return "not finished" }
            return Self.text(duration) + (result.hasRaisedRisk == true ? ", 12 s or more" : "")
        case .gait(let result):
            let cadence = result.cadence.map { ", \(String($0, places: 0)) steps/min" } ?? ""
            return String.counted(result.steps, "step") + cadence
        case .singleLegStance(let result):
            return BodySide.allCases.map { leg in
                "\(leg.rawValue) leg \(Self.text(result.best(standingOn: leg)))"
            }.joined(separator: ", ")
        }
    }

    private static func text(_ seconds: Double) -> String { "\(String(seconds, places: 1)) s" }
}

extension JSONText {
    /// Writes the result of a test as members of an object. Times are in seconds, lengths in meters.
    package mutating func members(of result: TestResult) {
        switch result {
        case .chairStand(let result):
            key("stands")
            integer(result.stands)
            key("counted")
            integer(result.counted)
            flag("usedArms", result.usedArms)
            number("duration", result.duration)
            flag("isComplete", result.isComplete)
        case .fiveTimesSitToStand(let result):
            number("duration", result.duration)
            list("standTimes", result.standTimes) { $0.number($1) }
            flag("usedArms", result.usedArms)
        case .timedUpAndGo(let result):
            number("duration", result.duration)
            flag("hasRaisedRisk", result.hasRaisedRisk)
            objects("phases", result.phases) { json, phase in
                json.key("state")
                json.string(phase.state.rawValue)
                json.number("startMs", phase.start * 1000)
                json.number("endMs", phase.end * 1000)
            }
        case .gait(let result): members(of: result)
        case .singleLegStance(let result):
            number("left", result.best(standingOn: .left))
            number("right", result.best(standingOn: .right))
        }
    }

    private mutating func members(of gait: GaitResult) {
        key("steps")
        integer(gait.steps)
        number("cadence", gait.cadence)
        key("sides")
        object { json in
            for side in BodySide.allCases {
                json.key(side.rawValue)
                json.object { json in
                    json.key("strikes")
                    json.integer(gait.strikes[side])
                    json.key("offs")
                    json.integer(gait.offs[side])
                    json.statistic("stepTime", gait.stepTime[side])
                    json.statistic("strideTime", gait.strideTime[side])
                    json.statistic("stepLength", gait.stepLength[side])
                    json.number("stance", gait.stance[side])
                }
            }
        }
        number("stepTimeSymmetry", gait.stepTimeSymmetry)
        number("stepLengthSymmetry", gait.stepLengthSymmetry)
    }

    private mutating func statistic(_ name: String, _ value: SessionReport.Statistic?) {
        key(name)
        optional(value) { value, json in
            json.object { json in
                json.number("mean", value.mean)
                json.number("variation", value.variation)
            }
        }
    }

    private mutating func number(_ name: String, _ value: Double?) {
        key(name)
        number(value)
    }

    private mutating func flag(_ name: String, _ value: Bool?) {
        key(name)
        optional(value) { $1.flag($0) }
    }
}
