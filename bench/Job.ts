/** What one one-page job takes from its creation to its deletion, step by step. `STATEMENTS=1` lists statements and file operations, `PROFILES` names a folder for a profile of the service. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { pdfForm } from "../src/client/Device.ts"
import { makePdf } from "../test/support/Pdf.ts"
import { newKey } from "./http/Account.ts"
import { spentBy } from "./http/Spent.ts"
import type { Counts } from "./job/Counting.ts"
import { type Reading, type Step, shown, stepOf, sumOf } from "./job/Step.ts"
import type { Benchmark } from "./main.ts"

const port = 18_083
const base = `http://127.0.0.1:${port}`

/** Jobs of a round for each key: as many as its slots. A child serves one owner only: a second key would mean new children all the time. */
const jobsPerKey = 50
const keys = 1
const rounds = 6
const clients = 4
const idleMillis = 4_000

const page = new Uint8Array(
  makePdf({
    pages: [
      {
        items: Array.from({ length: 50 }, (_, line) => ({
          text: "The quick brown fox jumps over the lazy dog, and nobody seems to mind at all.",
          x: 72,
          y: 72 + 13 * line,
          size: 10
        }))
      }
    ]
  })
)

interface Made {
  readonly jobId: string
  readonly headers: Record<string, string>
}

/** The converting children of a process. */
const childrenOf = (pid: number) =>
  readdirSync("/proc").filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1")
      return (
        Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid &&
        readFileSync(`/proc/${name}/cmdline`, "latin1").includes("layers/main/converter")
      )
    } catch {
      return false
    }
  })

const each = async <A, B>(items: ReadonlyArray<A>, run: (item: A) => Promise<B>): Promise<Array<B>> => {
  const left = [...items]
  const made: Array<B> = []
  const client = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) made.push(await run(item))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return made
}

/** Converters are linked once, after the start, which would count as what the service does without a job. */
const linked = async (pid: number) => {
  for (let left = 120; left > 0; left--) {
    const before = spentBy(pid).conversion
    await sleep(1_000)
    if (spentBy(pid).conversion - before < 50) return
  }
}

const answered = async (path: string, init: RequestInit) => {
  const answer = await fetch(`${base}${path}`, init)
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${path}: ${answer.status}`)
  return answer
}

const steps = {
  create: async (headers: Made["headers"]): Promise<Made> => {
    const answer = await answered("/api/v2/jobs", { method: "POST", headers, body: pdfForm(page, "page.pdf") })
    return { jobId: ((await answer.json()) as { job_id: string }).job_id, headers }
  },
  read: async ({ jobId, headers }: Made, wait = "") => {
    const job = (await (await answered(`/api/v2/jobs/${jobId}${wait}`, { headers })).json()) as { status: string }
    if (job.status !== "ready") throw new Error(`The job is ${job.status}`)
  },
  download: async ({ jobId, headers }: Made) => {
    await (await answered(`/api/v2/jobs/${jobId}/download`, { headers })).text()
  },
  remove: async ({ jobId, headers }: Made) => {
    await (await answered(`/api/v2/jobs/${jobId}`, { method: "DELETE", headers })).text()
  }
}

/** Where a profile of the service goes. */
const profiles = process.env["PROFILES"]

const names = ["create", "run", "read", "download", "delete"] as const

export const benchmark: Benchmark = {
  title: "One one-page job with a key, step by step: what is asked for and the processor time it takes",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    const program = (path: string) => fileURLToPath(new URL(path, import.meta.url))
    const service = fork(program("../layers/main/serve.ts"), ["--dev"], {
      env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: String(port), RATE_LIMIT_SCALE: "1000000" },
      execArgv: [
        ...["--import", program("job/Counting.ts")],
        ...(profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`])
      ],
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    const pid = service.pid ?? 0
    try {
      while ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok !== true) await sleep(50)
      const reading = async (): Promise<Reading> => {
        service.send("counts")
        const [counts] = (await once(service, "message")) as [Counts]
        return { at: performance.now(), counts, spent: spentBy(pid) }
      }
      const secrets = await Promise.all(Array.from({ length: keys }, () => newKey(folder, "business")))
      const wanted = secrets.flatMap((secret) =>
        Array.from({ length: jobsPerKey }, () => ({ authorization: `Bearer ${secret}` }))
      )
      const all = new Map<(typeof names)[number], Array<Step>>(names.map((name) => [name, []]))
      let idle: Step | null = null
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        const children = round === 0 ? [] : childrenOf(pid).map(Number)
        const signal = (name: NodeJS.Signals) => {
          for (const child of children) if (existsSync(`/proc/${child}`)) process.kill(child, name)
        }
        let before = await reading()
        const ended = async (name: (typeof names)[number]) => {
          const after = await reading()
          if (round > 0) all.get(name)?.push(stepOf(before, after, wanted.length, idle))
          before = after
        }
        // While converters stand still nothing but the creates themselves is done for these jobs.
        signal("SIGSTOP")
        const made = await each(wanted, steps.create).finally(() => signal("SIGCONT"))
        await ended("create")
        for (const last of made.slice(-keys * clients)) await steps.read(last, "?wait=50")
        await sleep(500)
        await ended("run")
        await each(made, (job) => steps.read(job))
        await ended("read")
        await each(made, steps.download)
        await ended("download")
        await each(made, steps.remove)
        await ended("delete")
        if (round === 0) {
          await linked(pid)
          before = await reading()
          await sleep(idleMillis)
          idle = stepOf(before, await reading(), idleMillis / 1_000, null)
        }
      }
      const means = names.map((name) => {
        const found = all.get(name) ?? []
        const sum = sumOf(found)
        const mean = Object.fromEntries(
          Object.entries(sum).map(([kind, value]) => [kind, Number(value) / found.length])
        ) as unknown as Step
        return [name, { ...mean, byText: found.at(-1)?.byText ?? new Map() }] as const
      })
      if (process.env["STATEMENTS"] !== undefined) {
        for (const [name, { byText }] of means) {
          console.log(`\n${name}`)
          for (const [text, count] of byText) console.log(`  ${count.toFixed(2)} ${text.slice(0, 160)}`)
        }
      }
      return [
        ...means.map(([name, step]) => shown(name, step)),
        shown("all", sumOf(means.map(([, step]) => step))),
        ...(idle === null ? [] : [shown("each second without a job, left out above", idle)]),
        `load average of the machine, others' work included: ${loadavg()[0]?.toFixed(1)}`
      ]
    } finally {
      service.kill("SIGTERM")
      await once(service, "exit")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
