/** What the service can do, for language models: https://llmstxt.org. */
import { mcpPath as agentPath } from "../../../schema/oauth/Paths.ts"
import { definitions } from "../../../schema/Tools.ts"
import { mcpPath } from "../../../schema/v2/Mcp.ts"

const toolLine = ({ name, description }: Readonly<Record<string, unknown>>) =>
  `- \`${name}\`: ${String(description).split(". ")[0]?.replace(/\.$/, "")}.`

/** The capabilities file as it is served on an origin. */
export const llmsOn = (origin: string): string => `# PDF to Markdown

> Converts PDF documents to Markdown, asynchronously: create a job from a file or a link, wait until it is ready, fetch the Markdown, delete the job. Over REST and over MCP, with an API key.

Every call carries \`Authorization: Bearer svc_…\`. A key comes from a person, who signs in at ${origin}/console and makes one there. A result is there only when the job's status is \`ready\`, and until its \`expires_at\`.

With REST:

1. \`POST ${origin}/api/v2/jobs\` with \`{ "url": "https://…/file.pdf" }\`, or a form with the part \`file\`: a job with \`job_id\`. Send an \`Idempotency-Key\` to be able to repeat it. \`password\` opens an encrypted PDF, \`retention_sec\` keeps the result for less time than the plan does.
2. \`GET ${origin}/api/v2/jobs/{job_id}?wait=50\`: answers when the job ends, or after 50 seconds. Again while \`status\` is \`queued\` or \`processing\`; when it is \`error\`, \`error\` says why and there is no Markdown.
3. \`GET ${origin}/api/v2/jobs/{job_id}/download\`: the Markdown.
4. \`GET ${origin}/api/v2/jobs/{job_id}/blocks\`: its parts with their type, pages, boxes and bytes of the Markdown (\`?page=\`, \`?type=table\`); \`/blocks/{id}\` with \`Accept: text/csv\`: a table; \`/chunks?max_chars=2000&overlap=0\`: pieces for retrieval, each with the headings above it.
5. \`DELETE ${origin}/api/v2/jobs/{job_id}\`: cancels the job, or deletes it with its Markdown.

With MCP: \`POST ${origin}${mcpPath}\` is a Streamable HTTP server, with the same key and jobs; clients that sign in connect to \`${origin}${agentPath}\` instead (OAuth, found from there). Its tools:

${definitions.map(toolLine).join("\n")}

What to do with refusals: \`slots_full\` (409) clears as jobs end or are deleted, \`quota_exceeded\` (409) at \`reset_at\`, \`rate_limited\` (429) after \`Retry-After\` seconds, \`not_ready\` (409) when the job ends, \`gone\` (410) never: create the job again.

## API

- [OpenAPI, reduced](${origin}/openapi-actions.json): create, status and fetch only, for AI clients
- [OpenAPI, whole](${origin}/openapi.json): every route, field and error as an OpenAPI 3.1 document
- [Guide](${origin}/docs.md): calls with a key, calls that a device signs, webhooks, errors, idempotency
- [Error codes](${origin}/docs/errors.md): every code: what happened, what to do, whether to retry

## Optional

- [Reference for people](${origin}/docs): the OpenAPI document as a page
- [Test vectors for signatures](${origin}/docs/signing-vectors.json): for clients that sign as devices
`
