import SwiftUI

@main
struct ExerciseApp: App {
    var body: some Scene {
        WindowGroup { ExerciseView() }
    }
}
