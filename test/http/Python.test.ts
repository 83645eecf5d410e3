/** The Python programs of the documentation, run as they stand there with the standard library alone. */
import { execFile, execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { newPerson } from "../support/Account.ts"
import { folder } from "../support/Children.ts"
import * as Service from "../support/Service.ts"

const isInstalled = (() => {
  try {
    execFileSync("python3", ["--version"])
    return true
  } catch {
    console.warn("SKIPPED: the documentation's Python programs. There is no python3 on this machine.")
    return false
  }
})()

const page = fs.readFileSync(new URL("../../docs/examples.md", import.meta.url), "utf8")

/** The listings of the page: for one file, and for many, which imports the other as `convert`. */
const [one = "", many = ""] = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, program = ""]) => program)

/** What the program prints, with a key of a person's own; `-S` hides packages that happen to be installed. */
const run = Effect.fnUntraced(function* (name: "convert.py" | "many.py", argument: string) {
  const base = yield* Service.Base
  const { key } = yield* newPerson("pro")
  const home = yield* folder
  fs.writeFileSync(join(home, "convert.py"), one.replace("http://localhost:8080", base))
  fs.writeFileSync(join(home, "many.py"), many)
  const env = { PATH: process.env["PATH"], KEY: key.secret }
  return yield* Effect.promise(() => promisify(execFile)("python3", ["-ES", join(home, name), argument], { env }))
})

describe.runIf(isInstalled)("Python's standard library", () => {
  layer(Service.layer())((it) => {
    it.effect("converts a file with the program of the documentation", () =>
      Effect.gen(function* () {
        const file = join(yield* folder, "a report.pdf")
        fs.writeFileSync(file, pdf({ pages: ["Hello", "World"] }))
        assert.deepInclude(yield* run("convert.py", file), { stdout: "Hello\n\nWorld\n", stderr: "" })
      })
    )

    it.effect("converts a folder, and says of each file what became of it", () =>
      Effect.gen(function* () {
        const home = yield* folder
        for (const name of ["a", "b", "c"]) fs.writeFileSync(join(home, `${name}.pdf`), pdf({ pages: [name] }))
        fs.writeFileSync(join(home, "broken.pdf"), pdf({ pages: ["x"], failure: "corrupt_pdf" }))
        fs.writeFileSync(join(home, "text.pdf"), "This is text")
        const { stdout } = yield* run("many.py", home)
        assert.deepStrictEqual(
          stdout
            .trim()
            .split("\n")
            .map((line) => line.slice(home.length + 1))
            .sort(),
          ["a.pdf ok", "b.pdf ok", "broken.pdf corrupt_pdf", "c.pdf ok", "text.pdf 400 not_a_pdf"]
        )
        assert.strictEqual(fs.readFileSync(join(home, "b.md"), "utf8"), "b\n")
      })
    )
  })
})
