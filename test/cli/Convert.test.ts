import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { atOnce, parse } from "../../layers/command/Arguments.ts"
import * as Conversions from "../../layers/command/Conversions.ts"
import { documents } from "../../layers/command/Inputs.ts"
import * as Bar from "../../layers/command/ProgressBar.ts"
import { pdf, type Script } from "../../layers/fakes/Converter.ts"
import { main } from "../../layers/main/convert.ts"
import manifest from "../../package.json" with { type: "json" }
import { atHand, Converter, type Progress } from "../../src/convert/Converter.ts"
import { failedPage } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { children, folder, until } from "../support/Children.ts"
import { firstRun, prepareCommandLine } from "../support/DataFolder.ts"

const hasFull = fs.existsSync("/dev/full")
if (!hasFull) console.warn("SKIPPED: a standard output that takes no more. There is no /dev/full on this platform.")

const isLinux = process.platform === "linux"
if (!isLinux) console.warn("SKIPPED: names that are not UTF-8. File systems of this platform have none.")

const program = fileURLToPath(new URL("../../layers/main/pdf-to-markdown.js", import.meta.url))

const start = (home: string, args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, [program, ...args], {
    cwd: home,
    env: { TMPDIR: home, ...variables },
    stdio: ["pipe", "pipe", "pipe"]
  })

const older = `Object.defineProperty(process, "versions", { value: { node: "20.0.0" } }); process.execPath = "/old"`

/** Of this Node, so that it takes itself for one that is too old. */
const throughOlder = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, program]

type Given = string | ReadonlyArray<Uint8Array> | { readonly env: Readonly<Record<string, string>> }

/** The arguments, with bytes for standard input and variables of the environment among them. */
const run = (home: string, ...given: ReadonlyArray<Given>) =>
  Effect.promise(async () => {
    const variables = Object.assign({}, ...given.map((one) => (typeof one === "object" && "env" in one ? one.env : {})))
    const child = start(
      home,
      given.filter((one) => typeof one === "string"),
      variables
    )
    for (const bytes of given.flatMap((one) => (Array.isArray(one) ? one : []))) child.stdin.write(bytes)
    child.stdin.end()
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
    return { out, err, code }
  })

/** What is written to a stream of this process, which takes nothing meanwhile. */
const taken = (stream: NodeJS.WriteStream) => {
  const { write } = stream
  let text = ""
  stream.write = (piece: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    text += typeof piece === "string" ? piece : new TextDecoder().decode(piece)
    const done = rest.at(-1)
    if (typeof done === "function") done()
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}

const heard = [
  [process, "SIGINT"],
  [process, "SIGTERM"],
  [process, "SIGHUP"],
  [process.stdout, "error"]
] as const

/** As `run`, in this process: the same program without its start, which takes longer than most of what is asked of it. */
const here = (home: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const cwd = process.cwd()
    const { exitCode } = process
    const before = heard.map(([source, name]) => source.listeners(name))
    const [out, err] = [taken(process.stdout), taken(process.stderr)]
    process.exitCode = undefined
    process.chdir(home)
    try {
      const folder = join(home, fs.readdirSync(home).find((name) => name.startsWith("pdf-to-markdown-"))!)
      await main(args, folder, join(folder, "code"))
    } finally {
      process.chdir(cwd)
      for (const [n, [source, name]] of heard.entries()) {
        for (const one of source.listeners(name)) {
          if (!before[n]!.includes(one)) source.removeListener(name, one as () => void)
        }
      }
    }
    const answer = { out: out(), err: err(), code: process.exitCode ?? 0 }
    process.exitCode = exitCode
    return answer
  })

/** A folder in which this program has been run before. */
const warm = Effect.tap(folder, (home) => Effect.promise(() => prepareCommandLine(home)))

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

it("As many documents are converted at once as there are processors, and free memory for each", () => {
  assert.strictEqual(atOnce(8, 64e9), 8)
  assert.strictEqual(atOnce(8, 7e9), 3)
  assert.strictEqual(atOnce(8, 1e8), 1)
})

