/**
 * Tesseract as WebAssembly, in this very process: no thread, no addon, no network. Languages are read from npm packages
 * when they are first asked for.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gunzipSync } from "node:zlib"

interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Confidences are 0 to 100. */
export interface FoundWord {
  readonly text: string
  readonly confidence: number
  readonly bbox: Box
  /** Of each of its signs. */
  readonly signs: ReadonlyArray<number>
}

export interface FoundLine {
  readonly baseline: Box
  readonly words: Array<FoundWord>
}

/** Tesseract's `PageIteratorLevel`. */
const ofLine = 2
const ofWord = 3
const ofSign = 4

interface ResultIterator {
  readonly Next: (level: number) => boolean
  readonly IsAtBeginningOf: (level: number) => boolean
  readonly Empty: (level: number) => boolean
  readonly GetUTF8Text: (level: number) => string
  readonly Confidence: (level: number) => number
  readonly getBoundingBox: (level: number) => Box
  readonly getBaseline: (level: number) => Box
}

interface Api {
  readonly Init: (folder: string, languages: string, mode: number) => number
  readonly SetVariable: (name: string, value: string) => void
  /** Takes `/input`, turned by an EXIF orientation and an angle in radians. */
  readonly SetImageFile: (orientation: number, angle: number) => number
  readonly FindLines: () => number
  /** Slope of the lines that were found, in radians. */
  readonly GetGradient: () => number
  readonly Recognize: (monitor: null) => number
  readonly GetIterator: () => ResultIterator
  readonly Clear: () => void
  readonly End: () => void
}

interface Core {
  readonly FS: {
    readonly writeFile: (path: string, bytes: Uint8Array) => void
    readonly unlink: (path: string) => void
  }
  readonly TessBaseAPI: new () => Api
  readonly destroy: (object: object) => void
}

type Boot = (settings: { readonly TesseractProgress: () => void }) => Promise<Core>

const require = createRequire(import.meta.url)

/** The core is a dependency of tesseract.js. */
const core: Core = await (
  createRequire(require.resolve("tesseract.js"))("tesseract.js-core/tesseract-core-simd-lstm.js") as Boot
)({ TesseractProgress: () => {} })

const dataOf = (language: string): Uint8Array =>
  gunzipSync(readFileSync(require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)))

const installed = new Set<string>()
let ready: { readonly languages: string; readonly api: Api } | null = null

/** The recogniser for these languages. Only the last one asked for is kept. */
export const recogniser = (languages: ReadonlyArray<string>): Api => {
  const wanted = languages.join("+")
  if (ready?.languages === wanted) return ready.api
  ready?.api.End()
  ready = null
  for (const language of languages) {
    if (!/^[a-z_]+$/.test(language)) throw new Error(`${language} is no language`)
    if (!installed.has(language)) core.FS.writeFile(`/${language}.traineddata`, dataOf(language))
    installed.add(language)
  }
  const api = new core.TessBaseAPI()
  // 1: the neural engine
  if (api.Init("/", wanted, 1) !== 0) throw new Error(`${wanted} could not be loaded`)
  // 3: columns and blocks are found, and the page stands upright
  api.SetVariable("tessedit_pageseg_mode", "3")
  // paragraphs are nobody's here, and looking for them among words takes as long as reading these
  api.SetVariable("paragraph_text_based", "0")
  ready = { languages: wanted, api }
  return api
}

const header = (width: number, height: number) => new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)

/** Hands over a picture in shades of grey. */
export const show = (
  api: Api,
  picture: { readonly width: number; readonly height: number; readonly pixels: Uint8Array }
) => {
  const head = header(picture.width, picture.height)
  const bytes = new Uint8Array(head.length + picture.pixels.length)
  bytes.set(head)
  bytes.set(picture.pixels, head.length)
  core.FS.writeFile("/input", bytes)
  const status = api.SetImageFile(1, 0)
  core.FS.unlink("/input")
  if (status !== 0) throw new Error("the picture could not be read")
}

const isSame = (a: Box, b: Box): boolean => a.x0 === b.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1

/**
 * What was recognised, in reading order. Going on to another word takes the recogniser as long as the page has words
 * before it, and it asks several times for each in a result of its own, such as JSON: of a newspaper, for half a minute.
 */
export const found = (api: Api): ReadonlyArray<FoundLine> => {
  const at = api.GetIterator()
  const lines: Array<FoundLine> = []
  let line: (FoundLine & { readonly box: Box }) | undefined
  let signs: Array<number> = []
  try {
    do {
      if (at.IsAtBeginningOf(ofWord)) {
        const text = at.GetUTF8Text(ofWord)
        // a picture, a rule
        if (text.trim() === "") continue
        const box = at.getBoundingBox(ofLine)
        if (line === undefined || !isSame(line.box, box)) {
          line = { baseline: at.getBaseline(ofLine), words: [], box }
          lines.push(line)
        }
        signs = []
        const bbox = at.getBoundingBox(ofWord)
        line.words.push({ text, confidence: at.Confidence(ofWord), bbox, signs })
      }
      signs.push(at.Confidence(ofSign))
    } while (at.Next(ofSign))
    return lines
  } finally {
    core.destroy(at)
  }
}
