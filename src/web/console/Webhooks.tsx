/** Webhooks: registered, tried, given new secrets; each with what it was sent. */
import { useState } from "preact/hooks"
import type { CreatedWebhook, Webhook } from "../../../schema/Webhook.ts"
import { Deliveries, DeliveryView } from "./Deliveries.tsx"
import { patch, post, remove } from "./parts/Api.ts"
import { useLoaded } from "./parts/Loaded.ts"
import {
  Badge,
  Code,
  type Column,
  Confirm,
  Dialog,
  Empty,
  Facts,
  Failure,
  Head,
  say,
  Table,
  Time,
  useAct,
  Waiting
} from "./parts/Parts.tsx"
import { go, Link, type Place } from "./parts/Place.tsx"
import { text } from "./strings.ts"

const words = text.webhooks

type Hook = typeof Webhook.Encoded

type Secret = typeof CreatedWebhook.Encoded

interface Listed {
  readonly items: ReadonlyArray<Hook>
  readonly limit: number
  readonly used: number
  readonly enabled: boolean
}

const path = "/api/v2/webhooks"

const events = Object.keys(words.eventNames)

interface FormProps {
  readonly hook?: Hook
  readonly close: () => void
  readonly send: (target: { readonly url: string; readonly events: ReadonlyArray<string> }) => Promise<unknown>
}

