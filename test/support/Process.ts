/** The service as its users start it: a process of its own, with a folder and a port of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { ConfigProvider, Console, Effect } from "effect"
import { run as runAdmin } from "../../layers/main/admin.ts"
import { type Converters, compiled, prepare } from "./DataFolder.ts"
import { service } from "./Linked.ts"

const program = (name: string) => fileURLToPath(new URL(`../../layers/main/${name}`, import.meta.url))

/** Below the ports that a system gives to whoever asks for any, and each process of the tests begins elsewhere. */
const [firstPort, ports] = [11_000, 20_000]

let nextPort = (process.pid * 64) % ports

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().on("error", () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** A port that nobody listens on, nor will until a service has started. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = firstPort + nextPort
    nextPort = (nextPort + 1) % ports
    if (await isFree(port)) return port
  }
}

const environment = (variables: Record<string, string>) => ({
  PATH: process.env["PATH"] ?? "",
  TMPDIR: process.env["TMPDIR"] ?? "/tmp",
  RATE_LIMIT_SCALE: "1000",
  CONVERTERS: "1",
  ...compiled(),
  ...variables
})

/** Runs one of the programs to its end; the service from its one script. */
export const run = (name: string, args: ReadonlyArray<string>, variables: Record<string, string>) =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [name === "serve" ? await service() : program(`${name}.ts`), ...args], {
      env: environment(variables),
      stdio: ["ignore", "pipe", "pipe"]
    })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
    return { out, err, code: code as number | null }
  })

/** `npm run admin -- …` in this process: the same command without a start, which takes longer than most of them. */
export const admin = (args: ReadonlyArray<string>, variables: Record<string, string>) => {
  const printed = { out: "", err: "" }
  const into = (stream: keyof typeof printed) => (text: unknown) => {
    printed[stream] += `${text}\n`
  }
  return runAdmin(args).pipe(
    Effect.provideService(Console.Console, { ...globalThis.console, log: into("out"), error: into("err") }),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables))),
    Effect.map((code) => ({ ...printed, code })),
    Effect.orDie
  )
}

export interface Served {
  readonly base: string
  readonly child: ChildProcess
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMillis: number
  /** Everything printed so far. */
  readonly printed: () => string
}

/** `npm run dev` on a folder, once it answers; killed when the scope closes. With a `DATABASE_URL` it has no server of its own. */
export const dev = (dataDirectory: string, variables: Record<string, string> = {}, converters: Converters = "real") =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Served> => {
      await prepare(dataDirectory, variables["DATABASE_URL"] === undefined, converters)
      const port = await freePort()
      const begun = performance.now()
      const child = spawn(process.execPath, [await service(), "--dev"], {
        env: environment({ DATA_DIR: dataDirectory, PORT: String(port), ...variables }),
        stdio: ["ignore", "pipe", "pipe"]
      })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text
        })
      }
      const base = `http://127.0.0.1:${port}`
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${printed}`)
        const answer = await fetch(`${base}/readyz`).catch(() => undefined)
        if (answer?.ok === true) {
          return { base, child, startMillis: performance.now() - begun, printed: () => printed }
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }),
    ({ child }) => Effect.promise(() => stop(child, "SIGKILL"))
  )

/** The key that a service in development makes: a moment after it answers for the first time. */
export const devKey = async (dataDirectory: string): Promise<string> => {
  const file = join(dataDirectory, "dev-key")
  for (;;) {
    const key = existsSync(file) ? readFileSync(file, "utf8") : ""
    if (key.endsWith("\n")) return key.trim()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Ends a process and waits until it is gone, and what it printed is read unless it is killed. Answers with its exit code. */
export const stop = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, signal === "SIGKILL" ? "exit" : "close")
  }
  return child.exitCode
}
