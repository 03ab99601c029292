import LandmarkCore
import Testing

@Suite("Objects that live as long as their users")
struct WeakCacheTests {
    final class Object: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Observer {
        weak var object: Object?
    }

    private struct Refusal: Error {}

    @Test("a key has one object while it is in use, and a new one afterwards")
    func lifetime() {
        let cache = WeakCache<Int, Object>()
        var first: Object? = cache.value(for: 1) { Object("first") }
        #expect(cache.value(for: 1) { Object("second") } === first)
        #expect(cache.value(for: 2) { Object("other") }.name == "other")
        let observer = Observer(object: first)
        #expect(observer.object != nil)
        first = nil
        #expect(observer.object == nil)
        #expect(cache.value(for: 1) { Object("third") }.name == "third")
    }

    @Test("objects that are gone leave nothing behind once another is added")
    func growth() {
        let cache = WeakCache<Int, Object>()
        let kept = cache.value(for: -1) { Object("kept") }
        for key in 0..<1000 { _ = cache.value(for: key) { Object("\(key)") } }
        #expect(cache.count == 2)
        #expect(cache.value(for: -1) { Object("new") } === kept)
    }

    @Test("an object that cannot be made is tried again")
    func failure() throws {
        let cache = WeakCache<Int, Object>()
        #expect(throws: Refusal.self) {
            try cache.value(for: 1) { () throws(Refusal) in throw Refusal() }
        }
        #expect(cache.count == 0)
        #expect(cache.value(for: 1) { Object("made") }.name == "made")
    }

    @Test("of two objects made for a key at the same time, the one that was first is used")
    func race() {
        let cache = WeakCache<Int, Object>()
        var inner: Object?
        let outer = cache.value(for: 1) {
            inner = cache.value(for: 1) { Object("inner") }
            return Object("outer")
        }
        #expect(outer.name == "inner" && outer === inner)
    }

    @Test("threads that ask at the same time get the same object")
    func threads() async {
        let cache = WeakCache<Int, Object>()
        for round in 0..<100 {
            let objects = await withTaskGroup(of: Object.self, returning: [Object].self) { group in
                for _ in 0..<8 {
                    group.addTask { cache.value(for: round) { Object("\(round)") } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(objects.count == 8 && objects.allSatisfy { $0 === objects[0] })
        }
        // A thread may let go of an object a moment after the next round has begun.
        #expect((1...8).contains(cache.count))
    }
}
