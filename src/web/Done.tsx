/** What a conversion came to: the PDF's pages and the result side by side. */
import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import type { Source as Original } from "./Conversion.ts"
import { PagePane } from "./panes/PagePane.tsx"
import { opened } from "./panes/Pdf.ts"
import { ResultPane } from "./panes/ResultPane.tsx"
import { type Selection, selection } from "./panes/Selection.ts"
import type { Result } from "./Result.ts"
import { text } from "./strings.ts"

const tabs = ["rendered", "source", "blocks"] as const
type Tab = (typeof tabs)[number]

const save = (name: string, content: BlobPart, type: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Lists of thousands are shown as far as somebody asks for them. */
const shownBlocks = 300

const Blocks = ({ result, selection }: { readonly result: Result; readonly selection: Selection }) => {
  const [most, setMost] = useState(shownBlocks)
  return (
    <>
      <ol class="blocks">
        {result.blocks.slice(0, most).map((block) => (
          <li key={block.id}>
            <button
              type="button"
              onClick={() => selection.point({ id: block.id, cell: null, from: "result", isChosen: true })}
            >
              <b>{text.blockKinds[block.type] ?? block.type}</b>
              <span class="quiet">
                {text.blockPlace(block.page)}
                {block.span === null ? `, ${text.notPrinted}` : ""}
              </span>
              <span class="excerpt">{block.text.slice(0, 200)}</span>
            </button>
          </li>
        ))}
      </ol>
      {most < result.blocks.length ? (
        <button type="button" onClick={() => setMost(most + shownBlocks)}>
          {`+ ${Math.min(shownBlocks, result.blocks.length - most)}`}
        </button>
      ) : null}
    </>
  )
}

const Warnings = ({ result }: { readonly result: Result }) => {
  const { job, facts } = result
  const told = facts.flatMap(({ page, warnings }) =>
    warnings.map((warning) => text.pageWarning(page, text.warnings[warning] ?? warning))
  )
  if (job.truncated) told.unshift(text.truncated(job.pages_done, job.pages ?? job.pages_done))
  return told.length === 0 ? null : (
    <ul class="warnings">
      {told.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** In parts, so that the browser lays out only those in sight. */
const linesPerPart = 200

const Source = ({ markdown }: { readonly markdown: string }) => {
  const parts = useMemo(() => {
    const lines = markdown.split("\n")
    return Array.from({ length: Math.ceil(lines.length / linesPerPart) }, (_, part) =>
      lines.slice(part * linesPerPart, (part + 1) * linesPerPart).join("\n")
    )
  }, [markdown])
  return (
    <pre class="source">
      {parts.map((part, index) => (
        <span key={index}>{`${part}\n`}</span>
      ))}
    </pre>
  )
}

interface PanelProps {
  readonly tab: Tab
  readonly shown: Tab
  readonly children: ComponentChildren
}

const Panel = ({ tab, shown, children }: PanelProps) => (
  <div
    id={`panel-${tab}`}
    class="scroll"
    role="tabpanel"
    aria-labelledby={`tab-${tab}`}
    hidden={tab !== shown}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    tabIndex={0}
  >
    {children}
  </div>
)

interface Props {
  readonly result: Result
  /** What it was made of, where this page still has it. */
  readonly source: Original | null
  readonly leave: () => void
  readonly again: (source: Original) => void
}

export const Done = ({ result, source, leave, again }: Props) => {
  const [tab, setTab] = useState<Tab>("rendered")
  const [copied, setCopied] = useState<"copied" | "notCopied" | null>(null)
  const pointing = useMemo(selection, [result])
  const pdf = useMemo(() => (source instanceof File ? opened(source) : null), [source])
  const { job, markdown, blocks } = result
  const shownTabs: ReadonlyArray<Tab> = blocks.length > 0 ? tabs : tabs.filter((name) => name !== "blocks")
  const stem = job.file_name.replace(/\.pdf$/i, "")

  useEffect(() => {
    document.title = `${job.file_name} – ${text.product}`
    return () => {
      document.title = text.product
    }
  }, [job.file_name])

  useEffect(
    () => () =>
      void pdf?.then(
        ({ loadingTask }) => loadingTask.destroy(),
        () => {}
      ),
    [pdf]
  )

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(markdown)
      setCopied("copied")
      setTimeout(() => setCopied(null), 2_000)
    } catch {
      setCopied("notCopied")
      setTab("source")
    }
  }

  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    const next = shownTabs[(shownTabs.indexOf(tab) + step + shownTabs.length) % shownTabs.length] as Tab
    setTab(next)
    document.getElementById(`tab-${next}`)?.focus()
  }

  return (
    <main class="done">
      <div class="bar">
        <h1>{job.file_name}</h1>
        <span class="quiet" role="status">
          {copied === "notCopied" ? text.notCopied : text.ready(job.pages_done)}
        </span>
        <span class="actions">
          <button type="button" class="main" onClick={() => void copy()}>
            {copied === "copied" ? text.copied : text.copy}
          </button>
          <button type="button" onClick={() => save(`${stem}.md`, markdown, "text/markdown;charset=utf-8")}>
            {text.download}
          </button>
          {blocks.length === 0 ? null : (
            <button
              type="button"
              onClick={() =>
                save(`${stem}.json`, JSON.stringify({ pages: result.pages, blocks }, null, 2), "application/json")
              }
            >
              {text.downloadBlocks}
            </button>
          )}
          {source === null ? null : (
            <button type="button" onClick={() => again(source)}>
              {text.again}
            </button>
          )}
          <button type="button" onClick={leave}>
            {text.another}
          </button>
        </span>
      </div>
      <Warnings result={result} />
      {pdf === null ? <p class="quiet absent">{text.noPages}</p> : null}
      <div class={pdf === null ? "panes single" : "panes"}>
        {pdf === null ? null : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
          <section class="pane left" aria-label={text.pagePane} tabIndex={0}>
            <PagePane pdf={pdf} result={result} selection={pointing} />
          </section>
        )}
        <div class="pane right">
          <div class="tabs" role="tablist" aria-label={text.resultPane} onKeyDown={move}>
            {shownTabs.map((name) => (
              <button
                key={name}
                id={`tab-${name}`}
                type="button"
                role="tab"
                aria-selected={tab === name}
                aria-controls={tab === name ? `panel-${name}` : undefined}
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
              >
                {text.tabs[name]}
              </button>
            ))}
          </div>
          {/* The document stays, with all that was drawn and the place in it, while another tab is looked at. */}
          <Panel tab="rendered" shown={tab}>
            <ResultPane result={result} pdf={pdf} selection={pointing} />
          </Panel>
          {tab === "source" ? (
            <Panel tab="source" shown={tab}>
              <Source markdown={markdown} />
            </Panel>
          ) : null}
          {tab === "blocks" ? (
            <Panel tab="blocks" shown={tab}>
              <Blocks result={result} selection={pointing} />
            </Panel>
          ) : null}
        </div>
      </div>
    </main>
  )
}
