/**
 * `node bench/headings/Fit.ts CORPUS... --generated CORPUS...`: finds what each piece of evidence for a heading is worth, from documents whose true
 * Markdown is known, and writes `src/convert/document/headings/HeadingWeights.ts`. The corpora that are measured on stay out of it.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { source } from "../../layers/pdf/PdfReader.ts"
import { page } from "../../src/convert/Convert.ts"
import type { Candidate } from "../../src/convert/document/headings/Candidates.ts"
import { agreements } from "../../src/convert/document/headings/Headings.ts"
import * as Yardstick from "../fidelity/Yardstick.ts"
import { before } from "./Before.ts"
import { candidatesIn } from "./Candidates.ts"
import { regress, type Sample } from "./Logistic.ts"
import { areHeadings, headingsIn } from "./Truth.ts"

/** What blocks of one style say of one another is learnt in so many rounds. */
const rounds = 5
/** A real document counts for so many generated ones, which are many and alike. */
const real = 4
/** Text smaller than this share of the body's is named after a heading at most, unless it is bold. */
const small = 0.95
/** Kinds whose truth is tables alone, or a manual's worth of pages. */
const skip = ["tables", "debian-pair"]

interface Read {
  readonly counts: number
  readonly found: ReadonlyArray<readonly [Candidate, Readonly<Record<string, number>>]>
  readonly is: ReadonlySet<Candidate>
}

const read = async (pdf: string, markdown: string, counts: number): Promise<Read> => {
  const opened = await source.open(new Uint8Array(readFileSync(pdf)))
  const pages = []
  // headings that a document tells of are none to decide over, and what else says the same is named after them
  for (let number = 1; number <= opened.info.pages; number++) {
    const { structure: _, ...untagged } = await opened.page(number)
    pages.push(page(untagged).blocks)
  }
  await opened.close()
  const { found, stats } = candidatesIn({ ...opened.info, outline: [] }, pages)
  const { is, unclear } = areHeadings(
    found.map(([block]) => block),
    headingsIn(markdown)
  )
  const isClear = (block: Candidate) =>
    !unclear.has(block) && (block.style.size > small * stats.size || (block.style.bold && !stats.bold))
  return { counts, found: found.filter(([block]) => isClear(block)), is }
}

const documents: Array<Read> = []
const corpora = process.argv.slice(2)
const generated = corpora.includes("--generated") ? corpora.indexOf("--generated") : corpora.length
for (const [i, corpus] of corpora.entries()) {
  if (i === generated) continue
  for (const { pdf, gt } of Yardstick.documents(corpus, skip)) {
    try {
      documents.push(await read(join(corpus, pdf), readFileSync(join(corpus, gt), "utf8"), i < generated ? real : 1))
    } catch {
      console.log(`cannot be read: ${pdf}`)
    }
  }
}

/** A document counts for little more when it has many headings. */
const samplesOf = ({ counts, found, is }: Read, weights: Readonly<Record<string, number>>): ReadonlyArray<Sample> => {
  const means = agreements(found, weights)
  return found.map(([block, evidence]) => ({
    evidence: { ...evidence, agreement: means.get(block) ?? 0 },
    is: is.has(block),
    weight: counts / Math.sqrt(1 + is.size)
  }))
}

let found: Readonly<Record<string, number>> = before
for (let round = 0; round < rounds; round++) {
  const weights = found
  found = regress(
    documents.flatMap((document) => samplesOf(document, weights)),
    before
  )
}

const lines = Object.entries(found).map(([name, value]) => `  ${name}: ${value}`)
writeFileSync(
  join(import.meta.dirname, "../../src/convert/document/headings/HeadingWeights.ts"),
  `/** What each piece of evidence is worth, in logits, as \`bench/headings/Fit.ts\` found it: not to be changed by hand. */
export const weights: Readonly<Record<string, number>> = {
${lines.join(",\n")}
}
`
)
console.log(`${documents.length} documents, ${Object.keys(found).length} weights`)
