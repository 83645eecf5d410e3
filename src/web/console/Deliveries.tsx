/** What webhooks were sent, and how each attempt went. */
import { useEffect, useRef } from "preact/hooks"
import type { Delivery, DeliveryDetail } from "../../../schema/Webhook.ts"
import { post, Refusal, withQuery } from "./parts/Api.ts"
import { type Column, Empty, Listed, Waiting } from "./parts/Lists.tsx"
import { useLoaded, usePages, useRefresh } from "./parts/Loaded.ts"
import { Badge, Code, Facts, Failure, Head, say, Time, useAct } from "./parts/Parts.tsx"
import { Back, goWith, Link } from "./parts/Place.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.webhooks

type Sent = typeof Delivery.Encoded

const kinds = { pending: "busy", delivered: "good", failed: "bad", expired: "idle" } as const

const Status = ({ sent }: { readonly sent: Sent }) => (
  <>
    <Badge kind={kinds[sent.status]}>{words.statuses[sent.status]}</Badge>
    {sent.error === null ? null : <span class="quiet">{sent.error}</span>}
  </>
)

const columnsOf = (isOfOne: boolean): ReadonlyArray<Column<Sent>> => [
  {
    name: words.event,
    isHead: true,
    cell: (sent) => (
      <>
        <Link href={`/console/webhooks/deliveries/${sent.delivery_id}`}>{sent.event}</Link>
        {isOfOne ? <code class="quiet">{sent.job_id}</code> : <span class="quiet address">{sent.url}</span>}
      </>
    )
  },
  { name: words.status, cell: (sent) => <Status sent={sent} /> },
  { name: words.answer, isNumber: true, cell: (sent) => sent.response_code ?? text.none },
  { name: words.attempts, isNumber: true, cell: (sent) => sent.attempts },
  { name: words.when, cell: (sent) => <Time at={sent.created_at} /> },
  { name: words.next, cell: (sent) => <Time at={sent.next_attempt_at} none={text.none} /> }
]

/** What waits for its attempt is looked at this often, in ms. */
const lookEvery = 2_000

interface Props {
  readonly query: URLSearchParams
  readonly webhookId: string | null
  /** Changes when something was sent just now. */
  readonly sent?: number
}

export const Deliveries = ({ query, webhookId, sent = 0 }: Props) => {
  const status = query.get("delivery_status")
  const pages = usePages<Sent>(withQuery("/api/v2/webhooks/deliveries", { webhook_id: webhookId, status }))
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else void pages.reload()
  }, [sent, pages.reload])
  const isMoving = pages.items?.some(({ status, attempts }) => status === "pending" && attempts === 0) ?? false
  useRefresh(isMoving, pages.reload, lookEvery)
  return (
    <section>
      <div class="heading">
        <div>
          <h2>{words.deliveries}</h2>
          <p class="quiet">{words.deliveriesHint}</p>
        </div>
        <label class="field">
          <span>{words.status}</span>
          <select value={status ?? ""} onChange={(event) => goWith({ delivery_status: event.currentTarget.value })}>
            {["", ...Object.keys(words.statuses)].map((each) => (
              <option key={each} value={each}>
                {words.statuses[each] ?? words.all}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Listed
        pages={pages}
        label={words.deliveries}
        columns={columnsOf(webhookId !== null)}
        keyOf={({ delivery_id }) => delivery_id}
        empty={words.noDeliveries}
      />
    </section>
  )
}

export const DeliveryView = ({ deliveryId }: { readonly deliveryId: string }) => {
  const path = `/api/v2/webhooks/deliveries/${encodeURIComponent(deliveryId)}`
  const { data, failure, reload } = useLoaded<typeof DeliveryDetail.Encoded>(path)
  const { isBusy, error, act } = useAct()
  const isMoving = data?.status === "pending"
  useRefresh(isMoving, reload, lookEvery)
  const back = (
    <Back href={data?.webhook_id == null ? "/console/webhooks" : `/console/webhooks/${data.webhook_id}`}>
      {words.deliveries}
    </Back>
  )
  if (failure instanceof Refusal && failure.status === 404) {
    return (
      <>
        {back}
        <h1 tabIndex={-1}>{words.goneDelivery}</h1>
      </>
    )
  }
  if (data === null) return failure === null ? <Waiting /> : <Failure error={failure} />
  const isSample = (data.payload as { readonly test?: true }).test === true
  return (
    <>
      {back}
      <Head title={data.event}>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void act(async () => {
              await post(`${path}/redeliver`)
              say(words.redelivered)
              await reload()
            })
          }
        >
          {words.redeliver}
        </button>
      </Head>
      <Failure error={error} />
      <section class="card">
        <Facts
          facts={[
            [words.delivery, <code key="id">{data.delivery_id}</code>],
            [words.status, <Status key="status" sent={data} />],
            [
              words.to,
              <span key="to" class="address">
                {data.url}
                {data.webhook_id === null ? <span class="quiet"> ({words.callback})</span> : null}
              </span>
            ],
            [
              text.jobs.facts.id,
              isSample ? (
                <span key="job">{words.sample}</span>
              ) : (
                <Link key="job" href={`/console/jobs/${data.job_id}`}>
                  <code>{data.job_id}</code>
                </Link>
              )
            ],
            [words.when, <Time key="when" at={data.created_at} />],
            [words.next, <Time key="next" at={data.next_attempt_at} none={text.none} />]
          ]}
        />
      </section>
      <section>
        <h2>{words.attemptLog}</h2>
        {data.attempt_log.length === 0 ? <Empty>{words.noAttempts}</Empty> : null}
        <ol class="attempts">
          {data.attempt_log.toReversed().map((attempt, at) => (
            <li key={attempt.attempted_at} class="card">
              <p>
                <b>{words.attempt(data.attempt_log.length - at)}</b>{" "}
                <Badge kind={attempt.error === null ? "good" : "bad"}>
                  {attempt.response_code ?? attempt.error ?? ""}
                </Badge>{" "}
                <span class="quiet">
                  {shown.time(attempt.attempted_at)}, {words.took(shown.seconds(attempt.duration_seconds))}
                  {attempt.error === null || attempt.response_code === null ? "" : `, ${attempt.error}`}
                </span>
              </p>
              {attempt.response_body === null || attempt.response_body === "" ? (
                <p class="quiet">{words.noReply}</p>
              ) : (
                <>
                  <p class="quiet">{words.reply}</p>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, by keyboard too */}
                  <pre class="body" tabIndex={0}>
                    {attempt.response_body}
                  </pre>
                </>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{words.payload}</h2>
        <Code value={shown.json(data.payload)} />
      </section>
    </>
  )
}
