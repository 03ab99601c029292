import SwiftUI

@main
struct HandsApp: App {
    var body: some Scene {
        WindowGroup { HandsView() }
    }
}
