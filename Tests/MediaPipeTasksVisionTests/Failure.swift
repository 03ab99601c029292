import Foundation
import MediaPipeTasksVision
import Testing

/// What a call threw, as a program sees it.
struct Failure: Equatable {
    let code: TasksErrorCode
    let message: String
}

/// What `body` throws, which must be an error of the tasks' domain with nothing but a message.
func failure<Value>(_ body: () throws -> Value) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        let error = error as NSError
        #expect(error.domain == "com.google.mediapipe.tasks")
        #expect(Array(error.userInfo.keys) == [NSLocalizedDescriptionKey])
        guard let code = TasksErrorCode(rawValue: UInt(error.code)) else {
            Issue.record("\(error)")
            return nil
        }
        return Failure(code: code, message: error.localizedDescription)
    }
}

/// Expects `body` to throw `code` with a message that contains `text`.
func expectFailure<Value>(
    _ code: TasksErrorCode, _ text: String, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Value
) {
    let found = failure(body)
    #expect(found?.code == code, "\(what)", sourceLocation: sourceLocation)
    #expect(
        found?.message.contains(text) == true, "\(what) \(String(describing: found))",
        sourceLocation: sourceLocation)
}
