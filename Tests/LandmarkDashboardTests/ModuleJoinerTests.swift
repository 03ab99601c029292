import Testing

@testable import LandmarkDashboard

@Suite("Modules are joined into one script")
struct ModuleJoinerTests {
    private func script(_ modules: [String: String]) throws(PageError) -> String {
        try ModuleJoiner.script(of: "main.js", in: PageFiles(modules), for: "test.html")
    }

    /// The error with which joining ends; nil if it does not.
    private func error(_ modules: [String: String]) -> PageError? {
        do {
            _ = try script(modules)
            return nil
        } catch {
            return error
        }
    }

    @Test("each once, after those that it imports")
    func order() throws {
        let joined = try script([
            "main.js": """
            import { both } from "./parts/both.js";
            import { low } from "./low.js";
            both(low);
            """,
            "parts/both.js": """
            import { low } from "../low.js";
            import { other } from "./other.js";
            export const both = low + other;
            """,
            "parts/other.js": "export let other = 2;",
            "low.js": "export async function low() {}",
        ])
        #expect(
            joined == """
                async function low() {}
                let other = 2;
                const both = low + other;
                both(low);
                """)
    }

    @Test("without comments, imports and exports")
    func text() throws {
        let joined = try script([
            "main.js": """
            // What it does.

            import {
              First,
              second,
            } from "./other.js";

            /**
             * A number.
             *
             * @type {number}
             */
            export const third = 3; // stays
            /** One line. */
            const element =
              /** @type {First} */ (third);
            const text = `a // b`;
            """,
            "other.js": """
            export class First {}
            export function second() {
              const third = 3;
              return third;
            }
            """,
        ])
        #expect(
            joined == """
                class First {}
                function second() {
                  const third = 3;
                  return third;
                }
                const third = 3; // stays
                const element =
                  /** @type {First} */ (third);
                const text = `a // b`;
                """)
    }

    @Test("a module that is missing")
    func missing() {
        #expect(error([:]) == .missing(path: "main.js", user: "test.html"))
        #expect(
            error(["main.js": #"import { a } from "./a.js";"#])
                == .missing(path: "a.js", user: "main.js"))
    }

    @Test("modules that import each other")
    func cycle() {
        let modules = [
            "main.js": #"import { a } from "./a.js";"#,
            "a.js": "import { b } from \"./b.js\";\nexport const a = 1;",
            "b.js": "import { a } from \"./a.js\";\nexport const b = 1;",
        ]
        #expect(error(modules) == .cycle(paths: ["a.js", "b.js"]))
        #expect(
            error(["main.js": "import { a } from \"./main.js\";\nexport const a = 1;"])
                == .cycle(paths: ["main.js"]))
    }

    @Test("a name that the other module does not export")
    func unknownName() {
        let modules = [
            "main.js": #"import { a, b } from "./a.js";"#,
            "a.js": "export const a = 1;\nlet b = 2;",
        ]
        #expect(error(modules) == .notExported(name: "b", by: "a.js", user: "main.js"))
    }

    @Test("a name that two modules declare")
    func declaredTwice() {
        let modules = [
            "main.js": "import { a } from \"./a.js\";\nfunction hidden() {}",
            "a.js": "export const a = 1;\nconst hidden = 2;",
        ]
        #expect(error(modules) == .declaredTwice(name: "hidden", files: ["a.js", "main.js"]))
    }

    @Test(
        "what would need more than joining",
        arguments: [
            #"import a from "./a.js";"#, #"import * as a from "./a.js";"#, #"import "./a.js";"#,
            #"import { a as b } from "./a.js";"#, #"import { a } from "a";"#,
            #"import { a } from "/a.js";"#, #"import { a } from "https://a.example/a.js";"#,
            #"import { a } from "../a.js";"#, #"import {} from "./a.js";"#,
            #"import { a } from "./a.js" with { type: "json" };"#, "import { a",
            "export default 1;", "export { a };", #"export * from "./a.js";"#,
            "const { a } = b;", "const [a] = b;", "const a = `", "/* a\n b */ c();",
        ])
    func unsupported(_ text: String) {
        guard case .unsupported(file: "main.js", _, _)? = error(["main.js": text]) else {
            Issue.record("\(text) is taken")
            return
        }
    }

    @Test("what would end the script early", arguments: ["</script", "<!--"])
    func ending(_ text: String) {
        #expect(
            error(["main.js": "const a = \"\(text)\";"])
                == .endsElement(file: "main.js", text: text))
    }
}