describe("pdf-to-markdown", () => {
  it.live("prints blocks as JSON, or plain text, and names files by what is in them", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["Hello there", "And 1 * goodbye"] })
      const json = yield* here(home, "a.pdf", "--format", "json")
      const { pages, blocks } = JSON.parse(json.out)
      assert.deepStrictEqual(
        pages.map(({ page, width, height }: Record<string, number>) => [page, width, height]),
        [
          [1, 612, 792],
          [2, 612, 792]
        ]
      )
      assert.deepStrictEqual(
        blocks.map(({ type, page, text }: Record<string, unknown>) => [type, page, text]),
        [
          ["paragraph", 1, "Hello there"],
          ["paragraph", 2, "And 1 * goodbye"]
        ]
      )
      const plain = yield* here(home, "a.pdf", "--format", "text", "-o", "out/")
      assert.deepStrictEqual([plain.code, fs.readdirSync(join(home, "out"))], [0, ["a.txt"]])
      assert.strictEqual(fs.readFileSync(join(home, "out", "a.txt"), "utf8"), "Hello there\n\nAnd 1 * goodbye\n")
      assert.match((yield* here(home, "a.pdf", "--format", "html")).err, /--format is one of markdown, json, text/)
    })
  )

  it.live("prints the Markdown of a file, also when it is run for the first time", () =>
    Effect.gen(function* () {
      const { out, err, left } = yield* Effect.promise(firstRun)
      assert.include(out, "And goodbye")
      assert.notInclude(out, "Hello there")
      assert.strictEqual(err, "")
      assert.deepStrictEqual(left, { processes: [], files: [] })
    })
  )

  it.live.skipIf(!hasFull)("says that standard output takes no more; it ended with 1 in silence", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["Hello there"] })
      const full = fs.openSync("/dev/full", "w")
      const child = spawn(process.execPath, [program, "a.pdf"], {
        cwd: home,
        env: { TMPDIR: home },
        stdio: ["ignore", full, "pipe"]
      })
      const [err, [code]] = yield* Effect.promise(() => Promise.all([text(child.stderr!), once(child, "exit")]))
      fs.closeSync(full)
      assert.match(err, /^not_written: standard output: ENOSPC/)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("-o - is standard output, and no file of that name", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["Hello there"] })
      const { out, err, code } = yield* here(home, "a.pdf", "-o", "-")
      assert.deepStrictEqual([out, err, code], ["Hello there\n", "", 0])
      assert.isFalse(fs.existsSync(join(home, "-")))
      assert.include((yield* here(home, "a.pdf", "b.pdf", "-o", "-")).err, "Several documents need --out DIR")
    }).pipe(Effect.scoped)
  )

  it.live("writes a file for each, tells what could not be converted, and then ends with 1", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["First"] })
      put(home, "b/A.PDF", { pages: ["Second"] })
      put(home, "bad.pdf", "hello")
      put(home, "broken.pdf", "%PDF-1.7 hello")
      const { out, err, code } = yield* run(home, "-o", "md", "a.pdf", "b/A.PDF", "bad.pdf", "broken.pdf", "none.pdf")
      assert.strictEqual(out, "")
      assert.match(err, /^bad\.pdf: not_a_pdf: /m)
      assert.match(err, /^broken\.pdf: corrupt_pdf: /m)
      assert.match(err, /^none\.pdf: file_not_found: There is no file none\.pdf$/m)
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(fs.readdirSync(join(home, "md")).toSorted(), ["A-2.md", "a.md"])
      assert.include(fs.readFileSync(join(home, "md/a.md"), "utf8"), "First")
      assert.include(fs.readFileSync(join(home, "md/A-2.md"), "utf8"), "Second")
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("takes a folder for the PDFs below it, and writes their results in folders of the same names", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "in/a.pdf", { pages: ["First"] })
      put(home, "in/deep er/b.PDF", { pages: ["Second"] })
      put(home, "in/notes.txt", "no document")
      const { err, code } = yield* here(home, "in", "--out", "md")
      assert.deepStrictEqual([err, code], ["", 0])
      assert.include(fs.readFileSync(join(home, "md/a.md"), "utf8"), "First")
      assert.include(fs.readFileSync(join(home, "md/deep er/b.md"), "utf8"), "Second")
    }).pipe(Effect.scoped)
  )

  it.live("-o DIR with a folder of one PDF does not write a file called DIR", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "in/a.pdf", { pages: ["First"] })
      put(home, "file.md", "mine")
      const { err, code } = yield* here(home, "in", "-o", "md")
      assert.deepStrictEqual([err, code], ["", 0])
      assert.include(fs.readFileSync(join(home, "md/a.md"), "utf8"), "First")
      const over = yield* here(home, "in", "-o", "file.md")
      assert.include(over.err, "file.md is a file")
      assert.strictEqual(fs.readFileSync(join(home, "file.md"), "utf8"), "mine")
    }).pipe(Effect.scoped)
  )

  it.live("a link within a folder that leads back to it converts nothing twice: each PDF was converted 40 times", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "in/deep/a.pdf", { pages: ["First"] })
      put(home, "elsewhere/b.pdf", { pages: ["Second"] })
      fs.symlinkSync("..", join(home, "in/deep/back"))
      fs.symlinkSync("../elsewhere", join(home, "in/a link"))
      fs.symlinkSync("deep/a.pdf", join(home, "in/c.pdf"))
      fs.symlinkSync("itself.pdf", join(home, "in/itself.pdf"))
      const { err, code } = yield* here(home, "in", "-o", "md")
      assert.deepStrictEqual([err, code], ["", 0])
      const results = fs.readdirSync(join(home, "md"), { recursive: true, encoding: "utf8" })
      assert.deepStrictEqual(
        results.filter((name) => name.endsWith(".md")).toSorted(),
        ["a link/b.md", "c.md", "deep/a.md"].toSorted()
      )
    }).pipe(Effect.scoped)
  )

  it.live("-o with the document itself leaves it as it is: it was replaced by its Markdown", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["First"] })
      fs.symlinkSync("a.pdf", join(home, "b.md"))
      for (const out of ["a.pdf", "./a.pdf", "b.md"]) {
        const { err, code } = yield* here(home, "a.pdf", "-o", out)
        assert.deepStrictEqual([code, err.includes("is the document itself")], [2, true], out)
      }
      assert.deepStrictEqual(fs.readFileSync(join(home, "a.pdf")), Buffer.from(pdf({ pages: ["First"] })))
    }).pipe(Effect.scoped)
  )

  it.live("-o with a link or a pipe writes through it and leaves it there: it was replaced by a file", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["First"] })
      put(home, "notes/kept.md", "old")
      fs.symlinkSync("notes/kept.md", join(home, "link.md"))
      execFileSync("mkfifo", [join(home, "pipe")])
      const read = text(fs.createReadStream(join(home, "pipe")))
      fs.symlinkSync("notes/new.md", join(home, "dangling.md"))
      const made = yield* here(home, "a.pdf", "-o", "dangling.md")
      assert.strictEqual(made.code, 0, made.err)
      assert.isTrue(fs.lstatSync(join(home, "dangling.md")).isSymbolicLink())
      assert.isTrue(fs.existsSync(join(home, "notes/new.md")))
      const [through, piped] = [yield* here(home, "a.pdf", "-o", "link.md"), yield* here(home, "a.pdf", "-o", "pipe")]
      assert.deepStrictEqual([through, piped], Array(2).fill({ out: "", err: "", code: 0 }))
      assert.isTrue(fs.lstatSync(join(home, "link.md")).isSymbolicLink())
      assert.include(fs.readFileSync(join(home, "notes/kept.md"), "utf8"), "First")
      assert.isTrue(fs.lstatSync(join(home, "pipe")).isFIFO())
      assert.include(yield* Effect.promise(() => read), "First")
    }).pipe(Effect.scoped)
  )

  it.live("a name that cannot be one is told of like a file that is missing: there was a stack trace", () =>
    Effect.gen(function* () {
      const home = yield* warm
      fs.symlinkSync("itself.pdf", join(home, "itself.pdf"))
      for (const name of ["itself.pdf", `${"a".repeat(5_000)}.pdf`]) {
        const { err, code } = yield* here(home, name)
        assert.deepStrictEqual([code, err.includes(": file_not_found: There is no file ")], [1, true])
      }
    }).pipe(Effect.scoped)
  )

  it.live("a named pipe, such as <(…) of a shell, is read to its end: it was not a file that can be sought in", () =>
    Effect.gen(function* () {
      const home = yield* warm
      execFileSync("mkfifo", [join(home, "pipe")])
      const written = fs.promises.writeFile(join(home, "pipe"), pdf({ pages: ["Hello there"] }))
      const { out, err, code } = yield* here(home, "pipe")
      yield* Effect.promise(() => written)
      assert.deepStrictEqual([out.trim(), err, code], ["Hello there", "", 0])
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("waits for a pipe that nobody writes to only until a signal comes: it could not be ended", () =>
    Effect.gen(function* () {
      const home = yield* warm
      execFileSync("mkfifo", [join(home, "pipe")])
      const child = start(home, ["pipe"])
      const exit = once(child, "exit")
      yield* until(() => children(home).length > 0)
      child.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => exit), [143, null])
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("ends as the signal says that ends it before it has begun, also through an older Node", () =>
    Effect.gen(function* () {
      const home = yield* warm
      const args = [...throughOlder, "-"]
      const child = spawn(process.execPath, args, { cwd: home, env: { TMPDIR: home }, stdio: ["pipe", "pipe", "pipe"] })
      const exit = once(child, "exit")
      const begun = () => fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8") !== ""
      yield* until(begun)
      child.kill("SIGHUP")
      assert.deepStrictEqual(yield* Effect.promise(() => exit), [129, null])
    }).pipe(Effect.scoped)
  )

  it.live.runIf(isLinux)(
    "ends when the older Node that started it is killed: a time limit waited until all was converted",
    () =>
      Effect.gen(function* () {
        const home = yield* warm
        put(home, "long.pdf", { pages: Array.from({ length: 3000 }, (_, index) => `This is page number ${index}`) })
        const child = spawn(process.execPath, [...throughOlder, "--out", "md", "long.pdf"], {
          cwd: home,
          env: { TMPDIR: home },
          stdio: ["ignore", "pipe", "pipe"]
        })
        const closed = once(child, "close")
        yield* until(() => fs.globSync("pdf-to-markdown-*/*/child-*/input.pdf", { cwd: home }).length > 0)
        child.kill("SIGKILL")
        yield* Effect.promise(() => closed)
        assert.isFalse(fs.existsSync(join(home, "md")))
        assertTidy(home)
      }).pipe(Effect.scoped)
  )

  it.live.runIf(isLinux)("a file whose name is not UTF-8 is told of, and the others of its folder are converted", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "in/a.pdf", { pages: ["First"] })
      for (const name of ["caf\xe9.pdf", "caf\xe9.txt"])
        fs.writeFileSync(Buffer.from(join(home, "in", name), "latin1"), pdf({ pages: ["Second"] }))
      const { err, code } = yield* here(home, "in", "-o", "md", "-q")
      assert.strictEqual(err, "in/caf\ufffd.pdf: file_not_found: Its name is not UTF-8: give it another\n")
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(fs.readdirSync(join(home, "md")), ["a.md"])
    }).pipe(Effect.scoped)
  )

  it.live("a name with control characters is told of in one line that does nothing to the terminal", () =>
    Effect.gen(function* () {
      const home = yield* warm
      const { err } = yield* here(home, "\u001b[31ma\nb.pdf")
      assert.match(err, /^\\x1b\[31ma\\x0ab\.pdf: file_not_found: .*\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("takes standard input and a link, and writes one result to the file that is named", () =>
    Effect.gen(function* () {
      const home = yield* warm
      const bytes = pdf({ pages: ["Hello there"] })
      const piped = yield* run(home, [bytes], "-", "-o", "piped.md")
      assert.deepStrictEqual(piped, { out: "", err: "", code: 0 })
      assert.include(fs.readFileSync(join(home, "piped.md"), "utf8"), "Hello there")

      const server = createServer((request, response) =>
        request.url === "/a%20b.pdf" ? response.end(bytes) : response.writeHead(404).end()
      )
      yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
      const { port } = server.address() as AddressInfo
      const links = [`http://127.0.0.1:${port}/a%20b.pdf`, `http://127.0.0.1:${port}/gone.pdf`, "http://127.0.0.1:1/"]
      const fetched = yield* here(home, ...links, "-o", "md")
      server.close()
      assert.include(fs.readFileSync(join(home, "md/a b.md"), "utf8"), "Hello there")
      assert.include(fetched.err, "/gone.pdf: broken_link: It answers 404")
      assert.match(fetched.err, /^http:\/\/127\.0\.0\.1:1\/: broken_link: /m)
      assert.strictEqual(fetched.code, 1)
      assertTidy(home)
    }).pipe(Effect.scoped)
  )

  it.live("refuses a document of too many pages and says what lifts the limit", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["One", "Two", "Three"] })
      const { err, code } = yield* here(home, "a.pdf", "--max-pages", "2")
      assert.match(err, /^a\.pdf: page_limit_exceeded: .*--max-pages/)
      assert.notInclude(err, "--pages", "some pages of a document are refused like all of it")
      assert.strictEqual(code, 1)
      assert.strictEqual((yield* here(home, "a.pdf", "--max-pages", "3")).code, 0)
      const beyond = yield* here(home, "a.pdf", "--pages", "7-9")
      assert.match(beyond.err, /^a\.pdf: invalid_page_range: .* which has 3/, "it was conversion_failed")
      assert.strictEqual(beyond.code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("opens encrypted files with --password or PDF_PASSWORD, and tells a wrong one from none", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "in/locked.pdf", { pages: ["Hello there"], password: "päss 7" })
      put(home, "in/open.pdf", { pages: ["Hello there"] })
      const locked = join("in", "locked.pdf")
      assert.deepStrictEqual(yield* here(home, locked), {
        out: "",
        err: "in/locked.pdf: password_required: The document is protected by a password (try --password)\n",
        code: 1
      })
      const wrong = yield* here(home, locked, "--password", "pass 7")
      assert.match(wrong.err, /^in\/locked\.pdf: password_wrong: The password does not open the document/)
      assert.strictEqual(wrong.code, 1)
      const both = yield* here(home, "in", "-o", "md", "--password", "päss 7")
      assert.deepStrictEqual([both.err, both.code], ["", 0])
      assert.deepStrictEqual(fs.readdirSync(join(home, "md")), ["locked.md", "open.md"])
      const unseen = yield* run(home, locked, { env: { PDF_PASSWORD: "päss 7" } })
      assert.include(unseen.out, "Hello there")
      assert.match((yield* here(home, locked, "--password", "")).err, /^--password is empty/)
    }).pipe(Effect.scoped)
  )

  it.live("tells when the result cannot be written", () =>
    Effect.gen(function* () {
      const home = yield* warm
      put(home, "a.pdf", { pages: ["First"] })
      const { err, code } = yield* here(home, "--out", "a.pdf/md/", "a.pdf")
      assert.match(err, /^a\.pdf: not_written: a\.pdf\/md\/a\.md: a part of the path is a file$/m)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("leaves no process and no file behind when interrupted, while starting or while converting", () =>
    Effect.gen(function* () {
      for (const moment of ["starting", "converting"]) {
        const home = yield* warm
        put(home, "long.pdf", { pages: Array.from({ length: 3000 }, (_, index) => `This is page number ${index}`) })
        const child = start(home, ["--out", "md", "long.pdf"])
        const exit = once(child, "exit")
        const inputs = () => fs.globSync("pdf-to-markdown-*/*/child-*/input.pdf", { cwd: home })
        yield* until(() => (moment === "starting" ? children(home) : inputs()).length > 0)
        child.kill("SIGINT")
        assert.deepStrictEqual(yield* Effect.promise(() => exit), [130, null], moment)
        assert.isFalse(fs.existsSync(join(home, "md")), moment)
        assertTidy(home)
      }
    }).pipe(Effect.scoped)
  )

  it.live("explains itself when asked, or when asked for what it cannot do", () =>
    Effect.gen(function* () {
      const home = yield* warm
      const asked = yield* here(home, "--help")
      assert.match(asked.out, /^Usage: pdf-to-markdown/)
      assert.strictEqual(asked.code, 0)
      assert.deepStrictEqual(yield* run(home, "--version"), { out: `${manifest.version}\n`, err: "", code: 0 })
      put(home, "many/a.pdf", "")
      put(home, "many/b.pdf", "")
      put(home, "file.md", "")
      const nothing = yield* run(home)
      assert.include(nothing.err, "No file is given")
      assert.deepStrictEqual([nothing.out, nothing.code], ["", 2])
      const mistakes = [
        [[], "No file is given"],
        [["--tables", "latex", "a.pdf"], "--tables is one of gfm, html, auto"],
        [["--ocr", "always", "a.pdf"], "--ocr is one of auto, text, ocr"],
        [["--pages", "3-1", "a.pdf"], "--pages is like 1-3,7"],
        [["--pages", "1", "--page-range", "2", "a.pdf"], "--pages and --page-range are the same"],
        [["--max-pages", "0", "a.pdf"], "--max-pages is a whole number from 1 on"],
        [["--jobs", "two", "a.pdf"], "--jobs is a whole number from 1 on"],
        [["--colour", "a.pdf"], "--colour is not known. pdf"],
        [["--formt", "json", "a.pdf"], "--formt is not known; did you mean --format? pdf"],
        [["a.pdf", "--password"], "--password needs a value. pdf"],
        [["a.pdf", "-o"], "--out needs a value. pdf"],
        [
          ["--max-pages", "-5", "a.pdf"],
          "--max-pages needs a value; one that begins with - stands as --max-pages=-… pdf"
        ],
        [["--quiet=yes", "a.pdf"], "--quiet takes no value. pdf"],
        [["a.pdf", "b.pdf"], "Several documents need --out DIR"],
        [["many"], "Several documents need --out DIR"],
        [["many", "-o", "file.md"], "Several documents need a folder, and file.md is a file"],
        [["-", "-", "-o", "md"], "Standard input can be read only once"]
      ] as const
      for (const [args, message] of mistakes) {
        const { out, err, code } = yield* here(home, ...args)
        assert.include(err, message)
        assert.deepStrictEqual([out, code], ["", 2], args.join(" "))
      }
      fs.mkdirSync(join(home, "empty"), { recursive: true })
      const missing = [
        ["*.pdf", "*.pdf: file_not_found: No file matches *.pdf"],
        ["a.pdf", "a.pdf: file_not_found: There is no file a.pdf"],
        ["none", "none: file_not_found: There is no file none"],
        ["ftp://host/a.pdf", "ftp://host/a.pdf: broken_link: Links begin with http:// or https://"],
        ["empty", "empty: file_not_found: There is no .pdf file below empty"],
        ["file.md", "file.md: not_a_pdf: "],
        ["http://", "http://: broken_link: "]
      ] as const
      const names = missing.map(([name]) => name)
      const alone = yield* here(home, "none")
      assert.deepStrictEqual([alone.out, alone.code], ["", 1])
      assert.include(alone.err, "none: file_not_found: There is no file none")
      const together = yield* here(home, ...names, "-o", "out")
      assert.strictEqual(together.code, 1)
      for (const [, message] of missing) assert.include(together.err, message)
      assert.lengthOf(together.err.trim().split("\n"), names.length)
    }).pipe(Effect.scoped)
  )
})

it.effect("keeps the pages that were read in time, says how many are missing, and ends with 3", () =>
  Effect.gen(function* () {
    const home = yield* folder
    put(home, "a.pdf", { pages: [] })
    const path = join(home, "a.pdf")
    const asked = parse([path, "--time-budget", "60"])
    if (asked._tag !== "Plan") return assert.fail(asked._tag)
    const printed: Array<string> = []
    const told: Array<string> = []
    const slow = Converter.of({
      pages: () =>
        Stream.concat(
          Stream.fromArray<Progress>([
            { _tag: "Opened", info: { pages: 3, title: null, author: null } },
            { _tag: "Page", page: { ...failedPage(1), warnings: [] } }
          ]),
          Stream.never
        ),
      assemble: (_, pages, __, take) =>
        take({
          ...atHand,
          pages: pages.length,
          markdown: Stream.encodeText(Stream.succeed(`${pages.length} page`)),
          blocks: Stream.empty
        })
    })
    const running = yield* Conversions.convert(documents([path]), asked.plan, 1, home, {
      print: async (text) => void printed.push(String(text)),
      tell: (line) => void told.push(line),
      show: null
    }).pipe(Effect.provideService(Converter, slow), Effect.forkChild)
    yield* Effect.promise(() => new Promise(setImmediate))
    yield* TestClock.adjust("60 seconds")
    assert.strictEqual(yield* Fiber.join(running), 3)
    assert.deepStrictEqual(printed, ["1 page"])
    assert.deepStrictEqual(told, [`${path}: time_budget_exceeded: 1 of 3 pages within 60 s`])
  }).pipe(Effect.scoped)
)

describe("the arguments", () => {
  const message = (...args: ReadonlyArray<string>) => {
    const asked = parse(args)
    return asked._tag === "Wrong" ? asked.message : asked._tag
  }

  it("are the service's settings, with its defaults", () => {
    const all = "--converter text --ocr-languages eng,deu --tables html --headers-footers keep --page-breaks comment"
    const asked = parse([...`${all} --images alt --page-range 1-3,7 --front-matter --math text`.split(" "), "a.pdf"])
    assert.deepStrictEqual(asked._tag === "Plan" ? asked.plan.options : null, {
      converter: "text",
      ocr_languages: ["eng", "deu"],
      tables: "html",
      headers_footers: "keep",
      page_breaks: "comment",
      images: "alt",
      page_range: "1-3,7",
      front_matter: true,
      math: "text"
    })
    const plain = parse(["a.pdf"])
    assert.deepStrictEqual(plain._tag === "Plan" ? plain.plan.options : null, defaults)
  })

  it("are refused when they make no sense", () => {
    assert.strictEqual(message(), "No file is given")
    // A variable of a shell that is not set: the one was looked for, the other was written beside its place.
    assert.strictEqual(message(""), "The name of a file is empty")
    assert.strictEqual(message("a.pdf", "-o", ""), "--out is empty")
    for (const list of ["tlh", "eng,eng", ""])
      assert.include(message("a.pdf", "--ocr-languages", list), "takes some of")
  })
})

it.live("two files of one name get two names, none of which another file has", () =>
  Effect.gen(function* () {
    const home = yield* folder
    for (const name of ["x/a.pdf", "y/A.pdf", "a-2.pdf", "b"]) put(home, name, "")
    const found = documents(["x/a.pdf", "y/A.pdf", "a-2.pdf", "b"].map((name) => join(home, name)))
    assert.deepStrictEqual(
      found.map((one) => ("stem" in one ? one.stem : one.name)),
      ["a", "A-2", "a-2-2", "b"]
    )
  }).pipe(Effect.scoped)
)

it("the bar fills with pages for one file, and with files for many", () => {
  const one = Bar.line({ files: 1, filesDone: 0, pages: 4, pagesDone: 2 })
  assert.strictEqual(one, `[${"#".repeat(15)}${"-".repeat(15)}] 2 of 4 pages`)
  const many = Bar.line({ files: 3, filesDone: 1, pages: 4, pagesDone: 4 })
  assert.strictEqual(many, `[${"#".repeat(10)}${"-".repeat(20)}] 1 of 3 files, 4 of 4 pages`)
})
