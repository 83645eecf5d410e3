import { Api, type HttpResponse, type V2ErrorGone } from "./client/api"

export const convert = async (baseUrl: string, key: string, file: File): Promise<number> => {
  const { api } = new Api({ baseUrl, baseApiParams: { headers: { authorization: `Bearer ${key}` } } })
  let job = (await api.v2JobsCreateFromFile({ file, tags: ["a", "b"], options: { tables: "html" } })).data
  while (job.status === "queued" || job.status === "processing") {
    job = (await api.v2JobsGet(job.job_id, { wait: 50 })).data
  }
  if (job.status !== "ready" || job.tags.join() !== "a,b") throw new Error(JSON.stringify(job))
  const blocks = (await api.v2ResultsBlocks(job.job_id, { type: "paragraph" })).data
  const markdown: unknown = (await api.v2JobsDownload(job.job_id, {}, { format: "text" })).data
  if (markdown === "") throw new Error("The Markdown is empty")
  await api.v2JobsRemove(job.job_id)
  const gone = await api.v2ResultsBlocks(job.job_id).then(
    ({ status }) => status,
    ({ error }: HttpResponse<unknown, V2ErrorGone>) => error.code
  )
  if (gone !== "gone") throw new Error(`${gone}`)
  return blocks.items.filter(({ span, text }) => span !== null && text !== "").length
}
