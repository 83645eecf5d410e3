/** Every error code for people: what happened, what to do, whether to repeat the request, and an example. */
import { type Advice, advice, jobAdvice } from "../../../schema/docs/ErrorGuide.ts"
import { isRetryable } from "../../../schema/Wire.ts"
import { escape } from "../Pages.ts"
import { type Entry, errorTable } from "./Docs.ts"

interface Chapter {
  readonly code: string
  readonly title: string
  readonly advice: Advice
  readonly example: object
}

const unknown: Advice = { happened: "", remedy: "", retry: "" }

/** The body of v2; v1 has `message` for `detail`, and neither `type`, `title` nor `status`. */
const problem = ({ code, status, title }: Entry, { happened, example = {} }: Advice): object => {
  const { status: job_status, ...own } = example as { readonly status?: string }
  return {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: happened,
    code,
    retryable: isRetryable(code, example),
    request_id: "018f3b1e-0000-7000-8000-00000000000a",
    ...(job_status === undefined ? {} : { job_status }),
    ...own
  }
}

const answers: ReadonlyArray<Chapter> = errorTable.map((entry) => {
  const found = advice[entry.code] ?? unknown
  return { code: entry.code, title: `${entry.status} · ${entry.title}`, advice: found, example: problem(entry, found) }
})

const jobs: ReadonlyArray<Chapter> = Object.entries(jobAdvice).map(([code, found]) => ({
  code,
  title: "A job in error",
  advice: found,
  example: { status: "error", error: { code, message: found.happened } }
}))

const json = (example: object) => JSON.stringify(example, null, 2)

/** Text with `code` in it. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>")

const section = ({ code, title, advice: { happened, remedy, retry }, example }: Chapter) =>
  `<section id="${escape(code)}">
<h3><a href="#${escape(code)}"><code>${escape(code)}</code></a> <small>${escape(title)}</small></h3>
<p>${prose(happened)}</p>
<dl><dt>What to do</dt><dd>${prose(remedy)}</dd><dt>Repeat it?</dt><dd>${prose(retry)}</dd></dl>
<details><summary>Example</summary><pre>${escape(json(example))}</pre></details>
</section>`

const introduction =
  "Programs go by `code`, which never changes its meaning. Examples show the body of v2; in v1 `message` stands for `detail`."

/** Every code, with an anchor that `type` of a v2 error points to. */
export const errorsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors – PDF to Markdown</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; overflow-wrap: anywhere }
section { padding: .5rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
section:target { background: color-mix(in srgb, gold 25%, transparent) }
h3 { margin: .25rem 0; font-weight: 600 }
h3 a { color: inherit; text-decoration: none }
small { font-weight: 400; opacity: .75 }
p { margin: .25rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem; margin: .25rem 0 }
dt { opacity: .75 }
dd { margin: 0 }
pre { overflow-x: auto; font-size: .85rem }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } }
</style>
</head>
<body>
<h1>Errors</h1>
<p>${prose(introduction)} Back to the <a href="/docs">reference</a>.</p>
<h2>Answers</h2>
${answers.map(section).join("\n")}
<h2>Jobs in error</h2>
<p>${prose("These stand in `error` of a job whose `status` is `error`, and in the `refusals` of an estimate.")}</p>
${jobs.map(section).join("\n")}
</body>
</html>
`

const chapter = ({ code, title, advice: { happened, remedy, retry }, example }: Chapter) =>
  `### ${code}\n\n${title}. ${happened}\n\n- What to do: ${remedy}\n- Repeat it? ${retry}\n\n\`\`\`json\n${json(example)}\n\`\`\`\n`

/** The same for those who read Markdown. */
export const errorsMarkdown = `# Errors

${introduction}

## Answers

${answers.map(chapter).join("\n")}
## Jobs in error

${jobs.map(chapter).join("\n")}`
