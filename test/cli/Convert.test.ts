import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parse } from "../../layers/converter/Arguments.ts"
import { names } from "../../layers/converter/Files.ts"
import * as Bar from "../../layers/converter/ProgressBar.ts"
import { pdf, type Script } from "../../layers/fakes/Converter.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { children, folder, until } from "../support/Children.ts"

const program = fileURLToPath(new URL("../../layers/main/convert.js", import.meta.url))

const start = (home: string, args: ReadonlyArray<string>) =>
  spawn(process.execPath, [program, ...args], { cwd: home, env: { TMPDIR: home }, stdio: ["ignore", "pipe", "pipe"] })

const run = (home: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const child = start(home, args)
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
    return { out, err, code }
  })

const put = (home: string, name: string, script: Script | string) => {
  fs.mkdirSync(join(home, name, ".."), { recursive: true })
  fs.writeFileSync(join(home, name), typeof script === "string" ? script : pdf(script))
}

/** Nothing of a run is left: no process, no spool. */
const assertTidy = (home: string) => {
  assert.deepStrictEqual(children(home), [])
  for (const name of fs.readdirSync(home).filter((name) => name.startsWith("pdf-to-markdown-"))) {
    assert.deepStrictEqual(fs.readdirSync(join(home, name)), ["code"])
  }
}

describe("npm run convert", () => {
  it.live("prints the Markdown of a file", () =>
    Effect.gen(function* () {
      const home = yield* folder
      put(home, "a.pdf", { pages: ["Hello there", "And goodbye"] })
      const { out, err, code } = yield* run(home, "a.pdf", "--page-range", "2")
      assert.include(out, "And goodbye")
      assert.notInclude(out, "Hello there")
      assert.strictEqual(err, "")
      assert.strictEqual(code, 0)
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("writes a file for each, tells what could not be converted, and then ends with 1", () =>
    Effect.gen(function* () {
      const home = yield* folder
      put(home, "a.pdf", { pages: ["First"] })
      put(home, "b/A.PDF", { pages: ["Second"] })
      put(home, "bad.pdf", "hello")
      const { out, err, code } = yield* run(home, "--out", "md", "a.pdf", "b/A.PDF", "bad.pdf", "none.pdf")
      assert.strictEqual(out, "")
      assert.match(err, /^bad\.pdf: corrupt_pdf: /m)
      assert.match(err, /^none\.pdf: conversion_failed: /m)
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(fs.readdirSync(join(home, "md")).toSorted(), ["A-2.md", "a.md"])
      assert.include(fs.readFileSync(join(home, "md/a.md"), "utf8"), "First")
      assert.include(fs.readFileSync(join(home, "md/A-2.md"), "utf8"), "Second")
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("tells when the folder cannot be written", () =>
    Effect.gen(function* () {
      const home = yield* folder
      put(home, "a.pdf", { pages: ["First"] })
      const { err, code } = yield* run(home, "--out", "a.pdf", "a.pdf")
      assert.match(err, /^a\.pdf: not_written: /m)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("leaves no process and no file behind when interrupted, while starting or while converting", () =>
    Effect.gen(function* () {
      for (const moment of ["starting", "converting"]) {
        const home = yield* folder
        put(home, "long.pdf", { pages: Array.from({ length: 3000 }, (_, index) => `This is page number ${index}`) })
        const child = start(home, ["--out", "md", "long.pdf"])
        const exit = once(child, "exit")
        const inputs = () => fs.globSync("pdf-to-markdown-*/*/child-*/input.pdf", { cwd: home })
        yield* until(() => (moment === "starting" ? children(home) : inputs()).length === 1)
        child.kill("SIGINT")
        assert.deepStrictEqual(yield* Effect.promise(() => exit), [130, null], moment)
        assert.isFalse(fs.existsSync(join(home, "md")), moment)
        assertTidy(home)
      }
    }).pipe(Effect.scoped)
  )

  it.live("explains itself when asked, or when asked for what it cannot do", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const asked = yield* run(home, "--help")
      assert.match(asked.out, /^Usage: npm run convert/)
      assert.strictEqual(asked.code, 0)
      const wrong = yield* run(home, "--tables", "latex", "a.pdf")
      assert.match(wrong.err, /^--tables is one of gfm, html/)
      assert.strictEqual(wrong.code, 2)
    }).pipe(Effect.scoped)
  )
})

describe("the arguments", () => {
  const message = (...args: ReadonlyArray<string>) => {
    const asked = parse(args)
    return asked._tag === "Wrong" ? asked.message : asked._tag
  }

  it("are the service's settings, with its defaults", () => {
    const all = "--converter text --ocr-languages eng,deu --tables html --headers-footers keep --page-breaks comment"
    const asked = parse([...`${all} --images alt --page-range 1-3,7 --front-matter`.split(" "), "a.pdf"])
    assert.deepStrictEqual(asked._tag === "Plan" ? asked.plan.options : null, {
      converter: "text",
      ocr_languages: ["eng", "deu"],
      tables: "html",
      headers_footers: "keep",
      page_breaks: "comment",
      images: "alt",
      page_range: "1-3,7",
      front_matter: true
    })
    const plain = parse(["a.pdf"])
    assert.deepStrictEqual(plain._tag === "Plan" ? plain.plan.options : null, defaults)
  })

  it("are refused when they make no sense", () => {
    assert.strictEqual(message(), "No file is given")
    assert.strictEqual(message("a.pdf", "b.pdf"), "Several files need --out DIR")
    assert.strictEqual(message("a.pdf", "--page-range", "3-1"), "--page-range is like 1-3,7")
    assert.include(message("a.pdf", "--colour"), "--colour")
    for (const list of ["tlh", "eng,eng", ""])
      assert.include(message("a.pdf", "--ocr-languages", list), "takes some of")
  })
})

it("two files of one name get two names, none of which another file has", () =>
  assert.deepStrictEqual(names(["x/a.pdf", "y/a.pdf", "a-2.pdf", "b"]), ["a.md", "a-2.md", "a-2-2.md", "b.md"]))

it("the bar fills with pages for one file, and with files for many", () => {
  const one = Bar.line({ files: 1, filesDone: 0, pages: 4, pagesDone: 2 })
  assert.strictEqual(one, `[${"#".repeat(15)}${"-".repeat(15)}] 2 of 4 pages`)
  const many = Bar.line({ files: 3, filesDone: 1, pages: 4, pagesDone: 4 })
  assert.strictEqual(many, `[${"#".repeat(10)}${"-".repeat(20)}] 1 of 3 files, 4 of 4 pages`)
})
