/** Reads `docs/`, and what its pages load. */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect, Layer } from "effect"
import { contents } from "../../src/http/docs/Contents.ts"
import { Manual } from "../../src/http/docs/Manual.ts"
import { pageOf } from "./Markdown.ts"

const root = resolve(import.meta.dirname, "../..")

const read = (path: string) => readFileSync(join(root, path), "utf8")

export const layer = Layer.succeed(
  Manual,
  Effect.sync(() => {
    const names = contents.flatMap(({ pages }) => pages).filter((name) => name !== "reference" && name !== "errors")
    return {
      pages: ["index", ...names].map((name) => pageOf(name, read(`docs/${name}.md`))),
      style: read("src/web/docs/docs.css"),
      script: read("src/web/docs/docs.js"),
      icon: read("src/web/icon.svg")
    }
  })
)
