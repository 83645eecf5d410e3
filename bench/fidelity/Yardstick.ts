/**
 * How true conversions are, by a scorer that is not part of this repository: `YARDSTICK` names its folder, with
 * `score.mjs` and `peers/peer.mjs`. `CORPUS` names a folder of PDFs with their true Markdown, listed in manifest.json.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Schema } from "effect"
import { source } from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"

const Manifest = Schema.Struct({
  docs: Schema.Array(Schema.Struct({ id: Schema.String, kind: Schema.String, pdf: Schema.String, gt: Schema.String }))
})

/** A document of a corpus: what it is called, what sort it is, and where its PDF lies in the corpus' folder. */
export type CorpusDocument = (typeof Manifest.Type)["docs"][number]

/** Means by the name of a metric; null where no document has that metric. */
const Means = Schema.Record(Schema.String, Schema.NullOr(Schema.Number))

const Scored = Schema.Struct({ summary: Means, byKind: Schema.Record(Schema.String, Means) })

/** What one converter made of a corpus: the means of all documents, and of each kind. */
export type Scored = typeof Scored.Type

const decodeManifest = Schema.decodeUnknownSync(Manifest)
const decodeScores = Schema.decodeUnknownSync(Schema.Record(Schema.String, Scored))

/** The folders to measure with, or which of them is missing. */
export type Folders = { readonly corpus: string; readonly yardstick: string } | { readonly missing: string }

/** `CORPUS` and `YARDSTICK`. */
export const folders = (): Folders => {
  const corpus = resolve(process.env["CORPUS"] ?? "")
  const yardstick = resolve(process.env["YARDSTICK"] ?? "")
  if (!existsSync(join(corpus, "manifest.json"))) return { missing: `no corpus at ${corpus} (CORPUS)` }
  if (!existsSync(join(yardstick, "score.mjs"))) return { missing: `no scorer at ${yardstick} (YARDSTICK)` }
  return { corpus, yardstick }
}

/** The documents of a corpus but those of the kinds to skip. */
export const documents = (corpus: string, skip: ReadonlyArray<string>): ReadonlyArray<CorpusDocument> =>
  decodeManifest(JSON.parse(readFileSync(join(corpus, "manifest.json"), "utf8"))).docs.filter(
    ({ kind }) => !skip.includes(kind)
  )

/** A new folder for the Markdown of one converter, which is there for as long as this process. */
export const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "fidelity-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Converts every document with the engine, in this process; what cannot be converted is empty, and named. */
export const convert = async (
  corpus: string,
  docs: ReadonlyArray<CorpusDocument>,
  out: string
): Promise<{ readonly pages: number; readonly seconds: number; readonly failed: ReadonlyArray<string> }> => {
  const begun = performance.now()
  const failed: Array<string> = []
  let pages = 0
  for (const { id, pdf } of docs) {
    let markdown = ""
    try {
      const opened = await source.open(new Uint8Array(readFileSync(join(corpus, pdf))))
      const finished = []
      for (let number = 1; number <= opened.info.pages; number++) {
        finished.push(page(await opened.page(number)))
      }
      markdown = document(opened.info, finished, defaults)
      pages += opened.info.pages
      await opened.close()
    } catch {
      failed.push(id)
    }
    writeFileSync(join(out, `${id}.md`), markdown)
  }
  return { pages, seconds: (performance.now() - begun) / 1_000, failed }
}

/** Converts every document with another converter, installed in the folder `home`. */
export const convertWithPeer = (
  yardstick: string,
  home: string,
  peer: string,
  corpus: string,
  docs: ReadonlyArray<CorpusDocument>,
  out: string
): void => {
  const files = docs.map(({ pdf }) => join(corpus, pdf))
  execFileSync(process.execPath, [join(yardstick, "peers/peer.mjs"), peer, "--batch", out, ...files], {
    env: { ...process.env, PEERS: home },
    stdio: "ignore"
  })
}

/** Scores folders of `<id>.md`, all against the same truth. */
export const score = (
  yardstick: string,
  corpus: string,
  skip: ReadonlyArray<string>,
  outs: ReadonlyArray<string>
): ReadonlyArray<Scored> => {
  const json = join(scratch(), "scores.json")
  const skipped = skip.length > 0 ? ["--skip", skip.join(",")] : []
  execFileSync(process.execPath, [join(yardstick, "score.mjs"), corpus, ...outs, ...skipped, "--json", json], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  return Object.values(decodeScores(JSON.parse(readFileSync(json, "utf8"))))
}
