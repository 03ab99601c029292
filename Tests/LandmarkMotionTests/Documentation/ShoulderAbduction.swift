import LandmarkMotion

/// How far both arms of a person were raised sideways in measured frames.
func shoulderAbduction(_ samples: [MotionSample]) -> RangeOfMotion? {
    guard let movement = JointMovement(name: "shoulder-abduction") else { return nil }
    var recording = MotionRecording(movement.measures)
    for sample in samples { recording.add(sample) }
    return RangeOfMotion(of: movement, in: recording)
}
