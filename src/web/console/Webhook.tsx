/** One webhook: tried, changed, given a new secret, and what it was sent. */
import { useState } from "preact/hooks"
import { Deliveries } from "./Deliveries.tsx"
import { patch, post, remove } from "./parts/Api.ts"
import { Confirm, FormDialog } from "./parts/Dialogs.tsx"
import { Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Facts, Failure, Head, say, Time, useAct } from "./parts/Parts.tsx"
import { Back, go } from "./parts/Place.tsx"
import { text } from "./strings.ts"
import { Events, type Hook, type Listed, path, type Secret, SecretDialog, State, TargetForm } from "./WebhookParts.tsx"

const words = text.webhooks

const Recover = ({ hook, close }: { readonly hook: Hook; readonly close: () => void }) => {
  const yesterday = new Date(Date.now() - 86_400_000 - new Date().getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
  const send = async (form: FormData) => {
    const since = new Date(String(form.get("since") ?? "")).toISOString()
    const { recovered } = await post<{ recovered: number }>(`${path}/${hook.webhook_id}/recover`, { since })
    say(words.recovered(recovered))
    close()
  }
  return (
    <FormDialog title={words.recoverTitle} lead={words.recoverText} label={words.recover} close={close} send={send}>
      <label class="field">
        <span>{words.since}</span>
        <input type="datetime-local" name="since" required defaultValue={yesterday} />
      </label>
    </FormDialog>
  )
}

type Asked = "edit" | "rotate" | "recover" | "remove"

const back = <Back href="/console/webhooks">{words.back}</Back>

export const HookView = ({ webhookId, query }: { readonly webhookId: string; readonly query: URLSearchParams }) => {
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
        {back}
        <h1 tabIndex={-1}>{words.gone}</h1>
      </>
    )
  }
  return (
    <>
      {back}
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
