import { HttpApi, OpenApi } from "effect/http-api"
import { strict } from "./Issues.ts"
import { OAuth, OAuthPages } from "./oauth/Server.ts"
import { forGenerators } from "./openapi/Generators.ts"
import { parametersTold } from "./openapi/Parameters.ts"
import { carried } from "./openapi/ResponseHeaders.ts"
import { withSecuritySchemes } from "./openapi/SecuritySchemes.ts"
import { withWebhooks } from "./openapi/Webhooks.ts"
import { V1Devices } from "./v1/Devices.ts"
import { V1Jobs } from "./v1/Jobs.ts"
import { V1Settings } from "./v1/Settings.ts"
import { V2Account, V2Me } from "./v2/Account.ts"
import { V2ApiKeys } from "./v2/ApiKeys.ts"
import { LinkPages, V2Auth } from "./v2/Auth.ts"
import { V2Billing } from "./v2/Billing.ts"
import { V2Connections } from "./v2/Connections.ts"
import { Discovery } from "./v2/Discovery.ts"
import { V2Jobs } from "./v2/Jobs.ts"
import { V2Logs } from "./v2/Logs.ts"
import { Mcp, V2Mcp } from "./v2/Mcp.ts"
import { V2Results } from "./v2/Results.ts"
import { V2Settings } from "./v2/Settings.ts"
import { V2Uploads } from "./v2/Uploads.ts"
import { V2Webhooks } from "./v2/Webhooks.ts"

/** The version of the API, as documents and clients name it. */
export const version = "2.1.1"

/** What generated clients and readers of the document see first. CommonMark. */
const description = `Send a PDF, get Markdown. Conversion is asynchronous: create a job, wait until its \`status\` is \`ready\`, download the
Markdown, delete the job.

Programs with an account send an API key and call \`/api/v2\`: [quick start](/docs/quick-start). Devices without one, such as browser
extensions, sign their requests (\`SVC1-ES256\`) and call the routes at the root: [devices](/docs/devices). Agents connect to \`/mcp\`:
[MCP](/docs/mcp).

Every error carries a stable \`code\`: [all codes](/docs/errors). Answers that pass by themselves carry \`Retry-After\`; every answer
carries \`X-Request-Id\`. Documentation: [/docs](/docs).`

/** Everything the service says and takes: the source of /openapi.json, of the reference and of clients. */
export class Api extends HttpApi.make("svc")
  .add(
    V1Devices,
    V1Jobs,
    V1Settings,
    V2Auth,
    LinkPages,
    V2Account,
    V2Me,
    V2Logs,
    V2ApiKeys,
    V2Jobs,
    V2Results,
    V2Uploads,
    V2Mcp,
    Mcp,
    OAuth,
    OAuthPages,
    V2Connections,
    V2Settings,
    V2Billing,
    V2Webhooks,
    Discovery
  )
  // Told of at once, and nothing is passed over: a name that is not known is a mistake.
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(OpenApi.Title, "PDF to Markdown")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.License, { name: "MIT", identifier: "MIT" })
  .annotate(OpenApi.Servers, [{ url: "/" }])
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.Transform, (document) =>
    parametersTold(forGenerators(withWebhooks(withSecuritySchemes(carried(document)))))
  ) {}
