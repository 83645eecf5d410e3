/** The judge of every answer finds what it is there to find. */
import { assert, describe, it } from "@effect/vitest"
import { judge } from "../support/Contract.ts"

const request = { method: "GET", url: "/config?x=1", headers: {} }

const config = {
  job_ttl_seconds: 3_600,
  max_file_size: 1,
  max_slots: 3,
  support_url: "https://example.com/support",
  announcement: null
}

const answer = {
  status: 200,
  headers: { "content-type": "application/json", "x-request-id": "1", ratelimit: "a", "ratelimit-policy": "b" }
}

const found = (
  changes: { readonly status?: number; readonly headers?: Record<string, string> } = {},
  body: unknown = config,
  asked: Partial<typeof request> = {}
) => judge({ ...request, ...asked }, { ...answer, ...changes }, Buffer.from(body === "" ? "" : JSON.stringify(body)))

describe("The judge of answers", () => {
  it("has nothing against what the document says", () => assert.deepStrictEqual(found(), []))

  it("finds a status, a type, a body, a member and a header that the document does not have", () => {
    assert.match(found({ status: 418 })[0] ?? "", /status/)
    assert.match(found({ headers: { ...answer.headers, "content-type": "text/plain" } })[0] ?? "", /content type/)
    assert.isNotEmpty(found({}, { ...config, max_slots: "3" }))
    assert.isNotEmpty(found({}, { ...config, more: 1 }))
    assert.isNotEmpty(found({}, ""))
    assert.match(found({ headers: { ...answer.headers, "x-more": "1" } })[0] ?? "", /x-more is not/)
    const { "x-request-id": _, ...without } = answer.headers
    assert.match(found({ headers: without })[0] ?? "", /X-Request-Id is missing/)
  })

  it("finds operations that the document does not have", () => {
    assert.isNotEmpty(found({}, config, { url: "/secret" }))
    assert.isNotEmpty(found({}, config, { method: "PUT" }))
    assert.isEmpty(found({ status: 405 }, {}, { method: "PUT" }))
  })
})
