/** `npm run admin -- …`: what operators do, beside a running service or without one. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Config, Console, Effect, Layer } from "effect"
import { Argument, CliError, Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import manifest from "../../package.json" with { type: "json" }
import { Seals } from "../../src/auth/Seals.ts"
import { Tokens } from "../../src/auth/Tokens.ts"
import { reasons } from "../../src/config/StartFailure.ts"
import * as Draining from "../../src/process/Draining.ts"
import { createKey, keys, revokeKey, setTier } from "../admin/Accounts.ts"
import { failed } from "../admin/Failure.ts"
import { announce, block, jobs, purchases, retry, setPrice } from "../admin/Service.ts"
import * as Build from "../Build.ts"
import { backup } from "../backup/Backup.ts"
import type { Manifest } from "../backup/Manifest.ts"
import { restore } from "../backup/Restore.ts"
import * as BillingProvider from "../billing/Provider.ts"
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

const migrate = Command.make("migrate", {}, () => Console.log("The database is up to date")).pipe(
  Command.withDescription("Bring the database up to date and stop")
)

const folder = Argument.String("folder")

const sized = ({ files, bytes, tables }: Manifest) =>
  `${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows and ${files} files (${bytes} bytes)`

const backUp = Command.make(
  "backup",
  { folder: folder.pipe(Argument.withDescription("A new or empty folder")) },
  ({ folder }) =>
    backup(folder).pipe(
      Effect.flatMap((manifest) => Console.log(`${folder} has ${sized(manifest)}`)),
      Effect.catchTag("BackupFailed", ({ message }) => failed(message))
    )
).pipe(Command.withDescription("Copy the database and the files into a folder, while the service runs"))

const putBack = Command.make(
  "restore",
  { folder: folder.pipe(Argument.withDescription("What `backup` made")) },
  ({ folder }) =>
    restore(folder).pipe(
      Effect.flatMap((restored) =>
        Console.log(`Restored ${sized(restored)}; ${restored.queued} jobs that had not ended are queued again`)
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
    Layer.mergeAll(Digest.layer, Notifications.layer, ConfiguredBlobs.layerBeside, SecureRandom.layerWebCrypto)
  ),
  Layer.provideMerge(Database.layerBeside)
)

const settings = Config.all({
  port: Config.succeed(""),
  dataDir: Config.String("DATA_DIR").pipe(Config.withDefault("./data")),
  databaseUrl: Config.String("DATABASE_URL").pipe(Config.withDefault(""))
})

/** Says what failed to an operator, who can act on a reason and not on a stack. */
const told = (error: unknown) =>
  Effect.flatMap(settings, (from) => Console.error(reasons(Cause.fail(error), from).join("; ")))

/** Runs a command to its end, and answers with the exit code; the services are there for commands, not for their help. */
export const run = (args: ReadonlyArray<string>) =>
  Command.runWith(Command.provide(admin, services, { local: true }), { version: manifest.version })(args).pipe(
    Effect.as(0),
    Effect.catch(
      (error): Effect.Effect<number, CliError.CliError | Config.ConfigError> =>
        CliError.isCliError(error) ? Effect.fail(error) : Effect.as(told(error), 1)
    ),
    Effect.provide(NodeServices.layer)
  )

if (import.meta.main) {
  const ended = (code: number) =>
    Effect.sync(() => {
      process.exitCode = code
    })
  NodeRuntime.runMain(Effect.flatMap(run(process.argv.slice(2)), ended))
}
