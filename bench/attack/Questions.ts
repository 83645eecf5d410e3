/** What is asked of a result of millions of characters. */
import { readFileSync } from "node:fs"
import { longText } from "./Bombs.ts"
import type { Job } from "./Documents.ts"

/** Milliseconds of a core that a process has taken. */
const spent = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Twenty questions at once: how much of a core it takes, and how long the slowest answer to others. */
export const attack = async (base: string, key: string, pid: number) => {
  const headers = { authorization: `Bearer ${key}` }
  const form = new FormData()
  form.set("file", new Blob([longText()]), "a.pdf")
  let job = (await (await fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body: form })).json()) as Job & {
    output_size: number
  }
  while (/queued|processing/.test(job.status))
    job = (await (await fetch(`${base}/api/v2/jobs/${job.job_id}?wait=20`, { headers })).json()) as typeof job
  const end = Buffer.from("#900000").toString("base64url")
  const search = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "pdf_to_markdown_search_markdown", arguments: { job_id: job.job_id, query: "nowhere to be found" } }
  }
  const asked = Array.from({ length: 10 }, (_, n) => [
    fetch(`${base}/api/v2/jobs/${job.job_id}/chunks?max_chars=${200 + n}&overlap=99&cursor=${end}`, { headers }),
    fetch(`${base}/api/v2/mcp`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(search)
    })
  ]).flat()
  const before = spent(pid)
  let slowest = 0
  let isOver = false
  const all = Promise.all(asked.map(async (answer) => (await answer).arrayBuffer())).then(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await (await fetch(`${base}/healthz`)).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - begun)
  }
  await all
  return {
    bytes: job.output_size,
    questions: asked.length,
    coreMillis: spent(pid) - before,
    slowestMillis: Math.round(slowest)
  }
}
