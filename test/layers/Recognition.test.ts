import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { asText, Converter, type Progress } from "../../src/convert/Converter.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import { argumentsOf, children, folder, found, until } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"
import { long } from "../support/Long.ts"
import { lines, makePdf, type PdfPage } from "../support/Pdf.ts"
import { type ScanOptions, scanOf } from "../support/Scans.ts"

const spool = join(tmpdir(), "recognition-test-spool")
const real = engine({ converters: 1, spares: 1, recognisers: 1, spool })

const text = (number: number): PdfPage => ({
  items: lines(["This page has a text layer, and no need of anything else.", `It is number ${number}.`], {
    x: 72,
    y: 90
  })
})

const sentence = ["The quick brown fox jumps over the lazy dog,", "and the dog sleeps on until the sun is up."]
const scan = (number: number): PdfPage =>
  scanOf([
    { text: "Report of the year", x: 40, y: 60, size: 22 },
    ...lines([...sentence, `This was written on sheet ${number}.`], { x: 40, y: 100, size: 11, leading: 15 })
  ])

/** Where it does not matter what is read: a word takes a third of the time. */
const label = scanOf([{ text: "A short page.", x: 20, y: 30, size: 12 }], { width: 160, height: 60 })

const convert = Effect.fnUntraced(function* (pages: ReadonlyArray<PdfPage>, options: Partial<Options> = {}) {
  const converter = yield* Converter
  const path = join(yield* folder, "a.pdf")
  fs.writeFileSync(path, makePdf({ pages }))
  const settings = { ...defaults, ...options }
  const steps = yield* converter.pages({ path }, settings, { maxPages: 100 }).pipe(Stream.runCollect)
  const finished = steps.flatMap((step) => (step._tag === "Page" ? [step.page] : []))
  const info = { pages: pages.length, title: null, author: null }
  return { finished, markdown: yield* converter.assemble(info, finished, settings, asText) }
}, Effect.scoped)

const isPage = ({ _tag }: Progress) => _tag === "Page"

/** Time that a process has spent on a core, in hundredths of a second. */
const ticks = (pid: number) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ")
  return Number(fields[11]) + Number(fields[12])
}

/** Of one test, in ms: recognition is slow where everything is. */
const patience = 120_000

const hurried = engine({
  converters: 1,
  spares: 1,
  recognisers: 1,
  spool,
  limits: { recognisedPage: 1 }
})

layer(hurried, { excludeTestServices: true })("Recognition that takes too long", (it) => {
  it.effect(
    "leaves out the page and says so; the pages around it arrive",
    () =>
      Effect.gen(function* () {
        const { finished } = yield* convert([text(1), scan(2), text(3)])
        assert.deepStrictEqual(
          finished.map(({ page, method, warnings }) => [page, method, warnings]),
          [
            [1, "text", []],
            [2, "empty", ["page_failed"]],
            [3, "text", []]
          ]
        )
      }),
    patience
  )
})

