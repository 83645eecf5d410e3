/** What a document's headings are decided over: every block that may be one, with its evidence, as the stages before it leave them. */

import { footnotes } from "../../src/convert/document/Footnotes.ts"
import type { Candidate } from "../../src/convert/document/headings/Candidates.ts"
import { candidates } from "../../src/convert/document/headings/Headings.ts"
import { withoutRunningHeads } from "../../src/convert/document/running/RunningHeads.ts"
import { type Statistics, statistics } from "../../src/convert/document/Statistics.ts"
import type { Block } from "../../src/convert/model/Block.ts"
import type { DocumentInfo } from "../../src/convert/model/Document.ts"

export interface Found {
  readonly stats: Statistics
  readonly found: ReadonlyArray<readonly [Candidate, Readonly<Record<string, number>>]>
}

export const candidatesIn = (info: DocumentInfo, pages: ReadonlyArray<ReadonlyArray<Block>>): Found => {
  const { bodies } = withoutRunningHeads(pages, [], info.title, new Map())
  const stats = statistics(bodies)
  return { stats, found: candidates(footnotes(bodies, stats), stats, info) }
}
