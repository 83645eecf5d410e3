/** `npm run quickstart -- file.pdf`: register, sign, upload, wait, download, delete, against a running service. */
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { pdfForm, register, send } from "../../src/client/Device.ts"

const base = process.env["SVC_URL"] ?? "http://localhost:8080"
const [file] = process.argv.slice(2)

if (file === undefined) {
  console.error("Usage: npm run quickstart -- file.pdf")
  process.exit(2)
}

const pdf = await readFile(file).catch((error: Error) => {
  console.error(`There is no file to convert: ${error.message}`)
  process.exit(2)
})

interface Job {
  readonly job_id: string
  readonly status: string
  readonly pages: number | null
  readonly error: { readonly code: string; readonly message: string } | null
}

const answered = async (response: Response): Promise<Job> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Job
}

// 1. A key pair makes a device; its private key never leaves this process.
const device = await register(base).catch((error: unknown) => {
  // What fetch throws when nobody answers; a refusal is told as it is.
  if (!(error instanceof TypeError)) throw error
  console.error(`Nothing answers at ${base}. Start the service with: npm run dev (SVC_URL names another address)`)
  process.exit(1)
})
console.error(`registered as ${device.deviceId}`)

// 2. The upload, signed over its bytes.
const body = pdfForm(pdf, basename(file))
let job = await answered(await send(base, device, "/jobs", { method: "POST", body }))
console.error(`job ${job.job_id} is ${job.status}`)

// 3. Each GET answers when the job ends, or after 30 seconds.
while (job.status === "queued" || job.status === "processing") {
  job = await answered(await send(base, device, `/jobs/${job.job_id}?wait=30`))
}
if (job.error !== null) throw new Error(`${job.error.code}: ${job.error.message}`)
console.error(`${job.pages} pages converted`)

// 4. The Markdown, and then nothing is left behind.
const markdown = await send(base, device, `/jobs/${job.job_id}/download`)
process.stdout.write(await markdown.text())
await send(base, device, `/jobs/${job.job_id}`, { method: "DELETE" })
