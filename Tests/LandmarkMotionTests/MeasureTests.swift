import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct MeasureTests {
    @Test("every measure has a name of its own, from which it can be made")
    func names() {
        #expect(Set(Measure.allCases.map(\.name)).count == 61)
        #expect(Set(Measure.allCases.map(\.displayName)).count == 61)
        for measure in Measure.allCases { #expect(Measure(name: measure.name) == measure) }
        #expect(Measure(name: "kneeFlexion") == nil)
        #expect(Measure(name: "") == nil)
    }

    @Test("names are those of files")
    func someNames() {
        let names: [(Measure, String)] = [
            (.kneeFlexionLeft, "kneeFlexion.left"), (.trunkForward, "trunk.forward"),
            (.fppaRight, "fppa.right"), (.footLiftLeft, "footLift.left"),
            (.kneeFlexion2DLeft, "kneeFlexion2D.left"), (.pelvisObliquity, "pelvisObliquity"),
            (.shoulderAbduction2DLeft, "shoulderAbduction2D.left"),
            (.trunkLateral2D, "trunk.lateral2D"),
            (.shoulderFlexion2DRight, "shoulderFlexion2D.right"),
            (.trunkInclination, "trunk.inclination"), (.neckRotation, "neck.rotation"),
            (.legSpread, "legSpread"), (.shoulderRotationLeft, "shoulderRotation.left"),
            (.hipRotationRight, "hipRotation.right"), (.pelvisUp, "pelvis.up"),
            (.forearmPronationLeft, "forearmPronation.left"),
            (.wristFlexionRight, "wristFlexion.right"),
        ]
        for (measure, name) in names { #expect(measure.name == name) }
        #expect(Measure.kneeFlexionLeft.displayName == "left knee flexion")
    }

    @Test("names of cases, sides and joints belong together")
    func sides() {
        for measure in Measure.allCases {
            let word = "\(measure)"
            #expect(
                measure.side
                    == (word.hasSuffix("Left") ? .left : word.hasSuffix("Right") ? .right : nil))
            let pair = Measure.pair(named: measure.baseName)
            if let side = measure.side {
                #expect(pair?[side] == measure)
                #expect(pair?[side.other] == measure.opposite)
                #expect(
                    measure.joints.map(\.opposite) == measure.opposite.joints, "\(measure.name)")
            } else {
                #expect(pair == nil)
                #expect(measure.opposite == measure)
                #expect(Set(measure.joints.map(\.opposite)) == Set(measure.joints))
            }
            #expect(!measure.joints.isEmpty)
        }
        #expect(Measure.kneeFlexionLeft.joints == [.leftHip, .leftKnee, .leftAnkle])
        #expect(Measure.elbowFlexionRight.joints == [.rightShoulder, .rightElbow, .rightWrist])
    }

    @Test("measures that must be named are behind the others, whose numbers stay the same")
    func standard() {
        #expect(Measure.standard.map(\.rawValue) == Array(0..<52))
        #expect(MotionRecording().measures == Measure.standard)
        #expect(Measure.legSpread.rawValue == 51 && Measure.trunkInclination.rawValue == 42)
    }

    @Test("distances are in meters and everything else in degrees")
    func units() {
        let meters = Measure.allCases.filter { $0.unit == .meters }.map(\.baseName)
        #expect(
            Set(meters) == [
                "footLift", "heelForward", "toeForward", "pelvis.across", "pelvis.up",
                "pelvis.away",
            ])
    }

    @Test("measures of the image are those in pixels")
    func planes() {
        for measure in Measure.allCases {
            let isOfImage =
                measure.name.contains("2D") || measure.name.hasPrefix("fppa")
                || measure.name.hasSuffix("Obliquity")
            #expect(measure.plane == (isOfImage ? .image : .space), "\(measure.name)")
        }
    }

    @Test("a measure is encoded as its name, and an unknown name is an error")
    func coding() throws {
        let list = [Measure.fppaLeft, .trunkForward]
        let data = try JSONEncoder().encode(list)
        #expect(String(decoding: data, as: UTF8.self) == #"["fppa.left","trunk.forward"]"#)
        #expect(try JSONDecoder().decode([Measure].self, from: data) == list)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Measure].self, from: Data(#"["knee"]"#.utf8))
        }
    }
}
