/** `npm run admin -- …`: what operators do, beside a running service or without one. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { defaultScopes, Scope } from "../../schema/Actor.ts"
import { DeviceId, JobId, KeyId } from "../../schema/Ids.ts"
import { Accounts, emailOf } from "../../src/accounts/Accounts.ts"
import { Announcements } from "../../src/accounts/Announcements.ts"
import { Devices } from "../../src/accounts/Devices.ts"
import { Keys } from "../../src/accounts/Keys.ts"
import { Seals } from "../../src/auth/Seals.ts"
import { Tokens } from "../../src/auth/Tokens.ts"
import { Billing } from "../../src/billing/Billing.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Draining from "../../src/process/Draining.ts"
import * as BillingProvider from "../BillingProvider.ts"
import * as Build from "../Build.ts"
import { backup } from "../backup/Backup.ts"
import type { Manifest } from "../backup/Manifest.ts"
import { restore } from "../backup/Restore.ts"
import * as Digest from "../Digest.ts"
import * as Database from "../postgres/Database.ts"
import * as Notifications from "../postgres/Notifications.ts"
import * as Queue from "../postgres/Queue.ts"
import * as AccountsSql from "../sql/accounts/Accounts.ts"
import * as AnnouncementsSql from "../sql/accounts/Announcements.ts"
import * as DevicesSql from "../sql/accounts/Devices.ts"
import * as KeysSql from "../sql/accounts/Keys.ts"
import * as PlanLimits from "../sql/accounts/PlanLimits.ts"
import * as Usage from "../sql/accounts/Usage.ts"
import * as Rates from "../sql/auth/Rates.ts"
import * as BillingSql from "../sql/billing/Billing.ts"
import * as Idempotency from "../sql/jobs/Idempotency.ts"
import * as JobsSql from "../sql/jobs/Jobs.ts"
import * as Retention from "../sql/jobs/Retention.ts"
import * as Slots from "../sql/jobs/Slots.ts"
import * as Audit from "../sql/logs/Audit.ts"
import * as Outbox from "../sql/webhooks/Outbox.ts"
import * as ConfiguredBlobs from "../storage/ConfiguredBlobs.ts"
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

const isEmail = (text: string) => /^[^@\s]+@[^@\s]+$/.test(text)

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

const tierNames = ["free", "pro", "business"] as const

const email = Argument.String("email").pipe(Argument.withDescription("Of the account"))

/** The account of an address; it is made when there is none, for the person who first signs in with that address. */
const accountOf = Effect.fnUntraced(function* (email: string, tier: Option.Option<(typeof tierNames)[number]>) {
  const accounts = yield* Accounts
  if (Option.isSome(tier)) yield* accounts.setTier(email, tier.value)
  return yield* accounts.ensure(email)
})

const scopesFlag = Flag.String("scopes").pipe(
  Flag.withDescription(`Separated by commas, of: ${Scope.literals.join(", ")}`),
  Flag.withDefault(defaultScopes.join(","))
)

const createKey = Command.make(
  "create-key",
  {
    email: Argument.String("email").pipe(Argument.withDescription("Of the account; made when there is none yet")),
    name: Flag.String("name").pipe(
      Flag.withDescription("What the key is for"),
      Flag.withDefault("created by an operator")
    ),
    scopes: scopesFlag,
    expiresInDays: Flag.Int("expires-in-days").pipe(Flag.optional),
    tier: Flag.Literals("tier", tierNames).pipe(
      Flag.withDescription("Gives the account this tier first"),
      Flag.optional
    )
  },
  ({ email, name, scopes, expiresInDays, tier }) =>
    Effect.gen(function* () {
      if (!isEmail(email)) return yield* failed(`${email} is not an e-mail address`)
      const wanted = scopes.split(",").map((scope) => scope.trim())
      const unknown = wanted.filter((scope) => !Schema.is(Scope)(scope))
      if (unknown.length > 0) {
        return yield* failed(`There is no scope ${unknown.join(", ")}; there are ${Scope.literals.join(", ")}`)
      }
      const days = Option.getOrNull(expiresInDays)
      if (days !== null && days < 1) return yield* failed("--expires-in-days must be at least 1")
      const accountId = yield* accountOf(email, tier)
      const created = yield* (yield* Keys)
        .create(accountId, {
          name,
          scopes: Scope.literals.filter((scope) => wanted.includes(scope)),
          expiresInDays: days,
          monthlyPages: null,
          deviceId: null
        })
        .pipe(Effect.result)
      if (Result.isFailure(created)) {
        return yield* failed(
          `${created.failure.message}. Revoke one (admin revoke-key), or give the account another tier (--tier)`
        )
      }
      yield* Console.error(`${created.success.key.keyId}: shown once, keep it safe`)
      yield* Console.log(created.success.secret)
    })
).pipe(Command.withDescription("Create an API key; standard output carries its secret alone"))

