/** What a list of webhooks and a single one have in common. */
import type { CreatedWebhook, Webhook } from "../../../schema/Webhook.ts"
import { Dialog, FormDialog } from "./parts/Dialogs.tsx"
import { Tags } from "./parts/Lists.tsx"
import { Badge, Code } from "./parts/Parts.tsx"
import { text } from "./strings.ts"

const words = text.webhooks

export type Hook = typeof Webhook.Encoded

export type Secret = typeof CreatedWebhook.Encoded

export interface Listed {
  readonly items: ReadonlyArray<Hook>
  readonly limit: number
  readonly used: number
  readonly enabled: boolean
}

export const path = "/api/v2/webhooks"

const events = Object.keys(words.eventNames)

interface FormProps {
  readonly hook?: Hook
  readonly close: () => void
  readonly send: (target: { readonly url: string; readonly events: ReadonlyArray<string> }) => Promise<unknown>
}

export const TargetForm = ({ hook, close, send }: FormProps) => (
  <FormDialog
    title={hook === undefined ? words.create : words.edit}
    label={hook === undefined ? words.create : text.save}
    close={close}
    send={(form) => send({ url: String(form.get("url") ?? "").trim(), events: form.getAll("event").map(String) })}
  >
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
  </FormDialog>
)

export const SecretDialog = ({ secret, close }: { readonly secret: string; readonly close: () => void }) => (
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

export const State = ({ hook }: { readonly hook: Hook }) =>
  hook.disabled_at === null ? (
    <Badge kind="good">{words.enabled}</Badge>
  ) : (
    <>
      <Badge kind="bad">{words.disabled}</Badge>
      <span class="quiet">{words.reasons[hook.disabled_reason ?? ""] ?? hook.disabled_reason}</span>
    </>
  )

export const Events = ({ hook }: { readonly hook: Hook }) =>
  hook.events.length === 0 ? <span>{words.allEvents}</span> : <Tags tags={hook.events} />
