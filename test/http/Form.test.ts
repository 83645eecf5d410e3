import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { partsOf } from "../../src/http/Form.ts"

const boundary = "edge"

const text = (...lines: ReadonlyArray<string>) => new TextEncoder().encode(lines.join("\r\n"))

const form = (...chunks: ReadonlyArray<Uint8Array>) =>
  partsOf(
    Stream.fromIterable(chunks, { chunkSize: 1 }),
    { "content-type": `multipart/form-data; boundary=${boundary}` },
    { maxParts: 32, maxFieldSize: 1_024, maxTotalSize: 1_000_000 }
  )

const head = (name: string) =>
  text(`--${boundary}`, `Content-Disposition: form-data; name="${name}"; filename="a.pdf"`, "", "")

it.effect(
  "keeps nothing of a file whose reader has asked for the next part: it may be as large as the whole form",
  () =>
    Effect.gen(function* () {
      const unread: Array<Stream.Stream<Uint8Array, unknown>> = []
      const body = [head("other"), new Uint8Array(1_000), new Uint8Array(1_000), text("", `--${boundary}--`, "")]
      yield* Stream.runForEach(form(...body), (part) =>
        Effect.sync(() => {
          if (part._tag === "File") unread.push(part.content)
        })
      )
      assert.strictEqual((yield* Stream.mkUint8Array(unread[0]!)).length, 0)
    })
)
