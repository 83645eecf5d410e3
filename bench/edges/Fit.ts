/**
 * `node bench/edges/Fit.ts CORPUS...`: finds what each piece of evidence for a row's running over or under the text is worth, from
 * documents whose true Markdown is known, and writes `src/convert/document/running/EdgeWeights.ts`. A row runs where the truth has
 * nothing of it. Every page counts as one that stands alone, and those of short documents as pages of it, too.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { source } from "../../layers/pdf/PdfReader.ts"
import { page } from "../../src/convert/Convert.ts"
import { type EdgeSight, edgeEvidence } from "../../src/convert/document/running/EdgeEvidence.ts"
import { type EdgeRow, edgeRows } from "../../src/convert/document/running/EdgeRows.ts"
import { bodyStyle, sizesOf } from "../../src/convert/document/running/RunningRows.ts"
import { partsOf } from "../../src/convert/document/running/SharedLines.ts"
import type { Block } from "../../src/convert/model/Block.ts"
import { normal, textOf } from "../../src/convert/model/Text.ts"
import * as Yardstick from "../fidelity/Yardstick.ts"
import { regress, type Sample } from "../headings/Logistic.ts"
import { before } from "./Before.ts"

/** What is lost costs so many times what is kept. */
const lost = 4
/** Kinds whose truth is tables alone, or a manual's worth of pages. */
const skip = ["tables", "debian-pair"]
/** More pages of one document say nothing new. */
const mostPages = 40
/** Shorter texts stand in a truth by chance. */
const leastText = 6

/** What a document's true Markdown says, whole and by lines, as `normal` has it. */
interface Truth {
  readonly all: string
  readonly lines: ReadonlySet<string>
}

const truthOf = (markdown: string): Truth => {
  const plain = markdown.replace(/<[^>]*>/g, " ").replace(/\]\([^)]*\)/g, "]")
  return { all: normal(plain), lines: new Set(plain.split("\n").map(normal)) }
}

/** Whether a row runs; null where the truth does not tell. */
const runs = ({ texts }: EdgeRow, { all, lines }: Truth): boolean | null => {
  const names = texts.map((text) => normal((text.kind === "item" ? text.marker : "") + textOf(text)))
  const own = names.filter((name) => name !== "")
  const isTold = own.map((name) => {
    if (/^\d{1,4}$/.test(name)) return own.length > 1 ? null : lines.has(name)
    if (name.length < leastText) return lines.has(name)
    return all.includes(name) ? true : all.includes(name.slice(0, Math.ceil(name.length / 2))) ? null : false
  })
  if (isTold.includes(true)) return false
  return isTold.includes(false) ? true : null
}

/** The rows of pages from the edges inwards, with what shows of them. */
const samplesOf = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  sightOf: (blocks: ReadonlyArray<Block>) => EdgeSight,
  truth: Truth,
  weight: number
): ReadonlyArray<Sample> =>
  pages.flatMap((blocks) =>
    [false, true].flatMap((isFoot) => {
      let isOutside = false
      return edgeRows(blocks, isFoot)
        .toReversed()
        .flatMap((row) => {
          const evidence = edgeEvidence(row, sightOf(blocks), isOutside)
          const is = runs(row, truth)
          isOutside = is === true
          return is === null || evidence["silent"] === 1 ? [] : [{ evidence, is, weight: is ? weight : lost * weight }]
        })
    })
  )

const read = async (pdf: string, markdown: string): Promise<ReadonlyArray<Sample>> => {
  const opened = await source.open(new Uint8Array(readFileSync(pdf)))
  const found: Array<ReadonlyArray<Block>> = []
  for (let number = 1; number <= Math.min(opened.info.pages, mostPages); number++) {
    const { blocks } = page(await opened.page(number))
    const apart = blocks.flatMap((block) =>
      block.kind === "item" && block.entry ? block : (partsOf(block)?.flat() ?? block)
    )
    if (apart.length > 0) found.push(apart)
  }
  await opened.close()
  const body = bodyStyle(found)
  if (body.size === 0) return []
  const truth = truthOf(markdown)
  const known = {
    title: normal(opened.info.title ?? ""),
    twins: new Set<EdgeRow>(),
    inner: new Set<EdgeRow>(),
    sizes: sizesOf(found)
  }
  const together = () => ({ ...known, body, pages: found.length, offsets: [0], labels: new Map() })
  const alone = (blocks: ReadonlyArray<Block>) => ({
    ...known,
    body: bodyStyle([blocks]),
    pages: 1,
    offsets: [1 - (blocks[0]?.place.page ?? 1)],
    labels: new Map()
  })
  const weight = 1 / Math.sqrt(found.length)
  return [...samplesOf(found, together, truth, weight), ...samplesOf(found, alone, truth, weight)]
}

const samples: Array<Sample> = []
for (const corpus of process.argv.slice(2))
  for (const { pdf, gt } of Yardstick.documents(corpus, skip)) {
    try {
      samples.push(...(await read(join(corpus, pdf), readFileSync(join(corpus, gt), "utf8"))))
    } catch {
      console.log(`cannot be read: ${pdf}`)
    }
  }
/** Set by hand: too few documents tell. */
const byHand = ["silent", "printed", "inside"]
const found = { ...regress(samples, before), ...Object.fromEntries(byHand.map((name) => [name, before[name] ?? 0])) }

const lines = Object.entries(found).map(([name, value]) => `  ${name}: ${value}`)
writeFileSync(
  join(import.meta.dirname, "../../src/convert/document/running/EdgeWeights.ts"),
  `/**
 * What each piece of evidence (\`EdgeEvidence.ts\`) for a row's running over or under the text is worth, in logits: above 0 it runs.
 * \`bench/edges/Fit.ts\` found it, where what is lost cost four times what is kept. ${byHand.map((name) => `\`${name}\``).join(", ")} are no part of
 * the fit: a row that says nothing of the sort stays, and so does one further in than what comes back, unless it is the page's number.
 */
export const edgeWeights: Readonly<Record<string, number>> = {
${lines.join(",\n")}
}
`
)
console.log(`${samples.length} rows, of which ${samples.filter(({ is }) => is).length} run`)
