/// Room for one value: a newer one takes the place of one that was not taken in time.
package struct LatestSlot<Value> {
    private var value: Value?
    /// How many values had to make room.
    package private(set) var dropped = 0

    package init() {}

    /// Puts in a value; true when the slot was empty.
    package mutating func offer(_ value: Value) -> Bool {
        let wasEmpty = self.value == nil
        if !wasEmpty { dropped += 1 }
        self.value = value
        return wasEmpty
    }

    /// Takes the value out, if there is one.
    package mutating func take() -> Value? {
        defer { value = nil }
        return value
    }
}
