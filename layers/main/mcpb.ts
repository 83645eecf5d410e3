/**
 * `npm run mcpb -- FOLDER [--name io.github.you/pdf-to-markdown --url ADDRESS] [--stage] [--built]`: the local MCP server as a bundle
 * that desktop clients install (MCPB 0.3), for the platform on which it is made, with Node and all that it runs on; and,
 * where the name and the address under which it will be found are told, `server.json` for the registry.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { basename, join, resolve, sep } from "node:path"
import { parseArgs } from "node:util"
import manifest from "../../package.json" with { type: "json" }
import { localDefinitions } from "../../schema/mcp/LocalTools.ts"
import { zip } from "./zip.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ name: { type: "string" }, url: { type: "string" } },
    /** Makes the folder alone. */
    stage: { type: "boolean", default: false },
    /** Takes what `npm pack` has compiled. */
    built: { type: "boolean", default: false }
  }
})
/** What the registry's schema of 2025-09-29 asks of a name and of where a bundle lies, found out before all the work. */
const { name: registered, url: published } = values
const isNamed =
  registered === undefined || (registered.length <= 200 && /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(registered))
const isPlaced = published === undefined || URL.parse(published)?.protocol === "https:"
if (!isNamed || !isPlaced || (registered === undefined) !== (published === undefined)) {
  console.error(
    "server.json needs both --name, like io.github.you/pdf-to-markdown with exactly one slash, and --url, an https address"
  )
  process.exit(2)
}
const folder = resolve(positionals[0] ?? "dist/mcpb")
const root = resolve(import.meta.dirname, "../..")
const description = "Turns PDFs of this computer into Markdown, with nothing uploaded"

/** What the command loads. Scripts are not linked in a bundle, so their linker stays out. */
const loaded = [
  ...["effect", "pdfjs-dist", "@napi-rs/canvas", "tesseract.js"],
  ...Object.keys(manifest.dependencies).filter((name) => name.startsWith("@tesseract.js-data/")),
  ...Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith("node-"))
]

/** Where npm has put a package for the one that asks; null for what is not for this platform. */
const folderOf = (name: string, from: string): string | null => {
  for (const modules of createRequire(join(from, "package.json")).resolve.paths(name) ?? []) {
    const found = join(modules, name)
    if (fs.existsSync(join(found, "package.json"))) return found
  }
  return null
}

/** The folders of packages and of all that they need. */
const needed = (names: ReadonlyArray<string>, from: string, found = new Set<string>()): ReadonlySet<string> => {
  for (const name of names) {
    const path = folderOf(name, from)
    if (path === null || found.has(path)) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      fs.readFileSync(join(path, "package.json"), "utf8")
    ) as { readonly dependencies?: object; readonly optionalDependencies?: object }
    needed([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], path, found)
  }
  return found
}

/** What nobody runs: among it the headers of Node, and pdf.js for other programs than this one. */
const isIdle = (path: string) =>
  /\.(?:map|d\.[cm]?ts)$|[\\/]effect[\\/](?:src|ai-docs)$|[\\/]node-[\w-]+[\\/](?:include|share)$/.test(path) ||
  /[\\/]pdfjs-dist[\\/](?:legacy|web|types|image_decoders)$/.test(path) ||
  /[\\/]tesseract-core(?!-simd-lstm\.(?:js|wasm)$)[^\\/]*$/.test(path)

const copy = (from: string, to: string) =>
  fs.cpSync(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE, filter: (path) => !isIdle(path) })

const stage = join(folder, "bundle")
const server = join(stage, "server")

const bundle = {
  manifest_version: "0.3",
  name: "pdf-to-markdown",
  display_name: "PDF to Markdown",
  version: manifest.version,
  description,
  author: { name: "PDF to Markdown" },
  license: manifest.license,
  server: {
    type: "node",
    entry_point: "server/dist/layers/main/pdf-to-markdown.js",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client puts the folder of the bundle there
    mcp_config: { command: "node", args: ["${__dirname}/server/dist/layers/main/pdf-to-markdown.js", "mcp"], env: {} }
  },
  tools: localDefinitions.map(({ name, description }) => ({ name: String(name), description: String(description) })),
  compatibility: { platforms: [process.platform], runtimes: { node: manifest.engines.node } }
}

const write = (path: string, content: object) => fs.writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)

fs.rmSync(folder, { recursive: true, force: true })
fs.mkdirSync(server, { recursive: true })
if (!values.built) execFileSync("npm", ["run", "--silent", "prepack"], { cwd: root, stdio: "inherit" })
for (const part of ["layers", "schema", "src"]) copy(join(root, "dist", part), join(server, "dist", part))
for (const part of ["package.json", "dist/package.json"]) fs.copyFileSync(join(root, part), join(server, part))
fs.copyFileSync(join(root, "LICENSE"), join(stage, "LICENSE"))
const modules = join(root, "node_modules")
for (const path of needed(loaded, root)) {
  const place = path.slice(modules.length)
  // A package within another one goes with it.
  if (path.startsWith(modules) && !place.includes(`${sep}node_modules${sep}`))
    copy(path, join(server, "node_modules", place))
}
write(join(stage, "manifest.json"), bundle)

if (!values.stage) {
  const file = join(folder, `pdf-to-markdown-${manifest.version}-${process.platform}-${process.arch}.mcpb`)
  zip(stage, file)
  console.log(`${file}: ${Math.round(fs.statSync(file).size / 1_048_576)} MiB`)
  const { name, url } = values
  if (name !== undefined && url !== undefined) {
    const fileSha256 = createHash("sha256").update(fs.readFileSync(file)).digest("hex")
    const identifier = new URL(basename(file), url.endsWith("/") ? url : `${url}/`).href
    write(join(folder, "server.json"), {
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json",
      ...{ name, description, version: manifest.version },
      packages: [
        { registryType: "mcpb", identifier, version: manifest.version, fileSha256, transport: { type: "stdio" } }
      ]
    })
    console.log(join(folder, "server.json"))
  }
}
