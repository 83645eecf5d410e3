/** What the rounds kill: a service alone on its folder, or nodes of several machines that share a database and a store. */
import type { ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConfigProvider, Effect, Exit, Layer, Scope } from "effect"
import type { SqlClient } from "effect/sql"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import * as BlobsDirectory from "../../layers/storage/Blobs.ts"
import * as BlobsS3 from "../../layers/storage/BlobsS3.ts"
import type { Blobs } from "../../src/jobs/Blobs.ts"
import { start } from "../cli/RolesProcess.ts"
import { bucket, credentials, s3 } from "../layers/BlobsS3Server.ts"
import { children } from "../support/Children.ts"
import { dev, devKey, run, stop } from "../support/Process.ts"
import { clientOf, database, databaseAlone, eventually, incoming, serversOf, stored } from "./Scene.ts"

/** A process that is started again after it was killed. */
interface Node {
  readonly name: string
  readonly base: string
  readonly child: ChildProcess
  /** Where its converters read. */
  readonly data: string
  /** Everything printed so far. */
  readonly printed: () => string
}

export interface Installation {
  readonly victims: ReadonlyArray<string>
  /** Those of them with which a process ends that works at jobs: a job that three of them hit is given up. */
  readonly workers: ReadonlyArray<string>
  /** An API key of a paid account. */
  readonly key: string
  /** Where it answers now. */
  readonly base: () => string
  /** The nodes that have ended, and how. */
  readonly ended: () => ReadonlyArray<string>
  /** Kills whom the victim names at this moment; nodes have ended then. */
  readonly kill: (victim: string, random: () => number) => Effect.Effect<void>
  /** Starts what has ended. */
  readonly mend: Effect.Effect<void>
  /** Stops all nodes as an operator does. Answers with those that end otherwise than with 0. */
  readonly stop: Effect.Effect<ReadonlyArray<string>>
  readonly database: Effect.Effect<SqlClient.SqlClient, unknown, Scope.Scope>
  readonly store: {
    readonly layer: Layer.Layer<Blobs, unknown>
    /** The names of the files that have their place. */
    readonly stored: () => ReadonlyArray<string>
    /** Of what has none yet. */
    readonly draftBytes: () => number
  }
}

const killed = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended meanwhile.
  }
}

const one = <A>(all: ReadonlyArray<A>, random: () => number) => all.slice(Math.floor(random() * all.length)).slice(0, 1)

/** Nodes by their names, each in a scope of its own. */
const nodes = Effect.fnUntraced(function* (
  starts: Readonly<Record<string, Effect.Effect<Omit<Node, "name">, never, Scope.Scope>>>
) {
  const running = new Map<string, Node & { readonly scope: Scope.Closeable }>()
  const begin = Effect.fnUntraced(function* (name: string) {
    const scope = yield* Scope.make()
    running.set(name, { name, scope, ...(yield* Scope.provide(starts[name]!, scope)) })
  })
  const over = ({ child }: Node) => child.exitCode !== null || child.signalCode !== null
  yield* Effect.forEach(Object.keys(starts), begin)
  yield* Effect.addFinalizer(() => Effect.forEach(running.values(), ({ scope }) => Scope.close(scope, Exit.void)))
  return {
    all: () => [...running.values()],
    ended: () =>
      [...running.values()]
        .filter(over)
        .map(
          ({ name, child, printed }) => `${name}: ${child.signalCode ?? child.exitCode}\n${printed().slice(-2_000)}`
        ),
    mend: Effect.gen(function* () {
      for (const node of running.values()) {
        if (!over(node)) continue
        yield* Scope.close(node.scope, Exit.void)
        yield* begin(node.name)
      }
    }),
    stop: Effect.gen(function* () {
      for (const { child } of running.values()) child.kill("SIGTERM")
      yield* eventually(
        "all nodes have stopped",
        Effect.sync(() => [...running.values()].every(over))
      )
      return [...running.values()]
        .filter(({ child }) => child.exitCode !== 0)
        .map(({ name, child }) => `${name} ended with ${child.signalCode ?? child.exitCode}`)
    })
  }
})

