import createClient from "openapi-fetch"
import type { components, paths } from "./client/api"

/** `openapi-fetch` has types alone: how a form is written is up to its caller. */
const form = (body: components["schemas"]["V2CreateJobFromFile"]) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const item of value) data.append(name, item)
    else if ((value as unknown) instanceof Blob) data.append(name, value as unknown as Blob)
    else data.append(name, typeof value === "object" ? JSON.stringify(value) : String(value))
  }
  return data
}

export const convert = async (baseUrl: string, key: string, file: File): Promise<number> => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
  const made = await client.POST("/api/v2/jobs/file", {
    // A file is a string in the types, which know no other.
    body: { file: file as unknown as string, tags: ["a", "b"], options: { tables: "html" } },
    bodySerializer: form
  })
  if (made.error !== undefined) throw new Error(made.error.code)
  let job = made.data
  const path = { jobId: job.job_id }
  while (job.status === "queued" || job.status === "processing") {
    const seen = await client.GET("/api/v2/jobs/{jobId}", { params: { path, query: { wait: 50 } } })
    if (seen.error !== undefined) throw new Error(seen.error.code)
    job = seen.data
  }
  if (job.status !== "ready" || job.tags.join() !== "a,b") throw new Error(JSON.stringify(job))
  const params = { path, query: { type: "paragraph" as const } }
  const blocks = await client.GET("/api/v2/jobs/{jobId}/blocks", { params })
  if (blocks.error !== undefined) throw new Error(blocks.error.code)
  const { data: markdown } = await client.GET("/api/v2/jobs/{jobId}/download", { params: { path }, parseAs: "text" })
  if (markdown === "") throw new Error("The Markdown is empty")
  const call = { name: "pdf_to_markdown_get_job", arguments: { job_id: job.job_id } }
  const told = await client.POST("/api/v2/mcp", {
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }
  })
  if (told.data === undefined || !("result" in told.data)) throw new Error(JSON.stringify(told.error))
  await client.DELETE("/api/v2/jobs/{jobId}", { params: { path } })
  const gone = await client.GET("/api/v2/jobs/{jobId}/blocks", { params: { path } })
  if (gone.error?.code !== "gone") throw new Error(String(gone.error?.code))
  return blocks.data?.items.filter(({ span, text }) => span !== null && text !== "").length ?? 0
}