const TargetForm = ({ hook, close, send }: FormProps) => {
  const { isBusy, error, act } = useAct()
  const submit = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    void act(() => send({ url: String(form.get("url") ?? "").trim(), events: form.getAll("event").map(String) }))
  }
  return (
    <Dialog title={hook === undefined ? words.create : words.edit} close={close}>
      <form class="fields" onSubmit={submit}>
        <label class="field">
          <span>{words.url}</span>
          <input
            type="url"
            name="url"
            required
            maxLength={2_048}
            placeholder="https://"
            defaultValue={hook?.url ?? ""}
            autoComplete="off"
            aria-describedby="hook-url"
          />
          <small id="hook-url">{words.urlHint}</small>
        </label>
        <fieldset class="field">
          <legend>{words.events}</legend>
          {events.map((event) => (
            <label key={event} class="choice">
              <input
                type="checkbox"
                name="event"
                value={event}
                defaultChecked={hook?.events.some((each) => each === event) ?? false}
              />
              <span>
                <code>{event}</code> <span class="quiet">{words.eventNames[event]}</span>
              </span>
            </label>
          ))}
          <small>{words.eventsHint}</small>
        </fieldset>
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {hook === undefined ? words.create : text.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const SecretDialog = ({ secret, close }: { readonly secret: string; readonly close: () => void }) => (
  <Dialog title={words.secretTitle} close={close}>
    <p>{words.secretText}</p>
    <Code value={secret} />
    <div class="buttons">
      <button type="button" class="main" onClick={close}>
        {words.stored}
      </button>
    </div>
  </Dialog>
)

const State = ({ hook }: { readonly hook: Hook }) =>
  hook.disabled_at === null ? (
    <Badge kind="good">{words.enabled}</Badge>
  ) : (
    <>
      <Badge kind="bad">{words.disabled}</Badge>
      <span class="quiet">{words.reasons[hook.disabled_reason ?? ""] ?? hook.disabled_reason}</span>
    </>
  )

const Events = ({ hook }: { readonly hook: Hook }) =>
  hook.events.length === 0 ? (
    <span>{words.allEvents}</span>
  ) : (
    <ul class="tags">
      {hook.events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  )

const columns: ReadonlyArray<Column<Hook>> = [
  {
    name: words.url,
    isHead: true,
    cell: (hook) => (
      <Link class="address" href={`/console/webhooks/${hook.webhook_id}`}>
        {hook.url}
      </Link>
    )
  },
  { name: words.events, cell: (hook) => <Events hook={hook} /> },
  { name: words.status, cell: (hook) => <State hook={hook} /> },
  { name: words.created, cell: (hook) => <Time at={hook.created_at} /> }
]

const List = ({ query }: { readonly query: URLSearchParams }) => {
  const { data, failure, reload } = useLoaded<Listed>(path)
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<Secret | null>(null)
  return (
    <>
      <Head title={text.views["webhooks"] ?? ""} lead={words.lead}>
        {data?.enabled ? (
          <button type="button" class="main" onClick={() => setCreating(true)}>
            {words.create}
          </button>
        ) : null}
      </Head>
      <Failure error={failure} />
      {data === null ? (
        failure === null ? (
          <Waiting />
        ) : null
      ) : (
        <>
          {data.enabled ? (
            <p class="quiet">{words.used(data.used, data.limit)}</p>
          ) : (
            <p class="notice">
              {words.unavailable} <Link href="/console/plan">{words.plans}</Link>
            </p>
          )}
          {data.items.length > 0 ? (
            <Table
              label={text.views["webhooks"] ?? ""}
              columns={columns}
              rows={data.items}
              keyOf={({ webhook_id }) => webhook_id}
            />
          ) : data.enabled ? (
            <Empty>{words.empty}</Empty>
          ) : null}
        </>
      )}
      <Deliveries query={query} webhookId={null} />
      {isCreating ? (
        <TargetForm
          close={() => setCreating(false)}
          send={async (target) => {
            setSecret(await post<Secret>(path, target))
            setCreating(false)
            void reload()
          }}
        />
      ) : null}
      {secret === null ? null : <SecretDialog secret={secret.secret} close={() => setSecret(null)} />}
    </>
  )
}

const Recover = ({ hook, close }: { readonly hook: Hook; readonly close: () => void }) => {
  const { isBusy, error, act } = useAct()
  const yesterday = new Date(Date.now() - 86_400_000 - new Date().getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
  const submit = (event: Event) => {
    event.preventDefault()
    const since = new Date(String(new FormData(event.currentTarget as HTMLFormElement).get("since") ?? ""))
    void act(async () => {
      const { recovered } = await post<{ recovered: number }>(`${path}/${hook.webhook_id}/recover`, {
        since: since.toISOString()
      })
      say(words.recovered(recovered))
      close()
    })
  }
  return (
    <Dialog title={words.recoverTitle} close={close}>
      <p>{words.recoverText}</p>
      <form class="fields" onSubmit={submit}>
        <label class="field">
          <span>{words.since}</span>
          <input type="datetime-local" name="since" required defaultValue={yesterday} />
        </label>
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {words.recover}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type Asked = "edit" | "rotate" | "recover" | "remove"

const HookView = ({ webhookId, query }: { readonly webhookId: string; readonly query: URLSearchParams }) => {
  const { data, failure, reload } = useLoaded<Listed>(path)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
  const acting = useAct()
  const close = () => setAsked(null)
  if (data === null) return failure === null ? <Waiting /> : <Failure error={failure} />
  const hook = data.items.find(({ webhook_id }) => webhook_id === webhookId)
  const own = `${path}/${webhookId}`
  if (hook === undefined) {
    return (
      <>
        <h1 tabIndex={-1}>{words.gone}</h1>
        <p>
          <Link href="/console/webhooks">{words.back}</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <p class="back">
        <Link href="/console/webhooks">{words.back}</Link>
      </p>
      <Head title={hook.url} isAddress>
        {hook.disabled_at === null ? null : (
          <button
            type="button"
            class="main"
            disabled={acting.isBusy}
            onClick={() =>
              void acting.act(async () => {
                await post(`${own}/enable`)
                say(words.isEnabled)
                await reload()
              })
            }
          >
            {words.enable}
          </button>
        )}
        <button
          type="button"
          disabled={acting.isBusy}
          onClick={() =>
            void acting.act(async () => {
              await post(`${own}/test`)
              say(words.tested)
              setSent(sent + 1)
            })
          }
        >
          {words.test}
        </button>
        <button type="button" onClick={() => setAsked("edit")}>
          {words.edit}
        </button>
        <button type="button" onClick={() => setAsked("rotate")}>
          {words.rotate}
        </button>
        <button type="button" onClick={() => setAsked("recover")}>
          {words.recover}
        </button>
        <button type="button" class="danger" onClick={() => setAsked("remove")}>
          {words.remove}
        </button>
      </Head>
      <Failure error={acting.error} />
      <section class="card">
        <Facts
          facts={[
            [words.status, <State key="state" hook={hook} />],
            [words.events, <Events key="events" hook={hook} />],
            [words.created, <Time key="created" at={hook.created_at} />]
          ]}
        />
      </section>
      <Deliveries query={query} webhookId={webhookId} sent={sent} />
      {asked === "edit" ? (
        <TargetForm
          hook={hook}
          close={close}
          send={async (target) => {
            await patch(own, target)
            close()
            say(text.saved)
            await reload()
          }}
        />
      ) : null}
      {asked === "recover" ? (
        <Recover
          hook={hook}
          close={() => {
            close()
            setSent(sent + 1)
          }}
        />
      ) : null}
      {asked === "rotate" ? (
        <Confirm
          title={words.rotateTitle}
          explanation={words.rotateText}
          label={words.rotate}
          close={close}
          act={async () => setSecret((await post<Secret>(`${own}/rotate-secret`)).secret)}
        />
      ) : null}
      {asked === "remove" ? (
        <Confirm
          title={words.removeTitle}
          explanation={words.removeText}
          label={words.remove}
          close={close}
          act={async () => {
            await remove(own)
            say(words.removed)
            go("/console/webhooks", "replace")
          }}
        />
      ) : null}
      {secret === null ? null : <SecretDialog secret={secret} close={() => setSecret(null)} />}
    </>
  )
}

export const Webhooks = ({ place: { path: at, query } }: { readonly place: Place }) =>
  at[1] === undefined ? (
    <List query={query} />
  ) : at[1] === "deliveries" ? (
    <DeliveryView key={at[2] ?? ""} deliveryId={at[2] ?? ""} />
  ) : (
    <HookView key={at[1]} webhookId={at[1]} query={query} />
  )
