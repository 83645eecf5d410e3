/**
 * `npm run generators`: whether generated clients work. Installs four generators in a folder of its own, starts the
 * service, generates a client from its /openapi.json with each, compiles it under `strict`, and takes a PDF from its
 * upload to its blocks with it.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { pdf } from "../../layers/fakes/Converter.ts"

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "../../.generators"))
const root = resolve(import.meta.dirname, "../..")
const port = 18_085
const base = `http://127.0.0.1:${port}`

/** With what each is generated, as its own documentation says. */
const generators: Readonly<Record<string, ReadonlyArray<string>>> = {
  "hey-api": ["openapi-ts", "-i", "openapi.json", "-o", "hey-api/client"],
  orval: ["orval", "--config", "orval.config.mjs"],
  "openapi-typescript": ["openapi-typescript", "openapi.json", "-o", "openapi-typescript/client/api.ts"],
  "swagger-typescript-api": [
    ...["swagger-typescript-api", "generate", "-p", "./openapi.json"],
    ...["-o", "swagger-typescript-api/client", "-n", "api.ts"]
  ]
}

const packages = {
  "@hey-api/openapi-ts": "0.99.0",
  esbuild: "0.28.2",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  orval: "8.38.0",
  "swagger-typescript-api": "13.13.0",
  typescript: "5.9.3"
}

/** Its operations that take several kinds of body make one function for each kind. */
const orval = `export default { svc: { input: "openapi.json", output: {
  target: "orval/client/api.ts", client: "fetch", baseUrl: "${base}", override: { splitByContentType: true } } } }`

const compilerOptions = {
  strict: true,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  skipLibCheck: true,
  noEmit: true
}

const write = (name: string, content: unknown) =>
  fs.writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))

const run = (command: string, args: ReadonlyArray<string>) =>
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" })

const bin = (name: string) => join(folder, "node_modules/.bin", name)

fs.mkdirSync(folder, { recursive: true })
write("package.json", { private: true, type: "module", devDependencies: packages })
write("orval.config.mjs", orval)
run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"])

const data = fs.mkdtempSync(join(folder, "data-"))
fs.chmodSync(data, 0o711)
const env = { PATH: process.env["PATH"], DATA_DIR: data, PORT: String(port) }
const service = spawn(process.execPath, [join(root, "layers/main/serve.ts"), "--dev"], {
  env,
  stdio: ["ignore", "ignore", "inherit"]
})

/** A client is one file when it is run: generators write imports for bundlers. */
const bundled = (name: string) => {
  run(bin("esbuild"), [
    `${name}/story.ts`,
    "--bundle",
    "--format=esm",
    "--platform=node",
    `--outfile=${name}/story.mjs`
  ])
  return pathToFileURL(join(folder, name, "story.mjs")).href
}

/** A client that waits for something else than the service says would wait for ever. */
const patience = 60_000

const withPatience = <A>(work: Promise<A>, name: string): Promise<A> => {
  const expired = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${name} took more than ${patience / 1_000} s`)), patience).unref()
  })
  return Promise.race([work, expired])
}

try {
  const keyFile = join(data, "dev-key")
  while ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok !== true || !fs.existsSync(keyFile)) {
    if (service.exitCode !== null) throw new Error("The service ended")
    await new Promise((wake) => setTimeout(wake, 100))
  }
  const key = fs.readFileSync(keyFile, "utf8").trim()
  write("openapi.json", await (await fetch(`${base}/openapi.json`)).text())
  const bytes = new Uint8Array(pdf({ pages: ["One page", "Another page"], title: "Two pages" }))
  const file = new File([bytes], "two.pdf", { type: "application/pdf" })
  for (const [name, [command = "", ...args]] of Object.entries(generators)) {
    fs.rmSync(join(folder, name), { recursive: true, force: true })
    fs.mkdirSync(join(folder, name, "client"), { recursive: true })
    fs.copyFileSync(join(import.meta.dirname, "stories", `${name}.ts`), join(folder, name, "story.ts"))
    run(bin(command), args)
    write("tsconfig.json", { compilerOptions, include: [`${name}/**/*.ts`] })
    run(bin("tsc"), ["-p", "."])
    const { convert } = (await import(bundled(name))) as {
      readonly convert: (base: string, key: string, file: File) => Promise<number>
    }
    const paragraphs = await withPatience(convert(base, key, file), name)
    console.log(`${name}: compiles under strict; ${paragraphs} paragraphs of ${file.name}`)
  }
} catch (error) {
  // Compilers and generators tell on standard output what is wrong.
  console.error(error instanceof Error && "stdout" in error ? `${error.message}\n${error.stdout}` : error)
  process.exitCode = 1
} finally {
  service.kill()
  await once(service, "exit")
  fs.rmSync(data, { recursive: true, force: true })
}