layer(real, { excludeTestServices: true })("Recognition", (it) => {
  it.effect(
    "reads two scanned pages among ten, in their places, and says so",
    () =>
      Effect.gen(function* () {
        const pages = Array.from({ length: 10 }, (_, i) => (i === 2 || i === 6 ? scan(i + 1) : text(i + 1)))
        const { finished, markdown } = yield* convert(pages)
        assert.deepStrictEqual(
          finished.map(({ page, method }) => [page, method]),
          pages.map((_, i) => [i + 1, i === 2 || i === 6 ? "ocr" : "text"])
        )
        for (const { method, confidence, characters, warnings } of finished) {
          assert.deepStrictEqual(warnings, [])
          if (method === "text") assert.isNull(confidence)
          else assert.isTrue(confidence !== null && confidence > 0.8 && confidence <= 1)
          assert.isAbove(characters, 50)
        }
        const order = ["number 2", "written on sheet 3", "number 4", "written on sheet 7", "number 8"]
        const places = order.map((text) => markdown.indexOf(text))
        assert.deepStrictEqual(
          places,
          places.toSorted((a, b) => a - b)
        )
        assert.notInclude(places, -1)
        assert.match(markdown, /^#+ Report of the year$/m)
        assert.include(markdown, sentence.join(" "))
      }),
    patience
  )

  it.effect(
    "reads boxes to tick and bullets, which are no letters",
    () =>
      Effect.gen(function* () {
        const box = (x: number, y: number): NonNullable<ScanOptions["rules"]> => [
          [x, y - 8, x + 8, y - 8],
          [x, y, x + 8, y],
          [x, y - 8, x, y],
          [x + 8, y - 8, x + 8, y]
        ]
        const { markdown } = yield* convert([
          scanOf(
            [
              { text: "Do you want a receipt?", x: 40, y: 40, size: 11 },
              { text: "Yes", x: 180, y: 40, size: 11 },
              { text: "No", x: 230, y: 40, size: 11 },
              { text: "•", x: 48, y: 80, size: 11 },
              { text: "bring a pencil", x: 60, y: 80, size: 11 },
              { text: "•", x: 48, y: 95, size: 11 },
              { text: "and something to eat", x: 60, y: 95, size: 11 }
            ],
            { dotsPerInch: 200, rules: [...box(166, 40), ...box(216, 40), [216, 32, 224, 40], [224, 32, 216, 40]] }
          )
        ])
        assert.include(markdown, "Do you want a receipt? [ ] Yes [x] No")
        assert.include(markdown, "- bring a pencil\n- and something to eat")
      }),
    patience
  )

  it.effect(
    "loses no page to somebody who kills a child in the middle of a scan",
    () =>
      Effect.gen(function* () {
        yield* convert([label])
        const isReader = (argument: string) => /\/recogniser-\w+\.mjs$/.test(argument)
        const reader = yield* found(() => children(spool).find((pid) => argumentsOf(pid).some(isReader)))
        const before = ticks(reader)
        const reading = yield* Effect.forkChild(convert([scan(1)]))
        yield* until(() => ticks(reader) > before + 5)
        process.kill(reader, "SIGKILL")
        const { finished } = yield* Fiber.join(reading)
        assert.deepStrictEqual(
          finished.map(({ method, warnings }) => [method, warnings]),
          [["ocr", []]]
        )
      }),
    patience
  )

  it.effect(
    "takes owners by turns: who asks for one page does not wait for all that another asked for before",
    () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const home = yield* folder
        const pages = (owner: string, name: string, count: number) => {
          const path = join(home, name)
          fs.writeFileSync(path, makePdf({ pages: Array.from({ length: count }, () => label) }))
          return Stream.filter(converter.pages({ path, owner }, defaults, { maxPages: count }), isPage)
        }
        let done = 0
        const count = Effect.sync(() => void done++)
        const batch = yield* Effect.forEach(["a.pdf", "b.pdf", "c.pdf"], (name) =>
          Effect.forkChild(Stream.runForEach(pages("batch", name, 4), () => count))
        )
        yield* until(() => done > 0)
        const before = done
        yield* Stream.runDrain(pages("one page", "d.pdf", 1))
        // One for each that was being recognised, and one for the turn in between.
        assert.isAtMost(done - before, 4)
        yield* Fiber.interruptAll(batch)
      }).pipe(Effect.scoped),
    patience
  )

  it.effect(
    "stops in the middle of a scan, with the pages that were read by then, and goes on working",
    () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const path = join(yield* folder, "a.pdf")
        fs.writeFileSync(path, makePdf({ pages: [text(1), label, scan(3), scan(4), text(5)] }))
        const steps = yield* converter.pages({ path }, defaults, { maxPages: 5 }).pipe(
          Stream.takeUntil((step) => step._tag === "Page" && step.page.page === 2),
          Stream.runCollect
        )
        assert.deepStrictEqual(
          steps.flatMap((step) => (step._tag === "Page" ? [[step.page.page, step.page.method]] : [])),
          [
            [1, "text"],
            [2, "ocr"]
          ]
        )
        const { finished } = yield* convert([label])
        assert.deepStrictEqual(
          finished.map(({ method }) => method),
          ["ocr"]
        )
      }).pipe(Effect.scoped),
    patience
  )

  it.effect(
    "recognises nothing when told to read text, and what has text when told to recognise",
    () =>
      Effect.gen(function* () {
        const asText = yield* convert([label], { converter: "text" })
        assert.deepStrictEqual(
          asText.finished.map(({ method, warnings }) => [method, warnings]),
          [["empty", ["no_text_layer", "empty_page"]]]
        )
        const asPicture = yield* convert([text(1), {}], { converter: "ocr" })
        assert.deepStrictEqual(
          asPicture.finished.map(({ method }) => method),
          ["ocr", "empty"]
        )
        assert.include(asPicture.markdown, "This page has a text layer")
      }),
    patience
  )

  it.effect(
    "reads a page that lies on its side, stands on its head or is crooked",
    () =>
      Effect.gen(function* () {
        const items = lines(sentence, { x: 40, y: 80, size: 12, leading: 17 })
        const ways: ReadonlyArray<ScanOptions> = [
          { quarters: 1 },
          { quarters: 2 },
          { skew: 6 },
          { quarters: 3 },
          { skew: 2 }
        ]
        const pages = ways.slice(0, long(5, 3)).map((way) => scanOf(items, way))
        const { markdown } = yield* convert(pages, { page_breaks: "rule" })
        for (const page of markdown.split("\n---\n")) assert.include(page, sentence.join(" "))
      }),
    patience
  )

  it.effect(
    "reads a ruled table, letters that stand alone in a cell included",
    () =>
      Effect.gen(function* () {
        const rows = [
          ["Name", "Owner", "Open"],
          ["Argentina", "state", "Y"],
          ["Australia", "private", "N"]
        ]
        const items = rows.flatMap((row, i) =>
          row.map((text, k) => ({ text, x: 45 + 110 * k, y: 94 + 20 * i, size: 11 }))
        )
        const level = [80, 100, 120, 140].map((y) => [40, y, 370, y] as const)
        const upright = [40, 150, 260, 370].map((x) => [x, 80, x, 140] as const)
        const { markdown, finished } = yield* convert([
          scanOf([{ text: "These are the holdings:", x: 40, y: 60, size: 11 }, ...items], {
            rules: [...level, ...upright]
          })
        ])
        assert.deepStrictEqual(
          finished.map(({ tables }) => tables),
          [1]
        )
        for (const row of rows) assert.match(markdown, new RegExp(`\\|\\s*${row.join("\\s*\\|\\s*")}\\s*\\|`))
      }),
    patience
  )

  it.effect(
    "reads pages in another language than it was told as what they are",
    () =>
      Effect.gen(function* () {
        const german = [
          "Als die Eisenbahn die größeren Städte verband, mussten zahlreiche",
          "Flüsse überquert werden. Die Ingenieure prüften die Tragfähigkeit des",
          "Bodens, und man verlangte nach Brücken, die schwere Züge trugen und dem",
          "Hochwasser standhielten. Für die Pfeiler wählte man Granit, für die Gewölbe"
        ]
        const page = scanOf(lines(german, { x: 40, y: 80, size: 10, leading: 15 }))
        const { markdown } = yield* convert([page, page])
        assert.lengthOf(markdown.match(/Für die Pfeiler wählte man Granit, für die Gewölbe/g) ?? [], 2)
      }),
    patience
  )

  it.effect(
    "leaves a picture without text empty",
    () =>
      Effect.gen(function* () {
        const { finished } = yield* convert([scanOf([])])
        assert.deepStrictEqual(
          finished.map(({ method, warnings }) => [method, warnings]),
          [["empty", ["no_text_layer", "empty_page"]]]
        )
      }),
    patience
  )
})
