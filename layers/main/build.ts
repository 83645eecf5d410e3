/** `npm run build`: bundles the pages, and puts beside them what they load when a document needs it. */
import { createHash, randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { rolldown } from "rolldown"
import { Settings } from "../../schema/Settings.ts"
import { Format } from "../../schema/v2/Jobs.ts"
import { folder, replace, root, stampName, stampOf } from "../web/Bundle.ts"

const require = createRequire(import.meta.url)

const packageFolder = (name: string) => dirname(require.resolve(`${name}/package.json`))

const stamp = await stampOf()
const draft = `${folder}.${randomBytes(6).toString("hex")}`
const assets = join(draft, "assets")
await fs.mkdir(assets, { recursive: true })

/** Puts a file among the assets under a name that changes with its content. */
const hashed = async (name: string, content: string | Uint8Array) => {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8)
  const dot = name.lastIndexOf(".")
  const full = `${name.slice(0, dot)}-${hash}${name.slice(dot)}`
  await fs.writeFile(join(assets, full), content)
  return full
}

/** KaTeX's style sheet with its fonts beside it; browsers that know WebAssembly know woff2. */
const formulas = async () => {
  const from = join(packageFolder("katex"), "dist")
  const css = await fs.readFile(join(from, "katex.min.css"), "utf8")
  const fonts = [...new Set([...css.matchAll(/url\(fonts\/([\w-]+\.woff2)\)/g)].map(([, name = ""]) => name))]
  for (const font of fonts) await fs.copyFile(join(from, "fonts", font), join(assets, font))
  const own = css
    .replaceAll(/,url\(fonts\/[\w-]+\.(?:woff|ttf)\) format\("\w+"\)/g, "")
    .replaceAll("url(fonts/", "url(")
  return hashed("formulas.css", own)
}

/** What pdf.js loads while it draws: character maps, fonts that documents leave out, decoders. In one folder, as their names differ. */
const reader = async () => {
  const from = packageFolder("pdfjs-dist")
  for (const part of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
    for (const name of await fs.readdir(join(from, part))) {
      if (!/LICENSE/.test(name)) await fs.copyFile(join(from, part, name), join(assets, name))
    }
  }
  return hashed("reader-worker.mjs", await fs.readFile(join(from, "build/pdf.worker.min.mjs")))
}

const [formulasCss, worker] = await Promise.all([formulas(), reader()])

/** What each setting may be, of those that name their values: the console offers that, without the schemas' weight. */
const choices = Object.fromEntries(
  Object.entries(Settings.fields).flatMap(([name, field]) => ("literals" in field ? [[name, field.literals]] : []))
)

const bundle = await rolldown({
  input: { main: join(root, "src/web/main.tsx"), console: join(root, "src/web/console/main.tsx") },
  platform: "browser",
  resolve: { alias: { "pdfjs-dist": join(packageFolder("pdfjs-dist"), "build/pdf.min.mjs") } },
  transform: {
    define: {
      __WORKER__: JSON.stringify(`/assets/${worker}`),
      __FORMULAS_CSS__: JSON.stringify(`/assets/${formulasCss}`),
      __FORMATS__: JSON.stringify(Format.literals),
      __CHOICES__: JSON.stringify(choices)
    },
    jsx: { runtime: "automatic" }
  }
})
const { output } = await bundle.write({
  dir: assets,
  format: "esm",
  minify: true,
  entryFileNames: "[name]-[hash].js",
  chunkFileNames: "[name]-[hash].js"
})
await bundle.close()
const entry = (name: string) =>
  output.find((chunk) => chunk.type === "chunk" && chunk.isEntry && chunk.name === name)?.fileName ?? ""
const read = (path: string) => fs.readFile(join(root, "src/web", path), "utf8")
const style = await hashed("style.css", await read("style.css"))
const icon = await hashed("icon.svg", await read("icon.svg"))
const consoleStyle = await hashed("console.css", await read("console/console.css"))
const page = async (path: string, name: string) => {
  const html = (await read(path))
    .replace("main.tsx", `/assets/${basename(entry(name))}`)
    .replace("console.css", `/assets/${consoleStyle}`)
    .replace("style.css", `/assets/${style}`)
    .replace("icon.svg", `/assets/${icon}`)
  await fs.writeFile(join(draft, basename(path)), html)
}
await page("index.html", "main")
await page("console/console.html", "console")
await fs.writeFile(join(draft, stampName), stamp)

await replace(folder, draft)
