import { client } from "./client/client.gen"
import {
  v2JobsCreateFromFile,
  v2JobsDownload,
  v2JobsEvents,
  v2JobsGet,
  v2JobsRemove,
  v2ResultsBlocks
} from "./client/index"

export const convert = async (baseUrl: string, key: string, file: File): Promise<number> => {
  // Operations that take other credentials too would get the key as a device's token and as a cookie.
  client.setConfig({ baseUrl, auth: ({ scheme }) => (scheme === "bearer" ? key : undefined) })
  const made = await v2JobsCreateFromFile({ body: { file, tags: ["a", "b"], options: { tables: "html" } } })
  if (made.error !== undefined) throw new Error(made.error.code)
  const path = { jobId: made.data.job_id }
  const { stream } = await v2JobsEvents({ path, sseMaxRetryAttempts: 1 })
  for await (const event of stream) {
    const { status, queue_position } = event as { status: string; queue_position: number | null }
    if (status === "ready" && queue_position === null) break
  }
  const job = (await v2JobsGet({ path, throwOnError: true })).data
  if (job.status !== "ready" || job.tags.join() !== "a,b") throw new Error(JSON.stringify(job))
  const blocks = (await v2ResultsBlocks({ path, query: { type: "paragraph" }, throwOnError: true })).data
  const markdown: unknown = (await v2JobsDownload({ path, parseAs: "text" })).data
  if (markdown === "") throw new Error("The Markdown is empty")
  await v2JobsRemove({ path })
  const gone = await v2ResultsBlocks({ path })
  if (gone.error?.code !== "gone") throw new Error(String(gone.error?.code))
  return blocks.items.filter(({ span, text }) => span !== null && text !== "").length
}
