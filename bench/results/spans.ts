/**
 * `npm run results -- FOLDER …`: reads every PDF in these folders and holds its blocks to what is promised of them:
 * spans that ascend, never overlap and cover the Markdown, boxes on their pages, chunks that together are the Markdown.
 * `--words`: also which words of the pages are not printed, or more often than they stand there, and where Markdown is far longer than its text.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { source } from "../../layers/pdf/PdfReader.ts"
import { page, print } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { ResultBlock, ResultHead } from "../../src/convert/model/Result.ts"
import { faults } from "../../test/support/Results.ts"
import { type WordCount, wordCount } from "./Words.ts"

const { values, positionals } = parseArgs({ allowPositionals: true, options: { words: { type: "boolean" } } })

/** So many words of each kind are shown of a document. */
const shown = 12
/** Markdown longer than so many times its text says it again and again. */
const maxTimes = 1.5

const pdfsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(".pdf"))
    .map((name) => join(folder, name))

const check = async (file: string) => {
  const opened = await source.open(new Uint8Array(readFileSync(file)))
  const raw = []
  for (let number = 1; number <= opened.info.pages; number++) raw.push(await opened.page(number))
  const pages = raw.map(page)
  await opened.close()
  const begun = performance.now()
  const { markdown, lines } = print(opened.info, pages, defaults)
  const printed = performance.now()
  const [head = "{}", ...blocks] = [...lines()]
  const done = performance.now()
  const results = {
    markdown,
    head: JSON.parse(head) as ResultHead,
    blocks: blocks.map((line) => JSON.parse(line) as ResultBlock)
  }
  const counted = values.words ? wordsOf(wordCount(opened.info, raw, pages)) : []
  return {
    found: [...faults(results), ...counted],
    blocks: blocks.length,
    document: printed - begun,
    json: done - printed
  }
}

const wordsOf = ({ all, lost, again, times }: WordCount): ReadonlyArray<string> => {
  const some = (what: string, words: ReadonlyArray<string>) =>
    words.length === 0 ? [] : [`${words.length} of ${all} words ${what}: ${words.slice(0, shown).join(" ")}`]
  return [
    ...some("not printed", lost),
    ...some("printed again", again),
    ...(times > maxTimes ? [`Markdown of ${times.toFixed(2)} times its text`] : [])
  ]
}

let failed = 0
let blocks = 0
let json = 0
let documents = 0
for (const file of positionals.flatMap(pdfsIn)) {
  try {
    const result = await check(file)
    documents++
    blocks += result.blocks
    json += result.json
    if (result.found.length > 0) failed++
    for (const fault of result.found) console.log(`${file}: ${fault}`)
  } catch (error) {
    console.log(`${file}: not read (${error instanceof Error ? error.message : error})`)
  }
}
console.log(`${documents} documents, ${blocks} blocks in ${Math.round(json)} ms, ${failed} documents with faults`)
process.exitCode = failed > 0 ? 1 : 0
