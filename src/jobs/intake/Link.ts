/** The PDF behind a link: fetched when the job is created, through the one way out. */
import { Effect, Stream } from "effect"
import { BrokenLink } from "../../../schema/Errors.ts"
import type { BlobKey } from "../../../schema/Ids.ts"
import { Digest } from "../../auth/Digest.ts"
import { Egress, type EgressRefused, type EgressRequest } from "../../net/Egress.ts"
import { Blobs } from "../Blobs.ts"
import { dispositionName, onlyPdf, pathName, tooLarge } from "./Source.ts"
import type { LinkSent, Received } from "./Submission.ts"

/** Seconds from the first look-up to the last byte, redirects included. */
export const fetchSeconds = 30

/** More redirects than this are not followed. */
const maxRedirects = 5

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Bytes as they are: a PDF is compressed already, and its `Content-Length` then says how large it is. */
const headers = {
  accept: "application/pdf, */*;q=0.8",
  "accept-encoding": "identity",
  "user-agent": "pdf-to-markdown-service"
}

const broken = (reason: string, message: string) => new BrokenLink({ reason, message })

const refused = ({ reason, message }: EgressRefused, limit: number) =>
  reason === "too_large" ? tooLarge(limit) : broken(reason, message)

/** Where an answer sends its reader, as an absolute URL; null when that is no URL, undefined when it sends nowhere. */
const target = (from: string, status: number, location: string | undefined): string | null | undefined => {
  if (!redirects.has(status)) return undefined
  return location ? (URL.parse(location, from)?.href ?? null) : null
}

/** Whether a part, which nobody asked for, is all there is. */
const isWhole = (contentRange = "") => {
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/i.exec(contentRange.trim()) ?? []
  return last !== undefined && Number(last) + 1 === Number(size)
}

/**
 * Streams the PDF into the store, hashing on the way. Every address on the way to it is judged like the first one. It
 * is called what the caller says, else what its server says, else what its address says.
 */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const digest = yield* Digest
  const egress = yield* Egress

  return Effect.fn("Link.fetchPdf")(
    function* (link: LinkSent, key: BlobKey, { limit }: { readonly limit: number }) {
      /** The next address, or the file. */
      const visit = Effect.fnUntraced(function* (url: string) {
        const request: EgressRequest = { purpose: "link", url, method: "GET", headers }
        const answer = yield* egress.fetch(request, { timeout: fetchSeconds * 1_000, maxBytes: limit })
        const next = target(url, answer.status, answer.headers["location"])
        if (next === null) return yield* broken("redirect_invalid", "The link redirects to nowhere")
        if (next !== undefined) return next
        if (answer.status < 200 || answer.status > 299) {
          return yield* broken("bad_status", `The server of the link answered with status ${answer.status}`)
        }
        if (answer.status === 206 && !isWhole(answer.headers["content-range"])) {
          return yield* broken("bad_status", "The server of the link answered with status 206, a part of the file")
        }
        if (Number(answer.headers["content-length"]) > limit) return yield* tooLarge(limit)
        const file = digest.sha256()
        const { size } = yield* blobs.write(
          key,
          Stream.tap(onlyPdf(answer.body), (chunk) => Effect.sync(() => file.update(chunk)))
        )
        return {
          inputKey: key,
          inputSize: size,
          inputSha256: file.hex(),
          fileName: link.fileName ?? dispositionName(answer.headers["content-disposition"] ?? "") ?? pathName(url),
          source: "link"
        } satisfies Received
      }, Effect.scoped)

      let found: Received | string = link.url
      for (let visited = 0; typeof found === "string"; visited++) {
        if (visited > maxRedirects) return yield* broken("too_many_redirects", "The link redirects too often")
        found = yield* visit(found)
      }
      return found
    },
    (effect, _link, _key, { limit }) =>
      Effect.catchTag(effect, "EgressRefused", (error) => Effect.fail(refused(error, limit))),
    Effect.timeoutOrElse({
      duration: fetchSeconds * 1_000,
      orElse: () => Effect.fail(broken("timed_out", `The link took longer than ${fetchSeconds} seconds`))
    }),
    Effect.catchTag("StoreUnavailable", Effect.die)
  )
})