const keys = Command.make("keys", { email }, ({ email }) =>
  Effect.gen(function* () {
    const accountId = yield* (yield* Accounts).idOf(email)
    if (accountId === null) return yield* failed(`${emailOf(email)} has no account`)
    const { keys } = yield* (yield* Keys).list(accountId)
    for (const key of keys) {
      const state =
        key.disabledAt !== null
          ? `disabled: ${key.disabledReason}`
          : key.expiresAt === null
            ? "active"
            : `expires ${DateTime.formatIso(key.expiresAt)}`
      const used = key.lastUsedAt === null ? "never used" : `used ${DateTime.formatIso(key.lastUsedAt)}`
      yield* Console.log([key.keyId, `${key.prefix}…${key.last4}`, state, used, key.name].join("  "))
    }
  })
).pipe(Command.withDescription("List the keys of an account, without their secrets"))

const revokeKey = Command.make(
  "revoke-key",
  { keyId: Argument.String("key").pipe(Argument.withSchema(KeyId), Argument.withDescription("Its key_id")) },
  ({ keyId }) =>
    Effect.gen(function* () {
      const revoked = yield* (yield* Keys).revokeAny(keyId)
      yield* revoked ? Console.log(`${keyId} is revoked`) : failed("There is no such key, or it is revoked already")
    })
).pipe(Command.withDescription("Refuse a key from now on"))

const setTier = Command.make(
  "set-tier",
  {
    email: Argument.String("email").pipe(Argument.withDescription("Of the account; made when there is none yet")),
    tier: Argument.Literals("tier", tierNames)
  },
  ({ email, tier }) =>
    Effect.gen(function* () {
      if (!isEmail(email)) return yield* failed(`${email} is not an e-mail address`)
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

const folder = Argument.String("folder")

const told = ({ files, bytes, tables }: Manifest) =>
  `${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows and ${files} files (${bytes} bytes)`

const backUp = Command.make(
  "backup",
  { folder: folder.pipe(Argument.withDescription("A new or empty folder")) },
  ({ folder }) =>
    backup(folder).pipe(
      Effect.flatMap((manifest) => Console.log(`${folder} has ${told(manifest)}`)),
      Effect.catchTag("BackupFailed", ({ message }) => failed(message))
    )
).pipe(Command.withDescription("Copy the database and the files into a folder, while the service runs"))

const putBack = Command.make(
  "restore",
  { folder: folder.pipe(Argument.withDescription("What `backup` made")) },
  ({ folder }) =>
    restore(folder).pipe(
      Effect.flatMap((restored) =>
        Console.log(`Restored ${told(restored)}; ${restored.queued} jobs that had not ended are queued again`)
      ),
      Effect.catchTag("BackupFailed", ({ message }) => failed(message))
    )
).pipe(Command.withDescription("Fill an empty service from a backup, before it is started"))

const admin = Command.make("admin").pipe(
  Command.withDescription("Operator commands. They read the same environment variables as the service."),
  Command.withSubcommands([
    block("block-device", true, "Refuse every request that a device signs"),
    block("unblock-device", false, "Let a blocked device in again"),
    createKey,
    keys,
    revokeKey,
    setTier,
    setPrice,
    purchases,
    announce,
    jobs,
    retry,
    migrate,
    backUp,
    putBack
  ])
)

/** Operators issue no device tokens and make no jobs, so these services need no secret. */
const secretless = Layer.merge(Layer.mock(Tokens)({}), Layer.mock(Seals)({}))

const services = Layer.mergeAll(
  KeysSql.layer,
  AccountsSql.layer,
  DevicesSql.layer,
  JobsSql.layer,
  AnnouncementsSql.layer,
  Retention.layer,
  Build.layer
).pipe(
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
    secretless
  ]),
  Layer.provide([Audit.layer, Tiers.layer]),
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(
    Layer.mergeAll(Digest.layer, Notifications.layer, ConfiguredBlobs.layer, SecureRandom.layerWebCrypto)
  ),
  Layer.provideMerge(Database.layerBeside)
)

Command.run(admin, { version: "2.1.1" }).pipe(
  Effect.provide(services),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
