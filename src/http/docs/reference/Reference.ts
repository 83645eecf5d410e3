/** Every endpoint of the contract as a page: what it takes, what it answers, and a call of it. */
import { escape } from "../../Pages.ts"
import { titlesOfContract } from "../Contents.ts"
import { object } from "../Json.ts"
import type { Article } from "../Layout.ts"
import { prose } from "../Prose.ts"
import { type Answer, type Body, type Endpoint, type Group, groups, isErrorName, nameOf, schemas } from "./Endpoints.ts"
import { curlOf, exampleOf, sent } from "./Examples.ts"
import { fieldsTable, linkTo, typeOf } from "./Fields.ts"

const credentials: Readonly<Record<string, string>> = {
  ApiKey: "an API key",
  OAuth: "an access token",
  Session: "a session",
  DeviceToken: "a device's signature",
  UploadTicket: "an upload ticket"
}

/** Who may call. */
const callers = ({ security }: Endpoint) =>
  security.length === 0
    ? "Anybody; no credential."
    : `Needs ${security.map((all) => all.map((one) => credentials[one] ?? one).join(" and ")).join(", or ")}.`

const anchor = (group: Group) => group.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")

const json = (value: unknown) => `<pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`

const codeLink = (code: string) => `<a href="/docs/errors#${escape(code)}"><code>${escape(code)}</code></a>`

const parameters = ({ parameters }: Endpoint) => {
  if (parameters.length === 0) return ""
  const rows = parameters.map(
    ({ name, in: place, isRequired, schema, description }) =>
      `<tr><td><code>${escape(name)}</code>${isRequired ? "" : " <small>optional</small>"}</td><td>${escape(place)}</td><td>${typeOf(schema)}${description === "" ? "" : `<br>${prose(description)}`}</td></tr>`
  )
  return `<h4>Parameters</h4><div class="wide" tabindex="0"><table><thead><tr><th>name</th><th>in</th><th>type</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`
}

const isJson = ({ type }: Body) => /json$/.test(type)

const requestBody = (endpoint: Endpoint) => {
  const [first] = endpoint.bodies
  if (first === undefined) return ""
  const types = endpoint.bodies.map(({ type }) => `<code>${escape(type)}</code>`).join(", ")
  const shown = endpoint.bodies.find(isJson) ?? first
  const example = isJson(shown) ? json(sent(endpoint, shown)) : ""
  return `<h4>Body</h4><p>${types}</p>${fieldsTable(shown.schema, true)}${example}`
}

const answer = ({ status, description, bodies }: Answer) => {
  const told = description === "" || description === "Success" ? "" : ` ${prose(description)}`
  const types = bodies.map(
    ({ type, schema }) => `<code>${escape(type)}</code>${nameOf(schema) === "" ? "" : ` ${linkTo(nameOf(schema))}`}`
  )
  const structure = bodies.find((body) => isJson(body) && ("properties" in body.schema || nameOf(body.schema) !== ""))
  const fields = structure === undefined || nameOf(structure.schema) !== "" ? "" : fieldsTable(structure.schema, false)
  const example =
    structure === undefined ? "" : `<details><summary>Example</summary>${json(exampleOf(structure.schema))}</details>`
  return `<li><b class="status">${escape(status)}</b>${told}${types.length === 0 ? "" : ` ${types.join(", ")}`}${fields}${example}</li>`
}

const isFailure = ({ codes, status }: Answer) => codes.length > 0 || status >= "400"

const failures = (answers: ReadonlyArray<Answer>) => {
  const rows = answers
    .filter(isFailure)
    .map(({ status, codes }) => `<li><b class="status">${escape(status)}</b> ${codes.map(codeLink).join(", ")}</li>`)
  return rows.length === 0
    ? ""
    : `<details><summary>Errors</summary><ul class="answers">${rows.join("")}</ul></details>`
}

