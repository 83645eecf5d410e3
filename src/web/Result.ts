/** What a job came to: its Markdown, its blocks with their places, and what is to be known of its pages. */
import type { Client, Job } from "../client/Client.ts"
import { ApiError } from "../client/Refusal.ts"

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Cell {
  /** How many columns and rows it covers. */
  readonly columns: number
  readonly rows: number
  readonly page: number
  readonly bbox: Box
}

export interface Block {
  readonly id: string
  readonly type: string
  readonly page: number
  readonly bbox: Box
  readonly places: ReadonlyArray<{ readonly page: number; readonly bbox: Box }>
  readonly span: { readonly start: number; readonly end: number } | null
  readonly text: string
  readonly level?: number
  /** Of a table. */
  readonly rows?: ReadonlyArray<ReadonlyArray<Cell>>
  /** Of a figure. */
  readonly caption?: string | null
}

export interface PageShape {
  readonly page: number
  readonly width: number
  readonly height: number
}

export interface PageFacts {
  readonly page: number
  readonly warnings: ReadonlyArray<string>
}

export interface Result {
  readonly job: Job
  /** UTF-8, as spans count. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly markdown: string
  /** Empty where the service has none of them, for a job from before. */
  readonly blocks: ReadonlyArray<Block>
  readonly pages: ReadonlyArray<PageShape>
  readonly facts: ReadonlyArray<PageFacts>
}

interface BlockPart {
  readonly items: ReadonlyArray<Block>
  readonly pages: ReadonlyArray<PageShape>
  readonly next_cursor: string | null
}

const part = 1_000

/** Nothing, where the service refuses it: the Markdown is shown all the same. */
const orNothing =
  <A>(nothing: A) =>
  (error: unknown): A => {
    if (error instanceof ApiError) return nothing
    throw error
  }

const blocksOf = async (client: Client, jobId: string): Promise<Pick<Result, "blocks" | "pages">> => {
  const blocks: Array<Block> = []
  let pages: ReadonlyArray<PageShape> = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const at: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await client.send(`/api/v2/jobs/${jobId}/blocks?limit=${part}${at}`)
    const read: BlockPart = await answer.json()
    blocks.push(...read.items)
    pages = read.pages
    cursor = read.next_cursor
  }
  return { blocks, pages }
}

const factsOf = async (client: Client, jobId: string): Promise<ReadonlyArray<PageFacts>> => {
  const { items } = await (await client.send(`/api/v2/jobs/${jobId}/pages`)).json()
  return items
}

export const fetched = async (client: Client, job: Job): Promise<Result> => {
  const [answer, { blocks, pages }, facts] = await Promise.all([
    client.download(job.job_id),
    blocksOf(client, job.job_id).catch(orNothing<Pick<Result, "blocks" | "pages">>({ blocks: [], pages: [] })),
    factsOf(client, job.job_id).catch(orNothing<ReadonlyArray<PageFacts>>([]))
  ])
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { job, bytes, markdown: new TextDecoder().decode(bytes), blocks, pages, facts }
}
