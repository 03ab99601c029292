import Foundation
import MediaPipeTasksVision
import Testing

/// The code and message of a thrown error.
struct Failure: Equatable {
    let code: TasksErrorCode
    let message: String
}

/// The error that `body` throws, which must be in the tasks' domain and only have a message.
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
