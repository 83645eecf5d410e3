/** Keys: made with what they may do, shown once, renamed, revoked. */
import { useState } from "preact/hooks"
import type { CreatedApiKey } from "../../../schema/Account.ts"
import { Create, type Key, path, Rename, scopes } from "./KeyForms.tsx"
import { remove } from "./parts/Api.ts"
import { Confirm, Dialog } from "./parts/Dialogs.tsx"
import { type Column, Empty, Table, Tags, Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Badge, Code, Failure, Head, say, Time } from "./parts/Parts.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.keys

interface Listed {
  readonly items: ReadonlyArray<Key>
  readonly limit: number
  readonly used: number
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
      cell: (key) => (key.scopes.length === scopes.length ? words.allScopes : <Tags tags={key.scopes} />)
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
        <Waiting failure={failure} />
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
