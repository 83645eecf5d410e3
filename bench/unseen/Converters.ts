/** Converts a corpus with this engine's command line, and with other converters. Each writes `<id>.md` to a folder of its own. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"

export interface Converter {
  readonly name: string
  readonly convert: (files: ReadonlyArray<string>, out: string) => void
}

const run = (command: string, options: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  spawnSync(command, [...options], { stdio: "ignore", env: { ...process.env, ...env }, timeout: 1_800_000 })

export const ours: Converter = {
  name: "this engine",
  convert: (files, out) => {
    const program = resolve(import.meta.dirname, "../../layers/main/pdf-to-markdown.js")
    run(process.execPath, [program, "--out", out, ...files])
  }
}

/** The peers that the folder `home` has installed. */
export const peers = (yardstick: string, home: string): ReadonlyArray<Converter> => {
  const script = (name: string, folder: string): ReadonlyArray<Converter> =>
    existsSync(join(home, "node_modules", folder))
      ? [
          {
            name,
            convert: (files, out) =>
              run(process.execPath, [join(yardstick, "peers/peer.mjs"), name, "--batch", out, ...files], {
                PEERS: home
              })
          }
        ]
      : []
  const jar = join(home, "node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar")
  const hasJava = spawnSync("java", ["-version"], { stdio: "ignore" }).status === 0
  return [
    ...script("liteparse", "@llamaindex/liteparse"),
    ...script("pdf-inspector", "@firecrawl/pdf-inspector"),
    ...(existsSync(jar) && hasJava
      ? [
          {
            name: "opendataloader",
            convert: (files: ReadonlyArray<string>, out: string) =>
              run("java", ["-jar", jar, "-q", "-f", "markdown", "--image-output", "off", "-o", out, ...files])
          }
        ]
      : [])
  ]
}

/** The folders of the Markdown, one for each converter. */
export const convertAll = (
  converters: ReadonlyArray<Converter>,
  files: ReadonlyArray<string>,
  folder: string
): ReadonlyArray<string> =>
  converters.map(({ name, convert }) => {
    const out = join(folder, name.replaceAll(" ", "-"))
    mkdirSync(out, { recursive: true })
    const begun = performance.now()
    convert(files, out)
    const missing = files.filter((file) => !existsSync(join(out, `${basename(file, ".pdf")}.md`)))
    if (missing.length > 0) console.log(`unseen: ${name} made NOTHING of ${missing.length} of ${files.length} files`)
    console.log(
      `unseen: ${name} converted ${files.length} files in ${((performance.now() - begun) / 1_000).toFixed(1)} s`
    )
    return out
  })
