/** Lists of what the API has, and how they are narrowed. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { text } from "../strings.ts"
import type { Pages } from "./Loaded.ts"
import { Failure } from "./Parts.tsx"
import { goWith } from "./Place.tsx"

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

const More = ({ more }: { readonly more: (() => Promise<void>) | null }) => {
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

/** Until something is there; nothing once it has failed. */
export const Waiting = ({ failure = null }: { readonly failure?: Error | null }) =>
  failure === null ? <p class="quiet waiting">{text.loading}</p> : null

export const Tags = ({ tags }: { readonly tags: ReadonlyArray<string> }) => (
  <ul class="tags">
    {tags.map((tag) => (
      <li key={tag}>{tag}</li>
    ))}
  </ul>
)

interface ListedProps<A> extends Omit<TableProps<A>, "rows"> {
  readonly pages: Pages<A>
  /** What is said where there is nothing. */
  readonly empty: string
}

/** A list that is read page by page: while it comes, when it does not, when it is empty, and as it is. */
export const Listed = <A,>({ pages: { items, failure, more }, empty, ...table }: ListedProps<A>) => (
  <>
    <Failure error={failure} />
    {items === null ? (
      <Waiting failure={failure} />
    ) : items.length === 0 ? (
      <Empty>{empty}</Empty>
    ) : (
      <Table rows={items} {...table} />
    )}
    <More more={more} />
  </>
)

interface FilterProps {
  /** What is asked for now, by the names of the fields. */
  readonly filter: Readonly<Record<string, string | null>>
  readonly words: { readonly search: string; readonly clear: string }
  readonly children: ComponentChildren
}

export const isFiltered = (filter: FilterProps["filter"]) => Object.values(filter).some((value) => value !== null)

/** Fields that narrow a list; what they say is in the address. */
export const Filter = ({ filter, words, children }: FilterProps) => {
  const search = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    goWith(Object.fromEntries(Object.keys(filter).map((name) => [name, String(form.get(name) ?? "").trim()])))
  }
  return (
    <form class="filter" onSubmit={search}>
      {children}
      <span class="buttons">
        <button type="submit">{words.search}</button>
        {isFiltered(filter) ? (
          <button
            type="button"
            class="plain"
            onClick={() => goWith(Object.fromEntries(Object.keys(filter).map((name) => [name, null])))}
          >
            {words.clear}
          </button>
        ) : null}
      </span>
    </form>
  )
}
