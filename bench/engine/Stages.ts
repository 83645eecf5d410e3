/**
 * Where a warm engine spends its time: `node Stages.ts FILE …` converts the files twice and prints, of the second time, milliseconds
 * by stage as JSON. V8's sampling profiler sees it from outside, so that no stage has to know of it.
 */
import { readFileSync } from "node:fs"
import { type Profiler, Session } from "node:inspector/promises"
import { makers } from "./Contender.ts"

/** Between two samples, in microseconds. */
const interval = 500

type Node = Profiler.ProfileNode

/** A stage is what `Convert.ts` calls; reading is pdf.js and what stands around it. */
const stageOf = ({ callFrame: { url, functionName } }: Node, caller: Node | undefined, within: string): string => {
  if (within !== "" && within !== "order") return within
  if (functionName === "(garbage collector)") return "garbage"
  if (url.endsWith("/src/convert/Convert.ts")) return "order"
  if (caller?.callFrame.url.endsWith("/src/convert/Convert.ts")) return functionName
  return ""
}

/** Reading by whose code runs; what is built into the language counts for whoever calls it. */
const partOf = ({ callFrame: { url, functionName } }: Node, caller: string): string =>
  url.includes("/pdfjs-dist/")
    ? "pdf.js"
    : url.includes("/layers/")
      ? "interpretation"
      : url.startsWith("node:zlib")
        ? "inflating"
        : functionName === "(program)"
          ? "native"
          : url === ""
            ? caller
            : "other"

/** Milliseconds by stage. */
export const stages = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stageAt = new Map<number, string>()
  const walk = (node: Node, caller: Node | undefined, within: string, part: string): void => {
    const stage = stageOf(node, caller, within)
    const own = partOf(node, part)
    stageAt.set(node.id, stage === "" ? own : stage)
    for (const child of node.children ?? []) walk(byId.get(child) as Node, node, stage, own)
  }
  const [root] = nodes
  if (root !== undefined) walk(root, undefined, "", "other")
  const sums = new Map<string, number>()
  samples.forEach((id, i) => {
    const { functionName = "", url = "" } = byId.get(id)?.callFrame ?? {}
    if (functionName === "(idle)" || url === "node:inspector") return
    const stage = stageAt.get(id) ?? "other"
    sums.set(stage, (sums.get(stage) ?? 0) + (timeDeltas[i] ?? 0) / 1000)
  })
  return sums
}

if (import.meta.main) {
  const convert = await makers.engine()
  const all = async () => {
    for (const file of process.argv.slice(2)) await convert(new Uint8Array(readFileSync(file))).catch(() => null)
  }
  await all()
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval })
  await session.post("Profiler.start")
  await all()
  const { profile } = await session.post("Profiler.stop")
  process.stdout.write(JSON.stringify(Object.fromEntries(stages(profile))))
  process.exit()
}
