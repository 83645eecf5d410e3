/** Programs that the tests start often, each linked once a run: most of the time that one takes to start is that of its modules. */
import { symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import { freeze } from "../../layers/converter/Linked.ts"
import { once, sharedFolder } from "./RunFolder.ts"

/** In a script, each module still knows where it was. */
const places: Plugin = {
  name: "places",
  transform: (code, id) =>
    code
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
}

const link = async (input: string, dir: string) => {
  const bundle = await rolldown({ input, platform: "node", plugins: [places], logLevel: "silent" })
  await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" })
  await bundle.close()
}

/** The converter of the tests, up to where it begins to serve: what its children wake from. */
export const freezeScripted = async (folder: string, snapshot: string) => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("scriptedConverter.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent"
  })
  const { output } = await bundle.generate({ format: "cjs" })
  await bundle.close()
  const script = join(folder, "scripted.js")
  writeFileSync(script, `(function (exports, require, module) {${output[0].code}\n})`)
  freeze(script, snapshot)
}

const misbehavingChild = fileURLToPath(new URL("misbehavingChild.ts", import.meta.url))

export const linkMisbehaving = (shared: string) => link(misbehavingChild, shared)

/** The program of a child that does as its input says. */
export const misbehaving = () => {
  const shared = process.env[sharedFolder]
  return shared === undefined ? misbehavingChild : join(shared, "misbehavingChild.mjs")
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** A program as one script of this run, with the packages beside it that are found by a name that is made when it runs. */
const linked = async (program: string, unlinked = program): Promise<string> => {
  const shared = process.env[sharedFolder]
  if (shared === undefined) return join(root, unlinked)
  const name = basename(program, ".ts")
  const folder = join(shared, name)
  await once(folder, async () => {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    await link(join(root, program), folder)
  })
  return join(folder, `${name}.mjs`)
}

/** The program of `npm run dev` and `npm start`. */
export const service = () => linked("layers/main/serve.ts", "layers/main/service.js")

/** A process that runs a server in the folder that it is told, says so, and holds it for ever. */
export const postgresHolder = () => linked("test/layers/EmbeddedPostgresHolder.ts")
