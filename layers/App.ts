import { ByteSize, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../schema/Api.ts"
import { maxJsonBody } from "../schema/v1/Jobs.ts"
import * as PlanLimits from "../src/accounts/PlanLimits.ts"
import * as Lapse from "../src/billing/Lapse.ts"
import * as Documentation from "../src/http/docs/Documentation.ts"
import * as Frame from "../src/http/Frame.ts"
import * as LinkPages from "../src/http/LinkPages.ts"
import * as Agents from "../src/http/oauth/Agents.ts"
import * as ConnectionsHttp from "../src/http/oauth/Connections.ts"
import * as ConsentPages from "../src/http/oauth/ConsentPages.ts"
import * as OAuthHttp from "../src/http/oauth/Server.ts"
import * as Security from "../src/http/Security.ts"
import * as DevicesHttp from "../src/http/v1/Devices.ts"
import * as JobsHttp from "../src/http/v1/Jobs.ts"
import * as SettingsHttp from "../src/http/v1/Settings.ts"
import * as AccountHttp from "../src/http/v2/Account.ts"
import * as ApiKeysHttp from "../src/http/v2/ApiKeys.ts"
import * as AuthHttp from "../src/http/v2/Auth.ts"
import * as BillingHttp from "../src/http/v2/Billing.ts"
import * as DiscoveryHttp from "../src/http/v2/Discovery.ts"
import * as V2JobsHttp from "../src/http/v2/Jobs.ts"
import * as LogsHttp from "../src/http/v2/Logs.ts"
import * as McpHttp from "../src/http/v2/Mcp.ts"
import * as ResultsHttp from "../src/http/v2/Results.ts"
import * as V2Security from "../src/http/v2/Security.ts"
import * as AccountSettingsHttp from "../src/http/v2/Settings.ts"
import * as UploadsHttp from "../src/http/v2/Uploads.ts"
import * as WebhooksHttp from "../src/http/v2/Webhooks.ts"
import * as WebPage from "../src/http/WebPage.ts"
import * as WellFormed from "../src/http/WellFormed.ts"
import * as Flights from "../src/jobs/intake/Flights.ts"
import * as Intake from "../src/jobs/intake/Intake.ts"
import * as Retention from "../src/jobs/Retention.ts"
import * as AttemptMetrics from "../src/jobs/runs/AttemptMetrics.ts"
import * as Run from "../src/jobs/runs/Run.ts"
import * as Worker from "../src/jobs/runs/Worker.ts"
import * as Draining from "../src/process/Draining.ts"
import * as Pulse from "../src/process/Pulse.ts"
import * as Deliver from "../src/webhooks/Deliver.ts"
import * as Build from "./Build.ts"
import * as AuthorizationServer from "./oauth/AuthorizationServer.ts"
import * as Health from "./postgres/Health.ts"
import * as Seals from "./Seals.ts"
import * as Accounts from "./sql/accounts/Accounts.ts"
import * as Announcements from "./sql/accounts/Announcements.ts"
import * as Devices from "./sql/accounts/Devices.ts"
import * as Exports from "./sql/accounts/Exports.ts"
import * as Keys from "./sql/accounts/Keys.ts"
import * as Links from "./sql/accounts/Links.ts"
import * as PlanLimitsSql from "./sql/accounts/PlanLimits.ts"
import * as Settings from "./sql/accounts/Settings.ts"
import * as Usage from "./sql/accounts/Usage.ts"
import * as Auth from "./sql/auth/Auth.ts"
import * as Connections from "./sql/auth/Connections.ts"
import * as Rates from "./sql/auth/Rates.ts"
import * as Sessions from "./sql/auth/Sessions.ts"
import * as SignIn from "./sql/auth/SignIn.ts"
import * as Standing from "./sql/auth/Standing.ts"
import * as Billing from "./sql/billing/Billing.ts"
import * as Attempts from "./sql/jobs/Attempts.ts"
import * as Idempotency from "./sql/jobs/Idempotency.ts"
import * as Jobs from "./sql/jobs/Jobs.ts"
import * as RetentionSql from "./sql/jobs/Retention.ts"
import * as Slots from "./sql/jobs/Slots.ts"
import * as Tickets from "./sql/jobs/Tickets.ts"
import * as Audit from "./sql/logs/Audit.ts"
import * as RequestLog from "./sql/logs/RequestLog.ts"
import * as Deliveries from "./sql/webhooks/Deliveries.ts"
import * as Outbox from "./sql/webhooks/Outbox.ts"
import * as Webhooks from "./sql/webhooks/Webhooks.ts"
import * as Tiers from "./Tiers.ts"
import * as Tokens from "./Tokens.ts"

/** What reads settings alone. */
export const settings = Layer.mergeAll(Tiers.layer, Seals.layer, Tokens.layer)

/** What requests and operators ask. Asks for the leaves. */
export const services = Layer.mergeAll(
  Intake.layer,
  Devices.layer,
  Auth.layer,
  Accounts.layer,
  Exports.layer,
  Keys.layer,
  Health.layer,
  SignIn.layer,
  Standing.layer,
  Connections.layer,
  AuthorizationServer.layer,
  Webhooks.layer
).pipe(
  Layer.provideMerge(Billing.layer),
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Idempotency.layer,
      Links.layer,
      Outbox.layer,
      Settings.layer,
      Slots.layer,
      Tickets.layer,
      Announcements.layer,
      Draining.layer,
      Pulse.layer,
      Build.layer,
      Flights.layer,
      Rates.layer,
      RequestLog.layer,
      Sessions.layer,
      PlanLimitsSql.layer,
      Usage.layer
    )
  ),
  Layer.provideMerge(Audit.layer),
  Layer.provideMerge(settings)
)

/** Takes jobs and ends them. */
export const worker = Worker.layer.pipe(
  Layer.provide(Run.layer),
  Layer.provide(AttemptMetrics.layer),
  Layer.provide(Attempts.layer)
)

/** Sends what receivers are to be told. */
export const deliverer = Deliver.layer.pipe(Layer.provide(Deliveries.layer))

/** Removes what has had its time. */
export const sweeper = Layer.mergeAll(
  Retention.layer.pipe(Layer.provide(RetentionSql.layer)),
  Lapse.layer,
  PlanLimits.layer
)

/** Every route. */
const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([
      DevicesHttp.layer,
      JobsHttp.layer,
      SettingsHttp.layer,
      AuthHttp.layer,
      LinkPages.layer,
      DiscoveryHttp.layer
    ]),
    Layer.provide([
      AccountHttp.account,
      AccountHttp.me,
      LogsHttp.layer,
      BillingHttp.layer,
      V2JobsHttp.layer,
      ResultsHttp.layer,
      UploadsHttp.layer,
      McpHttp.forKeys,
      McpHttp.forAgents,
      ConnectionsHttp.layer,
      OAuthHttp.layer,
      ConsentPages.layer,
      ApiKeysHttp.layer,
      AccountSettingsHttp.layer,
      WebhooksHttp.layer
    ]),
    Layer.provide([
      Security.deviceSigned,
      Security.anonymous,
      WellFormed.layer,
      AuthHttp.paged,
      V2Security.layer,
      Agents.layer
    ])
  ),
  Documentation.layer,
  WebPage.layer,
  Frame.layer
).pipe(
  Layer.provide(Documentation.documentation),
  Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxJsonBody)))
)

/** The routes on an HTTP server. */
export const http = HttpRouter.serve(routes, {
  // An id of any length is one that is not known.
  routerConfig: {
    maxParamLength: 65_536,
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    ignoreTrailingSlash: false
  },
  disableLogger: true,
  disableListenLog: true
})
