/**
 * One converter as a program: `node Contender.ts NAME FILE …` converts the files once and ends. Forked without files it
 * answers each message, which names a file, with how many milliseconds each step of its conversion took.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Milliseconds by step. */
export type Steps = Readonly<Record<string, number>>
export interface Timed {
  readonly pages: number
  readonly steps: Steps
}
type Convert = (bytes: Uint8Array) => Promise<Timed>

const peers = process.env["PEERS"] ?? ""

const whole =
  (convert: (bytes: Uint8Array) => unknown): Convert =>
  async (bytes) => {
    const begun = performance.now()
    await convert(bytes)
    return { pages: 0, steps: { all: performance.now() - begun } }
  }

export const makers = {
  engine: async (): Promise<Convert> => {
    const { source } = await import("../../layers/pdf/PdfReader.ts")
    const { page, document } = await import("../../src/convert/Convert.ts")
    const { defaults } = await import("../../src/convert/model/Options.ts")
    return async (bytes) => {
      const steps = { open: 0, read: 0, layout: 0, document: 0 }
      let last = performance.now()
      const count = (step: keyof typeof steps) => {
        const now = performance.now()
        steps[step] += now - last
        last = now
      }
      const opened = await source.open(bytes)
      const pages = []
      count("open")
      for (let number = 1; number <= opened.info.pages; number++) {
        const raw = await opened.page(number)
        count("read")
        pages.push(page(raw))
        count("layout")
      }
      document(opened.info, pages, defaults)
      count("document")
      await opened.close()
      return { pages: pages.length, steps }
    }
  },
  "pdf.js text": async (): Promise<Convert> => {
    const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs")
    const folder = new URL(".", import.meta.resolve("pdfjs-dist/package.json")).pathname
    return whole(async (data) => {
      const task = getDocument({
        data,
        verbosity: 0,
        useSystemFonts: false,
        cMapUrl: `${folder}cmaps/`,
        cMapPacked: true,
        standardFontDataUrl: `${folder}standard_fonts/`
      })
      const document = await task.promise
      for (let number = 1; number <= document.numPages; number++) {
        const page = await document.getPage(number)
        await page.getTextContent()
        page.cleanup()
      }
      await task.destroy()
    })
  },
  LiteParse: async (): Promise<Convert> => {
    const path = join(peers, "node_modules/@llamaindex/liteparse/dist/lib.js")
    const { LiteParse } = await import(pathToFileURL(path).href)
    const parser = new LiteParse({ ocrEnabled: false, outputFormat: "markdown", quiet: true })
    return whole((bytes) => parser.parse(Buffer.from(bytes)))
  },
  "pdf-inspector": async (): Promise<Convert> => {
    const { processPdf } = createRequire(join(peers, "x.js"))("@firecrawl/pdf-inspector")
    return whole((bytes) => processPdf(Buffer.from(bytes)))
  }
}

export type Name = keyof typeof makers
export const names = Object.keys(makers) as ReadonlyArray<Name>

const run = async (name: Name, files: ReadonlyArray<string>) => {
  const convert = await makers[name]()
  const one = (file: string) => convert(new Uint8Array(readFileSync(file))).catch(() => null)
  for (const file of files) await one(file)
  if (process.send === undefined) process.exit()
  process.on("message", async (file: string) => process.send?.(await one(file)))
  process.send("ready")
}

const [asked, ...files] = process.argv.slice(2)
const name = names.find((one) => one === asked)
if (import.meta.main && name !== undefined) await run(name, files)
