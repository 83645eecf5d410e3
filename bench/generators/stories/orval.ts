import {
  type V2Job,
  v2JobsCreateFromFile,
  v2JobsDownload,
  v2JobsGet,
  v2JobsRemove,
  v2ResultsBlocks
} from "./client/api"

export const convert = async (_baseUrl: string, key: string, file: File): Promise<number> => {
  const options = { headers: { authorization: `Bearer ${key}` } }
  const made = await v2JobsCreateFromFile({ file, tags: ["a", "b"], options: { tables: "html" } }, options)
  if (made.status !== 201 && made.status !== 200) throw new Error(made.data.code)
  let job: V2Job = made.data
  while (job.status === "queued" || job.status === "processing") {
    const seen = await v2JobsGet(job.job_id, { wait: 50 }, options)
    if (seen.status !== 200) throw new Error(seen.data.code)
    job = seen.data
  }
  if (job.status !== "ready" || job.tags.join() !== "a,b") throw new Error(JSON.stringify(job))
  const blocks = await v2ResultsBlocks(job.job_id, { type: "paragraph" }, options)
  if (blocks.status !== 200) throw new Error(JSON.stringify(blocks.data))
  const { data: markdown } = await v2JobsDownload(job.job_id, {}, options)
  if (!(markdown instanceof Blob) || markdown.size === 0) throw new Error("The Markdown is empty")
  await v2JobsRemove(job.job_id, options)
  const gone = await v2ResultsBlocks(job.job_id, {}, options)
  if (gone.status !== 410 || gone.data.code !== "gone") throw new Error(String(gone.status))
  return blocks.data.items.filter(({ span, text }) => span !== null && text !== "").length
}
