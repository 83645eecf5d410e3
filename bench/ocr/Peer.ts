/** LiteParse's recognition, where `PEERS` names a folder in which it is installed, with the same language data as ours. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gunzipSync } from "node:zlib"

interface LiteParse {
  readonly parse: (pdf: Uint8Array) => Promise<{ readonly text: string }>
}

type Library = { readonly LiteParse: new (settings: Readonly<Record<string, unknown>>) => LiteParse }

export type Peer = (pdf: Uint8Array) => Promise<string>

const english = "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"

/** Null where it is not installed. `folder` takes its language data. */
export const liteparse = async (folder: string): Promise<Peer | null> => {
  const home = process.env["PEERS"]
  const library = join(home ?? "", "node_modules/@llamaindex/liteparse/dist/lib.js")
  if (home === undefined || !existsSync(library)) return null
  const data = join(folder, "tessdata")
  mkdirSync(data, { recursive: true })
  const compressed = readFileSync(createRequire(import.meta.url).resolve(english))
  writeFileSync(join(data, "eng.traineddata"), gunzipSync(compressed))
  const { LiteParse } = (await import(pathToFileURL(library).href)) as Library
  const settings = { ocrEnabled: true, ocrLanguage: "eng", tessdataPath: data, outputFormat: "markdown", quiet: true }
  const parser = new LiteParse(settings)
  return async (pdf) => (await parser.parse(pdf)).text
}
