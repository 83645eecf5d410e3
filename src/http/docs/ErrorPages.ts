/** Every error code for people: what happened, what to do, whether to repeat the request, and an example. */
import { advice } from "../../../schema/docs/ErrorGuide.ts"
import type { Advice } from "../../../schema/docs/errors/Advice.ts"
import { jobAdvice } from "../../../schema/docs/errors/JobAdvice.ts"
import { isRetryable } from "../../../schema/Wire.ts"
import { escape } from "../Pages.ts"
import { titlesOfContract } from "./Contents.ts"
import { type Entry, errorTable } from "./Docs.ts"
import type { Article } from "./Layout.ts"
import { prose } from "./Prose.ts"

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

const section = ({ code, title, advice: { happened, remedy, retry }, example }: Chapter) =>
  `<section class="error" id="${escape(code)}">
<h3><a href="#${escape(code)}"><code>${escape(code)}</code></a> <small>${escape(title)}</small></h3>
<p>${prose(happened)}</p>
<dl><dt>What to do</dt><dd>${prose(remedy)}</dd><dt>Repeat it?</dt><dd>${prose(retry)}</dd></dl>
<details><summary>Example</summary><pre tabindex="0"><code>${escape(json(example))}</code></pre></details>
</section>`

const introduction =
  "Programs go by `code`, which never changes its meaning. Examples show the body of v2; in v1 `message` stands for `detail`."

/** Every code, with an anchor that `type` of a v2 error points to. */
export const errorsArticle: Article = {
  name: "errors",
  title: titlesOfContract.errors,
  summary: "Every error code: what happened, what to do, and whether to repeat the request.",
  sections: [
    { id: "answers", title: "Answers" },
    { id: "jobs-in-error", title: "Jobs in error" }
  ],
  body: `<h1>Errors</h1>
<p>${prose(introduction)}</p>
<h2 id="answers">Answers</h2>
${answers.map(section).join("\n")}
<h2 id="jobs-in-error">Jobs in error</h2>
<p>${prose("These stand in `error` of a job whose `status` is `error`, and in the `refusals` of an estimate.")}</p>
${jobs.map(section).join("\n")}`
}

const chapter = ({ code, title, advice: { happened, remedy, retry }, example }: Chapter) =>
  `### ${code}\n\n${title}. ${happened}\n\n- What to do: ${remedy}\n- Repeat it? ${retry}\n\n\`\`\`json\n${json(example)}\n\`\`\`\n`

/** The same for those who read Markdown. */
export const errorsMarkdown = `# Errors

${introduction}

## Answers

${answers.map(chapter).join("\n")}
## Jobs in error

${jobs.map(chapter).join("\n")}`
