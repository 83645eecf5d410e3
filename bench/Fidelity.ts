/** How true the Markdown of a corpus is, by kind of document, beside that of other converters where they are installed. */
import * as Yardstick from "./fidelity/Yardstick.ts"
import type { Benchmark } from "./main.ts"

const columns = ["overall", "nid", "teds", "mhs", "x_heading_level", "x_table_pairs", "x_lists", "x_links"]

const peers = ["liteparse", "pdf-inspector"]

const figure = (value: number | null | undefined) => (value === null || value === undefined ? "–" : value.toFixed(3))

export const benchmark: Benchmark = {
  title: "How true the Markdown of a corpus is (1 is perfect), and that of other converters without a GPU",
  run: async () => {
    const found = Yardstick.folders()
    if ("missing" in found) return [`not run: ${found.missing}`]
    const { corpus, yardstick } = found
    const skip = process.env["SKIP"]?.split(",") ?? []
    const docs = Yardstick.documents(corpus, skip)
    const ours = Yardstick.scratch()
    const { pages, seconds, failed } = await Yardstick.convert(corpus, docs, ours)
    const home = process.env["PEERS"]
    const others = (home === undefined ? [] : peers).map((name) => ({ name, out: Yardstick.scratch() }))
    for (const { name, out } of others) Yardstick.convertWithPeer(yardstick, home ?? "", name, corpus, docs, out)
    const names = ["this engine", ...others.map(({ name }) => name)]
    const scores = Yardstick.score(yardstick, corpus, skip, [ours, ...others.map(({ out }) => out)])
    const rows = scores.map((each, index) => ({ name: names[index] ?? "", ...each }))
    const kinds = Object.groupBy(docs, ({ kind }) => kind)
    return [
      `${docs.length} documents, ${pages} pages in ${seconds.toFixed(1)} s${failed.length > 0 ? `; failed: ${failed.join(", ")}` : ""}`,
      ...columns.map(
        (column) => `${column}: ${rows.map(({ name, summary }) => `${figure(summary[column])} ${name}`).join(", ")}`
      ),
      ...Object.entries(kinds).map(
        ([kind, of]) =>
          `${kind} (${of?.length}), overall: ${rows.map(({ name, byKind }) => `${figure(byKind[kind]?.["overall"])} ${name}`).join(", ")}`
      )
    ]
  }
}
