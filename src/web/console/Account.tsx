/** The account itself: whose it is, all of it as a file, and its end. */
import { useState } from "preact/hooks"
import { type Account, remove } from "./parts/Api.ts"
import { Dialog } from "./parts/Dialogs.tsx"
import { Copy, Facts, Failure, Head, useAct } from "./parts/Parts.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.account

const Delete = ({
  account,
  close,
  deleted
}: {
  readonly account: Account
  readonly close: () => void
  readonly deleted: () => void
}) => {
  const [typed, setTyped] = useState("")
  const { isBusy, error, act } = useAct()
  const isSure = typed.trim().toLowerCase() === account.email
  return (
    <Dialog title={words.deleteTitle} close={close}>
      <p>{words.deleteText}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSure) void act(() => remove("/api/v2/me").then(deleted))
        }}
      >
        <label class="field">
          <span>{words.confirm(account.email)}</span>
          <input
            type="text"
            value={typed}
            autoComplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <Failure error={error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text.keep}
          </button>
          <button type="submit" class="danger" disabled={!isSure || isBusy}>
            {words.deleteNow}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export const AccountView = ({ account }: { readonly account: Account }) => {
  const [isAsking, setAsking] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) {
    return (
      <>
        <h1 tabIndex={-1}>{words.deleted}</h1>
        <p>{words.deletedText}</p>
        <p>
          <a href="/">{text.convert}</a>
        </p>
      </>
    )
  }
  return (
    <>
      <Head title={text.views["account"] ?? ""} />
      <section class="card">
        <Facts
          facts={[
            [words.email, account.email],
            [words.name, account.name ?? text.none],
            [words.since, shown.date(account.created_at)],
            [
              words.id,
              <>
                <code>{account.account_id}</code> <Copy value={account.account_id} />
              </>
            ]
          ]}
        />
      </section>
      <section class="card">
        <h2>{words.exportTitle}</h2>
        <p>{words.exportText}</p>
        <a class="button" href="/api/v2/me/export" download>
          {words.export}
        </a>
      </section>
      <section class="card">
        <h2>{words.deleteTitle}</h2>
        <p>{words.deleteText}</p>
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          {words.delete}
        </button>
      </section>
      {isAsking ? <Delete account={account} close={() => setAsking(false)} deleted={() => setDeleted(true)} /> : null}
    </>
  )
}
