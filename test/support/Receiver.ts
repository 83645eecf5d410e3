/** Receivers of webhooks on the fakes, and what they were sent. */
import { Effect } from "effect"
import { Web } from "../../layers/fakes/Egress.ts"
import type { EgressRequest } from "../../src/net/Egress.ts"
import { newPerson, withSession } from "./Account.ts"
import { patience } from "./Patience.ts"

export const hooks = "/api/v2/webhooks"

export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
  readonly body: any
}

const received = ({ headers = {}, body }: EgressRequest): Received => {
  const text = new TextDecoder().decode(body)
  return { headers, text, body: JSON.parse(text) }
}

/** What a URL was sent so far, oldest first. */
export const sentTo = (url: string) =>
  Effect.gen(function* () {
    const { requests } = yield* Web
    return (yield* requests).filter((request) => request.url === url && request.method === "POST").map(received)
  })

/** As `sentTo`, once it is so many. */
export const sent = (url: string, count: number) => until(sentTo(url), (all) => all.length >= count)

/** Asks until the answer will do; takes no time of the test's clock. */
export const until = <A, E, R>(ask: Effect.Effect<A, E, R>, enough: (a: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const end = performance.now() + patience
    return Effect.andThen(
      Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10))),
      ask
    ).pipe(
      Effect.repeat({ until: (a) => enough(a) || performance.now() > end }),
      Effect.tap((a) => (enough(a) ? Effect.void : Effect.die(new Error(`It stayed so: ${JSON.stringify(a)}`))))
    )
  })

let hosts = 0

/** An address that nobody else in the tests has. */
export const newUrl = () => `https://hooks-${hosts++}.example/take`

/** A call of the webhooks' routes with a session. */
export const ask = (session: Record<string, string>, method: string, path = "", body?: unknown) =>
  withSession(session, `${hooks}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

/** A person of a paid plan with a webhook that answers as it is told. */
export const newHook = Effect.fnUntraced(function* (
  answer: Parameters<Web["Service"]["put"]>[1] = {},
  events: ReadonlyArray<string> = []
) {
  const person = yield* newPerson("business")
  const url = newUrl()
  yield* (yield* Web).put(url, answer)
  const { json } = yield* ask(person.session, "POST", "", { url, events })
  return { ...person, url, webhookId: json.webhook_id as string, secret: json.secret as string }
})

/** The newest deliveries. */
export const deliveriesOf = (session: Record<string, string>, query = "") =>
  Effect.map(ask(session, "GET", `/deliveries${query}`), ({ json }) => json.items as ReadonlyArray<Delivery>)

export interface Delivery {
  readonly delivery_id: string
  readonly webhook_id: string | null
  readonly job_id: string
  readonly event: string
  readonly url: string
  readonly status: string
  readonly attempts: number
  readonly response_code: number | null
  readonly error: string | null
  readonly next_attempt_at: string | null
}
