/** `npm run admin -- …`: what operators do, beside a running service or without one. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, DateTime, Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { DeviceId, JobId } from "../../schema/Ids.ts"
import { Accounts, emailOf } from "../../src/accounts/Accounts.ts"
import { Announcements } from "../../src/accounts/Announcements.ts"
import { Devices } from "../../src/accounts/Devices.ts"
import { Tokens } from "../../src/auth/Tokens.ts"
import { Billing } from "../../src/billing/Billing.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Draining from "../../src/process/Draining.ts"
import * as BillingProvider from "../BillingProvider.ts"
import * as Database from "../postgres/Database.ts"
import * as Notifications from "../postgres/Notifications.ts"
import * as Queue from "../postgres/Queue.ts"
import * as AccountsSql from "../sql/accounts/Accounts.ts"
import * as AnnouncementsSql from "../sql/accounts/Announcements.ts"
import * as DevicesSql from "../sql/accounts/Devices.ts"
import * as PlanLimits from "../sql/accounts/PlanLimits.ts"
import * as Usage from "../sql/accounts/Usage.ts"
import * as Rates from "../sql/auth/Rates.ts"
import * as BillingSql from "../sql/billing/Billing.ts"
import * as Idempotency from "../sql/jobs/Idempotency.ts"
import * as JobsSql from "../sql/jobs/Jobs.ts"
import * as Slots from "../sql/jobs/Slots.ts"
import * as Outbox from "../sql/webhooks/Outbox.ts"
import * as Blobs from "../storage/Blobs.ts"
import * as Tiers from "../Tiers.ts"

const deviceId = Argument.String("device").pipe(
  Argument.withSchema(DeviceId),
  Argument.withDescription("Its device_id")
)

const block = (name: string, blocked: boolean, description: string) =>
  Command.make(name, { deviceId }, ({ deviceId }) =>
    Effect.gen(function* () {
      const known = yield* (yield* Devices).block(deviceId, blocked)
      yield* known ? Console.log(`${deviceId} is ${blocked ? "blocked" : "free"}`) : failed("There is no such device")
    })
  ).pipe(Command.withDescription(description))

const failed = (message: string) =>
  Effect.andThen(
    Console.error(message),
    Effect.sync(() => {
      process.exitCode = 1
    })
  )

const announce = Command.make(
  "announce",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Where clients read it, or `off` to end it")),
    id: Flag.String("id").pipe(Flag.withDescription("A new id makes clients show it again"), Flag.withDefault("1")),
    kind: Flag.String("kind").pipe(Flag.withDefault("info"))
  },
  ({ url, id, kind }) =>
    Effect.gen(function* () {
      const announcements = yield* Announcements
      if (url === "off") yield* announcements.announce(null)
      else if (URL.canParse(url)) yield* announcements.announce({ id, kind, url })
      else return yield* failed(`${url} is not a URL`)
      yield* Console.log(url === "off" ? "Nothing is announced" : `Announced: ${url}`)
    })
).pipe(Command.withDescription("Tell all clients something, through /config"))

const jobs = Command.make(
  "jobs",
  { limit: Flag.Int("limit").pipe(Flag.withDescription("How many"), Flag.withDefault(20)) },
  ({ limit }) =>
    Effect.gen(function* () {
      for (const job of yield* (yield* Jobs).recent(limit)) {
        const note = job.error === null ? `${job.pagesDone}/${job.pages ?? "?"} pages` : job.error.code
        yield* Console.log(
          [job.jobId, DateTime.formatIso(job.createdAt), job.status.padEnd(10), job.owner, note, job.fileName].join(
            "  "
          )
        )
      }
    })
).pipe(Command.withDescription("List the newest jobs of everybody"))

const retry = Command.make("retry", { jobId: Argument.String("job").pipe(Argument.withSchema(JobId)) }, ({ jobId }) =>
  Effect.gen(function* () {
    const queued = yield* (yield* Jobs).retry(jobId)
    yield* queued ? Console.log(`${jobId} is queued again`) : failed("There is no failed job of this id")
  })
).pipe(Command.withDescription("Queue a failed job again"))

const setTier = Command.make(
  "set-tier",
  {
    email: Argument.String("email").pipe(Argument.withDescription("Of the account; made when there is none yet")),
    tier: Argument.Literals("tier", ["free", "pro", "business"])
  },
  ({ email, tier }) =>
    Effect.gen(function* () {
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) return yield* failed(`${email} is not an e-mail address`)
      yield* (yield* Accounts).setTier(email, tier)
      yield* Console.log(`${emailOf(email)} has the tier ${tier}`)
    })
).pipe(Command.withDescription("Give an account a tier"))

const setPrice = Command.make(
  "set-price",
  {
    priceId: Argument.String("price").pipe(Argument.withDescription("Its id at the billing provider")),
    tier: Argument.Literals("tier", ["pro", "business", "none"])
  },
  ({ priceId, tier }) =>
    Effect.gen(function* () {
      yield* (yield* Billing).setPrice(priceId, tier === "none" ? null : tier)
      yield* Console.log(tier === "none" ? `${priceId} buys nothing` : `${priceId} buys the tier ${tier}`)
    })
).pipe(Command.withDescription("Say which tier a price stands for"))

const purchases = Command.make(
  "purchases",
  {
    where: Argument.Literals("where", ["extension", "website"]),
    state: Argument.Literals("state", ["on", "off"])
  },
  ({ where, state }) =>
    Effect.gen(function* () {
      yield* (yield* Billing).setAvailability({ [where]: state === "on" })
      yield* Console.log(`New purchases from the ${where} are ${state}`)
    })
).pipe(Command.withDescription("Let new purchases begin, or not"))

const migrate = Command.make("migrate", {}, () => Console.log("The database is up to date")).pipe(
  Command.withDescription("Bring the database up to date and stop")
)

const admin = Command.make("admin").pipe(
  Command.withDescription("Operator commands. They read the same environment variables as the service."),
  Command.withSubcommands([
    block("block-device", true, "Refuse every request that a device signs"),
    block("unblock-device", false, "Let a blocked device in again"),
    setTier,
    setPrice,
    purchases,
    announce,
    jobs,
    retry,
    migrate
  ])
)

/** Operators issue no device tokens, so these services need no secret. */
const tokens = Layer.mock(Tokens)({})

const services = Layer.mergeAll(AccountsSql.layer, DevicesSql.layer, JobsSql.layer, AnnouncementsSql.layer).pipe(
  Layer.provideMerge(BillingSql.layer),
  Layer.provide(BillingProvider.layer),
  Layer.provide([
    Idempotency.layer,
    Draining.layer,
    Outbox.layer,
    Slots.layer,
    Rates.layer,
    PlanLimits.layer,
    Usage.layer,
    tokens
  ]),
  Layer.provide(Tiers.layer),
  Layer.provide(Queue.layer),
  Layer.provide([Notifications.layer, Blobs.layerDirectory, SecureRandom.layerWebCrypto]),
  Layer.provide(Database.layerBeside)
)

Command.run(admin, { version: "2.1.1" }).pipe(
  Effect.provide(services),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
