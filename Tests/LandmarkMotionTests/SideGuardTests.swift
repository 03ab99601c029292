import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// The side guard of the motion analyzer.
@Suite struct AnalyzerSideGuardTests {
    /// A person who bends the left knee, so that sides can be distinguished.
    static func frame(at time: Double, isExchanged: Bool) -> MotionFrame {
        var skeleton = Skeleton()
        skeleton.legs.left.kneeFlexion = 60
        skeleton.arms.left.wristFlexion = 30
        skeleton.arms.right.wristFlexion = -20
        var frame = skeleton.frame(at: time)
        guard isExchanged else { return frame }
        let original = frame
        for joint in PoseJoint.allCases {
            frame.world[joint.rawValue] = original.world[joint.opposite.rawValue]
            frame.image[joint.rawValue] = original.image[joint.opposite.rawValue]
        }
        frame.hands = BySide(left: original.hands.right, right: original.hands.left)
        return frame
    }

    @Test("frames with left and right exchanged are put right and reported, hands too")
    func guarded() throws {
        var analyzer = MotionAnalyzer()
        for index in 0..<30 {
            let isExchanged = (10..<20).contains(index)
            let sample = try analyzer.update(
                Self.frame(at: Double(index) / 30, isExchanged: isExchanged))
            #expect(sample.sidesSwapped == isExchanged)
            guard index > 0 else { continue }
            #expect(abs(sample[.kneeFlexionLeft].unfiltered - 60) < 1e-4)
            #expect(abs(sample[.kneeFlexionRight].unfiltered) < 1e-4)
            #expect(abs(sample[.wristFlexionLeft].unfiltered - 30) < 1e-4)
            #expect(abs(sample[.wristFlexionRight].unfiltered + 20) < 1e-4)
            #expect(abs(sample.viewYaw) < 1e-4)
        }
    }

    @Test("an exchange of one limb after the other is found when it is complete, and ends with it")
    func gradual() throws {
        let arms = [11, 12, 13, 14, 15, 16], legs = [25, 26, 27, 28, 29, 30, 31, 32]
        for (rate, first) in [12.5, 15, 20, 24, 25, 30, 50, 60].flatMap({ rate in
            (14..<20).map { (rate, $0) }
        }) {
            var analyzer = MotionAnalyzer()
            // In the slowest, the change takes less than the age of the frame to compare with.
            let parts = rate < 24 ? [arms + legs] : [arms, arms + legs]
            let whole = first + parts.count..<first + parts.count + 5
            for index in 0..<40 {
                let time = Double(index) / rate
                let exchanged = Self.frame(at: time, isExchanged: true)
                var frame = Self.frame(at: time, isExchanged: whole.contains(index))
                let joints =
                    parts.indices.contains(index - first) ? parts[index - first] : []
                for joint in joints {
                    frame.world[joint] = exchanged.world[joint]
                    frame.image[joint] = exchanged.image[joint]
                }
                let sample = try analyzer.update(frame)
                guard joints.isEmpty else { continue }
                #expect(
                    sample.sidesSwapped == whole.contains(index), "\(index) of \(whole) at \(rate)")
                // Bones that change their lengths close the gates for a while.
                let knee = sample[.kneeFlexionLeft]
                #expect(knee.state != .measured || abs(knee.unfiltered - 60) < 1e-4, "\(index)")
            }
        }
    }

    @Test("it is an option, and needs an image")
    func off() throws {
        var options = MotionAnalyzer.Options()
        options.sideGuard = false
        var analyzer = MotionAnalyzer(options)
        var blind = MotionAnalyzer()
        for index in 0..<10 {
            var frame = Self.frame(at: Double(index) / 30, isExchanged: index >= 5)
            #expect(try !analyzer.update(frame).sidesSwapped)
            frame.imageSize = PixelSize(width: 0, height: 0)
            #expect(try !blind.update(frame).sidesSwapped)
        }
    }

    @Test("what the pose landmarker has exchanged already is reported, and not exchanged again")
    func already() throws {
        var analyzer = MotionAnalyzer()
        for index in 0..<10 {
            var frame = Self.frame(at: Double(index) / 30, isExchanged: false)
            frame.sidesSwapped = index == 5
            #expect(try analyzer.update(frame).sidesSwapped == (index == 5))
        }
    }
}
