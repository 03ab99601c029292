import SwiftUI

@main
struct DriverApp: App {
    var body: some Scene {
        WindowGroup { DriverView() }
    }
}
