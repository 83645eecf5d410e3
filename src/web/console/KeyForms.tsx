/** The forms that make a key or rename it. */
import type { ApiKey, CreatedApiKey } from "../../../schema/Account.ts"
import { patch, post } from "./parts/Api.ts"
import { FormDialog } from "./parts/Dialogs.tsx"
import { say } from "./parts/Parts.tsx"
import { text } from "./strings.ts"

const words = text.keys

export type Key = typeof ApiKey.Encoded

export const path = "/api/v2/api-keys"

export const scopes = Object.keys(words.scopeNames)

const usual = scopes.filter((scope) => scope.startsWith("jobs:"))

export const Create = ({
  close,
  made
}: {
  readonly close: () => void
  readonly made: (key: typeof CreatedApiKey.Encoded) => void
}) => {
  const send = async (form: FormData) => {
    const days = String(form.get("expires") ?? "")
    const pages = String(form.get("monthly") ?? "")
    made(
      await post(path, {
        name: String(form.get("name") ?? "").trim(),
        scopes: form.getAll("scope"),
        expires_in_days: days === "" ? null : Number(days),
        monthly_pages: pages === "" ? null : Number(pages)
      })
    )
  }
  return (
    <FormDialog title={words.create} label={words.create} close={close} send={send}>
      <label class="field">
        <span>{words.name}</span>
        <input type="text" name="name" required maxLength={64} autoComplete="off" aria-describedby="key-name" />
        <small id="key-name">{words.nameHint}</small>
      </label>
      <fieldset class="field">
        <legend>{words.scopes}</legend>
        {scopes.map((scope) => (
          <label key={scope} class="choice">
            <input type="checkbox" name="scope" value={scope} defaultChecked={usual.includes(scope)} />
            <span>
              <code>{scope}</code> <span class="quiet">{words.scopeNames[scope]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="pair">
        <label class="field">
          <span>{words.expires}</span>
          <select name="expires">
            {["", "30", "90", "365"].map((days) => (
              <option key={days} value={days}>
                {words.expiryOptions[days]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.monthly}</span>
          <input type="number" name="monthly" min={1} max={1_000_000_000} aria-describedby="key-pages" />
          <small id="key-pages">{words.monthlyHint}</small>
        </label>
      </div>
    </FormDialog>
  )
}

export const Rename = ({ of, close }: { readonly of: Key; readonly close: (renamed: boolean) => void }) => (
  <FormDialog
    title={words.rename}
    label={text.save}
    close={() => close(false)}
    send={async (form) => {
      await patch(`${path}/${of.key_id}`, { name: String(form.get("name") ?? "").trim() })
      say(words.renamed)
      close(true)
    }}
  >
    <label class="field">
      <span>{words.name}</span>
      <input type="text" name="name" required maxLength={64} defaultValue={of.name} autoComplete="off" />
    </label>
  </FormDialog>
)
