/**
 * A client of the service, for browsers and Node: upload or link a PDF, wait, fetch what it became.
 *
 *     const client = connect({ baseUrl: "https://pdf.example", credential: { apiKey: "svc_…" } })
 *     const { markdown } = await client.convert(await readFile("file.pdf"))
 */
import type { V2Job } from "../../schema/Job.ts"
import type { SettingsPatch } from "../../schema/Settings.ts"
import type { Block as BlockSchema } from "../../schema/v2/Blocks.ts"
import { events } from "./Events.ts"
import { patience as pause, type TransportOptions, transport, usualRetries, waitFor } from "./Transport.ts"

export { type Device, newKeyPair, register } from "./Device.ts"
export { ApiError, isCode } from "./Refusal.ts"
export type { Credential, TransportOptions } from "./Transport.ts"
export { verifyWebhook } from "./Webhook.ts"

/** A job as the service tells of it; a device's jobs lack what only accounts have. */
export type Job = Pick<
  typeof V2Job.Encoded,
  | "job_id"
  | "status"
  | "status_since"
  | "created_at"
  | "file_name"
  | "source"
  | "input_size"
  | "pages"
  | "pages_done"
  | "output_size"
  | "truncated"
  | "expires_at"
  | "error"
> &
  Partial<typeof V2Job.Encoded>

/** A part of a document with its places on the pages and its bytes of the Markdown. */
export type Block = typeof BlockSchema.Encoded

/** Bytes of a PDF, or a link to one. */
export type Input = Uint8Array<ArrayBuffer> | Blob | URL

export interface CreateOptions {
  readonly fileName?: string
  readonly externalId?: string
  readonly tags?: ReadonlyArray<string>
  /** Settings for this job alone. Of an account's jobs only. */
  readonly options?: typeof SettingsPatch.Encoded
  /** Opens an encrypted PDF. Of an account's jobs only. */
  readonly password?: string
  /** Seconds that the result is kept, instead of as long as the plan says. Of an account's jobs only. */
  readonly retentionSec?: number
  /** Makes a repeat give the same job; one is made where none is given. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface WaitOptions {
  /** Called with each new state of the job. */
  readonly onProgress?: (job: Job) => void
  readonly signal?: AbortSignal
}

/** A job that ended in `error`. */
export class JobFailed extends Error {
  readonly code: string
  readonly job: Job
  constructor(job: Job) {
    super(job.error?.message ?? "The job failed")
    this.name = "JobFailed"
    this.code = job.error?.code ?? job.status
    this.job = job
  }
}

/** Seconds that one request waits for a job to end. */
const patience = 30

const hasEnded = ({ status }: Job) => status !== "queued" && status !== "processing"

const nameOf = (input: Uint8Array<ArrayBuffer> | Blob) => (input instanceof File ? input.name : "document.pdf")

