/** The documents about the API: made once from the one contract. */
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../schema/Api.ts"
import { errorClasses } from "../../schema/ErrorClasses.ts"
import { escape } from "./Pages.ts"

export const openApi: Record<string, unknown> = { ...OpenApi.fromApi(Api) }

interface Entry {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly fields: ReadonlyArray<string>
}

/** Every error of the table, in its order. */
export const errorTable: ReadonlyArray<Entry> = [...errorClasses]
  .map(([code, error]) => {
    const annotations = Schema.resolveAnnotations(error) ?? {}
    return {
      code,
      status: Number(annotations["httpApiStatus"]),
      title: String(annotations["title"]),
      fields: Object.keys(error.fields).filter((field) => field !== "_tag" && field !== "message")
    }
  })
  .sort((a, b) => a.status - b.status)

const row = ({ code, status, title, fields }: Entry) =>
  `<tr id="${escape(code)}"><td>${status}</td><td><code>${escape(code)}</code></td><td>${escape(title)}</td><td>${fields
    .map((field) => `<code>${escape(field)}</code>`)
    .join(" ")}</td></tr>`

/** Every code, with an anchor that `type` of a v2 error points to. */
export const errorsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors – PDF to Markdown</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
div { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); vertical-align: top }
@media (max-width: 40rem) {
  thead { display: none }
  tr { display: grid; grid-template-columns: 3rem 1fr; padding: .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
  td { border: 0; padding: .1rem .25rem }
  td:nth-child(n + 3) { grid-column: 2 }
  td:empty { display: none }
}
tr:target { background: color-mix(in srgb, gold 35%, transparent) }
</style>
</head>
<body>
<h1>Errors</h1>
<p>Programs go by <code>code</code>, which never changes its meaning. Back to the <a href="/docs">reference</a>.</p>
<div><table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th><th>Also carries</th></tr></thead>
<tbody>
${errorTable.map(row).join("\n")}
</tbody>
</table></div>
</body>
</html>
`
