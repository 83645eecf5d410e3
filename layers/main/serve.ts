/** `npm run dev` and `npm start`: the whole service. */
// first: schemas that were used before are interpreted
import "effect/schema/SchemaJITCompiler/enable"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { join } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, ConfigProvider, Console, Context, Effect, Exit, Layer, Logger, References } from "effect"
import { startPath } from "../../schema/v2/Auth.ts"
import { reasons } from "../../src/config/StartFailure.ts"
import { devKey } from "../DevKey.ts"
import * as Live from "../Live.ts"
import { makeFolder } from "../storage/Folder.ts"
import * as Telemetry from "../telemetry/Telemetry.ts"

const dev = process.argv.includes("--dev")

/** A secret of this data folder's own, made at the first start. */
const ownSecret = (directory: string): string => {
  const file = join(directory, "secret")
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" })
  }
  return readFileSync(file, "utf8")
}

const env = process.env
const port = env["PORT"] ?? "8080"
const role = env["ROLE"] ?? "all"

const dataDir = env["DATA_DIR"] ?? "./data"

/** Of a port that is none PORT is told, not what is made of it. */
const local = URL.canParse(`http://localhost:${port}`) ? port : "8080"

const origins = env["PUBLIC_ORIGINS"] ?? `http://localhost:${local},http://127.0.0.1:${local}`

/** An identity provider of our own, unless another one is named. */
const identity = async () => {
  if (role === "worker" || Object.keys(env).some((name) => name.startsWith("OAUTH_"))) return {}
  const { listen } = await import("./devIdentity.ts")
  const { close: _, ...variables } = await listen(origins.split(",").flatMap((item) => URL.parse(item)?.origin ?? []))
  return variables
}

const defaults = async () => ({
  SVC_SECRET: env["SVC_SECRET"] ?? ownSecret(dataDir),
  PUBLIC_ORIGINS: origins,
  ...(await identity())
})

const required = ["SVC_SECRET", "PUBLIC_ORIGINS"].filter((name) => (env[name] ?? "") === "")

if (!dev && required.length > 0) {
  process.stderr.write(`${required.join(" and ")} must be set. For development use: npm run dev\n`)
  process.exit(1)
}

/** What `LOG_LEVEL` may be. */
const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

const named = (env["LOG_LEVEL"] ?? "") || (dev ? "warn" : "info")
const level = Object.entries(levels).find(([name]) => name === named.toLowerCase())?.[1]

if (level === undefined) {
  process.stderr.write(`LOG_LEVEL is ${Object.keys(levels).join(", ")}, not ${named}\n`)
  process.exit(1)
}

const config = Effect.promise(async () => {
  makeFolder(dataDir, 0o711)
  return dev ? await defaults() : {}
}).pipe(
  Effect.map((own) => ConfigProvider.layer(ConfigProvider.fromUnknown({ ...env, ...own }))),
  Layer.unwrap
)

const banner = (key: string | null) => `
  PDF to Markdown is listening on http://localhost:${port}
${
  key === null
    ? ""
    : `
    API key     ${key}

    curl -H "Authorization: Bearer ${key}" -F file=@file.pdf http://localhost:${port}/api/v2/jobs
`
}
    Reference   http://localhost:${port}/docs
    Sign in     http://localhost:${port}${startPath}
    One file    npm run convert -- file.pdf

  Files and database are in ${dataDir}. Stop with Ctrl-C.
`

/** The first key of a development service: it is made before the first answer. */
class FirstKey extends Context.Service<FirstKey, string | null>()("FirstKey") {}

const prepared = Layer.effect(FirstKey, dev && role !== "worker" ? devKey : Effect.succeed(null))

const announced =
  dev && role !== "worker"
    ? Effect.flatMap(FirstKey, (key) => Console.log(banner(key)))
    : Effect.log(role === "worker" ? "Started: taking jobs" : `Started: listening on port ${port}`)

/** What was compiled is kept now: a service that is killed later starts as quickly again. */
const started = Layer.effectDiscard(Effect.andThen(announced, Effect.sync(flushCompileCache)))

const main = Layer.launch(Live.layerWith(prepared, started)).pipe(
  Effect.provide(config),
  Effect.catchCause((cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.andThen(
          Console.error(
            `The service cannot start: ${reasons(cause, { port, dataDir, databaseUrl: env["DATABASE_URL"] ?? "" }).join("; ")}`
          ),
          Effect.sync(() => {
            process.exitCode = 1
          })
        )
  ),
  Effect.provideService(References.MinimumLogLevel, level),
  Effect.provide(Logger.layer([dev ? Logger.consolePretty() : Telemetry.logger]))
)

NodeRuntime.runMain(main, {
  disableErrorReporting: true,
  // A signal that was obeyed is no failure; a service that could not start has said 1 already.
  teardown: (exit, onExit) =>
    onExit(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : Number(process.exitCode ?? 0))
})