const common = { ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32", DRAIN_SECONDS: "5" }

const hit = (all: ReadonlyArray<Node>, pids: ReadonlyArray<number> = []) =>
  Effect.promise(() => {
    const ends = all.map(({ child }) => stop(child, "SIGKILL"))
    for (const pid of pids) killed(pid)
    return Promise.all(ends)
  })

/** `npm run dev` on a folder. */
export const alone = Effect.fnUntraced(function* (data: string) {
  const service = yield* nodes({
    service: Effect.map(dev(data, { ...common, CONVERTERS: "2" }), (served) => ({ ...served, data }))
  })
  const key = yield* Effect.promise(() => devKey(data))
  /** None while it is being started again. */
  const postmaster = () => {
    const lock = join(data, "postgres", "postmaster.pid")
    return existsSync(lock) ? [Number(readFileSync(lock, "utf8").split("\n")[0])] : []
  }
  return {
    ...service,
    victims: ["service", "group", "postmaster", "child"],
    workers: ["service", "group"],
    key,
    base: () => service.all()[0]!.base,
    kill: (victim: string, random: () => number) => {
      if (victim === "service") return hit(service.all())
      if (victim === "group") return hit(service.all(), [...children(data), ...serversOf(data)])
      return hit([], victim === "postmaster" ? postmaster() : one(children(data), random))
    },
    database: Effect.suspend(() =>
      EmbeddedPostgres.running(data) === undefined ? databaseAlone(data) : database(data)
    ),
    store: {
      layer: BlobsDirectory.layerDirectory.pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: data })))
      ),
      stored: () => stored(data),
      draftBytes: () => incoming(data)
    }
  } satisfies Installation as Installation
})

/** One node that serves and two that work, with a PostgreSQL and an S3-compatible store that are no part of them. */
export const apart = Effect.fnUntraced(function* (data: string) {
  Object.assign(process.env, credentials)
  const server = yield* EmbeddedPostgres.start(data)
  const { url, directory } = yield* s3
  const shared = {
    ...common,
    ...credentials,
    AWS_ENDPOINT_URL: url,
    BLOBS: `s3://${bucket}/rounds`,
    CONVERTERS: "1",
    DATABASE_URL: `postgres://${server.username}@${encodeURIComponent(server.host)}/postgres`
  }
  const node = (name: string, role: string) => {
    const home = join(data, name)
    mkdirSync(home, { mode: 0o711 })
    return Effect.map(start(home, { ...shared, ROLE: role }), (started) => ({ ...started, data: home }))
  }
  const all = yield* nodes({ api: node("api", "api"), one: node("one", "worker"), two: node("two", "worker") })
  const workers = () => all.all().filter(({ name }) => name !== "api")
  const made = yield* run("admin", ["create-key", "crash@example.com", "--tier", "business"], shared)
  const objects = () =>
    readdirSync(join(directory, bucket), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith("._S3rver_object"))
      .map(({ name }) => name.slice(0, -"._S3rver_object".length))
      .sort()
  return {
    ...all,
    victims: ["api", "worker", "nodes", "backend", "child"],
    workers: ["worker", "nodes"],
    key: made.out.trim(),
    base: () => all.all()[0]!.base,
    kill: (victim: string, random: () => number) => {
      if (victim === "api") return hit(all.all().slice(0, 1))
      if (victim === "worker") return hit(one(workers(), random))
      if (victim === "nodes") return hit(all.all())
      const converters = all.all().flatMap((node) => children(node.data))
      return hit([], one(victim === "backend" ? serversOf(data) : converters, random))
    },
    database: clientOf(server),
    store: {
      layer: BlobsS3.layer(shared.BLOBS).pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ...shared, DATA_DIR: join(data, "sweep") })))
      ),
      stored: objects,
      // the parts of a process that died are the bucket's to remove
      draftBytes: () => 0
    }
  } satisfies Installation as Installation
})
