#if os(Linux)
import CMosquitto
import CWebSockets

/// The libraries that pages and publishing need.
package enum DashboardLibraries {
    /// The name of each library, and its version at run time; nil if it cannot be loaded.
    package static var versions: [(name: String, version: String?)] {
        [("libwebsockets", websockets), ("libmosquitto", mosquitto)]
    }

    private static var websockets: String? {
        guard lk_websockets_load() == nil, let text = lws_get_library_version() else { return nil }
        // The build follows a dash.
        return String(String(cString: text).prefix { $0 != "-" })
    }

    private static var mosquitto: String? {
        guard lk_mosquitto_load() == nil else { return nil }
        var (major, minor, revision) = (Int32(0), Int32(0), Int32(0))
        _ = mosquitto_lib_version(&major, &minor, &revision)
        return "\(major).\(minor).\(revision)"
    }
}
#endif