export const connect = (options: TransportOptions) => {
  const send = transport(options)
  const isDevice = "device" in options.credential
  const jobs = isDevice ? "/jobs" : "/api/v2/jobs"

  /** An id that comes from elsewhere names a job and no other path. */
  const pathOf = (jobId: string) => `${jobs}/${encodeURIComponent(jobId)}`

  const json = async <A>(answer: Promise<Response>): Promise<A> => (await (await answer).json()) as A

  const formOf = (input: Uint8Array<ArrayBuffer> | Blob, fields: Readonly<Record<string, unknown>>): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === "string" ? value : JSON.stringify(value))
    }
    const name = typeof fields["file_name"] === "string" ? fields["file_name"] : nameOf(input)
    form.set("file", new File([input], name, { type: "application/pdf" }))
    return form
  }

  /** Makes a job of a PDF or of a link to one. */
  const create = (input: Input, given: CreateOptions = {}): Promise<Job> => {
    // A path, or a link as text, would be uploaded as if it were the file.
    if (typeof input !== "object" || input === null) {
      return Promise.reject(new TypeError("A PDF is given as its bytes or a Blob, and a link as a URL"))
    }
    const fields = Object.fromEntries(
      Object.entries({
        file_name: given.fileName,
        external_id: given.externalId,
        tags: given.tags,
        options: given.options,
        password: given.password,
        retention_sec: given.retentionSec
      }).filter(([, value]) => value !== undefined)
    )
    const headers = { "idempotency-key": given.idempotencyKey ?? crypto.randomUUID() }
    const { signal } = given
    return json(
      input instanceof URL
        ? send(jobs, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ ...fields, url: input.href }),
            signal
          })
        : send(jobs, { method: "POST", headers, body: formOf(input, fields), signal })
    )
  }

  const get = (jobId: string, { wait = 0, signal }: { readonly wait?: number; readonly signal?: AbortSignal } = {}) =>
    json<Job>(send(`${pathOf(jobId)}${wait > 0 ? `?wait=${wait}` : ""}`, { signal }))

  /** The job once it has ended, whichever way. */
  const ended = async (jobId: string, { onProgress, signal }: WaitOptions = {}): Promise<Job> => {
    const abort = signal === undefined ? {} : { signal }
    for (let job = await get(jobId, abort); ; ) {
      onProgress?.(job)
      if (hasEnded(job)) return job
      // Asks every second if there is an `onProgress`, else waits as long as one request may.
      job = await get(jobId, { wait: onProgress === undefined ? patience : 1, ...abort })
    }
  }

  const download = (jobId: string, signal?: AbortSignal): Promise<Response> =>
    send(`${pathOf(jobId)}/download`, { signal })

  const remove = async (jobId: string): Promise<void> => {
    await send(pathOf(jobId), { method: "DELETE" })
  }

  /** All items of a list that comes in parts. */
  async function* items<A>(path: string, signal?: AbortSignal): AsyncGenerator<A> {
    for (let cursor: string | null = null; ; ) {
      const at: string = cursor === null ? path : `${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`
      const part: { items: ReadonlyArray<A>; next_cursor: string | null } = await json(send(at, { signal }))
      yield* part.items
      if (part.next_cursor === null || part.next_cursor === undefined) return
      cursor = encodeURIComponent(part.next_cursor)
    }
  }

  /**
   * Each state of the job, until it has ended, over as many connections as that takes: a service that stops ends its
   * streams, and proxies end those that are old. Fails where streams tell nothing, `retries` more after the first.
   */
  async function* progress(jobId: string, signal?: AbortSignal): AsyncGenerator<Job> {
    const { retries = usualRetries } = options
    let last = ""
    let silent = 0
    for (;;) {
      const { body } = await send(`${pathOf(jobId)}/events`, { signal })
      silent++
      let lost = new TypeError("The events of the job ended before any came")
      try {
        for await (const { event, data } of body === null ? [] : events(body)) {
          if (data !== last) yield JSON.parse(data) as Job
          if (event === "end") return
          last = data
          silent = 0
        }
      } catch (error) {
        // So a connection that is lost is told of; all else is no matter of connections.
        if (!(error instanceof TypeError)) throw error
        lost = error
      }
      signal?.throwIfAborted()
      if (silent > retries) throw lost
      await waitFor(pause(silent), signal)
    }
  }

  /** The blocks of a ready job in reading order, all of them or those of a type or page. */
  const blocks = (
    jobId: string,
    wanted: { readonly type?: Block["type"]; readonly page?: number; readonly signal?: AbortSignal } = {}
  ): AsyncGenerator<Block> => {
    const query = new URLSearchParams({ limit: "1000" })
    if (wanted.type !== undefined) query.set("type", wanted.type)
    if (wanted.page !== undefined) query.set("page", String(wanted.page))
    return items<Block>(`/api/v2/jobs/${encodeURIComponent(jobId)}/blocks?${query}`, wanted.signal)
  }

  return {
    create,
    get,
    ended,
    download,
    remove,
    progress,
    blocks,
    /** The requests of everything else: a path of the API, signed or with the key, tried again, refused as ApiError. */
    send,
    items,
    list: () =>
      isDevice
        ? json<{ items: ReadonlyArray<Job> }>(send(jobs)).then(({ items }) => items)
        : Array.fromAsync(items<Job>(jobs)),

    /** Makes a job, waits for it, and fetches its Markdown. A job that fails is a `JobFailed`. */
    convert: async (input: Input, given: CreateOptions & WaitOptions = {}): Promise<{ job: Job; markdown: string }> => {
      const { job_id } = await create(input, given)
      const job = await ended(job_id, given)
      if (job.status !== "ready") throw new JobFailed(job)
      return { job, markdown: await (await download(job_id, given.signal)).text() }
    }
  }
}

export type Client = ReturnType<typeof connect>
