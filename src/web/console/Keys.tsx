/** Keys: made with what they may do, shown once, renamed, revoked. */
import { useState } from "preact/hooks"
import type { ApiKey, CreatedApiKey } from "../../../schema/Account.ts"
import { patch, post, remove } from "./parts/Api.ts"
import { useLoaded } from "./parts/Loaded.ts"
import {
  Badge,
  Code,
  type Column,
  Confirm,
  Dialog,
  Empty,
  Failure,
  Head,
  say,
  Table,
  Time,
  useAct,
  Waiting
} from "./parts/Parts.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.keys

type Key = typeof ApiKey.Encoded

interface Listed {
  readonly items: ReadonlyArray<Key>
  readonly limit: number
  readonly used: number
}

const path = "/api/v2/api-keys"

const scopes = Object.keys(words.scopeNames)

const usual = scopes.filter((scope) => scope.startsWith("jobs:"))

const Create = ({
  close,
  made
}: {
  readonly close: () => void
  readonly made: (key: typeof CreatedApiKey.Encoded) => void
}) => {
  const { isBusy, error, act } = useAct()
  const submit = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const days = String(form.get("expires") ?? "")
    const pages = String(form.get("monthly") ?? "")
    void act(async () => {
      made(
        await post(path, {
          name: String(form.get("name") ?? "").trim(),
          scopes: form.getAll("scope"),
          expires_in_days: days === "" ? null : Number(days),
          monthly_pages: pages === "" ? null : Number(pages)
        })
      )
    })
  }
  return (
    <Dialog title={words.create} close={close}>
      <form class="fields" onSubmit={submit}>
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
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {words.create}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Rename = ({ of, close }: { readonly of: Key; readonly close: (renamed: boolean) => void }) => {
  const { isBusy, error, act } = useAct()
  const submit = (event: Event) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get("name") ?? "").trim()
    void act(async () => {
      await patch(`${path}/${of.key_id}`, { name })
      say(words.renamed)
      close(true)
    })
  }
  return (
    <Dialog title={words.rename} close={() => close(false)}>
      <form class="fields" onSubmit={submit}>
        <label class="field">
          <span>{words.name}</span>
          <input type="text" name="name" required maxLength={64} defaultValue={of.name} autoComplete="off" />
        </label>
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={() => close(false)}>
            {text.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const isOver = ({ expires_at }: Key) => expires_at !== null && Date.parse(expires_at) <= Date.now()

export const Keys = () => {
  const { data, failure, reload } = useLoaded<Listed>(path)
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<typeof CreatedApiKey.Encoded | null>(null)
  const [renaming, setRenaming] = useState<Key | null>(null)
  const [revoking, setRevoking] = useState<Key | null>(null)

  const columns: ReadonlyArray<Column<Key>> = [
    {
      name: words.name,
      isHead: true,
      cell: (key) => (
        <>
          <b>{key.name}</b>
          <code class="quiet">
            {key.prefix}…{key.last4}
          </code>
          {key.disabled_at === null ? null : <Badge kind="bad">{words.disabled}</Badge>}
          {isOver(key) ? <Badge kind="bad">{words.expired}</Badge> : null}
        </>
      )
    },
    {
      name: words.scopes,
      cell: (key) =>
        key.scopes.length === scopes.length ? (
          words.allScopes
        ) : (
          <ul class="tags">
            {key.scopes.map((scope) => (
              <li key={scope}>{scope}</li>
            ))}
          </ul>
        )
    },
    { name: words.lastUsed, cell: (key) => <Time at={key.last_used_at} /> },
    {
      name: words.expires,
      cell: (key) => (
        <>
          <Time at={key.expires_at} none={words.noExpiry} />
          {key.monthly_pages === null ? null : (
            <span class="quiet">
              {shown.number(key.monthly_pages)} {words.monthly.toLowerCase()}
            </span>
          )}
        </>
      )
    },
    { name: words.created, cell: (key) => <Time at={key.created_at} /> },
    {
      name: words.actions,
      cell: (key) => (
        <span class="buttons">
          <button type="button" class="small" aria-label={words.renameOne(key.name)} onClick={() => setRenaming(key)}>
            {words.rename}
          </button>
          <button
            type="button"
            class="small danger"
            aria-label={words.revokeOne(key.name)}
            onClick={() => setRevoking(key)}
          >
            {words.revoke}
          </button>
        </span>
      )
    }
  ]

  return (
    <>
      <Head title={text.views["keys"] ?? ""} lead={words.lead}>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {words.create}
        </button>
      </Head>
      <Failure error={failure} />
      {data === null ? (
        failure === null ? (
          <Waiting />
        ) : null
      ) : (
        <>
          <p class="quiet">{words.used(data.used, data.limit)}</p>
          {data.items.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <Table
              label={text.views["keys"] ?? ""}
              columns={columns}
              rows={data.items}
              keyOf={({ key_id }) => key_id}
            />
          )}
        </>
      )}
      {isCreating ? (
        <Create
          close={() => setCreating(false)}
          made={(key) => {
            setCreating(false)
            setMade(key)
            void reload()
          }}
        />
      ) : null}
      {made === null ? null : (
        <Dialog title={words.secretTitle} close={() => setMade(null)}>
          <p>{words.secretText}</p>
          <Code value={made.secret} />
          <p class="quiet">{words.secretTry}</p>
          <Code value={`curl -H "Authorization: Bearer ${made.secret}" ${location.origin}/api/v2/me`} />
          <div class="buttons">
            <button type="button" class="main" onClick={() => setMade(null)}>
              {words.stored}
            </button>
          </div>
        </Dialog>
      )}
      {renaming === null ? null : (
        <Rename
          of={renaming}
          close={(isRenamed) => {
            setRenaming(null)
            if (isRenamed) void reload()
          }}
        />
      )}
      {revoking === null ? null : (
        <Confirm
          title={words.revokeTitle(revoking.name)}
          explanation={words.revokeText}
          label={words.revoke}
          close={() => setRevoking(null)}
          act={async () => {
            await remove(`${path}/${revoking.key_id}`)
            say(words.revoked)
            await reload()
          }}
        />
      )}
    </>
  )
}
