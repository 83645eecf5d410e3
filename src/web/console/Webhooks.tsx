/** Webhooks: registered, listed, and each with what it was sent. */
import { useState } from "preact/hooks"
import { Deliveries, DeliveryView } from "./Deliveries.tsx"
import { post } from "./parts/Api.ts"
import { type Column, Empty, Table, Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Failure, Head, Time } from "./parts/Parts.tsx"
import { Link, type Place } from "./parts/Place.tsx"
import { text } from "./strings.ts"
import { HookView } from "./Webhook.tsx"
import { Events, type Hook, type Listed, path, type Secret, SecretDialog, State, TargetForm } from "./WebhookParts.tsx"

const words = text.webhooks

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
        <Waiting failure={failure} />
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

export const Webhooks = ({ place: { path: at, query } }: { readonly place: Place }) =>
  at[1] === undefined ? (
    <List query={query} />
  ) : at[1] === "deliveries" ? (
    <DeliveryView key={at[2] ?? ""} deliveryId={at[2] ?? ""} />
  ) : (
    <HookView key={at[1]} webhookId={at[1]} query={query} />
  )
