/** The public API, as the console calls it: with the cookie of the session, from a page of ours. */
import type { Me } from "../../../../schema/Account.ts"
import { ApiError } from "../../../client/Refusal.ts"

/** The account whose console this is. */
export type Account = typeof Me.Encoded

/** What the service refused, in its own words. */
export class Refusal extends ApiError {
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(status, body)
    const issues = body["issues"] as ReadonlyArray<{ readonly path: string; readonly message: string }> | undefined
    if (issues === undefined) return
    this.message = issues.map(({ path, message }) => `${path.replace(/^body\./, "")} ${message}`).join("; ")
  }
}

/** Told when a session turns out to be over. */
export const signedOut = new EventTarget()

const answered = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get("content-type") ?? "")
  const json: unknown = isJson && text !== "" ? JSON.parse(text) : {}
  if (answer.ok) return json
  if (answer.status === 401) signedOut.dispatchEvent(new Event("over"))
  throw new Refusal(answer.status, json as Record<string, unknown>)
}

export const get = <A>(path: string) => answered("GET", path) as Promise<A>
export const post = <A>(path: string, body?: unknown) => answered("POST", path, body) as Promise<A>
export const put = <A>(path: string, body: unknown) => answered("PUT", path, body) as Promise<A>
export const patch = <A>(path: string, body: unknown) => answered("PATCH", path, body) as Promise<A>
export const remove = (path: string) => answered("DELETE", path) as Promise<unknown>

/** A path with the parameters that have a value. */
export const withQuery = (path: string, query: Readonly<Record<string, string | null | undefined>>) => {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