const section = (endpoint: Endpoint) => `<section class="endpoint" id="${escape(endpoint.id)}">
<h3><a href="#${escape(endpoint.id)}"><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>${escape(endpoint.path).replaceAll("/", "/<wbr>")}</code></a></h3>
<p><b>${prose(endpoint.summary)}.</b> ${prose(endpoint.description)}</p>
<p class="quiet">${escape(callers(endpoint))}</p>
<pre tabindex="0"><code>${escape(curlOf(endpoint))}</code></pre>
${parameters(endpoint)}${requestBody(endpoint)}<h4>Answers</h4><ul class="answers">${endpoint.answers
  .filter((one) => !isFailure(one))
  .map(answer)
  .join("")}</ul>${failures(endpoint.answers)}
</section>`

const summaryOf = ({ endpoints }: Group) =>
  `<ul class="list">${endpoints
    .map(
      ({ id, method, path, summary }) =>
        `<li><span class="method ${method.toLowerCase()}">${method}</span> <a href="#${escape(id)}"><code>${escape(path).replaceAll("/", "/<wbr>")}</code></a> ${prose(summary)}</li>`
    )
    .join("")}</ul>`

const chapter = (group: Group) => `<h2 id="${anchor(group)}"><a href="#${anchor(group)}">${escape(group.title)}</a></h2>
<p>${prose(group.description)}</p>
${summaryOf(group)}
${group.endpoints.map(section).join("\n")}`

/** Schemas that a page links to; those of errors have a page of their own. */
const named = Object.keys(schemas)
  .filter((name) => !isErrorName(name))
  .toSorted()

const schemaSection = (name: string) => {
  const schema = object(schemas[name])
  const table = fieldsTable(schema, /Create|Patch|Request|Change|Rename|Recover/.test(name))
  return `<section class="schema" id="schema-${escape(name)}"><h3><a href="#schema-${escape(name)}"><code>${escape(name)}</code></a></h3>${table === "" ? `<p>${typeOf(schema)}</p>` : table}</section>`
}

const introduction = `Every endpoint, its parameters, answers and errors, with a call of each. It is made from the contract itself, <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1), from which clients can be generated.`

export const referenceArticle: Article = {
  name: "reference",
  title: titlesOfContract.reference,
  summary: "Every endpoint, its parameters, answers and errors, with a call of each.",
  sections: [
    ...groups.map((group) => ({ id: anchor(group), title: group.title })),
    { id: "schemas", title: "Schemas" }
  ],
  body: `<h1>Reference</h1>
<p>${introduction}</p>
<p>In the examples <code>$KEY</code> is an API key, <code>$JOB</code> a job's id. Requests that a device signs are explained at <a href="/docs/devices">Devices</a>. Every answer carries <code>X-Request-Id</code>, and every limited one <code>RateLimit</code>.</p>
${groups.map(chapter).join("\n")}
<h2 id="schemas"><a href="#schemas">Schemas</a></h2>
${named.map(schemaSection).join("\n")}`
}

const codesOf = ({ answers }: Endpoint) => [...new Set(answers.flatMap(({ codes }) => codes))]

const markdownOf = (endpoint: Endpoint) => `### ${endpoint.method} ${endpoint.path}

${endpoint.summary}. ${endpoint.description}

${callers(endpoint)}

\`\`\`sh
${curlOf(endpoint)}
\`\`\`

Answers: ${endpoint.answers
  .filter((one) => !isFailure(one))
  .map(({ status, bodies }) => [status, ...bodies.map(({ type }) => type)].join(" "))
  .join("; ")}.${codesOf(endpoint).length === 0 ? "" : ` Errors: ${codesOf(endpoint).join(", ")}.`}
`

/** The same for those who read Markdown; fields and schemas are in the OpenAPI document. */
export const referenceMarkdown = `# Reference

Every endpoint with a call of it. Fields and schemas: [/openapi.json](/openapi.json).

${groups.map((group) => `## ${group.title}\n\n${group.description}\n\n${group.endpoints.map(markdownOf).join("\n")}`).join("\n")}`
