/** `npm start` in a process of its own, with what it prints. */
import { type ChildProcess, spawn } from "node:child_process"
import { Effect } from "effect"
import { type Converters, compiled, prepare } from "../support/DataFolder.ts"
import { service } from "../support/Linked.ts"
import { patience } from "../support/Patience.ts"
import { freePort, stop } from "../support/Process.ts"

export const secret = "the-secret-of-these-tests-0123456789"

export interface Started {
  readonly base: string
  /** Where metrics and the probes of operators are. */
  readonly metrics: string
  readonly child: ChildProcess
  /** Everything printed so far. */
  readonly printed: () => string
}

/** A process, once `/readyz` of its metrics port says so; killed when the scope closes. */
export const start = (dataDirectory: string, variables: Record<string, string> = {}, converters: Converters = "real") =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Started> => {
      await prepare(dataDirectory, variables["DATABASE_URL"] === undefined, converters)
      const [port, metricsPort] = [await freePort(), await freePort()]
      const child = spawn(process.execPath, [await service()], {
        env: {
          PATH: process.env["PATH"] ?? "",
          TMPDIR: process.env["TMPDIR"] ?? "/tmp",
          RATE_LIMIT_SCALE: "1000",
          CONVERTERS: "1",
          ...compiled(),
          DATA_DIR: dataDirectory,
          SVC_SECRET: secret,
          PUBLIC_ORIGINS: `http://127.0.0.1:${port}`,
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          ...variables
        },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text
        })
      }
      const [base, metrics] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`]
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${printed}`)
        const answer = await fetch(`${metrics}/readyz`).catch(() => undefined)
        if (answer?.ok === true && printed.includes("Started")) break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return { base, metrics, child, printed: () => printed }
    }),
    ({ child }) => Effect.promise(() => stop(child, "SIGKILL"))
  )

/** Waits for a fact that a promise tells. */
export const untilTold = (fact: () => Promise<boolean>) =>
  Effect.sleep("20 millis").pipe(
    Effect.andThen(Effect.promise(fact)),
    Effect.repeat({ until: (is) => is }),
    Effect.timeout(patience),
    Effect.orDie
  )
