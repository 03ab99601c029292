import SwiftUI

@main
struct PoseApp: App {
    var body: some Scene {
        WindowGroup { PoseView() }
    }
}
