import Testing

/// A time limit for a suite, in minutes; systems before iOS 16 and macOS 13 have none.
func limit(minutes: Int) -> any SuiteTrait {
    if #available(iOS 16, macOS 13, tvOS 16, *) {
        TimeLimitTrait.timeLimit(.minutes(minutes))
    } else {
        ConditionTrait.enabled(if: true)
    }
}
