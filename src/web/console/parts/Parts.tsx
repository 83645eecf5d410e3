/** What the views are made of. */
import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { text } from "../strings.ts"
import { Refusal } from "./Api.ts"
import { shown } from "./Shown.ts"

/** Says something to whoever listens to the page, and shows it for a moment. */
export const said = new EventTarget()

export const say = (what: string) => said.dispatchEvent(new CustomEvent("said", { detail: what }))

export const Sayings = () => {
  const [what, setWhat] = useState("")
  useEffect(() => {
    let timer = 0
    const hear = (event: Event) => {
      setWhat(String((event as CustomEvent).detail))
      clearTimeout(timer)
      timer = setTimeout(() => setWhat(""), 4_000) as unknown as number
    }
    said.addEventListener("said", hear)
    return () => said.removeEventListener("said", hear)
  }, [])
  return (
    <div role="status" class={what === "" ? "saying silent" : "saying"}>
      {what}
    </div>
  )
}

export const Failure = ({ error }: { readonly error: Error | null }) =>
  error === null ? null : (
    <p class="failure" role="alert">
      {error instanceof Refusal ? (text.failures[error.code] ?? error.message) : text.offline}
      {error instanceof Refusal && error.status >= 500 && error.requestId !== null ? (
        <span class="quiet"> {text.reference(error.requestId)}</span>
      ) : null}
    </p>
  )

/** An act that may be refused: it runs once at a time, and what was refused is told where it was asked. */
export const useAct = () => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, act }
}

export const Time = ({ at, none = text.never }: { readonly at: string | null; readonly none?: string }) =>
  at === null ? (
    <span class="quiet">{none}</span>
  ) : (
    <time dateTime={at} title={shown.exact(at)}>
      {shown.moment(at)}
    </time>
  )

export const Copy = ({ value, label = text.copy }: { readonly value: string; readonly label?: string }) => (
  <button
    type="button"
    onClick={() =>
      navigator.clipboard.writeText(value).then(
        () => say(text.copied),
        () => say(text.notCopied)
      )
    }
  >
    {label}
  </button>
)

/** A secret or a line to type, whole, with a button to copy it. */
export const Code = ({ value, copy = text.copy }: { readonly value: string; readonly copy?: string }) => (
  <div class="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, by keyboard too */}
    <pre tabIndex={0}>{value}</pre>
    <Copy value={value} label={copy} />
  </div>
)

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}

export const Dialog = ({ title, close, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly explanation: string
  readonly label: string
  readonly close: () => void
  readonly act: () => Promise<unknown>
}

/** Asks before something that cannot be undone. */
export const Confirm = ({ title, explanation, label, close, act }: ConfirmProps) => {
  const acting = useAct()
  return (
    <Dialog title={title} close={close}>
      <p>{explanation}</p>
      <Failure error={acting.error} />
      <div class="buttons">
        <button type="button" onClick={close}>
          {text.keep}
        </button>
        <button
          type="button"
          class="danger"
          disabled={acting.isBusy}
          onClick={() =>
            void acting.act(async () => {
              await act()
              close()
            })
          }
        >
          {label}
        </button>
      </div>
    </Dialog>
  )
}

export interface Column<A> {
  readonly name: string
  readonly cell: (row: A) => ComponentChildren
  readonly isNumber?: boolean
  /** The column says what the row is about. */
  readonly isHead?: boolean
}

interface TableProps<A> {
  readonly label: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly keyOf: (row: A) => string
}

/** A table, which on a telephone is a list of cards: the roles say that it stays a table. */
export const Table = <A,>({ label, columns, rows, keyOf }: TableProps<A>) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: a style sheet that takes the table's boxes takes its roles, too
  <table class="data" role="table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ name, isNumber }) => (
          <th key={name} role="columnheader" scope="col" class={isNumber ? "number" : ""}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ name, cell, isNumber, isHead }) => (
            <td key={name} role="cell" data-label={name} class={isHead ? "head" : isNumber ? "number" : ""}>
              <div>{cell(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
)

export const More = ({ more }: { readonly more: (() => Promise<void>) | null }) => {
  const [isBusy, setBusy] = useState(false)
  return more === null ? null : (
    <p class="more">
      <button
        type="button"
        disabled={isBusy}
        onClick={() => {
          setBusy(true)
          void more().finally(() => setBusy(false))
        }}
      >
        {text.more}
      </button>
    </p>
  )
}

export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>

export const Waiting = () => <p class="quiet waiting">{text.loading}</p>

/** Head of a view: what it is, what it is for, and what can be done first. */
export const Head = ({
  title,
  lead,
  isAddress,
  children
}: {
  readonly title: string
  readonly isAddress?: boolean
  readonly lead?: string
  readonly children?: ComponentChildren
}) => (
  <div class="heading">
    <div>
      <h1 tabIndex={-1} class={isAddress ? "address" : ""}>
        {title}
      </h1>
      {lead === undefined ? null : <p class="quiet">{lead}</p>}
    </div>
    {children === undefined ? null : <div class="buttons">{children}</div>}
  </div>
)

export const Badge = ({
  kind,
  children
}: {
  readonly kind: "good" | "bad" | "busy" | "idle"
  readonly children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>

export const Meter = ({
  used,
  limit,
  label
}: {
  readonly used: number
  readonly limit: number | null
  readonly label: string
}) => (
  <progress
    aria-label={label}
    value={limit === null ? 0 : Math.min(used, limit)}
    max={limit === null || limit === 0 ? 1 : limit}
  />
)

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, ComponentChildren]> }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
